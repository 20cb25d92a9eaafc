/// What a test's container lets the test resolve.
public struct ResolvePolicy: Sendable {
    /// What may be resolved beside overrides, by type; nil: everything.
    let allowed: Set<ObjectIdentifier>?

    /// Anything: the default.
    public static let anything = ResolvePolicy(allowed: nil)

    /// Overrides alone: any other registration that is resolved, however deep, fails the test.
    ///
    /// So does a ``Armory/Resolvable`` type that is not overridden. Where its `Failure` is `Never`, its resolve cannot throw: it goes
    /// on, and the test fails all the same.
    public static let onlyOverridden = ResolvePolicy(allowed: [])

    /// Overrides and these types alone, whatever their names: any other registration that is resolved, however deep, fails the
    /// test.
    ///
    /// Nothing is shared with the container that the test's one is derived from, so that all that these types need is looked at.
    /// What is under test is allowed; what it needs is overridden:
    ///
    /// ```swift
    /// @Test(.container(application, .onlyOverridden(allowing: Greeter.self)) { Singleton((any Clock).self, FixedClock.init) })
    /// func greetsInTheMorning() throws { … }
    /// ```
    public static func onlyOverridden(allowing types: any Any.Type...) -> ResolvePolicy {
        ResolvePolicy(allowed: Set(types.map { ObjectIdentifier($0) }))
    }
}
