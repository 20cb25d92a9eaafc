// What subscribers to a library's container hear: registered, made, failed, closed.

package import Armory

/// Reports what happens to entries.
package final class EntryEvents: Sendable {
    private let events: Armory.LibraryEvents

    /// - Parameter subscribers: Nil if there are none.
    package init?(_ subscribers: [any Armory.EventSubscriber]) {
        guard let events = Armory.LibraryEvents(subscribers) else { return nil }
        self.events = events
    }

    package func registered(_ entry: ReportedEntry) { events.registered(entry.source) }

    /// Runs the factory of an entry, and reports that it has made an instance, or failed.
    ///
    /// - Parameter asker: The entry whose factory asks; nil: none does.
    package func making<R>(
        _ entry: ReportedEntry, for asker: ReportedEntry? = nil, _ body: () throws -> R
    ) rethrows -> R {
        try events.making(entry.source, for: asker?.source, body)
    }

    /// Reports that the instance of an entry was released.
    package func closed(_ entry: ReportedEntry) { events.closed(entry.source) }
}

/// An entry as events show it: as it was at one moment, so that they need no lock.
package struct ReportedEntry: Sendable {
    fileprivate let source: Armory.LibraryRegistration

    package init(_ entry: Entry, _ lifetime: Lifetime) {
        let key = ServiceKey(entry.key.type, entry.key.name)
        source = Armory.LibraryRegistration(
            key.type, qualifier: key.qualifier, lifetime,
            at: entry.location ?? SourceLocation(fileID: "unknown", line: 0))
    }
}

extension Registry {
    /// An entry of this registry as it is now.
    package func reported(_ entry: Entry) -> ReportedEntry { ReportedEntry(entry, locked { entry.lifetime }) }
}
