import AsyncHTTPClient
import Foundation
import GRDB
import OrdersServerCore
import XCTest

/// How the service ends.
final class ShutdownTests: XCTestCase {
    private static let order = [
        "stopping: no new connections", "http stopped", "price client closed", "prices stopped", "database closed",
    ]

    /// Every order that was written was confirmed to its client, and every order that was confirmed was written.
    func testNoRequestIsLostWhenTheServiceIsStoppedUnderLoad() async throws {
        try await inEveryWiring { wiring in
            var confirmed = 0
            for round in 1...5 {
                let file = try databaseFile(of: self)
                let server = try RunningServer("--seed", "10", "--database", file, wiring: wiring)
                let client = Client(server)
                let count = OrderCount()
                let ids = try await withThrowingTaskGroup(of: [String].self) { group in
                    for _ in 0..<16 { group.addTask { try await Self.placeUntilTheEnd(client, count) } }
                    try await count.wait(for: 10 * round)
                    server.signal(SIGTERM)
                    return try await group.reduce([], +)
                }
                let (code, log) = server.exit()
                XCTAssertEqual(code, 0, log.joined(separator: "\n"))
                let written = try await DatabaseQueue(path: file).read {
                    try String.fetchAll($0, sql: "SELECT id FROM orders WHERE id NOT LIKE 'seed-%'")
                }
                XCTAssertEqual(Set(written), Set(ids), "\(wiring): \(Set(written).symmetricDifference(ids))")
                assertInOrder(Self.order, in: log, wiring)
                XCTAssertTrue(log.last?.contains("database closed") == true, log.last ?? "")
                confirmed += ids.count
            }
            XCTAssertGreaterThanOrEqual(confirmed, 10 + 20 + 30 + 40 + 50)
            print("[count] \(wiring): 5 stops under the load of 16 clients, \(confirmed) orders confirmed and written")
        }
    }

    /// Places orders until the server is gone, and returns those that were confirmed.
    private static func placeUntilTheEnd(_ client: Client, _ count: OrderCount) async throws -> [String] {
        var ids: [String] = []
        while true {
            do {
                let answer = try await client.place(["P01": 1, "P02": 1])
                guard answer.status == 201 else {
                    XCTFail("\(answer.status): \(answer.message ?? "")")
                    return ids
                }
                ids.append(try answer.decoded(Order.self).id)
                await count.add()
            } catch is DecodingError {
                XCTFail("half an answer")
            } catch {
                return ids
            }
        }
    }

    func testAResponseThatIsBeingReadIsFinished() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.send("GET /export HTTP/1.1\r\nHost: here\r\n\r\n")
            connection.read(to: 1000)
            server.signal(SIGTERM)
            // Other clients are refused from now on, while this one reads on.
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

    /// A client that never reads does not keep the service from ending.
    func testTheTimeToEndIsLimited() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--drain", "1", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.send("GET /export HTTP/1.1\r\nHost: here\r\n\r\n")
            connection.read(to: 1000)
            let (_, log) = server.stop()
            assertInOrder(Self.order, in: log, wiring)
            XCTAssertTrue(log.last?.contains("database closed") == true, log.last ?? "")
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

/// Counts confirmed orders, so that a test can wait for them instead of for a time.
private actor OrderCount {
    private var count = 0

    func add() { count += 1 }

    /// Returns when so many orders are confirmed, or after a minute, when the test fails by its own counts.
    func wait(for wanted: Int) async throws {
        for _ in 0..<12_000 where count < wanted { try await Task.sleep(for: .milliseconds(5)) }
    }
}
