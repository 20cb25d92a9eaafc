// The resolves of a factory that awaits: the same as those of a container. A nested result may be shared with the rest
// of the graph, so it is not `sending`.

extension AsyncResolver {
    private var seen: Container {
        // Only `Container` creates resolvers, with itself as the owner.
        unsafe unsafeDowncast(owner, to: Container.self)
    }

    /// The container that the instance is created in.
    ///
    /// Registrations that the registration's module hides are visible only through the resolver, not through this
    /// container.
    public var container: Container { seen.view?.base ?? seen }

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

// MARK: The walk

extension AsyncResolver {
    @usableFromInline
    func lookUp<T>(_ type: T.Type, key: AnyQualifier?) async throws(ResolutionError) -> T {
        try await asking { asker throws(ResolutionError) in try await seen.lookUpAsync(type, key, asker) }
    }

    func lookUp<T, Arguments>(
        _ type: T.Type, key: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await asking { asker throws(ResolutionError) in
            try await seen.lookUpAsync(type, key, argumentType, arguments, asker)
        }
    }

    func lookUp<T>(inner binding: TypedBinding<T>) async throws(ResolutionError) -> T {
        try await asking { asker throws(ResolutionError) in try await seen.lookUpAsync(inner: binding, asker) }
    }

    func lookUp<T, Arguments>(
        inner binding: TypedBinding<T>, _ argumentType: any Any.Type, _ arguments: Arguments
    ) async throws(ResolutionError) -> T {
        let request = Request(
            type: T.self, qualifier: binding.qualifier, argumentType: argumentType, arguments: arguments)
        return try await asking { asker throws(ResolutionError) in
            try await seen.lookUpAsync(inner: binding, request, asker)
        }
    }

    /// Calls `body` as part of the resolution, also in a task that has inherited nothing from the factory's task.
    private func asking<T>(
        _ body: (Asker) async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        if let running = TaskFrame.running { return try await body(Asker(running)) }
        guard frame.current != nil else { return try await body(Asker(nil)) }
        do {
            return try await TaskFrame.$innermost.withValue(frame) { try await body(Asker(frame)) }
        } catch let error as ResolutionError {
            throw error
        } catch {
            throw ResolutionError(.factoryFailed, key: ServiceKey(T.self), underlying: error)
        }
    }

    /// Calls `body`, which does not await, in the graph of the resolution.
    func inOnePart<R>(_ body: (Resolver) throws -> R) throws -> R {
        guard let root = frame.current?.root else { return try body(completing) }
        return try root.untypedPart(container, frame.binding.key) { try body(completing) }
    }
}
