// Request contexts with the request's scope.

#if Hummingbird
public import Armory
internal import ArmoryRequests
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
/// ``BasicScopedRequestContext`` is one without further properties.
public protocol ScopedRequestContext: RequestContext {
    /// The storage of the scope; empty until ``RequestScopes`` fills it.
    var requestScope: RequestScope { get set }
}

/// The storage of a request's scope in its context.
public struct RequestScope: Sendable {
    private enum Storage: Sendable {
        case empty
        case request(LazyScope)
        case inner(Container)
    }

    private let storage: Storage

    /// Creates an empty storage.
    public init() {
        storage = .empty
    }

    /// Creates a storage of a scope that is open, for a middleware that opens one inside the request's scope.
    ///
    /// ```swift
    /// try await context.scope.withScope(.user, seeds: [ScopeSeed(user)]) { scope in
    ///     var context = context
    ///     context.requestScope = RequestScope(scope)
    ///     return try await next(request, context)
    /// }
    /// ```
    ///
    /// `context.scope` and `context.resolve(_:)` use this scope then. The middleware ends it.
    ///
    /// - Parameter scope: The scope.
    public init(_ scope: Container) {
        storage = .inner(scope)
    }

    init(_ scope: LazyScope) {
        storage = .request(scope)
    }

    /// The scope, which is opened at its first use; nil: there is none.
    func open() throws -> Container? {
        switch storage {
        case .empty: nil
        case .request(let scope): try scope.openIfClaimed()
        case .inner(let scope): scope
        }
    }
}

extension ScopedRequestContext {
    /// The request's scope: a container that is opened at its first use, and lives until the response is written.
    ///
    /// Inside a middleware that opened a scope of its own, it is that scope: see ``RequestScope/init(_:)``.
    ///
    /// - Throws: ``NoRequestScope`` if no ``RequestScopes`` is around the handler. `ResolutionError` with the code
    ///   `closed` if the middleware's container is closed.
    /// - Complexity: O(1), under a lock. May be called from many tasks at once.
    public var scope: Container {
        get throws {
            guard let scope = try requestScope.open() else { throw NoRequestScope() }
            return scope
        }
    }

    /// Resolves an instance in the request's scope.
    ///
    /// ```swift
    /// router.get("orders") { request, context in
    ///     try await context.resolve(OrderService.self).list()
    /// }
    /// ```
    ///
    /// - Parameter type: The registered type.
    /// - Throws: `ResolutionError`; ``NoRequestScope`` if no ``RequestScopes`` is around the handler.
    /// - Complexity: That of `Container.resolve(_:)`.
    @inlinable
    public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        try scope.resolve(type)
    }

    /// Resolves an instance with a name in the request's scope.
    ///
    /// - Parameters:
    ///   - type: The registered type.
    ///   - name: The name of the registration.
    /// - Throws: `ResolutionError`; ``NoRequestScope`` if no ``RequestScopes`` is around the handler.
    @inlinable
    public func resolve<T>(_ type: T.Type = T.self, named name: RegistrationName) throws -> T {
        try scope.resolve(type, named: name)
    }
}

/// The error for using the scope of a request that has none.
public struct NoRequestScope: Error, CustomStringConvertible {
    /// The whole message.
    public var description: String {
        "The request has no scope: no RequestScopes middleware is around its handler.\n"
            + "  fix: router.add(middleware: RequestScopes(container)) before the routes are added."
    }
}

/// A request context with a scope and no further properties.
public struct BasicScopedRequestContext: ScopedRequestContext {
    /// The properties that Hummingbird needs.
    public var coreContext: CoreRequestContextStorage
    /// The storage of the scope.
    public var requestScope = RequestScope()

    /// Creates the context of a new request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
#endif
