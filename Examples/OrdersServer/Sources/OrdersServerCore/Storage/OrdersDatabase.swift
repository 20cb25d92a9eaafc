package import GRDB
package import Logging

/// The database file, or a database in memory.
///
/// Made once; everything that is read or written goes through it, and it is closed after everything else has ended.
package final class OrdersDatabase: Sendable {
    package enum Place: Sendable, Equatable, CustomStringConvertible {
        case memory
        case file(String)

        package var description: String {
            switch self {
            case .memory: "memory"
            case .file(let path): path
            }
        }
    }

    private let writer: any DatabaseWriter
    private let log: Logger

    /// Opens the database and brings its tables up to date.
    ///
    /// - Parameter seed: How many orders to make up where there are none.
    package init(at place: Place, seed: Int, log: Logger) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)  // another process may hold the file
        self.log = log
        switch place {
        case .memory: writer = try DatabaseQueue(configuration: configuration)
        // A pool: readers see the last commit while one connection writes.
        case .file(let path): writer = try DatabasePool(path: path, configuration: configuration)
        }
        try Migrations.all.migrate(writer)
        try writer.write { try SampleData.fill($0, orders: seed) }
        log.info("database opened", metadata: ["place": "\(place)"])
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await writer.read(body)
    }

    /// Runs the body in one transaction: it is written as a whole, or not at all when the body throws.
    ///
    /// SQLite has one writer at a time. The body cannot await, so a request never holds the writer while it waits for anything:
    /// no two requests can wait for each other.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await writer.write(body)
    }

    package func close() throws {
        try writer.close()
        log.info("database closed")
    }
}
