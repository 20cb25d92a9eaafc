// The forms of a factory's resolves that the core does not have.

extension Resolver {
    /// Resolves the instance registered for a type under a name.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, named name: RegistrationName) throws(ResolutionError) -> T {
        try resolve(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a name: `try $0(named: "primary")`.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable @inline(__always)
    public func callAsFunction<T>(_ type: T.Type = T.self, named name: RegistrationName) throws(ResolutionError) -> T {
        try resolve(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable @inline(__always)
    public func callAsFunction<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T {
        try resolve(type, qualifier: qualifier)
    }

    /// Resolves a new instance, made from an argument.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try resolve(type, arguments: argument)
    }

    /// Resolves a new instance, made from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
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
    public func resolveOptional<T>(_ type: T.Type = T.self, named name: RegistrationName) throws(ResolutionError) -> T? {
        try resolve(T?.self, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none or its factory declines.
    ///
    /// - Throws: ``ResolutionError``, if it is registered and its instance cannot be made.
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T? {
        try resolve(T?.self, qualifier: qualifier)
    }

    // MARK: In a new graph

    /// Resolves an instance that shares nothing with the running graph, for an actor or another task.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) throws(ResolutionError) -> sending T {
        try inNewGraph(type, name.map { Qualifier($0) })
    }

    /// Resolves an instance with a qualifier that shares nothing with the running graph.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending T {
        try inNewGraph(type, Qualifier(qualifier))
    }

    private func inNewGraph<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(ResolutionError) -> sending T {
        // A graph of its own: nobody else has what is not `Sendable`.
        nonisolated(unsafe) let instance = try apart(type, by: qualifier)
        return unsafe instance
    }
}
