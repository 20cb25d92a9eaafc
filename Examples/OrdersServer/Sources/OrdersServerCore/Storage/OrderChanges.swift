import GRDB

/// The changes that a unit of work can make to the tables.
///
/// Each change checks its preconditions inside the transaction.
enum OrderChanges {
    static func insert(_ order: Order) -> UnitOfWork.Change {
        { database in
            try database.execute(
                sql: "INSERT INTO orders (id, customer, status) VALUES (?, ?, ?)",
                arguments: [order.id, order.customer, order.status.rawValue])
        }
    }

    static func insert(_ line: Order.Line, of id: String) -> UnitOfWork.Change {
        { database in
            try database.execute(
                sql: "INSERT INTO line SELECT sequence, ?, ?, ? FROM orders WHERE id = ?",
                arguments: [line.sku, line.quantity, line.cents, id])
        }
    }

    /// Takes a quantity from the stock, or puts it back if it is negative.
    static func take(_ quantity: Int, of sku: String) -> UnitOfWork.Change {
        { database in
            try database.execute(
                sql: "UPDATE product SET stock = stock - ?1 WHERE sku = ?2 AND stock >= ?1",
                arguments: [quantity, sku])
            guard database.changesCount == 1 else {
                throw OrdersError.conflict("\(sku): fewer than \(quantity) are left")
            }
        }
    }

    static func cancel(_ id: String) -> UnitOfWork.Change {
        { database in
            try database.execute(
                sql: "UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'open'", arguments: [id])
            guard database.changesCount == 1 else { throw OrdersError.conflict("order \"\(id)\" is not open") }
        }
    }
}
