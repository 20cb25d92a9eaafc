// The resolves of a factory that awaits: the same as those of a container. A nested result may be shared with the rest
// of the graph, so it is not `sending`.

extension AsyncResolver {
    /// Resolves the instance registered for a type.
    ///
    /// - Throws: ``ResolutionError``; see ``Container/resolveAsync(_:)``.
    public func resolve<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> T {
        try await lookUp(type, key: nil)
    }

    /// Resolves the instance registered for a type under a name.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self, named name: Name) async throws(ResolutionError) -> T {
        try await lookUp(type, key: Qualifier(name))
    }

    /// Resolves the instance registered for a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: Qualifier(qualifier))
    }

    /// Resolves an instance created from an argument.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: nil, Argument.self, argument)
    }

    /// Resolves an instance created from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: nil, (First, Second, repeat each Rest).self, (first, second, (repeat each rest)))
    }

    /// Resolves an instance registered under a name and created from an argument.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, named name: Name, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: Qualifier(name), Argument.self, argument)
    }

    /// Resolves an instance registered under a name and created from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUp(
            type, key: Qualifier(name), (First, Second, repeat each Rest).self, (first, second, (repeat each rest)))
    }

    /// Resolves an instance registered under a qualifier and created from an argument.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: Qualifier(qualifier), Argument.self, argument)
    }

    /// Resolves an instance registered under a qualifier and created from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUp(
            type, key: Qualifier(qualifier), (First, Second, repeat each Rest).self, (first, second, (repeat each rest))
        )
    }

    /// Resolves the instance registered for a type, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptional<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> T? {
        try await lookUp(T?.self, key: nil)
    }

    /// Resolves the instance registered for a type under a name, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: Name
    ) async throws(ResolutionError) -> T? {
        try await lookUp(T?.self, key: Qualifier(name))
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T? {
        try await lookUp(T?.self, key: Qualifier(qualifier))
    }

    /// Short for ``resolve(_:)`` with the type inferred: `try await $0()`.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> T {
        try await lookUp(type, key: nil)
    }

    /// Short for `resolve` under a name.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(_ type: T.Type = T.self, named name: Name) async throws(ResolutionError) -> T {
        try await lookUp(type, key: Qualifier(name))
    }

    /// Short for `resolve` under a qualifier.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: Qualifier(qualifier))
    }

    /// Short for `resolve` with a run-time argument.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: nil, Argument.self, argument)
    }
}
