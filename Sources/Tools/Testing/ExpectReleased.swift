public import Armory

/// Expects that all objects created in a container while `body` runs are released afterwards.
///
/// `body` receives a separate container, derived from `base`, or a scope in such a container. The container is closed
/// afterwards; then all objects that it has created or kept must be released. Each object that is still alive is an
/// issue at the line of the call. Outside a test of Swift Testing, for example in XCTest, these issues are thrown as
/// one ``ExpectationFailure``.
///
/// ```swift
/// @Test func aRequestLeavesNothing() throws {
///     try expectReleased(in: application, scope: .request) { request in
///         _ = try request.resolve(Controller.self)
///     }
/// }
/// ```
///
/// Objects that `base` keeps and shares are not checked.
///
/// - Parameters:
///   - base: The container to derive from.
///   - scope: The tag of the scope that `body` receives; nil for no scope.
///   - fileID: The file where the failure is reported.
///   - filePath: The file where the failure is reported.
///   - line: The line where the failure is reported.
///   - column: The column where the failure is reported.
///   - overrides: The registrations that override others.
///   - body: Resolves instances. Objects that it stores elsewhere count as alive.
/// - Throws: The errors of deriving the container and of `body`.
public func expectReleased(
    in base: Container, scope: ScopeTag? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column,
    @ModuleBuilder overriding overrides: () -> [any ModuleElement] = { [] },
    _ body: (Container) throws -> Void
) throws {
    let watch = LeakWatch()
    try watch.run(in: base, scope: scope, overrides()) { container in try body(container) }
    try TestFailure(fileID, filePath, line, column).report(watch.survivors)
}

/// Expects that all objects created in a container while an asynchronous `body` runs are released afterwards.
///
/// Otherwise the same as the synchronous function.
public func expectReleased(
    in base: Container, scope: ScopeTag? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column,
    @ModuleBuilder overriding overrides: () -> [any ModuleElement] = { [] },
    _ body: (Container) async throws -> Void
) async throws {
    let watch = LeakWatch()
    try await watch.run(in: base, scope: scope, overrides()) { container in try await body(container) }
    try TestFailure(fileID, filePath, line, column).report(watch.survivors)
}

/// Refers weakly to every object that was created.
private final class LeakWatch: ResolutionObserver {
    private struct Made: @unchecked Sendable {  // Read and written under the guard's lock.
        weak var object: AnyObject?
        let key: String
    }

    private let made = Guarded<[ObjectIdentifier: Made]>([:])

    func wasMade(_ object: AnyObject, _ key: ServiceKey) {
        let (identifier, entry) = (ObjectIdentifier(object), Made(object: object, key: key.description))
        made.withLock { $0[identifier] = entry }
    }

    /// A message for each object that is still alive.
    var survivors: [String] {
        made.withLock(\.self).values.filter { $0.object != nil }.map(\.key).sorted().map {
            "\($0) is still alive: something outside of the container holds it."
        }
    }

    func run(
        in base: Container, scope: ScopeTag?, _ overrides: [any ModuleElement], _ body: (Container) throws -> Void
    ) throws {
        let (derived, inner) = try open(base, scope, overrides)
        defer { close(derived, inner) }
        try inner.asCurrent { try body(inner) }
    }

    func run(
        in base: Container, scope: ScopeTag?, _ overrides: [any ModuleElement], _ body: (Container) async throws -> Void
    ) async throws {
        let (derived, inner) = try open(base, scope, overrides)
        defer { close(derived, inner) }
        try await inner.asCurrent { try await body(inner) }
    }

    private func open(
        _ base: Container, _ scope: ScopeTag?, _ overrides: [any ModuleElement]
    ) throws(ResolutionError) -> (derived: Container, inner: Container) {
        let derived = try base.overriding(observedBy: self, overrides)
        guard let scope else { return (derived, derived) }
        return (derived, try derived.openScope(scope))
    }

    private func close(_ derived: Container, _ inner: Container) {
        inner.close()
        derived.close()
    }
}
