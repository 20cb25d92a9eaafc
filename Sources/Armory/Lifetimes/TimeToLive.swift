/// A lifetime in which an instance is replaced by a new one when it is older than a limit.
///
/// ```swift
/// Kept(ExchangeRates.init).lifetime(TimeToLive(.seconds(60)))
/// ```
///
/// The limit is absolute: the time runs from the return of the factory, and a resolve does not renew it. So an instance
/// that is resolved all the time is replaced too. When the time is over, holders keep their instance, and the container
/// releases it at the next resolve.
///
/// With a limit of zero or less, no instance is kept: each resolve creates a new one.
public struct TimeToLive<C: Clock>: CustomLifetime {
    private let limit: C.Duration
    private let clock: C

    /// Creates a lifetime with a limit measured by a clock.
    ///
    /// - Parameters:
    ///   - limit: How old an instance may be.
    ///   - clock: The clock that measures the age, in real time if omitted, also while the system sleeps. It is read at every resolve.
    public init(_ limit: C.Duration, clock: C = ContinuousClock()) { (self.limit, self.clock) = (limit, clock) }

    /// The only place; nil if no instance is kept.
    public func place() -> (some Hashable & Sendable)? { limit > .zero ? SinglePlace() : nil }

    /// The time at which the instance was created.
    public func makeMark() -> C.Instant { clock.now }

    /// Whether the instance is younger than the limit.
    public func isCurrent(_ mark: C.Instant) -> Bool { mark.duration(to: clock.now) < limit }
}
