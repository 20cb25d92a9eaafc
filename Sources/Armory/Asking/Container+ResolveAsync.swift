// Resolving what may have to be awaited.

extension Container {
    /// The instance of a type, awaited where its factory or that of something it needs awaits.
    ///
    /// ```swift
    /// let database = try await container.resolveAsync(Database.self)
    /// ```
    ///
    /// What is there, or is made without awaiting, is had as by ``resolve(_:)-5tjdy``, without a task. Several tasks that ask for
    /// the same kept instance wait for one run of its factory, and no thread waits with them. A task that is cancelled while it
    /// waits leaves at once, with ``ResolutionError/Code/cancelled``; the factory goes on as long as anybody waits.
    ///
    /// - Parameter type: The type it is registered under; inferred when it is left out.
    /// - Returns: The instance, as of `resolve`.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: A look-up for what is ready; the factories' cost for what is not.
    public func resolveAsync<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> sending T {
        try await sent { asker throws(ResolutionError) in try await lookUpAsync(type, nil, asker) }
    }

    /// The instance that is registered for a type under a name, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T>(
        _ type: T.Type = T.self, named name: Name
    ) async throws(ResolutionError) -> sending T {
        try await sent { asker throws(ResolutionError) in try await lookUpAsync(type, Qualifier(name), asker) }
    }

    /// The instance that is registered for a type under a qualifier, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> sending T {
        try await sent { asker throws(ResolutionError) in try await lookUpAsync(type, Qualifier(qualifier), asker) }
    }

    /// An instance made from an argument, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, nil, Argument.self, argument, Asker(TaskFrame.running))
    }

    /// An instance made from several arguments, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First, Second, each Rest>(
        _ type: T.Type = T.self, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(
            type, nil, (First, Second, repeat each Rest).self, (first, second, (repeat each rest)),
            Asker(TaskFrame.running))
    }

    /// An instance made from an argument by what is registered under a name, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, Argument>(
        _ type: T.Type = T.self, named name: Name, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, Qualifier(name), Argument.self, argument, Asker(TaskFrame.running))
    }

    /// An instance made from several arguments by what is registered under a name, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(
            type, Qualifier(name), (First, Second, repeat each Rest).self, (first, second, (repeat each rest)),
            Asker(TaskFrame.running))
    }

    /// An instance made from an argument by what is registered under a qualifier, awaited.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveAsync<T, Argument>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments argument: Argument
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, Qualifier(qualifier), Argument.self, argument, Asker(TaskFrame.running))
    }

    /// An instance made from several arguments by what is registered under a qualifier, awaited.
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

    /// The instance of a type, awaited, or nil when nothing is registered for it.
    ///
    /// A registered type that cannot be made is an error, not nil.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    public func resolveOptionalAsync<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> sending T? {
        try await sent { asker throws(ResolutionError) in try await lookUpOptionalAsync(type, nil, asker) }
    }

    /// The instance that is registered for a type under a name, awaited, or nil when there is none.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    public func resolveOptionalAsync<T>(
        _ type: T.Type = T.self, named name: Name
    ) async throws(ResolutionError) -> sending T? {
        try await sent { asker throws(ResolutionError) in
            try await lookUpOptionalAsync(type, Qualifier(name), asker)
        }
    }

    /// The instance that is registered for a type under a qualifier, awaited, or nil when there is none.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    public func resolveOptionalAsync<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> sending T? {
        try await sent { asker throws(ResolutionError) in
            try await lookUpOptionalAsync(type, Qualifier(qualifier), asker)
        }
    }

    /// Hands out what a resolve from outside has made: nobody else has it, unless its lifetime shares it.
    private func sent<T>(
        _ body: (Asker) async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> sending T {
        try await body(Asker(TaskFrame.running))
    }
}
