#if ServiceLifecycle
import ArmoryTestSupport
import Foundation
import XCTest

// Real signals to a process of its own: Tests/ServiceProbe.
final class SignalTests: XCTestCase {
    /// What the program says after it was told to end.
    private func run(_ mode: String, _ signal: Int32?) throws -> [String] {
        let process = Process()
        process.executableURL = Project.products.appending(path: "service-probe")
        process.arguments = [mode]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        var isTold = signal == nil
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
            // When all run.
            if !isTold, text.contains("ready\n"), mode == "slow" || text.contains("run server\n"),
                mode == "slow" || text.contains("run mailer\n") && text.contains("run queue\n"), let signal
            {
                isTold = true
                kill(process.processIdentifier, signal)
            }
        }
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .exit, "no signal has ended it")
        return text.split(separator: "\n").map(String.init).filter { $0 != "ready" }
    }

    private func assertBegins(_ lines: [String], file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(lines.first, "open database", file: file, line: line)
        XCTAssertEqual(
            Set(lines.dropFirst().prefix(3)), ["run queue", "run mailer", "run server"], file: file, line: line)
    }

    func testINT1_OnGracefulShutdownEachEndsBeforeWhatItNeeds() throws {
        let lines = try run("", SIGTERM)
        assertBegins(lines)
        XCTAssertEqual(
            lines.dropFirst(4),
            [
                "told server", "end server", "told mailer", "end mailer", "told queue", "end queue",
                "stop database", "close database", "over",
            ])
    }

    /// ServiceGroup alone cancels all at once.
    func testINT1_OnCancellationTheOrderIsTheSame() throws {
        for _ in 0..<5 {
            let lines = try run("", SIGINT)
            assertBegins(lines)
            XCTAssertEqual(
                lines.dropFirst(4).prefix(8),
                [
                    "cancelled server", "end server", "cancelled mailer", "end mailer", "cancelled queue",
                    "end queue", "stop database", "close database",
                ])
        }
    }

    func testINT1_AServiceThatFailsEndsTheOthersInOrder() throws {
        let lines = try run("fails", nil)
        XCTAssertEqual(lines.suffix(3), ["stop database", "close database", "failed: Failure"])
        let ends = lines.filter { $0.hasPrefix("end") }
        // Those that had begun.
        XCTAssertEqual(ends, ["end server", "end queue"].filter(ends.contains))
        XCTAssertTrue(lines.contains("open database"))
    }

    func testINT1_AServiceThatIgnoresItsEndIsGivenUp() throws {
        for signal in [SIGTERM, SIGINT] {
            let lines = try run("ignores", signal)
            XCTAssertEqual(lines.suffix(3), ["stop database", "close database", "failed: ServiceGivenUp"])
            XCTAssertLessThan(
                try XCTUnwrap(lines.firstIndex(of: "end server")), try XCTUnwrap(lines.firstIndex(of: "end queue")))
        }
    }

    func testINT1_ASignalDuringTheStartRollsItBack() throws {
        XCTAssertEqual(try run("slow", SIGTERM), ["open database", "close database", "over"])
        XCTAssertEqual(try run("slow", SIGINT).last, "failed: ResolutionError")
    }
}
#endif
