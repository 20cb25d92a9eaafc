/// An error that a factory throws to decline: it has no instance to return.
///
/// ```swift
/// Singleton((any Cache).self) {
///     guard let url = environment["REDIS_URL"] else { throw Declined("REDIS_URL is not set") }
///     return try RedisCache(url)
/// }
/// ```
///
/// Resolving an optional returns nil, and lists and maps leave the instance out. If the instance is required, the
/// resolve throws ``ResolutionError/Code/declined``. Nothing is cached: the next resolve calls the factory again.
public struct Declined: Error, CustomStringConvertible {
    /// Why the factory declined.
    public let reason: String

    /// Creates the error.
    ///
    /// - Parameter reason: The reason, for the message of the error if the instance is required.
    public init(_ reason: String = "it was declined") { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}
