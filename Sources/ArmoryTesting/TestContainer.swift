public import Armory

/// Runs `body` with a separate ``Armory/Container/current`` container, derived from `base`, and closes it afterwards.
///
/// Does the same as ``ContainerTrait``, for a part of a test and for XCTest:
///
/// ```swift
/// try withTestContainer(application, overriding: { Singleton((any Clock).self) { FixedClock(hour: 9) } }) { container in
///     XCTAssertEqual(try container.resolve(Greeter.self).greeting, "Good morning")
/// }
/// ```
///
/// If no test of Swift Testing can record the resolve that the policy refuses, its error is thrown at the end. It is
/// thrown even if `body` has caught it.
///
/// - Parameters:
///   - base: The container to derive from; nil for the current container.
///   - policy: The registrations that `body` may resolve.
///   - fileID: The file where the failure is reported.
///   - filePath: The file where the failure is reported.
///   - line: The line where the failure is reported.
///   - column: The column where the failure is reported.
///   - overrides: The registrations that override others.
///   - body: Receives the container.
/// - Returns: The result of `body`.
/// - Throws: ``Armory/ResolutionError`` if the container cannot be derived or the policy refuses a resolve, or an error
///   of `body`.
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

/// Runs an asynchronous `body` with a separate ``Armory/Container/current`` container, and closes it afterwards.
///
/// Otherwise the same as the synchronous function.
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

/// Derives the container of a test.
struct TestContainer {
    private let observer: StrictObserver?

    init(_ policy: ResolvePolicy, _ failure: TestFailure) {
        observer = policy.allowed.map { StrictObserver(allowing: $0, failure: failure) }
    }

    func derive(from base: Container, _ overrides: [any ModuleElement]) throws(ResolutionError) -> Container {
        guard let observer else { return try base.overriding { overrides } }
        return try base.overriding(observedBy: observer, overrides)
    }

    /// Throws the error of a refused resolve, if no issue records it.
    func finish() throws {
        if let error = observer?.unrecorded { throw error }
    }
}

extension Container {
    /// The current container, or one without registrations if there is none.
    static var currentOfTest: Container { current ?? Container() }
}
