/// The lifetime of what is made anew when it is older than a limit.
///
/// ```swift
/// Kept(ExchangeRates.init).lifetime(TimeToLive(.seconds(60)))
/// ```
///
/// The limit is absolute: the time runs from the return of the factory, and asking for the instance does not renew it. So
/// one that is asked for all the time is made anew too. Who holds an instance when its time is over keeps it; the container
/// lets go of it when the next asker comes.
///
/// With a limit of zero, or below, nothing is kept: each resolve makes an instance of its own.
public struct TimeToLive<C: Clock>: CustomLifetime {
    private let limit: C.Duration
    private let clock: C

    /// A limit by a clock.
    ///
    /// - Parameters:
    ///   - limit: How old an instance may be.
    ///   - clock: What the age is measured by. It is asked at every resolve.
    public init(_ limit: C.Duration, clock: C) {
        self.limit = limit
        self.clock = clock
    }

    /// The one place; none where nothing is kept.
    public func place() -> Everywhere? { limit > .zero ? Everywhere() : nil }

    /// When the instance was made.
    public func mark() -> C.Instant { clock.now }

    /// Whether the limit has not been reached since.
    public func isCurrent(_ mark: C.Instant) -> Bool { mark.duration(to: clock.now) < limit }
}

extension TimeToLive where C == ContinuousClock {
    /// A limit in real time, which goes on while the system sleeps.
    ///
    /// - Parameter limit: How old an instance may be.
    public init(_ limit: Duration) {
        self.init(limit, clock: ContinuousClock())
    }
}
