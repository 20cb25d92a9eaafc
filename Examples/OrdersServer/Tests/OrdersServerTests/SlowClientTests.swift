import OrdersServerCore
import XCTest

/// Tests slow clients.
///
/// These tests check that there is a time limit, and not its exact length.
final class SlowClientTests: XCTestCase {
    /// Thirty clients send a request byte by byte, and thirty send nothing: every connection ends.
    func testAHeadThatDripsEndsTheConnection() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", "--header-timeout", "1", wiring: wiring)
            let dripping = try (0..<30).map { _ in try RawConnection(to: server.port) }
            let silent = try (0..<30).map { _ in try RawConnection(to: server.port) }
            try await eventually("\(wiring): all connections are closed") {
                dripping.forEach { $0.send("G") }
                return (dripping + silent).allSatisfy { $0.isReadable(within: 0) }
            }
            silent.forEach { $0.read() }
            XCTAssertTrue(silent.allSatisfy { $0.received.isEmpty }, "\(wiring): nothing is answered")
            let status = try await Client(server).get("/orders/seed-1").status
            XCTAssertEqual(status, 200, "\(wiring)")
        }
    }

    func testABodyThatDripsIsAnswered408() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", "--body-timeout", "1", wiring: wiring)
            let dripping = try (0..<30).map { _ in try RawConnection(to: server.port) }
            let head = "POST /orders HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            for connection in dripping { connection.send(head + "Content-Length: 1000\r\n\r\n") }
            try await eventually("\(wiring): all are answered") {
                dripping.forEach { $0.send(" ") }
                return dripping.allSatisfy { $0.isReadable(within: 0) }
            }
            for connection in dripping {
                let answer = try connection.answer()
                XCTAssertEqual(answer.status, 408, "\(wiring)")
                XCTAssertTrue(answer.isLast, "\(wiring)")
                let body = String(decoding: answer.body, as: UTF8.self)
                XCTAssertTrue(body.contains("did not come in time"), "\(wiring): \(body)")
            }
            try await eventually("\(wiring): nothing is left") { try await Client(server).live() == .zero }
        }
    }

    func testAnIdleConnectionEnds() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", "--idle-timeout", "1", wiring: wiring)
            let idle = try (0..<30).map { _ in try RawConnection(to: server.port) }
            for connection in idle {
                let status = try connection.ask("GET", "/orders/seed-1").status
                XCTAssertEqual(status, 200, "\(wiring)")
            }
            try await eventually("\(wiring): all are closed") { idle.allSatisfy { $0.isReadable(within: 0) } }
        }
    }

    /// A client that does not read its answer is also idle.
    func testAnAnswerThatNobodyReadsEnds() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--idle-timeout", "1", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.beginExport()
            // Another request changes nothing: it is read while the answer still waits for the client.
            connection.send("GET /export HTTP/1.1\r\nHost: here\r\n\r\n")
            try await eventually("\(wiring): its objects are released") { try await Client(server).live() == .zero }
            connection.read()
            XCTAssertFalse(connection.received.suffix(5) == Data("0\r\n\r\n".utf8), "\(wiring): it has no end")
        }
    }

    func testConnectionsAreLimited() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", "--max-connections", "3", wiring: wiring)
            let connections = try (0..<3).map { _ in try RawConnection(to: server.port) }
            for connection in connections { _ = try connection.ask("GET", "/livez") }
            let fourth = try RawConnection(to: server.port)
            fourth.send("GET /livez HTTP/1.1\r\nHost: here\r\n\r\n")
            // The answers to these requests are the measure of time: a server that accepted it would have answered it, too.
            for _ in 0..<20 { _ = try connections[1].ask("GET", "/livez") }
            XCTAssertFalse(fourth.isReadable(within: 0), "\(wiring): it is not accepted")
            connections[0].drop()
            let status = try fourth.answer().status
            XCTAssertEqual(status, 200, "\(wiring): now there is room for it")
        }
    }
}
