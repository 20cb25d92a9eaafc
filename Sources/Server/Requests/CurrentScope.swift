// The scope for handlers that are given no request.

public import Armory

extension Container {
    /// The scope of the work that this task does: a container that is opened at its first use.
    ///
    /// It is for handlers that are given no request and no context, such as the methods of a generated protocol:
    ///
    /// ```swift
    /// func place(_ order: Order) async throws -> Receipt {
    ///     try await Container.currentScope.resolve(OrderService.self).place(order)
    /// }
    /// ```
    ///
    /// Unlike `Container.current`, it is never a container that is no scope.
    ///
    /// - Throws: `NoCurrentScope` if no adapter has begun a scope around this code. `ResolutionError` with the code
    ///   `closed` if the container that the scope is opened in is closed.
    /// - Complexity: The read of a task-local, and a lock.
    public static var currentScope: Container {
        get throws {
            guard let scope = try LazyScope.current?.openIfClaimed() else { throw NoCurrentScope() }
            return scope
        }
    }
}

/// The error for using the scope of work that has none.
public struct NoCurrentScope: Error, CustomStringConvertible {
    /// Creates the error.
    package init() {}

    /// The whole message.
    public var description: String {
        "This code runs outside of the scope of a request, a call, a job or a message.\n"
            + "  fix: open the scope around it: with RequestScopes in Hummingbird, ScopeInterceptor in gRPC, "
            + "otherwise with ScopeSource.withScope(of:)."
    }
}
