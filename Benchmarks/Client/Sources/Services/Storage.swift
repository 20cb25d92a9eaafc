/// A database; a program has only one.
public protocol Database: Sendable {
    /// The number of tables.
    var tables: Int { get }
}

/// The database in memory.
public final class MemoryDatabase: Database {
    /// The number of tables.
    public let tables: Int

    /// Creates an empty database.
    public init() {
        tables = 3
    }
}

/// The second implementation of ``Database``, for tests that override the first one.
public final class FakeDatabase: Database {
    /// The number of tables.
    public let tables: Int

    /// Creates an empty database.
    public init() {
        tables = 1
    }
}

/// Orders that are stored in a database.
public protocol Orders: Sendable {
    /// The database that stores the orders.
    var database: any Database { get }
}

/// The orders in a database.
public final class StoredOrders: Orders {
    /// The database that stores the orders.
    public let database: any Database

    /// Creates the orders of a database.
    public init(database: any Database) {
        self.database = database
    }
}
