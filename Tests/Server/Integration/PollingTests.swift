#if ServiceLifecycle && Hummingbird && os(Linux)
import ArmoryTestSupport
import Foundation
import XCTest

/// A load balancer: it asks all the time, and keeps each change of an answer.
private final class Poller: Sendable {
    private let port: Int
    /// Each status that differs from the one before it.
    private let changes = Locked<[String: [Int]]>([:])
    private let isOver = Locked(false)
    private let done = Latch()

    init(port: Int) { self.port = port }

    func start() {
        Thread { [self] in
            while !isOver.withLock({ $0 }) {
                for path in ["/readyz", "/livez"] { note(path, status(path)) }
            }
            done.open()
        }.start()
    }

    func stop() {
        isOver.withLock { $0 = true }
        done.wait(seconds: 60)
    }

    func changes(_ path: String) -> [Int] { changes.withLock { $0[path] ?? [] } }

    private func note(_ path: String, _ status: Int) {
        changes.withLock { if $0[path]?.last != status { $0[path, default: []].append(status) } }
    }

    /// The status of an answer; 0: there is none.
    func status(_ path: String, _ method: String = "GET") -> Int { Int(answer(path, method).prefix(12).suffix(3)) ?? 0 }

    /// An answer, up to the end of its connection; empty: there is none.
    func answer(_ path: String, _ method: String = "GET") -> String {
        guard let caller = try? Caller(port: port) else { return "" }
        defer { caller.hangUp() }
        var answer = ""
        if (try? caller.send("\(method) \(path) HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")) != nil {
            while let more = try? caller.receive() { answer += more }
        }
        return answer
    }
}

/// The process of Tests/Server/ServiceProbe, whose lines a test waits for.
private final class PolledProcess: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let text = Locked("")

    init() throws {
        process.executableURL = Project.products.appending(path: "service-probe")
        process.arguments = ["polled"]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { [text] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            text.withLock { $0 += String(decoding: data, as: UTF8.self) }
        }
        try process.run()
    }

    var lines: [String] { text.withLock { $0 }.split(separator: "\n").map(String.init) }

    /// Returns the first line with a prefix, once the process has written it.
    func line(_ prefix: String) throws -> String {
        let limit = Date(timeIntervalSinceNow: 60)
        while Date() < limit {
            if let line = lines.first(where: { $0.hasPrefix(prefix) }) { return line }
            usleep(1000)
        }
        process.terminate()
        throw POSIXError(.ETIMEDOUT)
    }

    func next() { input.fileHandleForWriting.write(Data("\n".utf8)) }
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

// A load balancer polls a process from its start to its end.
final class PollingTests: XCTestCase {
    private func eventually(
        _ poller: Poller, _ status: Int, file: StaticString = #filePath, line: UInt = #line
    ) {
        let limit = Date(timeIntervalSinceNow: 60)
        while poller.changes("/readyz").last != status {
            guard Date() < limit else { return XCTFail("never \(status)", file: file, line: line) }
            usleep(1000)
        }
    }

    func testINT7_UnderSIGTERMItTurnsRedWhileTheServiceStillWorks() throws {
        for signal in [SIGTERM, SIGINT] {
            let process = try PolledProcess()
            _ = try process.line("starting")
            let port = try XCTUnwrap(Int(process.line("port ").dropFirst(5)))
            let poller = Poller(port: port)
            poller.start()
            eventually(poller, 503)
            XCTAssertTrue(poller.answer("/readyz").contains(#""phase":"starting""#))
            process.next()
            eventually(poller, 200)
            _ = try process.line("run worker")
            process.signal(signal)
            eventually(poller, 503)
            if signal == SIGTERM {
                _ = try process.line("told worker")
            }
            XCTAssertFalse(process.lines.contains("end worker"), "the service still runs")
            XCTAssertEqual(poller.status("/work"), 200, "and the process answers")
            XCTAssertTrue(poller.answer("/readyz").contains(#""phase":"stopping""#))
            process.next()
            _ = try process.line("over")
            XCTAssertEqual(poller.status("/readyz"), 503)
            XCTAssertEqual(poller.status("/livez"), 200)
            poller.stop()
            XCTAssertEqual(poller.changes("/readyz"), [503, 200, 503], "it turns green once")
            XCTAssertEqual(poller.changes("/livez"), [200])
            process.next()
            XCTAssertEqual(process.end(), 0)
        }
    }

    func testINT7_TheRoutesAnswerHEADAndAreNotCached() throws {
        let process = try PolledProcess()
        let poller = Poller(port: try XCTUnwrap(Int(process.line("port ").dropFirst(5))))
        for path in ["/readyz", "/livez"] {
            let head = poller.answer(path, "HEAD")
            let get = poller.answer(path)
            for answer in [head, get] {
                XCTAssertTrue(answer.lowercased().contains("cache-control: no-store"), answer)
                XCTAssertTrue(answer.lowercased().contains("content-type: application/json"), answer)
            }
            XCTAssertEqual(head.prefix(12), get.prefix(12))
            XCTAssertTrue(head.hasSuffix("\r\n\r\n"), "no body: \(head)")
            XCTAssertTrue(get.contains(#"{"state""#), get)
        }
        process.signal(SIGKILL)
        _ = process.end()
    }
}
#endif
