#if GRPC
import Foundation
import GRDB
import GRPCCore
import GRPCNIOTransportHTTP2
import OrdersServerCore
import Synchronization
import XCTest

private typealias OrdersClient = Orders_V1_Orders.Client<HTTP2ClientTransport.Posix>

/// The orders over gRPC, from the same container as over HTTP.
final class GRPCTests: XCTestCase {
    private func server(_ arguments: String...) throws -> (server: RunningServer, port: Int) {
        let server = try RunningServer(launching: ["--grpc-port", "0"] + arguments, wiring: .armory)
        try server.waitUntilItListens()
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit {
            let line = server.log.first { $0.contains("grpc listens") }
            if let port = line?.split(separator: ":").last.flatMap({ Int($0.prefix { $0.isNumber }) }) {
                return (server, port)
            }
            usleep(10_000)
        }
        throw RunningServer.Failure("gRPC does not listen: \(server.log)")
    }

    private static func withClient<R: Sendable>(
        of port: Int, _ body: (OrdersClient) async throws -> R
    ) async throws -> R {
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
        return try await withGRPCClient(transport: transport) { client in
            try await body(Orders_V1_Orders.Client(wrapping: client))
        }
    }

    private static func newOrder(_ customer: String = "C101", _ sku: String = "P01") -> Orders_V1_PlaceOrderRequest {
        .with {
            $0.customer = customer
            $0.lines = [.with { line in (line.sku, line.quantity) = (sku, 2) }]
        }
    }

    func testBothProtocolsServeTheSameOrders() async throws {
        let (server, port) = try server("--seed", "10")
        let placed = try await Self.withClient(of: port) { client in
            let placed = try await client.placeOrder(Self.newOrder())
            XCTAssertEqual(placed.status, .open)
            XCTAssertEqual(placed.lines.map(\.quantity), [2])
            let found = try await client.getOrder(.with { $0.id = placed.id })
            XCTAssertEqual(found, placed)
            let page = try await client.listOrders(.with { $0.limit = 5 })
            XCTAssertEqual(page.orders.count, 5)
            XCTAssertTrue(page.hasNext)
            let exported = try await client.exportOrders(.init()) { response in
                try await response.messages.reduce(into: []) { $0.append($1.id) }
            }
            XCTAssertEqual(exported.count, 11)
            XCTAssertEqual(exported.last, placed.id)
            let both = try await client.placeOrders { writer in
                try await writer.write(Self.newOrder("C7"))
                try await writer.write(Self.newOrder("C8"))
            } onResponse: { response in
                try await response.messages.reduce(into: []) { $0.append($1.customer) }
            }
            XCTAssertEqual(both, ["C7", "C8"])
            return placed
        }
        let overHTTP = try await Client(server).order(placed.id)
        XCTAssertEqual(overHTTP.lines.map(\.sku), ["P01"])
        let (code, log) = server.stop()
        XCTAssertEqual(code, 0, log.joined(separator: "\n"))
    }

    func testErrorsHaveTheirCodes() async throws {
        let (server, port) = try server("--seed", "10")
        try await Self.withClient(of: port) { client in
            for (code, call) in [
                (RPCError.Code.invalidArgument, { _ = try await client.placeOrder(.init()) }),
                (.notFound, { _ = try await client.getOrder(.with { $0.id = "none" }) }),
                (.notFound, { _ = try await client.placeOrder(Self.newOrder("C1", "none")) }),
                (.invalidArgument, { _ = try await client.listOrders(.with { $0.limit = 501 }) }),
                (
                    .failedPrecondition,
                    {
                        for _ in 0..<2 { _ = try await client.cancelOrder(.with { $0.id = "seed-1" }) }
                    }
                ),
            ] as [(RPCError.Code, () async throws -> Void)] {
                do {
                    try await call()
                    XCTFail("no \(code)")
                } catch let error as RPCError {
                    XCTAssertEqual(error.code, code, "\(error)")
                }
            }
        }
        let live = try await Client(server).live()
        XCTAssertEqual(live.units, 0)
        _ = server.stop()
    }

