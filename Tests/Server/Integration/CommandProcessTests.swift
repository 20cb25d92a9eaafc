#if Command
import ArmoryTestSupport
import Foundation
import XCTest

// A tool in a process of its own: Tests/Server/CommandProbe.
final class CommandProcessTests: XCTestCase {
    private func run(_ arguments: String...) throws -> (code: Int32, output: String, complaint: String) {
        let process = Process()
        process.executableURL = Project.products.appending(path: "command-probe")
        process.arguments = arguments
        let output = Pipe()
        let complaint = Pipe()
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        // Both are shorter than a pipe holds.
        let texts = [output, complaint].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .exit)
        return (process.terminationStatus, texts[0], texts[1])
    }

    func testSEE2_TheStandardOutputHasWhatWasAskedForAlone() throws {
        let tree = try run("tree")
        XCTAssertEqual(tree.code, 0)
        XCTAssertEqual(tree.output, "Watch · transient\n└─ Clock · singleton\n")
        XCTAssertEqual(tree.complaint, "")
        let json = try run("picture", "--format", "json")
        XCTAssertNotNil(try? JSONSerialization.jsonObject(with: Data(json.output.utf8)))
    }

    func testSEE2_WhatWentWrongIsSaidOnTheStandardErrorAndByTheExitCode() throws {
        let missing = try run("explain", "Nothing")
        XCTAssertEqual(missing.code, 1)
        XCTAssertEqual(missing.output, "")
        XCTAssertEqual(missing.complaint, "Error: nothing in the graph is called \"Nothing\".\n")
        let wrong = try run("explain")
        XCTAssertEqual(wrong.code, 64)
        XCTAssertEqual(wrong.output, "")
        XCTAssertTrue(wrong.complaint.contains("Usage: command-probe explain <key> ..."), wrong.complaint)
    }

    func testSEE2_TheHelpCallsTheToolByItsName() throws {
        let help = try run("--help")
        XCTAssertEqual(help.code, 0)
        XCTAssertTrue(help.output.contains("USAGE: command-probe <subcommand>"), help.output)
        XCTAssertEqual(help.complaint, "")
    }
}
#endif
