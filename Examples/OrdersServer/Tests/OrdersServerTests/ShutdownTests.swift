import Foundation
import GRDB
import OrdersServerCore
import Synchronization
import XCTest

/// Tests how the service ends.
final class ShutdownTests: XCTestCase {
    private static let order = [
        "stopping: no new connections", "http stopped", "price client closed", "prices stopped", "database closed",
    ]

    /// Every sent request is answered, and the orders that were written are exactly the confirmed ones.
    ///
    /// Each client sends one request after the other, and keeps its connection until an answer has `Connection: close`.
    func testNoRequestIsLostWhenTheServiceIsStoppedUnderLoad() async throws {
        try await inEveryWiring { wiring in
            var all = KeepingClient.Record()
            let stops = 20
            for round in 1...stops {
                let file = try databaseFile(of: self)
                let server = try RunningServer(
                    "--seed", "10", "--database", file, "--drain-delay", "\(round % 2)", wiring: wiring)
                let answered = Atomic(0)
                let port = server.port
                async let records = inThreads(16) { KeepingClient(port).askUntilTheEnd(answered) }
                try await eventually("\(wiring): \(5 * round) answers") {
                    answered.load(ordering: .relaxed) >= 5 * round
                }
                server.signal(SIGTERM)
                let record = await records.reduce(into: KeepingClient.Record()) { $0.add($1) }
                let (code, log) = server.exit()
                XCTAssertEqual(code, 0, log.joined(separator: "\n"))
                let written = try await DatabaseQueue(path: file).read {
                    try String.fetchAll($0, sql: "SELECT id FROM orders WHERE id NOT LIKE 'seed-%'")
                }
                XCTAssertEqual(Set(written), Set(record.orders), "\(wiring)")
                assertInOrder(Self.order, in: log, wiring)
                XCTAssertTrue(log.last?.contains("database closed") == true, log.last ?? "")
                XCTAssertTrue(log.contains { $0.contains("cut=0") && $0.contains("http stopped") }, "\(wiring): \(log)")
                all.add(record)
            }
            XCTAssertEqual(all.lost, [], "\(wiring)")
            XCTAssertGreaterThanOrEqual(all.answers, stops * 5)
            print(
                "[count] \(wiring): \(stops) stops under the load of 16 clients: \(all.answers) answers, \(all.orders.count) orders",
                "confirmed and written, \(all.lost.count) requests lost")
        }
    }

    /// Connections are accepted until the listener is closed.
    func testConnectionsThatComeAtTheEndDoNoHarm() async throws {
        try await inEveryWiring { wiring in
            for _ in 1...10 {
                let server = try RunningServer(wiring: wiring)
                let port = server.port
                let opened = Atomic(0)
                async let ends: [Void] = inThreads(8) {
                    while (try? RawConnection(to: port)) != nil { opened.add(1, ordering: .relaxed) }
                }
                try await eventually("\(wiring): connections") { opened.load(ordering: .relaxed) >= 100 }
                let (code, log) = server.stop()
                XCTAssertEqual(code, 0, "\(wiring): \(log.first { $0.contains("Fatal") } ?? "")")
                _ = await ends
            }
        }
    }

