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

extension ResolutionError {
    /// Nil instead of the error of a key that was asked for at this depth, if its factory declined.
    ///
    /// - Parameter aliases: How many further types of the instance are on the path before it; the factory of each may decline too.
    func nilIfDeclined<T>(atDepth depth: Int, throughAliases aliases: Int = 0) throws(ResolutionError) -> T? {
        guard code == .declined, (1...aliases + 1).contains(self.depth - depth) else { throw self }
        return nil
    }
}
