// A subscriber that turns events into metrics.

#if Metrics
public import Armory
public import Metrics

/// A subscriber that counts and times the events of a container.
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
/// | `armory_making_duration` | timer | how long they took, including their dependencies |
/// | `armory_failed_total` | counter | factories that have thrown |
/// | `armory_waited_total` | counter | threads and tasks that waited until another one had created the instance |
/// | `armory_waiting_duration` | timer | how long they waited |
/// | `armory_closed_total` | counter | instances that the container has released |
/// | `armory_closing_duration` | timer | how long their hooks took |
/// | `armory_closing_errors_total` | counter | errors that the hooks have thrown |
/// | `armory_resolved_total` | counter | resolved instances, if `countsResolves` is set |
///
/// For each tag of scopes, with the dimension `scope`:
///
/// | Metric | Kind | Of |
/// |---|---|---|
/// | `armory_open_scopes` | meter | scopes that are open now |
/// | `armory_scope_duration` | timer | how long they were open |
/// | `armory_failed_scopes_total` | counter | scopes whose body threw, or that were never ended |
///
/// For each registration with a health check, with the dimension `key`, and for the container, as of the last health
/// report (see `ArmoryHealth`):
///
/// | Metric | Kind | Of |
/// |---|---|---|
/// | `armory_health` | meter | 1: up, or not created; 0.5: degraded; 0: down |
/// | `armory_ready` | meter | 1: the container should get requests; 0: it should not, or there was no report |
///
/// The number of metrics is bounded: registrations, tags and checks beyond a limit are counted together, with the key or the
/// scope `other`. Keys are cut after 256 characters. Use one `MeasuredEvents` for the whole process, because the
/// metrics live as long as the metrics system. Several containers may share it.
///
/// It is safe on any thread. Once it knows a registration, it adds no lock: an event costs what the metrics system's
/// counters and timers cost, and a search in a table.
public final class MeasuredEvents: EventSubscriber {
    /// All kinds except registrations, and except resolves if they are not counted.
    public let kinds: ContainerEvent.Kinds

    private let registrations: Registry<RegistrationIdentity, RegistrationMetrics>
    private let scopes: Registry<String, ScopeMetrics>
    private let health: Registry<String, HealthMetrics>
    private let label: Label
    private let factory: any MetricsFactory
    private let others: RegistrationMetrics
    private let otherScopes: ScopeMetrics
    private let otherHealth: HealthMetrics
    let ready: Meter

    /// Creates a subscriber that measures events.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the metrics' names.
    ///   - limit: The number of registrations, and of tags of scopes, that have separate metrics: 100,000 at most. Each
    ///     takes about sixteen bytes in a table.
    ///   - countsResolves: Whether every resolve is counted. If so, resolving an existing instance no longer takes the
    ///     fast path.
    ///   - factory: The factory of the counters and timers: by default the metrics system's, or that of
    ///     `withMetricsFactory`.
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
        health = Registry(limit: limit)
        others = RegistrationMetrics(label, key: "other", kinds: kinds, factory)
        otherScopes = ScopeMetrics(label, scope: "other", factory)
        otherHealth = HealthMetrics(label, key: "other", factory)
        ready = Meter(label: label("ready"), factory: factory)
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
        case .failed(let making, _): metrics(of: making.registration).failed?.increment()
        case .waited(let wait):
            let metrics = metrics(of: wait.registration)
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
            RegistrationMetrics(
                label, key: registration.key, lifetime: registration.lifetime.rawValue,
                module: registration.module ?? "", kinds: kinds, factory)
        } ?? others
    }

    private func metrics(of tag: ScopeTag) -> ScopeMetrics {
        scopes.value(of: tag.name) { ScopeMetrics(label, scope: tag.name, factory) } ?? otherScopes
    }

    func healthMetrics(of key: String) -> HealthMetrics {
        health.value(of: key) { HealthMetrics(label, key: key, factory) } ?? otherHealth
    }
}

extension Timer {
    fileprivate func record(_ span: TimeSpan) { recordNanoseconds(Int64(clamping: span.end - span.start)) }
}
#endif
