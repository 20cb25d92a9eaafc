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
        try resolve(type, by: name?.qualifier, arguments: Several(first, second, repeat each rest))
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
        guard !Several<repeat each Rest>.isEmpty else {
            return try await resolveAsync(type, by: name?.qualifier, arguments: first)
        }
        return try await resolveAsync(type, by: name?.qualifier, arguments: Several(first, repeat each rest))
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
        try resolve(type, by: name?.qualifier, arguments: Several(first, second, repeat each rest))
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
        guard !Several<repeat each Rest>.isEmpty else {
            return try await resolve(type, by: name?.qualifier, arguments: first)
        }
        return try await resolve(type, by: name?.qualifier, arguments: Several(first, repeat each rest))
    }
}
