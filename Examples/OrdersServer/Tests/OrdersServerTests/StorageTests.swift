import GRDB
import Logging
import OrdersServerCore
import Synchronization
import XCTest

/// Tests the queries to SQLite.
final class StorageTests: XCTestCase {
    func testAPageOfAHundredOrdersIsOneStatement() async throws {
        let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        let database = try await OrdersDatabase(at: "memory", seed: 300, log: quiet)
        try await database.prepare()
        let statements = Statements()
        try await database.read { $0.trace { statements.add("\($0)") } }
        let session = ReadSession(database: database, live: LiveObjects(), log: quiet)
        let page = try await OrderRepository(session: session).page(of: nil, after: 100, limit: 100)

        XCTAssertEqual(page.orders.map(\.id), (101...200).map { "seed-\($0)" })
        XCTAssertEqual(page.next, 200)
        XCTAssertEqual(page.orders.map(\.lines.count), (101...200).map { 1 + $0 % 3 })
        let asked = statements.all.filter { $0.contains("FROM") }
        XCTAssertEqual(asked.count, 1, asked.joined(separator: "\n"))
        try database.close()
    }

    /// Lines keep the client's order, and an order without lines is still an order.
    func testLinesKeepTheirOrder() async throws {
        let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        let database = try await OrdersDatabase(at: "memory", seed: 1, log: quiet)
        try await database.prepare()
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO orders VALUES (50, 'bare', 'T', 'open'), (51, 'mixed', 'T', 'cancelled');
                    INSERT INTO line VALUES (51, 'P09', 1, 5), (51, 'P01', 2, 5), (51, 'P09', 3, 5);
                    """)
        }
        let session = ReadSession(database: database, live: LiveObjects(), log: quiet)
        let repository = OrderRepository(session: session)
        let orders = try await repository.page(of: "T", after: 0, limit: 5).orders
        XCTAssertEqual(orders.map(\.id), ["bare", "mixed"])
        XCTAssertEqual(orders.map(\.status), [.open, .cancelled])
        XCTAssertEqual(orders[0].lines, [])
        XCTAssertEqual(orders[1].lines.map(\.sku), ["P09", "P01", "P09"])
        XCTAssertEqual(orders[1].lines.map(\.quantity), [1, 2, 3])
        let one = try await repository.order("mixed")
        XCTAssertEqual(one, orders[1])
        let none = try await repository.order("none")
        XCTAssertNil(none)
        try database.close()
    }
}

private final class Statements: Sendable {
    private let texts = Mutex<[String]>([])

    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
}
