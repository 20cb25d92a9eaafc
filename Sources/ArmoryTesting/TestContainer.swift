public import Armory

/// Runs `body` with a container of its own, derived from `base`, as ``Armory/Container/current``, and closes it afterwards.
///
/// What the trait does, for a part of a test and for XCTest:
///
/// ```swift
/// try withTestContainer(application, overriding: { Singleton((any Clock).self) { FixedClock(hour: 9) } }) { container in
///     XCTAssertEqual(try container.resolve(Greeter.self).greeting, "Good morning")
/// }
/// ```
///
/// Where there is no test of the toolchain's Testing to record it in, what the policy refuses is thrown at the end, also where
/// `body` has caught it.
///
/// - Parameters:
///   - base: The container to derive from; nil: the current one.
///   - policy: What may be resolved.
///   - fileID: The file that fails.
///   - filePath: The file that fails.
///   - line: The line that fails.
///   - column: The column that fails.
///   - overrides: The registrations that take the places of others.
///   - body: Is given the container.
/// - Returns: What `body` returns.
/// - Throws: ``Armory/ResolutionError`` where the container cannot be derived or resolves what it may not, or what `body` throws.
public func withTestContainer<R>(
    _ base: Container? = nil, _ policy: ResolvePolicy = .anything,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @ModuleBuilder overriding overrides: () -> [any ModuleElement] = { [] },
    _ body: (Container) throws -> R
) throws -> R {
    let test = TestContainer(policy, TestFailure(fileID, filePath, line, column))
    let container = try test.derive(from: base ?? .currentOfTest, overrides())
    defer { container.close() }
    let result = try container.asCurrent { try body(container) }
    try test.finish()
    return result
}

/// Runs `body` with a container of its own, derived from `base`, as ``Armory/Container/current``, and closes it afterwards.
///
/// All else is as for the one that does not await.
public func withTestContainer<R>(
    _ base: Container? = nil, _ policy: ResolvePolicy = .anything,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @ModuleBuilder overriding overrides: () -> [any ModuleElement] = { [] },
    _ body: (Container) async throws -> R
) async throws -> R {
    let test = TestContainer(policy, TestFailure(fileID, filePath, line, column))
    let container = try test.derive(from: base ?? .currentOfTest, overrides())
    defer { container.close() }
    let result = try await container.asCurrent { try await body(container) }
    try test.finish()
    return result
}

/// What a test derives its container with.
struct TestContainer {
    private let observer: StrictObserver?

    init(_ policy: ResolvePolicy, _ failure: TestFailure) {
        observer = policy.allowed.map { StrictObserver(allowing: $0, failure: failure) }
    }

    func derive(from base: Container, _ overrides: [any ModuleElement]) throws(ResolutionError) -> Container {
        guard let observer else { return try base.overriding { overrides } }
        return try base.overriding(observedBy: observer, overrides)
    }

    /// Throws what was refused, where no issue says it.
    func finish() throws {
        if let error = observer?.unrecorded { throw error }
    }
}

extension Container {
    /// The current container, or where there is none, one without registrations.
    static var currentOfTest: Container { current ?? Container() }
}
