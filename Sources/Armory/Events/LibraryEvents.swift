// The events of a library with its own API on top of this one: its registrations, and what their closures make.

/// A registration of such a library.
package struct LibraryRegistration: Sendable {
    fileprivate let info: RegistrationInfo

    package init(
        _ type: any Any.Type, qualifier: AnyQualifier?, _ lifetime: Lifetime, at location: SourceLocation
    ) {
        let traits = BindingTraits(lifetime: lifetime, location: location, qualifier: qualifier, source: .caller)
        info = RegistrationInfo(Binding.make(type, traits, nil, .ofCallers))
    }
}

/// Reports events to subscribers, as a container of its own.
package final class LibraryEvents: Sendable {
    private let hub: EventHub
    private let container = ContainerID(number: ContainerID.nextNumber())

    /// - Parameter subscribers: Nil if there are none.
    package init?(_ subscribers: [any EventSubscriber]) {
        guard !subscribers.isEmpty else { return nil }
        hub = EventHub(for: subscribers, measures: false)
    }

    package func registered(_ registration: LibraryRegistration) {
        if hub.wanted.contains(.registered) { hub.report(.registered(registration.info)) }
    }

    /// Runs a factory, and reports that it has made an instance or failed.
    ///
    /// - Parameters:
    ///   - asker: The registration whose factory asks; nil: none does.
    ///   - hasMade: Whether what is returned is new.
    package func making<R>(
        _ registration: LibraryRegistration, for asker: LibraryRegistration?,
        where hasMade: (R) -> Bool = { _ in true },
        _ body: () throws -> R
    ) rethrows -> R {
        let start = EventClock.now
        func making() -> ContainerEvent.Making {
            ContainerEvent.Making(
                registration: registration.info, container: container, scope: nil, asker: asker?.info,
                span: EventClock.span(since: start), thread: .current, awaits: false)
        }
        do {
            let made = try body()
            if hub.wanted.contains(.made), hasMade(made) { hub.report(.made(making())) }
            return made
        } catch {
            if hub.wanted.contains(.failed) {
                hub.report(.failed(ContainerEvent.Failure(making: making(), error: error)))
            }
            throw error
        }
    }

    /// Reports that the library has let an instance go.
    package func closed(_ registration: LibraryRegistration) {
        guard hub.wanted.contains(.closed) else { return }
        let now = EventClock.now
        hub.report(
            .closed(
                ContainerEvent.Closing(
                    registration: registration.info, container: container, span: TimeSpan(start: now, end: now),
                    errors: [])))
    }
}
