// Typed keys: `container.resolve(keyed: \.orders)`, and `container.resolve(keyed: \.campaign, arguments: 7, "Hello")` for a registration with arguments.

extension Container {
    /// Resolves the registration of a typed key.
    ///
    /// - Parameter key: See ``TypedKey``.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As by type, and the cost of reading the key path.
    public func resolve<T>(keyed key: KeyPath<TypedKeys, TypedKey<T>>) throws(ResolutionError) -> T {
        try resolve(T.self, by: key.qualifier())
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
        guard !Several<repeat each Rest>.isEmpty else { return try resolve(by: key.qualifier(), arguments: first) }
        return try resolve(by: key.qualifier(), arguments: Several(first, repeat each rest))
    }
}

extension Resolver {
    /// Resolves the registration of a typed key.
    ///
    /// - Parameter key: See ``TypedKey``.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(keyed key: KeyPath<TypedKeys, TypedKey<T>>) throws(ResolutionError) -> T {
        try resolve(T.self, by: key.qualifier())
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
        guard !Several<repeat each Rest>.isEmpty else { return try resolve(by: key.qualifier(), arguments: first) }
        return try resolve(by: key.qualifier(), arguments: Several(first, repeat each rest))
    }
}

extension AsyncResolver {
    /// Resolves the registration of a typed key, and awaits its factory if necessary.
    ///
    /// - Parameter key: See ``TypedKey``.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(keyed key: KeyPath<TypedKeys, TypedKey<T>>) async throws(ResolutionError) -> T {
        try await resolve(T.self, by: key.qualifier())
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
        guard !Several<repeat each Rest>.isEmpty else {
            return try await resolve(by: key.qualifier(), arguments: first)
        }
        return try await resolve(by: key.qualifier(), arguments: Several(first, repeat each rest))
    }
}
