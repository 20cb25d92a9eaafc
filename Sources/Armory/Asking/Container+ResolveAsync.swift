// Resolving instances whose factories may await.

extension Container {
    /// Resolves the instance registered for a type, and awaits the factories of it and its dependencies if necessary.
    ///
    /// ```swift
    /// let database = try await container.resolveAsync(Database.self)
    /// ```
    ///
    /// An instance that exists, or can be created without awaiting, is resolved as by ``resolve(_:)-5tjdy``, without a
    /// task. Several tasks that request the same kept instance wait for one run of its factory; no thread is blocked
    /// meanwhile. A task that is cancelled while it waits leaves at once, with ``ResolutionError/Code/cancelled``. The
    /// factory continues as long as any task waits.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Returns: The instance, as `resolve` returns it.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: A lookup for an existing instance; otherwise the cost of the factories.
    public func resolveAsync<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> sending T {
        try await lookUpAsync(type, key: nil)
    }

    /// Resolves the instance registered for a type under a name, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T>(
        _ type: T.Type = T.self, named name: Name
    ) async throws(ResolutionError) -> sending T {
        try await lookUpAsync(type, key: Qualifier(name))
    }

    /// Resolves the instance registered for a type under a qualifier, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> sending T {
        try await lookUpAsync(type, key: Qualifier(qualifier))
    }

    /// Resolves an instance created from an argument, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, nil, Argument.self, argument, Asker(TaskFrame.running))
    }

    /// Resolves an instance created from several arguments, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First, Second, each Rest>(
        _ type: T.Type = T.self, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(
            type, nil, (First, Second, repeat each Rest).self, (first, second, (repeat each rest)),
            Asker(TaskFrame.running))
    }

    /// Resolves an instance registered under a name and created from an argument, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, Argument>(
        _ type: T.Type = T.self, named name: Name, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, Qualifier(name), Argument.self, argument, Asker(TaskFrame.running))
    }

    /// Resolves an instance registered under a name and created from several arguments, and awaits if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(
            type, Qualifier(name), (First, Second, repeat each Rest).self, (first, second, (repeat each rest)),
            Asker(TaskFrame.running))
    }

    /// Resolves an instance registered under a qualifier and created from an argument, and awaits if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, Argument>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, Qualifier(qualifier), Argument.self, argument, Asker(TaskFrame.running))
    }

    /// Resolves an instance registered under a qualifier and created from several arguments, and awaits if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First, Second, each Rest>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(
            type, Qualifier(qualifier), (First, Second, repeat each Rest).self, (first, second, (repeat each rest)),
            Asker(TaskFrame.running))
    }

    /// Resolves the instance registered for a type, awaiting if necessary, or returns nil if there is none.
    ///
    /// If the type is registered and its instance cannot be created, the result is an error, not nil.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptionalAsync<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> sending T? {
        try await lookUpOptionalAsync(type, nil, Asker(TaskFrame.running))
    }

    /// Resolves the instance registered for a type under a name, awaiting if necessary, or returns nil.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptionalAsync<T>(
        _ type: T.Type = T.self, named name: Name
    ) async throws(ResolutionError) -> sending T? {
        try await lookUpOptionalAsync(type, Qualifier(name), Asker(TaskFrame.running))
    }

    /// Resolves the instance registered for a type under a qualifier, awaiting if necessary, or returns nil.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    public func resolveOptionalAsync<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> sending T? {
        try await lookUpOptionalAsync(type, Qualifier(qualifier), Asker(TaskFrame.running))
    }
}
