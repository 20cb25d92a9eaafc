// Registering factories that await, for every lifetime, with the type of the factory's result. See also
// FactoryRegistration+Async.swift.

extension Plumbing.InferringRegistration {
    /// Registers an awaiting initializer or function, whose parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<each P, E: Error>(
        _ factory: @escaping @concurrent @Sendable (repeat each P) async throws(E) -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }
}

// See FactoryRegistration+Async.swift for the difference.

extension Plumbing.InferringRegistration {
    /// Registers a factory that awaits and resolves its dependencies from the resolver.
    ///
    /// The dependencies of such a closure are not known before it runs, unless ``Registration/dependsOn(_:)`` declares
    /// them.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread or, if it is isolated to an actor, on that actor.
    @_disfavoredOverload
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> sending Instance
    ) {
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }

    /// Registers a factory that awaits and has no dependencies.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread or, if it is isolated to an actor, on that actor.
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable () async throws -> sending Instance
    ) {
        // Not disfavoured: it competes with the initializer that takes a value, and that one is disfavoured.
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }
}

extension Plumbing.InferringRegistration where Instance: Sendable {
    /// Registers a factory that awaits and resolves its dependencies from the resolver.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> Instance
    ) {
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }
}
