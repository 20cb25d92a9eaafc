/// The registrations that a test may resolve from its container.
public struct ResolvePolicy: Sendable {
    /// The types that may be resolved in addition to overrides; nil for all types.
    let allowed: Set<ObjectIdentifier>?

    /// Allows all registrations; the default.
    public static let anything = ResolvePolicy(allowed: nil)

    /// Allows only overrides and the seeds of scopes: resolving any other registration, at any depth, fails the test.
    ///
    /// Resolving a ``Armory/Resolvable`` type that is not overridden also fails the test. If its `Failure` is `Never`,
    /// the resolve cannot throw: it continues, and the test still fails.
    public static let onlyOverridden = ResolvePolicy(allowed: [])

    /// Allows only overrides, the seeds of scopes and these types, under any name: any other registration, at any depth, fails the test.
    ///
    /// The test's container shares no instances with the container that it is derived from, so that all dependencies of
    /// these types are checked. Allow the types under test and override their dependencies:
    ///
    /// ```swift
    /// @Test(.container(application, .onlyOverridden(allowing: Greeter.self)) { Singleton((any Clock).self, FixedClock.init) })
    /// func greetsInTheMorning() throws { … }
    /// ```
    public static func onlyOverridden(allowing types: any Any.Type...) -> ResolvePolicy {
        ResolvePolicy(allowed: Set(types.map { ObjectIdentifier($0) }))
    }
}
