import OrdersServerCore
import XCTest

/// Tests the answers of the service.
final class RequestTests: XCTestCase {
    func testAnOrderIsPlacedReadListedAndCancelled() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "100", wiring: wiring)
            let client = Client(server)
            let before = try await client.stock()
            let placed = try await client.place(["P01": 3, "P05": 2], customer: "Ada")
            XCTAssertEqual(placed.status, 201)
            let order = try placed.decoded(Order.self)
            XCTAssertEqual(order.cents, 3 * 100 + 2 * 200)
            let read = try await client.order(order.id)
            XCTAssertEqual(read, order)
            let page = try await client.get("/orders?customer=Ada").decoded(OrderRepository.Page.self)
            XCTAssertEqual(page.orders, [order])
            let during = try await client.stock()
            XCTAssertEqual(during["P05"], before["P05"].map { $0 - 2 })

            let cancelled = try await client.post("/orders/\(order.id)/cancel").decoded(Order.self)
            XCTAssertEqual(cancelled.status, .cancelled)
            let after = try await client.stock()
            XCTAssertEqual(after, before)
            let health = try await client.get("/livez").status
            XCTAssertEqual(health, 200)
        }
    }

    func testPagesAndTheExportHoldEveryOrderOnce() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "1234", wiring: wiring)
            let client = Client(server)
            var ids: [String] = []
            var next: Int? = 0
            while let after = next {
                let page = try await client.get("/orders?limit=100&after=\(after)")
                    .decoded(OrderRepository.Page.self)
                ids += page.orders.map(\.id)
                next = page.next
            }
            XCTAssertEqual(ids, (1...1234).map { "seed-\($0)" })
            let exported = try await client.exported()
            XCTAssertEqual(exported, ids)
        }
    }

    func testErrorsHaveTheirStatusAndSayWhatIsWrong() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let client = Client(server)
            _ = try await client.post("/orders/seed-3/cancel")
            let line = #""lines":[{"sku":"P01","quantity":"#
            let asked: [(status: Int, message: String, answer: Client.Answer)] = [
                (400, "not valid JSON", try await client.post("/orders", #"{"customer""#)),
                (400, "`lines` not found", try await client.post("/orders", #"{"customer":"T1"}"#)),
                (400, "`customer` key", try await client.post("/orders", #"{"customer":1,\#(line)1}]}"#)),
                (400, "at least one line", try await client.place([:])),
                (400, "quantity of P01 is 0", try await client.place(["P01": 0])),
                (400, "customer is empty", try await client.place(["P01": 1], customer: "")),
                (400, "limit is 501", try await client.get("/orders?limit=501")),
                (400, #"after is "x", not a number"#, try await client.get("/orders?after=x")),
                (404, #"there is no order "none""#, try await client.get("/orders/none")),
                (404, #"there is no order "none""#, try await client.post("/orders/none/cancel")),
                (404, "Not Found", try await client.get("/nowhere")),
                (409, #"order "seed-3" is not open"#, try await client.post("/orders/seed-3/cancel")),
                (422, #"there is no product "P/ 99""#, try await client.place(["P/ 99": 1])),
            ]
            for (status, message, answer) in asked {
                XCTAssertEqual(answer.status, status, "\(wiring): \(message)")
                XCTAssertTrue(
                    answer.message?.contains(message) == true, "\(wiring): \(answer.message ?? "") for \(message)")
            }
            let live = try await client.live()
            XCTAssertEqual(live, .zero)
        }
    }

    func testTheUpstreamIsDownOrDoesNotAnswer() async throws {
        let (silent, port) = try RawConnection.taken()  // accepts connections, and answers none
        defer { close(silent) }
        let (descriptor, closedPort) = try RawConnection.taken()
        close(descriptor)  // from here on, no process listens on the port
        try await inEveryWiring { wiring in
            for (port, reason) in [(closedPort, "no prices"), (port, "no answer within 2 seconds")] {
                let server = try RunningServer("--seed", "10", "--prices", "http://127.0.0.1:\(port)", wiring: wiring)
                let client = Client(server)
                let answer = try await client.place(["P01": 1])
                XCTAssertEqual(answer.status, 503)
                XCTAssertEqual(answer.message, "prices are not available now", "the reason is for the log")
                XCTAssertTrue(server.log.contains { $0.contains("no prices") && $0.contains(reason) }, "\(server.log)")
                let count = try await client.exported().count
                XCTAssertEqual(count, 10)
                let order = try await client.get("/orders/seed-1").status
                XCTAssertEqual(order, 200, "what needs no prices works")
            }
        }
    }

    /// The failing change is the last of many changes in one transaction.
    func testAnOrderThatCannotBeFilledLeavesNothingBehind() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "10", "--database", try databaseFile(of: self), wiring: wiring)
            let client = Client(server)
            let before = try await client.stock()
            let all = 1_000_000 / 100_000
            let lines = (0...all).map { _ in #"{"sku":"P02","quantity":100000}"# }.joined(separator: ",")
            let answer = try await client.post(
                "/orders", #"{"customer":"T1","lines":[{"sku":"P01","quantity":5},\#(lines)]}"#)
            XCTAssertEqual(answer.status, 409)
            XCTAssertEqual(answer.message, "P02: fewer than 100000 are left")
            // Here the handler fails after half of the changes were collected.
            let unknown = try await client.place(["P01": 1, "none": 1])
            XCTAssertEqual(unknown.status, 422)

            let (after, orders) = (try await client.stock(), try await client.exported())
            XCTAssertEqual(after, before)
            XCTAssertEqual(orders.count, 10)
            let live = try await client.live()
            XCTAssertEqual(live, .zero)
            XCTAssertEqual(server.stop().code, 0)
        }
    }
}
