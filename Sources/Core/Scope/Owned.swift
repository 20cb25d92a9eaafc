// A dependency with a separate scope, which ends when its holder releases it.
//
//     holder --> Owned --> value
//                  |
//                  +--> scope "owned" --> instances of that tag, which the value and its dependencies use
//                         |
//                         +--> the handle that was asked, with its singletons

/// A dependency that its holder owns, in a separate scope.
///
/// ```swift
/// final class Importer {
///     init(session: Owned<ImportSession>) { ... }   // `await session.shutdown()` closes what the session has brought along
/// }
/// ```
///
/// Instances of the tag ``ScopeTag/owned`` live in that scope and are closed with it. Singletons are the container's, as everywhere.
/// The end of the container, or of the scope in which the `Owned` was asked for, closes it as it closes open scopes.
///
/// Hold the `Owned`, not only its value: when it is released, it is closed, and hooks learn that it was completed. It keeps the memory of its container, so a singleton that
/// holds one keeps the container's memory, and its own. Threads may use it at the same time if the value is `Sendable`.
public final class Owned<T> {
    /// The instance.
    public let value: T
    private let scope: Container

    private init(_ value: T, _ scope: Container) {
        self.value = value
        self.scope = scope
    }

    /// Closes the instances of the scope, dependents before their dependencies, without awaiting.
    ///
    /// Resolving by what the value has kept of its scope fails with ``ResolutionError/Code/closed`` from now on. A second call does
    /// nothing. If a hook awaits, it and those after it run in a task.
    ///
    /// - Parameter end: How it ended, for the hooks.
    /// - Returns: The errors of the hooks that ran during this call.
    /// - Complexity: As ``Container/close(after:)``.
    @discardableResult
    public func close(after end: ScopeEnd = .completed) -> [ResolutionError] { scope.close(after: end) }

    /// Closes the instances of the scope, dependents before their dependencies, and awaits hooks that await.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for instances that are being made; nil: without a limit.
    ///   - end: How it ended, for the hooks.
    /// - Throws: ``ResolutionError`` with the code `shutdownFailed`, after everything is closed.
    /// - Complexity: As ``Container/close(after:)``.
    public func shutdown(within limit: Duration? = nil, after end: ScopeEnd = .completed) async throws(ResolutionError)
    {
        try await scope.shutdown(within: limit, after: end)
    }

    deinit { scope.report(scope.close()) }
}

extension Owned: @unchecked Sendable where T: Sendable {}  // Immutable; `Container` is `Sendable`.

extension ScopeTag {
    /// The tag of instances that live as long as the ``Owned`` that they were made for.
    public static let owned = ScopeTag("owned")
}

extension Owned: ComposedType {
    package static func composition(_ qualifier: AnyQualifier?) -> Composition {
        .wrapped(ServiceKey(T.self, qualifier: qualifier))
    }

    package static func composed<Members: MemberSource>(
        _ qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        let outer = members.handle.container
        let scope = try outer.openScope(.owned)
        do throws(ResolutionError) {
            return Self(try members.wrapped(T.self, in: scope.reference, inside: outer.around), scope)
        } catch {
            scope.report(scope.close(after: .failed(error)))
            throw error
        }
    }

    package static func awaited(
        _ qualifiers: [AnyQualifier?], from members: some AwaitedMemberSource
    ) async throws(ResolutionError) -> Self {
        let outer = members.handle.container
        let scope = try outer.openScope(.owned)
        do throws(ResolutionError) {
            return Self(try await members.wrapped(T.self, in: scope.reference, inside: outer.around), scope)
        } catch {
            // As a cancelled task may not await hooks; and who asked for it waits for nothing else.
            scope.report(scope.close(after: .failed(error)))
            throw error
        }
    }
}

extension Container {
    /// The handle itself and those that it is a scope of.
    fileprivate var around: [HandleReference] { [reference] + (outer?.around ?? []) }
}
