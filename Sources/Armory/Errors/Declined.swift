/// What a factory throws that has no instance to give: it declines.
///
/// ```swift
/// Singleton((any Cache).self) {
///     guard let url = environment["REDIS_URL"] else { throw Declined("REDIS_URL is not set") }
///     return try RedisCache(url)
/// }
/// ```
///
/// Whoever asks for an optional is given nil, and lists and maps go without it. Whoever needs it gets
/// ``ResolutionError/Code/declined``. Nothing is kept: the next resolve asks the factory again.
public struct Declined: Error, CustomStringConvertible {
    /// Why.
    public let reason: String

    /// Declines.
    ///
    /// - Parameter reason: Why, for the error of whoever needs the instance.
    public init(_ reason: String = "it was declined") {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}

extension ResolutionError {
    /// Whether it says that the factory of what was asked for, at this depth of the path, has declined, and not that of something
    /// it needs.
    ///
    /// A further type of an instance, and what it was adapted to, stand on the path before the instance's own type.
    func isDecline(atDepth depth: Int) -> Bool {
        storage.path.dropFirst(depth).dropLast().allSatisfy(\.leadsOn)
    }
}
