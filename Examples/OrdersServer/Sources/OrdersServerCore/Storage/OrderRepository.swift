import GRDB

/// Orders as they stand in the tables.
package final class OrderRepository: Sendable {
    private let session: ReadSession

    package init(session: ReadSession) { self.session = session }

    /// One page, and where the next one begins.
    package struct Page: Codable, Sendable {
        package var orders: [Order]
        /// Nil: this was the last page.
        package var next: Int?
    }

    package func order(_ id: String) async throws -> Order? {
        try await session.read("order") { database in
            let statement = try database.cachedStatement(
                sql: "SELECT sequence, id, customer, status FROM orders WHERE id = ?")
            return try Row.fetchOne(statement, arguments: [id]).map { try Self.order(of: $0, in: database) }
        }
    }

    package func page(of customer: String?, after sequence: Int, limit: Int) async throws -> Page {
        try await session.read("page") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT sequence, id, customer, status FROM orders
                    WHERE sequence > ? AND (?2 IS NULL OR customer = ?2) ORDER BY sequence LIMIT ?
                    """)
            let rows = try Row.fetchAll(statement, arguments: [sequence, customer, limit])
            return Page(
                orders: try rows.map { try Self.order(of: $0, in: database) },
                next: rows.count == limit ? rows.last?["sequence"] : nil)
        }
    }

    package func products() async throws -> [Product] {
        try await session.read("products") { database in
            try Row.fetchAll(database, sql: "SELECT sku, stock FROM product ORDER BY sku").map {
                Product(sku: $0["sku"], stock: $0["stock"])
            }
        }
    }

    private static func order(of row: Row, in database: Database) throws -> Order {
        let sequence: Int = row["sequence"]
        let statement = try database.cachedStatement(sql: "SELECT sku, quantity, cents FROM line WHERE sequence = ?")
        let lines = try Row.fetchAll(statement, arguments: [sequence]).map {
            Order.Line(sku: $0["sku"], quantity: $0["quantity"], cents: $0["cents"])
        }
        guard let status = Order.Status(rawValue: row["status"]) else {
            throw DatabaseError(message: "order \(sequence) has the status \(row["status"] as String)")
        }
        return Order(id: row["id"], customer: row["customer"], status: status, lines: lines)
    }
}
