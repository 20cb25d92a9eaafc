package import GRDB
package import Logging

/// What one request reads.
///
/// Every read is logged with the request's own logger, so that a slow request shows what it asked.
package final class ReadSession: Sendable {
    private let database: OrdersDatabase
    private let live: LiveObjects
    private let log: Logger

    package init(database: OrdersDatabase, live: LiveObjects, log: Logger) {
        self.database = database
        self.live = live
        self.log = log
        live.sessions.add(1, ordering: .relaxed)
    }

    deinit { live.sessions.subtract(1, ordering: .relaxed) }

    package func read<T: Sendable>(
        _ what: StaticString, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        log.debug("read \(what)")
        return try await database.read(body)
    }
}
