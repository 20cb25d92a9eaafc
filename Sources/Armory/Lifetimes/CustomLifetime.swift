/// A custom lifetime, which defines which callers share an instance, and for how long.
///
/// A ``Kept`` registration takes one by ``Kept/lifetime(_:)``. The lifetime returns the place of a caller; callers in
/// equal places share an instance. Implement `makeMark()` and `isCurrent(_:)` to define when an instance is current.
/// Without them, an instance stays current as long as its container keeps it. ``TimeToLive``, ``RecentlyUsed``,
/// ``PerThread`` and ``PerTask`` are such lifetimes.
///
/// One instance for each tenant; without a tenant, the instance is not kept:
///
/// ```swift
/// struct PerTenant: CustomLifetime {
///     func place() -> Tenant? { Tenant.current }
/// }
/// ```
///
/// A new instance when the settings have changed:
///
/// ```swift
/// struct PerSettings: CustomLifetime {
///     func place() -> Int? { 0 }  // one place
///     func makeMark() -> Int { Settings.version }
///     func isCurrent(_ mark: Int) -> Bool { mark == Settings.version }
/// }
/// ```
///
/// Every resolve calls `place()`, and the hash and the `==` of places, on the thread that resolves. It calls
/// `isCurrent(_:)` if an instance exists, and `makeMark()` after creating one. A resolve that creates an instance may also
/// call `isCurrent(_:)` for the instances of other places, to release those that are no longer current.
///
/// No lock is held while these functions run, and they may resolve. While `makeMark()` runs, callers that want this
/// instance wait. Such instances do not take the fast path: resolving an existing one costs two locks, each held for a
/// dictionary lookup.
public protocol CustomLifetime: Sendable {
    /// The type of a place, which identifies an instance of a registration: equal places share one.
    ///
    /// Places are compared as a whole, by `==`.
    associatedtype Place: Hashable & Sendable

    /// The type of a mark, which is noted when an instance is created, to decide later whether the instance is still
    /// current.
    associatedtype Mark: Sendable = Void

    /// Returns the place of the caller; nil: the instance is created for this caller only, and not kept. All callers share an instance if
    /// it is a constant: `func place() -> Int? { 0 }`.
    ///
    /// The caller gets an error that it throws, like an error of a factory.
    func place() throws -> Place?

    /// Returns the mark of a new instance; called when its factory has returned, on the same thread.
    func makeMark() -> Mark

    /// Returns whether an existing instance is still current; if it is not, a new one replaces it.
    ///
    /// A caller that waits for an instance's factory gets that instance without a further check.
    func isCurrent(_ mark: Mark) -> Bool
}

/// The only place of a lifetime that has no other.
struct SinglePlace: Hashable, Sendable {}

extension CustomLifetime where Mark == Void {
    /// Notes nothing.
    public func makeMark() {}

    /// Returns true: an instance is always current.
    public func isCurrent(_ mark: Void) -> Bool { true }
}

/// The lifetime of a ``Kept`` registration that names none: instances are kept until the container is closed or
/// released.
struct Unlimited: CustomLifetime {
    func place() -> Int? { 0 }  // one place
}
