// The forms of an awaiting factory's resolves that the core does not have.

extension AsyncResolver {
    /// Resolves the instance registered for a type under a name, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self, named name: RegistrationName) async throws(ResolutionError) -> T {
        try await resolve(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a name, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(_ type: T.Type = T.self, named name: RegistrationName) async throws(ResolutionError) -> T {
        try await resolve(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T {
        try await resolve(type, qualifier: qualifier)
    }

    /// Resolves a new instance, made from an argument, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T, Argument: Sendable>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await resolve(type, arguments: argument)
    }

    /// Resolves a new instance, made from several arguments, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments first: First, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        let qualifier = name.map { Qualifier($0) }
        guard !Several<repeat each Rest>.isEmpty else {
            return try await resolve(type, by: qualifier, arguments: first)
        }
        return try await resolve(type, by: qualifier, arguments: Several(first, repeat each rest))
    }

    /// Resolves a new instance of a qualified registration, made from several arguments, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First: Sendable, Second: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await resolve(type, qualifier: qualifier, arguments: Several(first, second, repeat each rest))
    }

    /// Resolves the instance registered for a type, or for it and a name; nil: there is none, or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) async throws(ResolutionError) -> T? {
        try await resolve(T?.self, by: name.map { Qualifier($0) })
    }

    /// Resolves the instance registered for a type under a qualifier; nil: there is none, or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T? {
        try await resolve(T?.self, qualifier: qualifier)
    }
}
