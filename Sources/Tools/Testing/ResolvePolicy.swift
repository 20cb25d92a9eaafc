/// The registrations that a test may resolve from its container, and whether the container shares instances.
public struct ResolvePolicy: Sendable {
    /// The types that may be resolved in addition to overrides; nil for all types.
    let allowed: Set<ObjectIdentifier>?
    /// Whether instances that depend on no override are those of the container that the test's is derived from.
    let isSharing: Bool

    /// Allows all registrations; the default.
    ///
    /// Instances that depend on no override are shared with the container that the test's is derived from.
    public static let anything = ResolvePolicy(allowed: nil, isSharing: true)

    /// Allows all registrations, and shares no instances with the container that the test's is derived from.
    ///
    /// It is for the test of a whole program: the test creates, starts and closes all its instances, and the other container
    /// is never started.
    ///
    /// ```swift
    /// @Test(.container(program, .sharingNothing) { Singleton((any Mailer).self, FakeMailer.init) })
    /// func anOrderIsMailed() async throws { … }
    /// ```
    public static let sharingNothing = ResolvePolicy(allowed: nil, isSharing: false)

    /// Allows only overrides and the seeds of scopes: resolving any other registration, at any depth, fails the test.
    ///
    /// Resolving a ``Armory/Resolvable`` type that is not overridden also fails the test. If its `Failure` is `Never`,
    /// the resolve cannot throw: it continues, and the test still fails.
    public static let onlyOverridden = ResolvePolicy(allowed: [], isSharing: false)

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
        ResolvePolicy(allowed: Set(types.map { ObjectIdentifier($0) }), isSharing: false)
    }
}
