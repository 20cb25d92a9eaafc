public import Armory
public import Testing

/// Gives every test, and every case of a parameterised test, a separate container.
///
/// On a suite, the trait applies to all tests in the suite and in nested suites. A trait without a base, on a nested
/// suite or a test, derives its container from that of the outer trait.
public struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
    /// The container to derive from; nil for the current container.
    let base: (@Sendable () async throws -> Container)?
    let policy: ResolvePolicy
    let overrides: @Sendable () -> [any ModuleElement]

    /// Whether the tests of a suite have the trait too; always true.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of it, with a separate ``Armory/Container/current`` container, which it starts before
    /// and shuts down after.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let test = TestContainer(policy, TestFailure(at: test.sourceLocation))
        let container = try test.derive(from: await base?() ?? Container.currentOfTest, overrides())
        try await test.finish { try await test.run(in: container, function) }
    }
}

extension Trait where Self == ContainerTrait {
    /// Gives every test a separate container, derived from `base` by ``Armory/Container/overriding(keepingDecorators:_:adding:)``.
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
    /// The test and the tasks that it starts find the container as ``Armory/Container/current``. Tests run in parallel
    /// and do not see the containers of other tests.
    ///
    /// The trait starts the container before the test: ``Armory/Container/start()`` creates and starts what depends on
    /// an override. It shuts the container down when the test ends. The base is not started: pass one that is, or share
    /// nothing with it: ``ResolvePolicy/sharingNothing``.
    ///
    /// - Parameters:
    ///   - base: The container to derive from, evaluated once for each test and case.
    ///   - policy: The registrations that the test may resolve.
    ///   - overrides: The registrations that override others.
    public static func container(
        _ base: @autoclosure @escaping @Sendable () throws -> Container, _ policy: ResolvePolicy = .anything,
        @ModuleBuilder _ overrides: @escaping @Sendable () -> [any ModuleElement] = { [] }
    ) -> Self {
        ContainerTrait(base: base, policy: policy, overrides: overrides)
    }

    /// Gives every test a separate container, derived from one that is awaited, for example because it is started.
    ///
    /// ```swift
    /// @Suite(.container(from: { try await startedApplication() }))
    /// ```
    ///
    /// Otherwise the same as the function that takes a container.
    ///
    /// - Parameters:
    ///   - base: Returns the container to derive from; called once for each test and case.
    ///   - policy: The registrations that the test may resolve.
    ///   - overrides: The registrations that override others.
    public static func container(
        from base: @escaping @Sendable () async throws -> Container, _ policy: ResolvePolicy = .anything,
        @ModuleBuilder _ overrides: @escaping @Sendable () -> [any ModuleElement] = { [] }
    ) -> Self {
        ContainerTrait(base: base, policy: policy, overrides: overrides)
    }

    /// Gives every test a separate container, derived from that of an outer suite's trait.
    ///
    /// - Parameters:
    ///   - policy: The registrations that the test may resolve.
    ///   - overrides: The registrations that override others.
    public static func container(
        _ policy: ResolvePolicy = .anything,
        @ModuleBuilder _ overrides: @escaping @Sendable () -> [any ModuleElement] = { [] }
    ) -> Self {
        ContainerTrait(base: nil, policy: policy, overrides: overrides)
    }
}
