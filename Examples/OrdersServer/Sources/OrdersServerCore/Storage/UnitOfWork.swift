package import GRDB
package import Logging
import Synchronization

/// The changes of one writing request, which are written together when the request has succeeded, or not at all.
///
/// Changes are collected, and executed in one transaction by `commit()`. Until then nothing is locked: a request that waits for
/// prices keeps no other request from writing. What a change relies on, it checks itself, inside of the transaction: what was
/// read before may no longer be so.
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
    /// When one of them throws, none is written.
    package func commit() async throws {
        let all = taken()
        guard !all.isEmpty else { return }
        try await database.write { database in
            for change in all { try change(database) }
        }
        log.debug("committed", metadata: ["changes": "\(all.count)"])
    }

    /// Forgets the changes.
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
