package import GRDB
package import Logging

/// The database file, or a database in memory.
///
/// The service has one database. All reads and writes use it, and it is closed last.
package final class OrdersDatabase: Sendable {
    private let writer: any DatabaseWriter
    private let seed: Int
    private let log: Logger

    /// Opens the database.
    ///
    /// - Parameters:
    ///   - path: The file, or "memory".
    ///   - seed: The number of sample orders for a database without products.
    ///   - log: Receives messages about the opening, the progress of ``prepare()`` and the end.
    package init(at path: String, seed: Int, log: Logger) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)  // another process may hold the file
        // A pool: readers see the last commit while one connection writes.
        writer =
            path == "memory"
            ? try DatabaseQueue(configuration: configuration)
            : try DatabasePool(path: path, configuration: configuration)
        self.seed = seed
        self.log = log
        log.info("database opened", metadata: ["place": "\(path)"])
    }

    /// Brings the tables up to date, and adds the sample data.
    ///
    /// Adding some million orders takes a minute. It is one transaction, which GRDB rolls back if the task is cancelled.
    package func prepare() async throws {
        try Migrations.all.migrate(writer)
        do {
            try await writer.write { [seed, log] in try SampleData.fill($0, orders: seed, log: log) }
        } catch let error as CancellationError {
            log.info("start cancelled: the sample data is rolled back")
            throw error
        }
    }

    /// Throws if the database cannot be read.
    package func ping() async throws {
        _ = try await read { try Int.fetchOne($0, sql: "SELECT 1") }
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await writer.read(body)
    }

    /// Runs the body in one transaction: all changes are written together, or none if the body throws.
    ///
    /// SQLite has one writer at a time. The body cannot await, so a request never waits for anything while it holds the writer.
    /// So two requests can never wait for each other.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await writer.write(body)
    }

    package func close() throws {
        try writer.close()
        log.info("database closed")
    }
}
