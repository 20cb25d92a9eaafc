/// A lifetime of your own: which askers share an instance, and for how long.
///
/// A ``Kept`` registration takes one by ``Kept/lifetime(_:)``. It says the place of an asker; those in equal places share an
/// instance. One that also says when an instance is current has `mark()` and `isCurrent(_:)`; without them, an instance
/// stays current as long as its container keeps it. ``TimeToLive``, ``PerThread`` and ``PerTask`` are such lifetimes.
///
/// One instance for each tenant, and nobody's where there is no tenant:
///
/// ```swift
/// struct PerTenant: CustomLifetime {
///     func place() -> Tenant? { Tenant.current }
/// }
/// ```
///
/// Made anew when the settings have changed:
///
/// ```swift
/// struct PerSettings: CustomLifetime {
///     func place() -> Everywhere? { Everywhere() }
///     func mark() -> Int { Settings.version }
///     func isCurrent(_ mark: Int) -> Bool { mark == Settings.version }
/// }
/// ```
///
/// The three functions, and the `==` and the hash of a place, are called by any thread that resolves, at every resolve. No
/// lock is held and nothing waits while they run; they may resolve. Instances of this kind are not had by the fast way: one
/// that is there costs a lock that is held for a look into a dictionary.
public protocol CustomLifetime: Sendable {
    /// What tells the instances of one registration apart: equal places share one.
    ///
    /// Places are compared whole, by `==`.
    associatedtype Place: Hashable & Sendable

    /// What is noted when an instance is made, to tell later whether it is still current.
    associatedtype Mark: Sendable = Void

    /// The place of the asker; nil: the instance is made for this asker alone, and not kept.
    ///
    /// What it throws goes to the asker, as what a factory throws.
    func place() throws -> Place?

    /// What is noted of an instance: called when its factory has returned, on the same thread.
    func mark() -> Mark

    /// Whether an instance that there is may be given to an asker; where it may not, another one takes its place.
    ///
    /// An asker that waits for an instance's factory is given that instance without a further question.
    func isCurrent(_ mark: Mark) -> Bool
}

/// The one place of a lifetime that tells no askers apart.
public struct Everywhere: Hashable, Sendable {
    /// The place.
    public init() {}
}

extension CustomLifetime where Mark == Void {
    /// Nothing is noted.
    public func mark() {}

    /// Always.
    public func isCurrent(_ mark: Void) -> Bool { true }
}

/// The lifetime of what is kept until its container is closed or released: that of a ``Kept`` registration that names none.
struct Unlimited: CustomLifetime {
    func place() -> Everywhere? { Everywhere() }
}