    /// The service first reports that it is not ready, and then closes its listener; until then it answers as before.
    func testItIsNotReadyBeforeTheListenerCloses() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", "--drain-delay", "2", wiring: wiring)
            let kept = try RawConnection(to: server.port)
            let before = try kept.ask("GET", "/readyz")
            XCTAssertEqual(before.status, 200, "\(wiring)")
            server.signal(SIGTERM)
            try await eventually("\(wiring): it is not ready") {
                // Each request uses a new connection, so the listener is open.
                let answer = try RawConnection(to: server.port).ask("GET", "/readyz")
                XCTAssertFalse(answer.isLast, "\(wiring): clients would come back to the same listener")
                return answer.status == 503
            }
            let alive = try kept.ask("GET", "/livez")
            XCTAssertEqual(alive.status, 200, "\(wiring): it is alive")
            try await eventually("\(wiring): the listener is closed") { (try? RawConnection(to: server.port)) == nil }
            let last = try kept.ask("GET", "/orders/seed-1")
            XCTAssertEqual(last.status, 200, "\(wiring): a request that was on its way is answered")
            XCTAssertTrue(last.isLast, "\(wiring): \(last.headers)")
            let (code, log) = server.exit()
            XCTAssertEqual(code, 0)
            assertInOrder(["not ready any more"] + Self.order, in: log, wiring)
        }
    }

    /// An answer that started before the stop could not announce the end, so one more request is answered.
    func testARequestAfterAnAnswerThatWasBegunIsAnswered() async throws {
        try await inEveryWiring { wiring in
            let (server, connection) = try await stoppedWhileExporting(wiring, then: "")
            while connection.received.suffix(5) != Data("0\r\n\r\n".utf8) {
                connection.read(to: connection.received.count + 1)
            }
            connection.forget()
            let last = try connection.ask("GET", "/orders/seed-1")
            XCTAssertEqual(last.status, 200, "\(wiring)")
            XCTAssertTrue(last.isLast, "\(wiring): \(last.headers)")
            let (code, log) = server.exit()
            XCTAssertEqual(code, 0, "\(wiring)")
            XCTAssertTrue(log.contains { $0.contains("http stopped") && $0.contains("cut=0") }, "\(wiring): \(log)")
        }
    }

    /// A request that was read is executed and answered, and a request after the last one is neither.
    func testRequestsAfterTheLastAnswerAreNotExecuted() async throws {
        let body = Client.order(["P01": 1])
        let order =
            "POST /orders HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try await inEveryWiring { wiring in
            let file = try databaseFile(of: self)
            let (server, connection) = try await stoppedWhileExporting(wiring, file, then: order)
            connection.send(order)
            connection.read()
            let text = String(decoding: connection.received, as: UTF8.self)
            XCTAssertEqual(text.components(separatedBy: "HTTP/1.1 201 Created").count - 1, 1, "\(wiring)")
            XCTAssertEqual(text.components(separatedBy: "Connection: close").count - 1, 1, "\(wiring)")
            XCTAssertEqual(server.exit().code, 0, "\(wiring)")
            let written = try await DatabaseQueue(path: file).read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM orders WHERE id NOT LIKE 'seed-%'")
            }
            XCTAssertEqual(written, 1, "\(wiring)")
        }
    }

    /// Stops a server during an export that the client does not read.
    ///
    /// - Parameter next: The bytes that the client sends directly after its request for the export.
    private func stoppedWhileExporting(
        _ wiring: Settings.Wiring, _ file: String? = nil, then next: String
    ) async throws -> (RunningServer, RawConnection) {
        let server = try RunningServer(
            "--seed", "60000", "--database", try file ?? databaseFile(of: self), wiring: wiring)
        let connection = try RawConnection(to: server.port)
        connection.send("GET /export HTTP/1.1\r\nHost: here\r\n\r\n" + next)
        connection.read(to: 1000)
        // The next request was read, as far as the connection reads ahead.
        try await eventually("\(wiring): the export is written") { try await Client(server).live().exports == 1 }
        server.signal(SIGTERM)
        try await eventually("\(wiring): the listener is closed") { (try? RawConnection(to: server.port)) == nil }
        return (server, connection)
    }

    /// The exit code is the code that shells report for a process that a signal ended.
    func testASecondSignalEndsItAtOnce() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--drain", "3600", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.beginExport()
            server.signal(SIGTERM)
            try await eventually("\(wiring): it stops, and waits for the answer to be read") {
                server.log.contains { $0.contains("no new connections") }
            }
            // A second signal that comes together with the first one does not count.
            try await eventually("\(wiring): it ends") {
                server.signal(SIGTERM)
                return !server.isRunning
            }
            let (code, log) = server.exit()
            XCTAssertEqual(code, 128 + SIGTERM, "\(wiring)")
            XCTAssertTrue(log.last?.contains("a second signal") == true, "\(wiring): \(log)")
            withExtendedLifetime(connection) {}
        }
    }

    func testAResponseThatIsBeingReadIsFinished() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.beginExport()
            server.signal(SIGTERM)
            // From now on other clients are refused, while this client continues to read.
            try await eventually("\(wiring): new connections are refused") {
                (try? RawConnection(to: server.port)) == nil
            }
            connection.read()
            XCTAssertTrue(connection.received.suffix(5) == Data("0\r\n\r\n".utf8), "\(wiring): the last chunk")
            XCTAssertEqual(
                connection.received.split(separator: UInt8(ascii: "\n")).filter { $0.first == 0x7B }.count, 60000)
            let (code, log) = server.exit()
            XCTAssertEqual(code, 0)
            assertInOrder(Self.order, in: log, wiring)
        }
    }

    /// A client that never reads cannot prevent the end of the service.
    func testTheTimeToEndIsLimited() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--drain", "1", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.beginExport()
            let (_, log) = server.stop()
            assertInOrder(Self.order, in: log, wiring)
            XCTAssertTrue(log.last?.contains("database closed") == true, log.last ?? "")
            XCTAssertTrue(
                log.contains { $0.contains("warning") && $0.contains("http stopped") && $0.contains("cut=1") },
                "\(wiring): the answer that was cut is told: \(log)")
            withExtendedLifetime(connection) {}
        }
    }

    func testInterruptStopsItToo() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(wiring: wiring)
            server.signal(SIGINT)
            let (code, log) = server.exit()
            XCTAssertEqual(code, 0)
            assertInOrder(Self.order, in: log, wiring)
        }
    }
}
