// What ends the process is tried in a process of its own.

import Foundation
package import XCTest

extension XCTestCase {
    private static let variable = "ARMORY_ENDING_PART"

    /// The words of this library's own API, which the messages of a library on top of it do not use.
    package static let nativeWords = [
        "inject {", "resolve(", " Singleton", "Shared", "Graph ", "Transient", "waitLimit", "resolver in",
    ]

    /// Fails unless `body` ends the process, and the process writes each of the texts before, and none of the others.
    ///
    /// The test runs a second time in a child process, up to the part of this name; there `body` is called. So what comes
    /// before it in the test has to be harmless, and `part` is the test's only one of this name.
    package func assertEndsProcess(
        _ part: String, saying texts: String..., notSaying others: [String] = [], file: StaticString = #filePath,
        line: UInt = #line,
        _ body: () throws -> Void
    ) throws {
        if let wanted = ProcessInfo.processInfo.environment[Self.variable] {
            guard wanted == part else { return }
            do { try body() } catch { print("threw \(error)") }
            print("the process goes on")
            exit(0)
        }
        #if os(Linux)
        let test = "\(String(reflecting: type(of: self)))/\(name.split(separator: ".").last ?? "")"
        let result = try Command.run(
            "env", ["\(Self.variable)=\(part)", "SWIFT_BACKTRACE=enable=no", CommandLine.arguments[0], test])
        XCTAssertNotEqual(result.status, 0, "\(part): \(result.output)", file: file, line: line)
        XCTAssertFalse(result.output.contains("the process goes on"), part, file: file, line: line)
        for text in texts {
            XCTAssertTrue(result.output.contains(text), "\(part): \(result.output)", file: file, line: line)
        }
        // The names of tests and frames come before the message and after it. A code is the same in every API.
        let message =
            (result.output.components(separatedBy: "Fatal error: ").last?
            .components(separatedBy: "\nCurrent stack trace").first ?? "")
            .replacingOccurrences(of: " \\[\\w+\\]", with: "", options: .regularExpression)
        for text in others {
            XCTAssertFalse(message.contains(text), "\(part): \(message)", file: file, line: line)
        }
        #else
        throw XCTSkip("The test bundle is no program here.")
        #endif
    }
}
