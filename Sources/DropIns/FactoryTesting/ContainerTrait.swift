public import ArmoryFactory
public import Testing

/// Gives every test, and every case of a parameterised test, its own container and its own singletons.
///
/// On a suite, the trait applies to all tests in the suite and in nested suites. For a container type of your own:
///
/// ```swift
/// extension Trait where Self == ContainerTrait<PaymentContainer> {
///     static var payments: ContainerTrait<PaymentContainer> {
///         .init(shared: PaymentContainer.$shared, container: .init())
///     }
/// }
/// ```
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
    /// A closure that changes a test's container before the test.
    public typealias Transform = @Sendable (C) async -> Void

    private let shared: TaskLocal<C>
    private let container: @Sendable () -> C
    private var transform: Transform?

    /// Creates a trait for a container type.
    ///
    /// - Parameters:
    ///   - shared: The task-local variable with the shared container.
    ///   - container: The test's container, evaluated once for each test and case.
    public init(shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C) {
        self.shared = shared
        self.container = container
    }

    /// Whether the tests of a suite have the trait too; always true.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of it, with its own container and singletons.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withContainer(shared: shared, container: container(), operation: function, transform: transform)
    }

    /// Returns the trait with a closure that changes the container before the test, for example to register mocks.
    public func callAsFunction(transform: @escaping Transform) -> Self {
        var copy = self
        copy.transform = transform
        return copy
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// Gives every test its own ``ArmoryFactory/Container/shared``, and its own singletons.
    ///
    /// ```swift
    /// @Suite(.container)
    /// struct ServiceTests {
    ///     @Test(.container { $0.service.register { MockService() } })
    ///     func usesTheMock() {
    ///         #expect(Container.shared.service() is MockService)
    ///     }
    /// }
    /// ```
    public static var container: ContainerTrait<Container> {
        ContainerTrait(shared: Container.$shared, container: Container())
    }
}
