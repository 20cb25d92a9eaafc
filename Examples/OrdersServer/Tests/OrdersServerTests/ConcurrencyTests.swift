import OrdersServerCore
import XCTest

/// Tests many concurrent clients, including some that disconnect early.
final class ConcurrencyTests: XCTestCase {
    private static let clients = 32
    private static let rounds = 25

    func testThirtyTwoClientsAtOnce() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "200", "--database", try databaseFile(of: self), wiring: wiring)
            let client = Client(server)
            let before = try await client.stock()
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<Self.clients {
                    group.addTask { try await Self.work(client, number) }
                }
                return try await group.reduce(0, +)
            }
            // Each client cancels every fifth order that it placed.
            let placed = Self.clients * Self.rounds
            let after = try await client.stock()
            XCTAssertEqual(after["P01"], before["P01"].map { $0 - taken })
            XCTAssertEqual(after["P02"], before["P02"].map { $0 - taken })
            let orders = try await client.exported()
            XCTAssertEqual(Set(orders).count, orders.count)
            XCTAssertEqual(orders.count, 200 + placed)
            let live = try await client.live()
            XCTAssertEqual(live, .zero)
            print("[count] \(wiring): \(Self.clients) clients, \(placed) orders placed, \(placed / 5) cancelled")
            XCTAssertEqual(server.stop().code, 0)
        }
    }

    /// Sends one client's requests, and returns the quantities of P01 and P02 that remain ordered.
    private static func work(_ client: Client, _ number: Int) async throws -> Int {
        var taken = 0
        for round in 1...rounds {
            let answer = try await client.place(["P01": round, "P02": round], customer: "T\(number)")
            XCTAssertEqual(answer.status, 201, answer.message ?? "")
            let order = try answer.decoded(Order.self)
            // The order was committed before the answer was sent.
            let read = try await client.order(order.id)
            XCTAssertEqual(read, order)
            if round % 5 == 0 {
                let cancelled = try await client.post("/orders/\(order.id)/cancel")
                XCTAssertEqual(cancelled.status, 200)
            } else {
                taken += round
            }
        }
        let page = try await client.get("/orders?customer=T\(number)&limit=500").decoded(OrderRepository.Page.self)
        XCTAssertEqual(page.orders.count, rounds)
        return taken
    }

    /// Thirty-two clients cancel the same order, and exactly one succeeds.
    func testOneOfManyWhoCancelSucceeds() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "20", wiring: wiring)
            let client = Client(server)
            for id in 1...20 {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<Self.clients {
                        group.addTask { try await client.post("/orders/seed-\(id)/cancel").status }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                XCTAssertEqual(statuses.sorted(), [200] + Array(repeating: 409, count: Self.clients - 1))
            }
        }
    }

    func testAClientThatHangsUpLeavesNoObjectBehind() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--database", try databaseFile(of: self), wiring: wiring)
            let client = Client(server)
            let connections = try (0..<8).map { _ in try RawConnection(to: server.port) }
            for connection in connections {
                connection.beginExport()
                XCTAssertTrue(connection.received.starts(with: Data("HTTP/1.1 200".utf8)))
            }
            // The bodies do not fit into the buffers on the way, so the requests' objects are still writing them at this point.
            let during = try await client.live()
            XCTAssertEqual(during, LiveObjects.Report(sessions: 8, units: 0, exports: 8), "\(wiring)")
            connections.forEach { $0.drop() }
            try await eventually("\(wiring): nothing is left") {
                try await client.live() == .zero
            }
            let whole = try await client.exported().count
            XCTAssertEqual(whole, 60000)
            XCTAssertEqual(server.stop().code, 0)
        }
    }
}
