// The events of factories.

internal import ArmoryCore
internal import ArmoryRegistry

extension Place {
    /// The place of a cell, as events show it.
    func reported(in cell: StandaloneCell) -> ReportedEntry { ReportedEntry(self, cell.lifetime) }
}

/// The closure that runs in a task or on a thread: events name it as the asker of the instances that it needs.
enum Asker {
    @TaskLocal private static var running: (cell: StandaloneCell, entry: ReportedEntry)?

    /// Runs the closure of a place, and reports it.
    static func making<T>(_ entry: ReportedEntry, _ cell: StandaloneCell, _ events: EntryEvents, _ make: () -> T) -> T {
        // Its own cell is on the path already, and the asker's below it. A task may have been started by another closure.
        let asker = running.flatMap { RunningPath.isOnPath($0.cell) ? $0.entry : nil }
        return events.making(entry, for: asker) { $running.withValue((cell, entry), operation: make) }
    }
}
