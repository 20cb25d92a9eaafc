// A subscriber that collects the data about a running container for a page.

#if Inspector
public import Armory
internal import ArmoryDiagrams

/// Shows a running container on a page: its graph, instances, open scopes and recent events, and how it started.
///
/// ```swift
/// let inspector = Inspector()
/// let container = try Container(configuration: .init(subscribers: [inspector])) { shop }
/// let router = Router(context: ShopContext.self)
/// inspector.addRoutes(to: router, showing: container)
/// ```
///
/// The inspector is a subscriber that counts the events of a container, and keeps the newest ones. The data is private
/// until the routes are added: see ``addRoutes(to:at:showing:access:)``.
///
/// Its memory is bounded: see ``Limits``. It subscribes to all events except ``Armory/ContainerEvent/resolved(_:)``, so
/// resolving an existing instance is as fast as without it. Each other event takes a lock, and a few table lookups.
public final class Inspector: EventSubscriber {
    /// How much data is kept, and which scopes and factories are reported.
    public struct Limits: Hashable, Sendable {
        /// The number of events that are kept: the newest ones.
        public var events: Int
        /// The number of open scopes that are tracked; further scopes are only counted, without their ages.
        public var scopes: Int
        /// The number of registrations that have separate counts.
        public var registrations: Int
        /// The number of factory calls and waits that are kept for profiles.
        ///
        /// The start-up profile keeps the first calls outside of scopes. The search for slow factories covers the
        /// newest calls and waits.
        public var profile: Int
        /// The number of scopes whose events are kept together: as many open ones, and as many that have ended.
        ///
        /// Of the ended ones, half are failed and slow ones, and half are samples of the others.
        public var requests: Int
        /// The age from which an open scope is reported as forgotten.
        public var leakAge: Duration
        /// The own time above which a factory that runs for a request is reported as slow.
        public var slowFactory: Duration

        /// Creates limits; a number below one counts as one.
        public init(
            events: Int = 2000, scopes: Int = 10_000, registrations: Int = 20_000, profile: Int = 4000,
            requests: Int = 400, leakAge: Duration = .seconds(60), slowFactory: Duration = .milliseconds(50)
        ) {
            self.events = max(events, 1)
            self.scopes = max(scopes, 1)
            self.registrations = max(registrations, 1)
            self.profile = max(profile, 1)
            self.requests = max(requests, 1)
            self.leakAge = leakAge
            self.slowFactory = slowFactory
        }
    }

    /// How much data is kept.
    public let limits: Limits

    private let monitor: Guarded<Monitor>
    private let roster: Roster

    /// Creates an inspector that has no data yet.
    ///
    /// - Parameter limits: How much data is kept.
    public init(limits: Limits = Limits()) {
        self.limits = limits
        monitor = Guarded(Monitor(limits))
        roster = Roster(capacity: limits.registrations)
    }

    /// All kinds except ``Armory/ContainerEvent/Kinds/resolved``.
    public var kinds: ContainerEvent.Kinds { .all.subtracting(.resolved) }

    /// Counts an event, and keeps it for a while.
    ///
    /// Any thread may call this method.
    public func receive(_ event: ContainerEvent) {
        // Comparing and describing a registration may run user code, so both are done before the lock is taken.
        let (registration, asker) = event.parties
        let member = registration.map { roster.member(for: $0) }
        var texts = member?.texts
        if case .registered(let registration) = event { texts = StartupRecord.Factory(registration) }
        guard let occurrence = Monitor.Occurrence(event, texts, asker: asker.map { roster.member(for: $0).texts })
        else {
            return
        }
        monitor.withLock { $0.note(event, occurrence, member) }
    }

    /// Reads the monitor under the lock, so `body` only copies keys and times, and composes nothing.
    func read<Result>(_ body: (Monitor) -> Result) -> Result {
        monitor.withLock { body($0) }
    }
}
#endif
