// The way of an event to the subscribers.
//
//     plan --> a record whose factory is surrounded: ObservingWrapper --> made, failed --+
//     plan --> a layout with a listener: ResolveReporter --> resolved -------------------+--> EventHub --> subscribers, by kind
//     core --> the listener of handles --> waited, closed, opened, ended ----------------+       |
//                                                                                                +--> Measures, for the graph
//
// A container without subscribers has no hub and none of these records and listeners, so it does no work for events.

internal import CCore

/// Notifies the subscribers of a container, its scopes and its children.
package final class EventHub: Sendable {
    /// The kinds of events that any subscriber wants.
    let wantedKinds: ContainerEvent.Kinds
    /// Whether factories are timed, for subscribers or for the graph.
    let timesFactories: Bool
    /// Whether every resolve is told: to a subscriber, or to find out who asks for what.
    let reportsResolves: Bool
    private let subscribers: [(kinds: ContainerEvent.Kinds, receiver: any EventSubscriber)]
    private let failures = Guarded(0)

    package init(for subscribers: [any EventSubscriber], measures: Bool) {
        self.subscribers = subscribers.map { ($0.kinds, $0) }
        wantedKinds = self.subscribers.reduce([]) { $0.union($1.kinds) }
        timesFactories = measures || !wantedKinds.isDisjoint(with: [.made, .failed, .waited])
        reportsResolves = measures || wantedKinds.contains(.resolved)
    }

    /// The hub of a container that is built; nil: nobody listens.
    ///
    /// A child without its own subscribers tells those of its first parent.
    static func makeOrInherit(for configuration: Container.Configuration, parents: [Container]) -> EventHub? {
        guard configuration.subscribers.isEmpty, !configuration.measures else {
            return EventHub(for: configuration.subscribers, measures: configuration.measures)
        }
        return parents.first?.features?.hub
    }

    /// Notifies the subscribers that want this kind of event.
    ///
    /// No lock may be held, because user code runs.
    package func report(_ event: @autoclosure () -> ContainerEvent, _ kind: ContainerEvent.Kinds) {
        // Resolves by a subscriber are not reported: each report would cause the next one, forever.
        guard wantedKinds.contains(kind), !Self.isReporting else { return }
        let thread = unsafe ThreadState.current
        unsafe thread.pointee.telling = 1
        defer { unsafe thread.pointee.telling = 0 }
        let event = event()
        for (kinds, receiver) in subscribers where kinds.contains(kind) {
            do { try receiver.receive(event) } catch { failures.withLock { $0 += 1 } }
        }
    }

    /// Whether the calling thread is notifying a subscriber.
    static var isReporting: Bool { unsafe ThreadState.current.pointee.telling != 0 }

    /// How often a subscriber threw.
    var failedDeliveries: Int { failures.withLock { $0 } }

    /// Reports that a factory has made an instance or, with an error, that it has failed.
    package func reportMadeOrFailed(
        _ registration: RegistrationInfo, in container: UInt64, scope: ScopeTag? = nil,
        for asker: RegistrationInfo?, _ span: TimeSpan, awaits: Bool = false, error: (any Error)?
    ) {
        var making: ContainerEvent.Making {
            ContainerEvent.Making(
                registration: registration, container: container, scope: scope, asker: asker, span: span,
                thread: ContainerEvent.currentThread, awaits: awaits)
        }
        if let error {
            report(.failed(making, error), .failed)
        } else {
            report(.made(making), .made)
        }
    }

    /// Reports that an instance was closed.
    package func reportClosed(
        _ registration: RegistrationInfo, in container: UInt64, since start: UInt64, _ errors: [ResolutionError]
    ) {
        let span = EventClock.span(since: start)
        let closing = ContainerEvent.Closing(
            registration: registration, container: container, span: span, errors: errors)
        report(.closed(closing), .closed)
    }

    /// Reports the registrations of a container that was built.
    func reportRegistered(_ records: [Record]) {
        guard wantedKinds.contains(.registered) else { return }
        for record in records { report(.registered(RegistrationInfo(record)), .registered) }
    }
}

/// What the hub keeps for a container or a scope.
final class HandleNote: Sendable {
    let id: UInt64
    let hub: EventHub
    /// Of a scope: what its end is told with.
    let opening: ContainerEvent.ScopeInfo?
    /// The tag of the innermost scope.
    var scope: ScopeTag? { opening?.tag }

    init(_ hub: EventHub, _ handle: HandleNotice) {
        id = ContainerEvent.nextContainerID()
        self.hub = hub
        let (id, now) = (id, EventClock.now)
        opening = handle.tag.map { tag in
            ContainerEvent.ScopeInfo(
                container: id, tag: tag, parent: (handle.outer as? HandleNote)?.id ?? id, location: handle.location,
                span: TimeSpan(start: now, end: now))
        }
    }
}

extension EventHub: HandleListener {
    package func containerOpened(_ handle: HandleNotice) -> any AnyObject & Sendable {
        let note = HandleNote(self, handle)
        if var info = note.opening, !info.isPrivate {
            info.seed = handle.seed
            report(.opened(info), .scopes)
        }
        return note
    }

    package func containerEnded(_ note: any AnyObject & Sendable, with outcome: ScopeOutcome) {
        guard var info = (note as? HandleNote)?.opening, !info.isPrivate else { return }
        info.span = EventClock.span(since: info.span.start)
        report(.ended(info, outcome), .scopes)
    }

    package func instanceClosed(
        _ record: Record, in note: any AnyObject & Sendable, since start: UInt64, _ failures: [ResolutionError]
    ) {
        // A seed is closed by the code that passed it.
        guard let note = note as? HandleNote, !record.registrationNotes.options.contains(.seeded) else { return }
        reportClosed(RegistrationInfo(record), in: note.id, since: start, failures)
    }

    package func waitEnded(_ wait: WaitNotice, in note: any AnyObject & Sendable) {
        guard let note = note as? HandleNote else { return }
        let span = EventClock.span(since: wait.start)
        wait.record.measures?.countWait(lasting: span)
        report(
            .waited(
                ContainerEvent.Wait(
                    registration: RegistrationInfo(wait.record), container: note.id,
                    asker: wait.askers.first { !$0.isAlias }.map(RegistrationInfo.init), span: span,
                    thread: ContainerEvent.currentThread,
                    maker: wait.maker)), .waited)
    }
}

extension ContainerEvent.ScopeInfo {
    /// Whether a feature has opened the scope for itself.
    fileprivate var isPrivate: Bool { tag == .owned }
}

extension Record {
    /// Whether its instances are those of another registration, under a further type.
    package var isAlias: Bool { rare?.parts.isAlias ?? false }
}
