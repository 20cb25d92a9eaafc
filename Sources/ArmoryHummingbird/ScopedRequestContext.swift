// A request's context that has the request's scope.

#if Hummingbird
public import Armory
public import Hummingbird

/// A request context that ``RequestScopes`` puts a scope into.
///
/// ```swift
/// struct ShopContext: ScopedRequestContext {
///     var coreContext: CoreRequestContextStorage
///     var requestScope = RequestScope()
///     var user: User?
///
///     init(source: Source) { coreContext = .init(source: source) }
/// }
/// ```
///
/// ``BasicScopedRequestContext`` is one without anything of its own.
public protocol ScopedRequestContext: RequestContext {
    /// The place of the scope; empty until ``RequestScopes`` has filled it.
    var requestScope: RequestScope { get set }
}

/// The place of a request's scope in its context.
public struct RequestScope: Sendable {
    let lazy: LazyRequestScope?

    /// An empty one.
    public init() {
        lazy = nil
    }

    init(_ scope: LazyRequestScope) {
        lazy = scope
    }
}

extension ScopedRequestContext {
    /// The request's scope: a container that is opened when it is first asked for, and lives until the response is written.
    ///
    /// - Throws: ``NoRequestScope`` where no ``RequestScopes`` is around the handler; `ResolutionError` with the code `closed`
    ///   where its container is, or `seedNotDeclared` where that one has no ``Armory/Module/requests(label:in:)``.
    /// - Complexity: O(1), under a lock; may be called from many tasks at once.
    public var scope: Container {
        get throws {
            guard let scope = requestScope.lazy else { throw NoRequestScope() }
            return try scope.open()
        }
    }

    /// An instance, in the request's scope.
    ///
    /// ```swift
    /// router.get("orders") { request, context in
    ///     try await context.resolve(OrderService.self).list()
    /// }
    /// ```
    ///
    /// - Parameter type: The type that it is registered under.
    /// - Throws: `ResolutionError`; ``NoRequestScope`` where no ``RequestScopes`` is around the handler.
    /// - Complexity: That of `Container.resolve(_:)`.
    @inlinable
    public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        try scope.resolve(type)
    }

    /// An instance that is registered under a name, in the request's scope.
    ///
    /// - Parameters:
    ///   - type: The type that it is registered under.
    ///   - name: The name.
    /// - Throws: As above.
    @inlinable
    public func resolve<T>(_ type: T.Type = T.self, named name: Name) throws -> T {
        try scope.resolve(type, named: name)
    }
}

/// A handler asked for its request's scope, and there is none.
public struct NoRequestScope: Error, CustomStringConvertible {
    /// The whole message.
    public var description: String {
        "The request has no scope: no RequestScopes middleware is around its handler.\n"
            + "  fix: router.add(middleware: RequestScopes(container)) before the routes are added."
    }
}

/// The request context that has a scope and nothing else of its own.
public struct BasicScopedRequestContext: ScopedRequestContext {
    /// What Hummingbird itself needs.
    public var coreContext: CoreRequestContextStorage
    /// The place of the scope.
    public var requestScope = RequestScope()

    /// A context of a request that comes.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
#endif
