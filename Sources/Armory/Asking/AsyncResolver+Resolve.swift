// The resolves of a factory that awaits: the same as those of a container. A nested result may be shared with the rest
// of the graph, so it is not `sending`.

extension AsyncResolver {
    /// Resolves the instance registered for a type.
    ///
    /// - Throws: ``ResolutionError``; see ``Container/resolveAsync(_:named:)``.
    public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) async throws(ResolutionError) -> T {
        try await lookUp(type, key: name.map { Qualifier($0) })
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
        _ type: T.Type = T.self, named name: Name? = nil, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUp(type, key: name.map { Qualifier($0) }, Argument.self, argument)
    }

    /// Resolves an instance created from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name? = nil, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUp(
            type, key: name.map { Qualifier($0) }, (First, Second, repeat each Rest).self,
            (first, second, (repeat each rest)))
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
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: Name? = nil
    ) async throws(ResolutionError) -> T? {
        try await lookUp(T?.self, key: name.map { Qualifier($0) })
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T? {
        try await lookUp(T?.self, key: Qualifier(qualifier))
    }

    /// Short for ``resolve(_:named:)`` with the type inferred: `try await $0()`.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(_ type: T.Type = T.self, named name: Name? = nil) async throws(ResolutionError) -> T {
        try await lookUp(type, key: name.map { Qualifier($0) })
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
