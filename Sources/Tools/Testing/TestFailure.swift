internal import Armory
internal import ArmoryCheck
internal import Testing

/// Reports a test failure: at a source line in Swift Testing; by an error elsewhere, for example in XCTest.
struct TestFailure: Sendable {
    let location: Testing.SourceLocation
    /// Whether there is a test that can record issues.
    let isRecorded: Bool

    /// Creates a failure at a location in the test that is running now.
    init(at location: Testing.SourceLocation) {
        self.location = location
        isRecorded = Test.current != nil
    }

    /// Creates a failure at the line of a call.
    ///
    /// Takes four values, because the macro that creates a `SourceLocation` needs an import of Testing, which files of
    /// XCTest do not have.
    init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
        self.init(at: Testing.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records an issue, if that is possible.
    ///
    /// - Parameters:
    ///   - message: What the issue says.
    ///   - severity: Whether it fails the test.
    ///   - place: Where it is. Without a place, or if its file is not found, it is at the failure's location.
    func record(_ message: String, severity: Issue.Severity = .error, at place: SourceFiles.Place? = nil) {
        guard isRecorded else { return }
        var location = location
        if let place, place.isFound, place.line > 0 {
            location = Testing.SourceLocation(
                fileID: place.fileID, filePath: place.path, line: place.line, column: place.column)
        }
        Issue.record(Comment(rawValue: message), severity: severity, sourceLocation: location)
    }

    /// Records an issue for each message, or throws one error for all messages.
    func report(_ messages: [String]) throws {
        guard !messages.isEmpty else { return }
        guard isRecorded else { throw ExpectationFailure(messages: messages) }
        for message in messages { record(message) }
    }
}

/// The error of an expectation that fails outside a test of Swift Testing, for example in XCTest.
public struct ExpectationFailure: Error, CustomStringConvertible {
    /// The failures, one message each.
    public let messages: [String]

    /// All messages, separated by line breaks.
    public var description: String { messages.joined(separator: "\n") }
}
