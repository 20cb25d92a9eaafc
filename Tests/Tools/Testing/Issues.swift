import Armory
import ArmoryTestSupport
import Testing

/// The issues that a part of a test has recorded.
final class Issues: Sendable {
    private let recorded = Locked<[Issue]>([])

    var all: [Issue] { recorded.withLock { $0 } }

    var comments: [String] { all.map { $0.comments.map(\.rawValue).joined(separator: " ") } }

    func add(_ issue: Issue) { recorded.withLock { $0.append(issue) } }

    /// Those that `body` records, which do not fail the test.
    static func of(_ body: () throws -> Void) throws -> Issues {
        let issues = Issues()
        try withKnownIssue(isIntermittent: true) {
            try body()
        } matching: {
            issues.add($0)
            return true
        }
        return issues
    }

    /// Those that `body` records, which do not fail the test.
    static func of(_ body: () async throws -> Void) async throws -> Issues {
        let issues = Issues()
        try await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: {
            issues.add($0)
            return true
        }
        return issues
    }
}

/// The container of the test.
func current() throws -> Container { try #require(Container.current) }
