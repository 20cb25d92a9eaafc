import GRDB

/// Reads orders from the tables.
package final class OrderRepository: Sendable {
    private let session: ReadSession

    package init(session: ReadSession) { self.session = session }

    /// One page, and the start of the next one.
    package struct Page: Codable, Sendable {
        package var orders: [Order]
        /// The start of the next page; nil on the last page.
        package var next: Int?
    }

    package func order(_ id: String) async throws -> Order? {
        try await session.read("order") { database in
            try Self.orders(database, where: "id = ?", arguments: [id]).first?.order
        }
    }

    package func page(of customer: String?, after sequence: Int, limit: Int) async throws -> Page {
        try await session.read("page") { database in
            let found = try Self.orders(
                database, where: "sequence > ?1 AND (?2 IS NULL OR customer = ?2) ORDER BY sequence LIMIT ?3",
                arguments: [sequence, customer, limit])
            return Page(orders: found.map(\.order), next: found.count == limit ? found.last?.sequence : nil)
        }
    }

    package func products() async throws -> [Product] {
        try await session.read("products") { database in
            try Row.fetchAll(database, sql: "SELECT sku, stock FROM product ORDER BY sku").map {
                Product(sku: $0["sku"], stock: $0["stock"])
            }
        }
    }

    /// Reads orders with their lines in one statement, which returns a row for each line.
    private static func orders(
        _ database: Database, where condition: StaticString, arguments: StatementArguments
    ) throws -> [(sequence: Int, order: Order)] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT chosen.sequence, id, customer, status, sku, quantity, cents
                FROM (SELECT sequence, id, customer, status FROM orders WHERE \(condition)) AS chosen
                LEFT JOIN line ON line.sequence = chosen.sequence
                ORDER BY chosen.sequence, line.rowid
                """)
        var orders: [(sequence: Int, order: Order)] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            let sequence: Int = row[0]
            if orders.last?.sequence != sequence { orders.append((sequence, try order(of: row))) }
            guard let sku: String = row[4] else { continue }
            orders[orders.endIndex - 1].order.lines.append(.init(sku: sku, quantity: row[5], cents: row[6]))
        }
        return orders
    }

    private static func order(of row: Row) throws -> Order {
        guard let status = Order.Status(rawValue: row[3]) else {
            throw DatabaseError(message: "order \(row[0] as Int) has the status \(row[3] as String)")
        }
        return Order(id: row[1], customer: row[2], status: status, lines: [])
    }
}
