/// Code that runs around every call of a record's closures: its factory and its injections.
///
/// One change gives them a module's view, one records what closures ask for, one reports how long they take.
protocol ClosureChange: Sendable {
    /// Calls a closure.
    func call<R>(_ resolver: Resolver, _ time: Dependency.Time, _ body: (Resolver) throws -> R) throws -> R

    /// Calls a factory that awaits.
    @concurrent func call<R>(_ resolver: AsyncResolver, _ body: AsyncFactory<R>) async throws -> R
}

/// Gives closures another resolver.
protocol ResolverChange: ClosureChange {
    @_lifetime(copy resolver)
    func changed(_ resolver: Resolver, _ time: Dependency.Time) -> Resolver
}

extension ResolverChange {
    func call<R>(_ resolver: Resolver, _ time: Dependency.Time, _ body: (Resolver) throws -> R) throws -> R {
        try body(changed(resolver, time))
    }

    @concurrent func call<R>(_ resolver: AsyncResolver, _ body: AsyncFactory<R>) async throws -> R {
        try await body(
            AsyncResolver(
                owner: changed(resolver.completing, .construction).owner, frameObject: resolver.frameObject))
    }
}
