public import Armory

/// Expects that what is made in a container while `body` runs is gone after it.
///
/// `body` is given a container of its own, derived from `base`, or a scope in one. It is closed afterwards, and every object that
/// it has made or kept has to be gone then. Each that is alive is an issue at the line of the call; outside of a test of the
/// toolchain's Testing, in XCTest for one, they are thrown as one ``ExpectationFailure``.
///
/// ```swift
/// @Test func aRequestLeavesNothing() throws {
///     try expectReleased(in: application, scope: .request) { request in
///         _ = try request.resolve(Controller.self)
///     }
/// }
/// ```
///
/// What `base` keeps and shares is not looked at.
///
/// - Parameters:
///   - base: The container to derive from.
///   - scope: The tag of the scope that `body` is given; nil: none.
///   - fileID: The file that fails.
///   - filePath: The file that fails.
///   - line: The line that fails.
///   - column: The column that fails.
///   - overrides: The registrations that take the places of others; what a scope's container is promised, for one.
///   - body: Resolves. What it returns or stores elsewhere counts as alive.
/// - Throws: What deriving or `body` throws.
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

/// Expects that what is made in a container while `body` runs is gone after it.
///
/// All else is as for the one that does not await.
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

/// Refers weakly to every object that was made.
private final class LeakWatch: ResolutionObserver {
    private struct Made: @unchecked Sendable {  // Read and written under the guard's lock.
        weak var object: AnyObject?
        let key: String
    }

    private let made = Guarded<[ObjectIdentifier: Made]>([:])

    func wasMade(_ object: AnyObject, _ key: ServiceKey) {
        let (identifier, entry) = (ObjectIdentifier(object), Made(object: object, key: key.description))
        made.change { $0[identifier] = entry }
    }

    /// A message for each that is alive.
    var survivors: [String] {
        made.value.values.filter { $0.object != nil }.map(\.key).sorted().map {
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
        return (derived, Container(parents: [derived], scope: scope, configuration: base.configuration))
    }

    private func close(_ derived: Container, _ inner: Container) {
        inner.close()
        derived.close()
    }
}
