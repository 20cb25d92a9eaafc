#if Chat
import Synchronization

/// Rows in memory; a real service would use a database.
package final class Storage<Row: Sendable>: Sendable {
    private struct State {
        var rows: [Row] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var rows: [Row] { state.withLock { $0.rows } }

    /// Writes all the rows or, with an error, none.
    func write(_ rows: [Row]) throws {
        try state.withLock { state in
            guard !state.isClosed else { throw Closed(what: "the storage") }
            state.rows += rows
        }
    }

    func close() { state.withLock { $0.isClosed = true } }
}

/// The changes of one message or one job, written together if it succeeds, and not at all otherwise.
package final class UnitOfWork<Row: Sendable>: Sendable {
    private let storage: Storage<Row>
    private let rows = Mutex<[Row]>([])

    package init(storage: Storage<Row>) { self.storage = storage }

    func add(_ row: Row) { rows.withLock { $0.append(row) } }

    func commit() throws { try storage.write(rows.withLock { $0 }) }

    func rollBack() { rows.withLock { $0 = [] } }
}

/// The error for using a part of the program that has ended.
package struct Closed: Error, CustomStringConvertible {
    let what: String
    package var description: String { "\(what) is closed" }
}
#endif
