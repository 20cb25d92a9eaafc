import Synchronization

/// Rows in memory: in a real service, a database.
package final class Storage<Row: Sendable>: Sendable {
    private struct State {
        var rows: [Row] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var rows: [Row] { state.withLock { $0.rows } }

    /// Writes all of the rows or, with an error, none.
    func write(_ rows: [Row]) throws {
        try state.withLock { state in
            guard !state.isClosed else { throw Closed(what: "the storage") }
            state.rows += rows
        }
    }

    func close() { state.withLock { $0.isClosed = true } }
}

/// The changes of one message or one job, which are written together when it has succeeded, or not at all.
package final class UnitOfWork<Row: Sendable>: Sendable {
    private let storage: Storage<Row>
    private let rows = Mutex<[Row]>([])

    package init(storage: Storage<Row>) { self.storage = storage }

    func add(_ row: Row) { rows.withLock { $0.append(row) } }

    func commit() throws { try storage.write(rows.withLock { $0 }) }

    func rollBack() { rows.withLock { $0 = [] } }
}

/// The error for using something of the program that has ended.
package struct Closed: Error, CustomStringConvertible {
    let what: String
    package var description: String { "\(what) is closed" }
}
