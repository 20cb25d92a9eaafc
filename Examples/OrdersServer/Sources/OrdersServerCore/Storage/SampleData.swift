import GRDB
import Logging

/// Invented orders, the same in every run: `seed-1`, `seed-2` and so on.
enum SampleData {
    static let products = (1...20).map { number in number < 10 ? "P0\(number)" : "P\(number)" }

    /// The number of orders between two log lines.
    private static let progress = 100_000

    /// Fills a database that has no products, and leaves others unchanged: a database file is filled once.
    ///
    /// Call it in one transaction, so that the file never contains only a part of the data.
    static func fill(_ database: Database, orders: Int, log: Logger) throws {
        guard orders > 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM product") == 0 else { return }
        log.info("filling the database", metadata: ["orders": "\(orders)"])
        for sku in products {
            try database.execute(sql: "INSERT INTO product VALUES (?, 1000000)", arguments: [sku])
        }
        let order = try database.makeStatement(
            sql: "INSERT INTO orders (sequence, id, customer, status) VALUES (?, ?, ?, ?)")
        let line = try database.makeStatement(sql: "INSERT INTO line VALUES (?, ?, ?, ?)")
        for number in 1...orders {
            try order.execute(arguments: [number, "seed-\(number)", "C\(100 + number % 40)", "open"])
            for position in 0..<(1 + number % 3) {
                let product = (number * 7 + position * 5) % products.count
                try line.execute(arguments: [number, products[product], 1 + number % 9, 100 + product * 25])
            }
            if number % progress == 0 {
                log.info("filled in part", metadata: ["orders": "\(number)", "of": "\(orders)"])
            }
        }
    }
}
