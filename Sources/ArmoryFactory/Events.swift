// What subscribers hear of a factory.

internal import ArmoryCore
internal import ArmoryRegistry

/// A place as events show it: as it was at one moment, so that no lock is needed.
private final class ReportedPlace: Entry, @unchecked Sendable {  // Immutable.
    private let reported: Lifetime

    init(_ place: Place, _ lifetime: Lifetime) {
        reported = lifetime
        super.init(place.key, at: place.location)
    }

    override var lifetime: Lifetime { reported }
}

extension Place {
    /// The place of a cell.
    func reported(in cell: StandaloneCell) -> Entry { ReportedPlace(self, cell.lifetime) }
}

extension FactoryEntry {
    /// The factory, of which no instance is known yet.
    func reported() -> Entry { ReportedPlace(self, options.value.scope?.lifetime ?? .transient) }
}

/// The closure that runs in a task or on a thread, for the events of what it needs.
enum Asker {
    @TaskLocal private static var running: (cell: StandaloneCell, entry: Entry)?

    /// Runs the closure of a place, and reports it.
    static func making<T>(_ entry: Entry, _ cell: StandaloneCell, _ events: EntryEvents, _ make: () -> T) -> T {
        // Its own cell is on the path already, and the asker's below it. A task may have been started by another closure.
        let asker = running.flatMap { RunningPath.has($0.cell) ? $0.entry : nil }
        return events.making(entry, for: asker) { $running.withValue((cell, entry), operation: make) }
    }
}
