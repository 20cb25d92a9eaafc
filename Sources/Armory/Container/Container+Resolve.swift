// The forms of resolving that the core does not have: several arguments, optionals and lists.

extension Container {
    /// Resolves a new instance, made from several arguments.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As with one argument.
    public func resolve<T, First, each Rest>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        let qualifier = name.map { Qualifier($0) }
        guard !Several<repeat each Rest>.isEmpty else { return try resolve(type, by: qualifier, arguments: first) }
        return try resolve(type, by: qualifier, arguments: Several(first, repeat each rest))
    }

    /// Resolves a new instance of a qualified registration, made from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try resolve(type, qualifier: qualifier, arguments: Several(first, second, repeat each rest))
    }

    /// Resolves the instance registered for a type under a name, or returns nil if there is none or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptional<T>(_ type: T.Type = T.self, named name: RegistrationName) throws(ResolutionError) -> sending T? {
        try resolve(T?.self, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending T? {
        try resolve(T?.self, qualifier: qualifier)
    }

    /// Resolves all registrations of a type.
    ///
    /// A name may have several registrations if they are ``Registration/contributed()``.
    ///
    /// - Parameters:
    ///   - type: The type of the registrations.
    ///   - name: The name of the registrations; nil: those of any name or qualifier, and of none.
    /// - Returns: The instances in the order of registration, those of parents first; empty if the type has none.
    /// - Throws: ``ResolutionError`` if one of the instances cannot be made.
    /// - Complexity: O(*k*) for *k* registrations of the type; O(*n*) at the first call.
    public func resolveAll<T>(_ type: T.Type = T.self, named name: RegistrationName? = nil) throws(ResolutionError) -> sending [T] {
        nonisolated(unsafe) let all = try resolve([T]?.self, by: name.map { Qualifier($0) })
        return unsafe all ?? []
    }

    /// Resolves all registrations of a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError`` if one of the instances cannot be made.
    public func resolveAll<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending [T] {
        try resolve([T]?.self, qualifier: qualifier) ?? []
    }

    /// Resolves the instance registered for a type under a name, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T>(_ type: T.Type = T.self, named name: RegistrationName) async throws(ResolutionError) -> sending T {
        try await resolveAsync(type, qualifier: name)
    }

    /// Resolves a new instance, made from several arguments, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First: Sendable, Second: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await resolveAsync(type, arguments: Several(first, second, repeat each rest))
    }

    /// Resolves a new instance of a named registration, made from several arguments, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, named name: RegistrationName, arguments first: First, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        guard !Several<repeat each Rest>.isEmpty else {
            return try await resolveAsync(type, qualifier: name, arguments: first)
        }
        return try await resolveAsync(type, qualifier: name, arguments: Several(first, repeat each rest))
    }

    /// Resolves a new instance of a qualified registration, made from several arguments, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First: Sendable, Second: Sendable, each Rest: Sendable>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await resolveAsync(type, qualifier: qualifier, arguments: Several(first, second, repeat each rest))
    }

    /// Resolves the instance registered for a type under a name; nil: there is none, or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptionalAsync<T>(
        _ type: T.Type = T.self, named name: RegistrationName
    ) async throws(ResolutionError) -> sending T? {
        try await resolveAsync(T?.self, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier; nil: there is none, or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptionalAsync<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> sending T? {
        try await resolveAsync(T?.self, qualifier: qualifier)
    }
}