    /// The server first reports that it is not ready, and accepts calls as before until the delay is over.
    func testItTakesCallsUntilTheDelayIsOver() async throws {
        let (server, port) = try server("--seed", "10", "--drain-delay", "3")
        try await Self.withClient(of: port) { client in
            _ = try await client.placeOrder(Self.newOrder())
            server.signal(SIGTERM)
            try await eventually("it is not ready") { try await Client(server).get("/readyz").status == 503 }
            let order = try await client.placeOrder(Self.newOrder())
            XCTAssertFalse(order.id.isEmpty)
        }
        XCTAssertEqual(server.exit().code, 0)
    }

    /// A stream that has started is sent completely.
    func testAStreamInFlightIsFinishedWhenTheServiceIsStopped() async throws {
        let (server, port) = try server("--seed", "5000")
        // Only this test and the closure that it waits for use it.
        nonisolated(unsafe) let running = server
        let count = try await Self.withClient(of: port) { client in
            try await client.exportOrders(.init()) { response in
                var count = 0
                for try await _ in response.messages {
                    count += 1
                    guard count == 100 else { continue }
                    running.signal(SIGTERM)
                    // The listener is closed, and the stream continues.
                    try await eventually("the listener is closed") { (try? RawConnection(to: running.port)) == nil }
                }
                return count
            }
        }
        XCTAssertEqual(count, 5000)
        XCTAssertEqual(server.exit().code, 0)
    }

    /// Every confirmed order was written, and no other order: a call that started is answered.
    ///
    /// Each client has a separate connection with one call at a time, because the transport may end a connection with its calls if
    /// another call starts on it at the moment of the stop.
    func testNoCallIsLostWhenTheServiceIsStoppedUnderLoad() async throws {
        var confirmed = 0
        for round in 1...10 {
            let file = try databaseFile(of: self)
            let (server, port) = try server("--seed", "10", "--database", file, "--drain-delay", "\(round % 2)")
            let answered = Answers()
            let records = try await withThrowingTaskGroup(of: (ids: [String], end: RPCError.Code).self) { group in
                for _ in 0..<8 {
                    group.addTask { try await Self.placeOrdersUntilTheEnd(at: port, answered) }
                }
                while answered.count.load(ordering: .relaxed) < 20 * round {
                    try await Task.sleep(for: .milliseconds(1))
                }
                server.signal(SIGTERM)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let (code, log) = server.exit()
            XCTAssertEqual(code, 0, log.joined(separator: "\n"))
            let written = try await DatabaseQueue(path: file).read {
                try String.fetchAll($0, sql: "SELECT id FROM orders WHERE id NOT LIKE 'seed-%'")
            }
            let lost = Set(written).symmetricDifference(records.flatMap(\.ids))
            XCTAssertEqual(lost, [], "round \(round): written and not confirmed, or the other way round")
            XCTAssertEqual(Set(records.map(\.end)), [.unavailable], "calls that did not begin")
            confirmed += written.count
        }
        XCTAssertGreaterThanOrEqual(confirmed, 10 * 20)
        print("[count] 10 stops under the load of 8 clients over gRPC: \(confirmed) orders confirmed and written")
    }

    private static func placeOrdersUntilTheEnd(
        at port: Int, _ answered: Answers
    ) async throws -> (ids: [String], end: RPCError.Code) {
        try await Self.withClient(of: port) { client in
            var ids: [String] = []
            while true {
                do {
                    ids.append(try await client.placeOrder(Self.newOrder(), options: Self.failingAtOnce).id)
                    answered.count.add(1, ordering: .relaxed)
                } catch let error as RPCError {
                    return (ids, error.code)
                }
            }
        }
    }

    private final class Answers: Sendable {
        let count = Atomic(0)
    }

    /// Makes a call fail at once; otherwise it would wait for a server that does not come back.
    private static var failingAtOnce: CallOptions {
        var options = CallOptions.defaults
        options.waitForReady = false
        return options
    }
}
#endif
