// The events of a library with its own API on top of this one: its registrations, and what their closures make.

/// A registration of such a library.
package struct LibraryRegistration: Sendable {
    fileprivate let info: RegistrationInfo

    package init(_ type: any Any.Type, qualifier: AnyQualifier?, _ lifetime: Lifetime, at location: SourceLocation) {
        func record<T>(_ type: T.Type) -> Record {
            Record(type, lifetime, qualifier: qualifier, at: location) { _ in throw NeverMade() }
        }
        info = RegistrationInfo(record(type))
    }
}

/// Never thrown: no container has the record, so its factory never runs.

/// Reports events to subscribers, as a container of its own.
package final class LibraryEvents: Sendable {
    private let hub: EventHub
    private let container = ContainerID.next()

    /// - Parameter subscribers: Nil if there are none.
    package init?(_ subscribers: [any EventSubscriber]) {
        guard !subscribers.isEmpty else { return nil }
        hub = EventHub(for: subscribers, measures: false)
    }

    package func registered(_ registration: LibraryRegistration) {
        hub.report(.registered(registration.info), .registered)
    }

    /// Runs a factory, and reports that it has made an instance or failed.
    ///
    /// - Parameter asker: The registration whose factory asks; nil: none does.
    package func making<R>(
        _ registration: LibraryRegistration, for asker: LibraryRegistration?, _ body: () throws -> R
    ) rethrows -> R {
        let start = EventClock.now
        func making() -> ContainerEvent.Making {
            ContainerEvent.Making(
                registration: registration.info, container: container, scope: nil, asker: asker?.info,
                span: EventClock.span(since: start), thread: .current, awaits: false)
        }
        do {
            let made = try body()
            hub.report(.made(making()), .made)
            return made
        } catch {
            hub.report(.failed(ContainerEvent.Failure(making: making(), error: error)), .failed)
            throw error
        }
    }

    /// Reports that the library has let an instance go.
    package func closed(_ registration: LibraryRegistration) {
        let now = EventClock.now
        hub.report(
            .closed(
                ContainerEvent.Closing(
                    registration: registration.info, container: container, span: TimeSpan(start: now, end: now),
                    errors: [])), .closed)
    }
}
