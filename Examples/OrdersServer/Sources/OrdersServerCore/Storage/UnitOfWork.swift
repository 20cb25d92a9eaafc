package import GRDB
package import Logging
import Synchronization

/// The changes of one writing request: they are written together if the request succeeds, or not at all.
///
/// Changes are collected, and `commit()` executes them in one transaction. Until then nothing is locked, so a request that waits
/// for prices does not block other requests' writes. Each change checks its preconditions inside the transaction, because the
/// data may have changed since the request read it.
package final class UnitOfWork: Sendable {
    package typealias Change = @Sendable (Database) throws -> Void

    private let database: OrdersDatabase
    private let live: LiveObjects
    private let log: Logger
    private let changes = Mutex<[Change]>([])

    package init(database: OrdersDatabase, live: LiveObjects, log: Logger) {
        self.database = database
        self.live = live
        self.log = log
        live.units.add(1, ordering: .relaxed)
    }

    deinit { live.units.subtract(1, ordering: .relaxed) }

    package func add(_ change: @escaping Change) {
        changes.withLock { $0.append(change) }
    }

    /// Writes all changes in one transaction.
    ///
    /// If one of them throws, none is written.
    package func commit() async throws {
        let all = taken()
        guard !all.isEmpty else { return }
        try await database.write { database in
            for change in all { try change(database) }
        }
        log.debug("committed", metadata: ["changes": "\(all.count)"])
    }

    /// Discards the changes.
    package func rollBack() {
        let count = taken().count
        if count > 0 { log.info("rolled back", metadata: ["changes": "\(count)"]) }
    }

    private func taken() -> [Change] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }
}
