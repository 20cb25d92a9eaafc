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
/// A resolve that the policy refuses is recorded as an issue at the end, even if `body` has caught its error. If `body`
/// throws the error, no other issue is recorded for it. If there is no test of Swift Testing that can record issues, the
/// error is thrown at the end instead.
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
    let container = try test.derive(from: base ?? Container.currentOfTest, overrides())
    defer { container.close() }
    return try test.finish { try container.asCurrent { try body(container) } }
}

/// Runs an asynchronous `body` with a separate ``Armory/Container/current`` container, which it starts before and shuts
/// down afterwards.
///
/// ``Armory/Container/start()`` creates and starts what depends on an override, or everything with
/// ``ResolvePolicy/sharingNothing``. The base is not started. Otherwise the same as the synchronous function, which starts
/// nothing.
public func withTestContainer<R>(
    _ base: Container? = nil, _ policy: ResolvePolicy = .anything,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @ModuleBuilder overriding overrides: () -> [any ModuleElement] = { [] },
    _ body: (Container) async throws -> R
) async throws -> R {
    let test = TestContainer(policy, TestFailure(fileID, filePath, line, column))
    let container = try test.derive(from: base ?? Container.currentOfTest, overrides())
    return try await test.finish { try await test.run(in: container) { try await body(container) } }
}

/// Derives the container of a test.
struct TestContainer {
    private let strict: StrictObserver?
    private let observer: (any ResolutionObserver)?

    init(_ policy: ResolvePolicy, _ failure: TestFailure) {
        strict = policy.allowed.map { StrictObserver(allowing: $0, failure: failure) }
        observer = strict ?? (policy.isSharing ? nil : SeparatingObserver())
    }

    func derive(from base: Container, _ overrides: [any ModuleElement]) throws(ResolutionError) -> Container {
        guard let observer else { return try base.overriding { overrides } }
        return try base.overriding(observedBy: observer, overrides)
    }

    /// Starts the container, runs `body` with it as the current one, and shuts it down.
    ///
    /// If `body` throws, errors of hooks go to ``Armory/Container/Configuration/reportFailure``.
    func run<R>(in container: Container, _ body: () async throws -> R) async throws -> R {
        try await container.start()
        let result: R
        do {
            result = try await container.asCurrent { try await body() }
        } catch {
            do throws(ResolutionError) {
                try await container.shutdown(outcome: .failed(error))
            } catch let failure {
                for fault in failure.faults { container.configuration.reportFailure?(fault) }
            }
            throw error
        }
        try await container.shutdown()
        return result
    }

    /// Runs the test, and then records the refused resolves, except the one whose error the test throws: that error fails the
    /// test already.
    ///
    /// - Throws: The error of `body`, or that of the first refused resolve if no issue can record it.
    func finish<R>(_ body: () throws -> R) throws -> R {
        let result: R
        do {
            result = try body()
        } catch {
            strict?.record(except: error)
            throw error
        }
        try finish()
        return result
    }

    /// Runs an asynchronous test; otherwise the same as the synchronous function.
    func finish<R>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R) async throws -> R {
        let result: R
        do {
            result = try await body()
        } catch {
            strict?.record(except: error)
            throw error
        }
        try finish()
        return result
    }

    private func finish() throws {
        strict?.record()
        if let error = strict?.unrecorded { throw error }
    }
}

/// Refuses nothing, and makes the container create every instance anew.
private struct SeparatingObserver: ResolutionObserver {
    var sharesNothing: Bool { true }
}

extension Container {
    /// The current container, or one without registrations if there is none.
    static var currentOfTest: Container { get throws { try current ?? Container {} } }
}
