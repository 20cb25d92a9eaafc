// A subscriber that remembers what a page is to show of a running container.

#if Inspector
public import Armory

/// Shows a running container on a page: its graph, its instances, the scopes that are open, what has happened, how it started.
///
/// ```swift
/// let inspector = Inspector()
/// let container = try Container(configuration: .init(subscribers: [inspector])) { shop }
/// let router = Router(context: ShopContext.self)
/// inspector.addRoutes(to: router, showing: container)
/// ```
///
/// It is a subscriber that counts what it is told of, and keeps the newest of it. Nobody sees any of it before the routes are
/// added: see ``addRoutes(to:at:showing:access:)``.
///
/// All that it keeps is bounded: see ``Limits``. It is told of everything but ``Armory/ContainerEvent/resolved(_:)``, so an instance
/// that is there is had as fast as without it. Each other event takes a lock, and a few look-ups in tables.
public final class Inspector: EventSubscriber, @unchecked Sendable {  // The lock guards the monitor.
    /// How much is kept, and what is conspicuous.
    public struct Limits: Hashable, Sendable {
        /// How many events are kept: the newest.
        public var events: Int
        /// How many open scopes are told apart; of more the number is known, their age is not.
        public var scopes: Int
        /// How many registrations are counted each by itself.
        public var registrations: Int
        /// How many calls of factories outside of scopes the start-up profile has: the first; and how many calls and waits are
        /// looked through for slow factories: the newest.
        public var profile: Int
        /// The age from which an open scope is taken for one that was forgotten.
        public var leakAge: Duration
        /// The own time from which a factory on the way of a request is warned of.
        public var slowFactory: Duration

        /// Limits; a number below one counts as one.
        public init(
            events: Int = 2000, scopes: Int = 10_000, registrations: Int = 20_000, profile: Int = 4000,
            leakAge: Duration = .seconds(60), slowFactory: Duration = .milliseconds(50)
        ) {
            self.events = max(events, 1)
            self.scopes = max(scopes, 1)
            self.registrations = max(registrations, 1)
            self.profile = max(profile, 1)
            self.leakAge = leakAge
            self.slowFactory = slowFactory
        }
    }

    /// What it keeps at most.
    public let limits: Limits

    private let lock = Lock()
    private var monitor: Monitor
    private let roster: Roster

    /// An inspector without anything to show yet.
    ///
    /// - Parameter limits: What it keeps at most.
    public init(limits: Limits = Limits()) {
        self.limits = limits
        monitor = Monitor(limits)
        roster = Roster(capacity: limits.registrations)
    }

    /// All but ``Armory/ContainerEvent/Kinds/resolved``.
    public var kinds: ContainerEvent.Kinds { .all.subtracting(.resolved) }

    /// Counts an event, and keeps it for a while.
    ///
    /// Any thread may call it.
    public func receive(_ event: ContainerEvent) {
        // Comparing and describing may run anybody's code, so both are done before the lock is taken.
        let (registration, asker) = event.parties
        let member = registration.map { roster.member(for: $0) }
        var texts = member?.texts
        if case .registered(let registration) = event { texts = RegistrationTexts(registration) }
        guard let occurrence = Monitor.Occurrence(event, texts, asker: asker.map { roster.member(for: $0).texts })
        else {
            return
        }
        lock.withLock { monitor.note(event, occurrence, member) }
    }

    /// What the monitor has; the lock is held meanwhile, so keys and times are copied and nothing is put together.
    func read<Result>(_ body: (Monitor) -> Result) -> Result {
        lock.withLock { body(monitor) }
    }
}
#endif
