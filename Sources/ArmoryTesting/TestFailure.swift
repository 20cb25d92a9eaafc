internal import Armory
internal import Testing

/// Where a test fails: in the toolchain's Testing at a line of its source; elsewhere, in XCTest for one, by an error.
struct TestFailure: Sendable {
    let location: Testing.SourceLocation
    /// Whether there is a test that issues can be recorded in.
    let isRecorded: Bool

    /// The test that is running now.
    init(at location: Testing.SourceLocation) {
        self.location = location
        isRecorded = Test.current != nil
    }

    /// The line of a call in it.
    ///
    /// Four values and not one: the macro that gives a `SourceLocation` needs an import of Testing, which XCTest's files have not.
    init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
        self.init(at: Testing.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records an issue, where that is possible.
    func record(_ message: String) {
        if isRecorded { Issue.record(Comment(rawValue: message), sourceLocation: location) }
    }

    /// Records an issue, or throws one error for all.
    func report(_ messages: [String]) throws {
        guard !messages.isEmpty else { return }
        guard isRecorded else { throw ExpectationFailure(messages: messages) }
        for message in messages { record(message) }
    }
}

/// What an expectation throws that fails outside of a test of the toolchain's Testing: in XCTest, for one.
public struct ExpectationFailure: Error, CustomStringConvertible {
    /// What is wrong, each a message of its own.
    public let messages: [String]

    /// All of them.
    public var description: String { messages.joined(separator: "\n") }
}
