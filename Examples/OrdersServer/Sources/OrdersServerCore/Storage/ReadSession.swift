package import GRDB
package import Logging

/// The reads of one request.
///
/// The request's logger logs every read, so the log of a slow request shows its queries.
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
