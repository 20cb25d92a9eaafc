/// A lifetime that keeps the instances that are in use or were used recently, and closes the others.
///
/// ```swift
/// Kept(arguments: Tenant.ID.self) { resolver, id in
///     TenantDatabase(id, settings: try resolver.resolve())
/// }
/// .lifetime(RecentlyUsed(atMost: 200, idle: .seconds(600)))
/// .onShutdown { database in await database.close() }
/// ```
///
/// An instance is in use as long as anything refers to it strongly: a variable, another instance, or an open scope that
/// keeps it, as with ``Chosen``. Such an instance is never closed, so more than `atMost` exist if more are in use. A
/// reference that is `weak` or `unowned` does not count. The end of the container and ``Container/evict(_:named:)`` close
/// instances that are in use, as for other lifetimes.
///
/// - If a new instance would be one too many, the least recently used ones are closed, up to an eighth of `atMost` at
///   once.
/// - An instance that was not in use for `idle` is closed, at most a sixteenth of that time late. The time counts from
///   the last resolve, or from the last look that has seen it in use.
///
/// Closing an instance calls ``KeepingRegistration/onShutdown(fileID:line:_:)-(_,_,(Self.Instance)->Void)`` and releases it. The
/// next resolve creates another one. If the factory throws, nothing is closed for the instance that does not exist.
///
/// Instances are objects. For a value, the error is ``ResolutionError/Code/valueTypeShared``, because nothing tells who
/// uses a copy of it.
public struct RecentlyUsed: CustomLifetime {
    /// The number of instances above which unused ones are released.
    let count: Int
    /// The time after which an unused instance is released; nil: never.
    let idle: Duration?

    /// Creates a lifetime.
    ///
    /// - Parameters:
    ///   - count: The number of instances above which those are closed that are not in use.
    ///   - idle: The time after which an instance that is not in use is closed; nil means never.
    public init(atMost count: Int = .max, idle: Duration? = nil) {
        self.count = max(count, 0)
        self.idle = idle.map { max($0, .zero) }
    }

    /// The only place: only arguments tell callers apart.
    public func place() -> (some Hashable & Sendable)? { SinglePlace() }
}
