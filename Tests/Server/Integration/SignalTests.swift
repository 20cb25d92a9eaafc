#if ServiceLifecycle
import ArmoryTestSupport
import Foundation
import XCTest

// Real signals to a process of its own: Tests/Server/ServiceProbe.
final class SignalTests: XCTestCase {
    /// What the program says after it was told to end.
    private func run(
        _ mode: String, _ signal: Int32?, endsBy reason: Process.TerminationReason = .exit
    ) throws -> [String] {
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
            if !isTold, let signal, awaited(mode).allSatisfy(text.contains) {
                isTold = true
                kill(process.processIdentifier, signal)
            }
        }
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, reason)
        XCTAssertEqual(process.terminationStatus, reason == .exit ? 0 : signal ?? 0)
        return text.split(separator: "\n").map(String.init).filter { $0 != "ready" }
    }

    /// The lines after which the program is told: all services run, or the start is slow.
    private func awaited(_ mode: String) -> [String] {
        mode.hasPrefix("slow") ? ["ready\n"] : ["ready\n", "run server\n", "run mailer\n", "run queue\n"]
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
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Use/Services.md"), encoding: .utf8)
        for signal in [SIGTERM, SIGINT] {
            let lines = try run("ignores", signal)
            XCTAssertEqual(lines.last, "failed: ServiceGivenUp")
            let message = lines.dropLast().suffix(2).joined(separator: "\n").replacing("Mailer", with: "Server")
            XCTAssertTrue(page.contains("```text\n\(message)\n```"), "the page shows the message: \(message)")
            XCTAssertEqual(lines.dropLast(3).suffix(2), ["stop database", "close database"])
            XCTAssertLessThan(
                try XCTUnwrap(lines.firstIndex(of: "end server")), try XCTUnwrap(lines.firstIndex(of: "end queue")))
        }
    }

    func testINT1_ASignalDuringTheStartRollsItBack() throws {
        XCTAssertEqual(
            try run("slow factory", SIGTERM), ["make cache", "make index", "close cache", "close database", "over"])
        XCTAssertEqual(
            try run("slow hook", SIGTERM),
            [
                "make cache", "make index", "open database", "open index", "stop database", "close index",
                "close cache", "close database", "over",
            ])
        XCTAssertEqual(try run("slow hook", SIGINT).last, "failed: ResolutionError")
    }

    /// `runServices` has not begun.
    func testINT1_ASignalWhileTheContainerIsBuiltEndsTheProcess() throws {
        XCTAssertEqual(try run("slow build", SIGTERM, endsBy: .uncaughtSignal), [])
    }
}
#endif
