// What subscribers to a library's container hear: registered, made, failed, closed.

package import Armory
internal import ArmoryCore

/// Reports what happens to entries.
package final class EntryEvents: Sendable {
    private let events: Armory.LibraryEvents

    /// - Parameter subscribers: Nil if there are none.
    package init?(_ subscribers: [any Armory.EventSubscriber]) {
        guard let events = Armory.LibraryEvents(subscribers) else { return nil }
        self.events = events
    }

    package func registered(_ entry: Entry) { events.registered(entry.eventSource) }

    /// Runs the factory of an entry, and reports that it has made an instance, or failed.
    ///
    /// - Parameter asker: The entry whose factory asks; nil: none does.
    package func making<R>(_ entry: Entry, for asker: Entry? = nil, _ body: () throws -> R) rethrows -> R {
        try events.making(entry.eventSource, for: asker?.eventSource, body)
    }

    /// Reports that the instance of an entry was let go.
    package func closed(_ entry: Entry) { events.closed(entry.eventSource) }
}

extension Entry {
    fileprivate var eventSource: Armory.LibraryRegistration {
        let native = unsafe location?.withParts { unsafe Armory.SourceLocation(file: $0, lengthAndLine: $1) }
        return Armory.LibraryRegistration(
            instanceType, qualifier: key.name.map { Armory.Qualifier(Armory.Name($0)) }, lifetime.native,
            at: native ?? Armory.SourceLocation())
    }
}

extension ArmoryCore.Lifetime {
    fileprivate var native: Armory.Lifetime {
        switch self {
        case .transient: .transient
        case .graph: .graph
        case .singleton, .scoped: .singleton
        case .shared: .shared
        }
    }
}
