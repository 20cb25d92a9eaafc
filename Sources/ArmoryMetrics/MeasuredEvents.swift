// Events as metrics.

#if Metrics
public import Armory
public import Metrics

/// Counts and times what happens in a container.
///
/// ```swift
/// let container = try Container(configuration: .init(subscribers: [MeasuredEvents()])) { shop }
/// ```
///
/// For each registration, with the dimensions `key`, `lifetime` and `module`:
///
/// | Metric | Kind | Of |
/// |---|---|---|
/// | `armory_made_total` | counter | factories that have returned |
/// | `armory_making_duration` | timer | how long they took, with all that they asked for |
/// | `armory_failed_total` | counter | factories that have thrown |
/// | `armory_waited_total` | counter | threads and tasks that had to wait until another one had made it |
/// | `armory_waiting_duration` | timer | how long they did |
/// | `armory_closed_total` | counter | instances that the container has let go of |
/// | `armory_closing_duration` | timer | how long their hooks took |
/// | `armory_closing_errors_total` | counter | errors that the hooks have thrown |
/// | `armory_resolved_total` | counter | instances that were given to somebody, where it is told to count them |
///
/// A wait for a turn, in a container that builds one thing at a time, has the key `(turn)`. For each tag of scopes, with the
/// dimension `scope`:
///
/// | Metric | Kind | Of |
/// |---|---|---|
/// | `armory_open_scopes` | meter | scopes that are open now |
/// | `armory_scope_duration` | timer | how long they were open |
/// | `armory_failed_scopes_total` | counter | scopes whose body threw, or that nobody has ended |
///
/// The number of metrics is bounded: registrations and tags beyond a limit are counted together, with the key or the scope
/// `other`. A key has its first 256 characters. Keep one for the whole process: the metrics are as long-lived as the metrics
/// system, and several containers may share it.
///
/// It is safe on any thread and, once it knows a registration, takes no lock of its own: an event costs what the metrics
/// system's counters and timers cost, and a search in a table.
public final class MeasuredEvents: EventSubscriber {
    /// All but registrations, and resolves where nobody wants them.
    public let kinds: ContainerEvent.Kinds

    private let registrations: Registry<RegistrationIdentity, RegistrationMetrics>
    private let scopes: Registry<String, ScopeMetrics>
    private let label: Label
    private let factory: any MetricsFactory
    private let turn: RegistrationMetrics
    private let others: RegistrationMetrics
    private let otherScopes: ScopeMetrics

    /// Metrics for events.
    ///
    /// - Parameters:
    ///   - prefix: What the names begin with.
    ///   - limit: How many registrations, and how many tags of scopes, have metrics of their own: a hundred thousand at
    ///     most. It has a table of some sixteen bytes for each.
    ///   - countsResolves: Whether every resolve is counted, at the price that an instance that is there is no longer had by
    ///     the fast way.
    ///   - factory: What makes the counters and timers; the metrics system, or that of `withMetricsFactory`.
    public init(
        prefix: String = "armory", limit: Int = 1000, countsResolves: Bool = false,
        factory: any MetricsFactory = MetricsSystem.factory
    ) {
        var kinds: ContainerEvent.Kinds = [.made, .failed, .waited, .closed, .scopes]
        if countsResolves { kinds.insert(.resolved) }
        self.kinds = kinds
        self.factory = factory
        label = Label(prefix: prefix)
        registrations = Registry(limit: limit)
        scopes = Registry(limit: limit)
        turn = RegistrationMetrics(label, key: "(turn)", kinds: .waited, factory)
        others = RegistrationMetrics(label, key: "other", kinds: kinds, factory)
        otherScopes = ScopeMetrics(label, scope: "other", factory)
    }

    /// Counts an event.
    public func receive(_ event: ContainerEvent) {
        switch event {
        case .registered: break
        case .resolved(let resolve): metrics(of: resolve.registration).resolved?.increment()
        case .made(let making):
            let metrics = metrics(of: making.registration)
            metrics.made?.increment()
            metrics.making?.record(making.span)
        case .failed(let failure): metrics(of: failure.making.registration).failed?.increment()
        case .waited(let wait):
            let metrics = wait.registration.map(metrics) ?? turn
            metrics.waited?.increment()
            metrics.waiting?.record(wait.span)
        case .closed(let closing):
            let metrics = metrics(of: closing.registration)
            metrics.closed?.increment()
            metrics.closing?.record(closing.span)
            if !closing.errors.isEmpty { metrics.closingErrors?.increment(by: closing.errors.count) }
        case .opened(let scope): metrics(of: scope.tag).open.increment()
        case .ended(let scope, let end):
            let metrics = metrics(of: scope.tag)
            metrics.open.decrement()
            metrics.duration.record(scope.span)
            if !end.isCompleted { metrics.failed.increment() }
        }
    }

    private func metrics(of registration: RegistrationInfo) -> RegistrationMetrics {
        registrations.value(of: RegistrationIdentity(registration)) {
            let texts = RegistrationTexts(registration)
            return RegistrationMetrics(
                label, key: texts.key, lifetime: texts.lifetime.rawValue, module: texts.module ?? "", kinds: kinds,
                factory)
        } ?? others
    }

    private func metrics(of tag: ScopeTag) -> ScopeMetrics {
        scopes.value(of: tag.name) { ScopeMetrics(label, scope: tag.name, factory) } ?? otherScopes
    }
}

extension Timer {
    fileprivate func record(_ span: TimeSpan) { recordNanoseconds(Int64(clamping: span.end - span.start)) }
}
#endif
