// Resolving with several arguments: `try container.resolve(Report.self, arguments: "July", 31)`. Where nothing is awaited, the core has the
// form for one argument, which is faster.

extension Container {
    /// Resolves a new instance, made from several arguments.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    ///   - first: The first argument, of exactly the type that the registration takes.
    ///   - second: The second argument.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try resolve(type, qualifiedBy: name?.qualifier, arguments: ArgumentTuple(first, second, repeat each rest))
    }

    /// Resolves a new instance, made from arguments, and awaits its factory if necessary.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    ///   - first: The first argument, of exactly the type that the registration takes.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments first: First, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        guard !ArgumentTuple<repeat each Rest>.isEmpty else {
            return try await resolveAsync(type, qualifiedBy: name?.qualifier, arguments: first)
        }
        return try await resolveAsync(
            type, qualifiedBy: name?.qualifier, arguments: ArgumentTuple(first, repeat each rest))
    }
}

extension Resolver {
    /// Resolves a new instance, made from several arguments.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    ///   - first: The first argument, of exactly the type that the registration takes.
    ///   - second: The second argument.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try resolve(type, qualifiedBy: name?.qualifier, arguments: ArgumentTuple(first, second, repeat each rest))
    }
}

extension AsyncResolver {
    /// Resolves a new instance, made from arguments, and awaits its factory if necessary.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    ///   - first: The first argument, of exactly the type that the registration takes.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments first: First, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        guard !ArgumentTuple<repeat each Rest>.isEmpty else {
            return try await resolve(type, qualifiedBy: name?.qualifier, arguments: first)
        }
        return try await resolve(type, qualifiedBy: name?.qualifier, arguments: ArgumentTuple(first, repeat each rest))
    }
}

extension Container {
    /// Resolves the registration of a typed key.
    ///
    /// - Parameter key: See ``TypedKey``.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As by type, and the cost of reading the key path.
    public func resolve<T>(keyed key: KeyPath<TypedKeys, TypedKey<T>>) throws(ResolutionError) -> T {
        try resolve(T.self, qualifiedBy: key.qualifierOfTypedKey())
    }

    /// Resolves a new instance of the registration of a typed key, made from its arguments.
    ///
    /// - Parameters:
    ///   - key: See ``TypedKey``.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolve<First, each Rest, T>(
        keyed key: KeyPath<TypedKeys, TypedKey<(First, repeat each Rest) -> T>>, arguments first: First,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        guard !ArgumentTuple<repeat each Rest>.isEmpty else {
            return try resolve(qualifiedBy: key.qualifierOfTypedKey(), arguments: first)
        }
        return try resolve(qualifiedBy: key.qualifierOfTypedKey(), arguments: ArgumentTuple(first, repeat each rest))
    }
}

extension Resolver {
    /// Resolves the registration of a typed key.
    ///
    /// - Parameter key: See ``TypedKey``.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(keyed key: KeyPath<TypedKeys, TypedKey<T>>) throws(ResolutionError) -> T {
        try resolve(T.self, qualifiedBy: key.qualifierOfTypedKey())
    }

    /// Resolves a new instance of the registration of a typed key, made from its arguments.
    ///
    /// - Parameters:
    ///   - key: See ``TypedKey``.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolve<First, each Rest, T>(
        keyed key: KeyPath<TypedKeys, TypedKey<(First, repeat each Rest) -> T>>, arguments first: First,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        guard !ArgumentTuple<repeat each Rest>.isEmpty else {
            return try resolve(qualifiedBy: key.qualifierOfTypedKey(), arguments: first)
        }
        return try resolve(qualifiedBy: key.qualifierOfTypedKey(), arguments: ArgumentTuple(first, repeat each rest))
    }
}

extension AsyncResolver {
    /// Resolves the registration of a typed key, and awaits its factory if necessary.
    ///
    /// - Parameter key: See ``TypedKey``.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(keyed key: KeyPath<TypedKeys, TypedKey<T>>) async throws(ResolutionError) -> T {
        try await resolve(T.self, qualifiedBy: key.qualifierOfTypedKey())
    }

    /// Resolves a new instance of the registration of a typed key, made from its arguments, and awaits its factory if necessary.
    ///
    /// - Parameters:
    ///   - key: See ``TypedKey``.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    public func resolve<First: Sendable, each Rest: Sendable, T>(
        keyed key: KeyPath<TypedKeys, TypedKey<(First, repeat each Rest) -> T>>, arguments first: First,
        _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        guard !ArgumentTuple<repeat each Rest>.isEmpty else {
            return try await resolve(qualifiedBy: key.qualifierOfTypedKey(), arguments: first)
        }
        return try await resolve(
            qualifiedBy: key.qualifierOfTypedKey(), arguments: ArgumentTuple(first, repeat each rest))
    }
}

extension Resolver {
    /// Resolves the instance registered for a type in a graph of its own.
    ///
    /// Nobody else has what is created there for that graph, so it may be sent to another task or stored in an actor.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) throws(ResolutionError) -> sending T {
        // A graph of its own: nobody else has what is not `Sendable`.
        nonisolated(unsafe) let instance = try resolveInNewGraph(type, qualifiedBy: name?.qualifier)
        return unsafe instance
    }
}

extension Container {
    /// Calls `body` with this container as the task's current one.
    ///
    /// ```swift
    /// try container.asCurrent { try Checkout().run() }      // Checkout has `let orders = Lazy<any Orders>()`
    /// ```
    ///
    /// Inside a factory, the container that the instance is created in goes first. Tasks that `body` starts inherit the
    /// container, and keep it.
    ///
    /// - Parameter body: The code to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () throws -> R) rethrows -> R { try Container.withCurrent(self, body) }

    /// Calls `body`, which awaits, with this container as the task's current one, which its child tasks inherit.
    ///
    /// - Parameter body: The code to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () async throws -> R) async rethrows -> R {
        try await Container.withCurrent(self, body)
    }

    /// Sets the process's default container, for code that was given none and whose task has no other one.
    ///
    /// Call it once in a process, at its start. The container is never released. If several threads set one, the first
    /// succeeds.
    ///
    /// - Throws: ``ResolutionError`` with the code `defaultIsSet` at the second call, which changes nothing.
    public static func setDefault(_ container: Container) throws(ResolutionError) {
        guard setDefaultContainer(container) else { throw .defaultIsSet }
    }
}
