// What subscribers to a library's container hear: registered, made, failed, closed.

package import Armory

/// Reports what happens to entries, as a container of its own.
package final class EntryEvents: Sendable {
    private let hub: Armory.EventHub
    private let container = ContainerEvent.nextContainerID()

    /// - Parameter subscribers: Nil if there are none.
    package init?(_ subscribers: [any Armory.EventSubscriber]) {
        guard !subscribers.isEmpty else { return nil }
        hub = Armory.EventHub(for: subscribers, measures: false)
    }

    package func registered(_ entry: ReportedEntry) { hub.report(.registered(entry.info), .registered) }

    /// Runs the factory of an entry, and reports that it has made an instance, or failed.
    ///
    /// - Parameter asker: The entry whose factory asks; nil: none does.
    package func making<R>(
        _ entry: ReportedEntry, for asker: ReportedEntry? = nil, _ body: () throws -> R
    ) rethrows -> R {
        let start = Armory.EventClock.now
        func report(_ error: (any Error)?) {
            let span = Armory.EventClock.span(since: start)
            hub.reportMadeOrFailed(entry.info, in: container, for: asker?.info, span, error: error)
        }
        do {
            let made = try body()
            report(nil)
            return made
        } catch {
            report(error)
            throw error
        }
    }

    /// Reports that the instance of an entry was released.
    package func closed(_ entry: ReportedEntry) {
        hub.reportClosed(entry.info, in: container, since: Armory.EventClock.now, [])
    }
}

/// An entry as events show it: as it was at one moment, so that they need no lock.
package struct ReportedEntry: Sendable {
    fileprivate let info: Armory.RegistrationInfo

    package init(_ entry: Entry, _ lifetime: Lifetime) {
        let key = ServiceKey(entry.key.type, entry.key.name)
        let location = entry.location ?? CodeLocation(fileID: "unknown", line: 0)
        func record<T>(_ type: T.Type) -> Record {
            Record(type, lifetime, qualifier: key.qualifier, at: location) { _ in throw NeverMade() }
        }
        info = Armory.RegistrationInfo(record(key.type))
    }
}

/// Never thrown: no container has the record of an entry.
private struct NeverMade: Error {}

extension Registry {
    /// An entry of this registry as it is now.
    package func reported(_ entry: Entry) -> ReportedEntry { ReportedEntry(entry, locked { entry.lifetime }) }
}
