public import Armory
public import Testing

/// Gives every test, and every case of a parameterised one, a container of its own.
///
/// On a suite it holds for all tests in it, also in suites inside. A trait of an inner suite or of a test goes on from the outer
/// one's container: it derives its own from that.
public struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
    /// What the container is derived from; nil: from the current one.
    let base: (@Sendable () throws -> Container)?
    let policy: ResolvePolicy
    let overrides: @Sendable () -> [any ModuleElement]

    /// Whether the tests of a suite have it too: they have.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of it, with a container of its own as ``Armory/Container/current``, which is closed afterwards.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let test = TestContainer(policy, TestFailure(at: test.sourceLocation))
        let container = try test.derive(from: base?() ?? .currentOfTest, overrides())
        defer { container.close() }
        try await container.asCurrent { try await function() }
    }
}

extension Trait where Self == ContainerTrait {
    /// Gives every test a container of its own, derived from `base`: ``Armory/Container/overriding(_:)``.
    ///
    /// ```swift
    /// @Suite(.container(application))
    /// struct GreeterTests {
    ///     @Test(.container { Singleton((any Clock).self) { FixedClock(hour: 9) } })
    ///     func greetsInTheMorning() throws {
    ///         let greeter = try #require(Container.current).resolve(Greeter.self)
    ///         #expect(greeter.greeting == "Good morning")
    ///     }
    /// }
    /// ```
    ///
    /// The test finds it as ``Armory/Container/current``, and so do the tasks that it starts. It is closed when the test ends.
    /// Tests run in parallel and do not see one another's.
    ///
    /// - Parameters:
    ///   - base: The container to derive from, asked for once for each test and case.
    ///   - policy: What the test may resolve.
    ///   - overrides: The registrations that take the places of others.
    public static func container(
        _ base: @autoclosure @escaping @Sendable () throws -> Container, _ policy: ResolvePolicy = .anything,
        @ModuleBuilder _ overrides: @escaping @Sendable () -> [any ModuleElement] = { [] }
    ) -> Self {
        ContainerTrait(base: base, policy: policy, overrides: overrides)
    }

    /// Gives every test a container of its own, derived from the one that it has already: of an outer suite's trait.
    ///
    /// - Parameters:
    ///   - policy: What the test may resolve.
    ///   - overrides: The registrations that take the places of others.
    public static func container(
        _ policy: ResolvePolicy = .anything,
        @ModuleBuilder _ overrides: @escaping @Sendable () -> [any ModuleElement] = { [] }
    ) -> Self {
        ContainerTrait(base: nil, policy: policy, overrides: overrides)
    }
}
