// Initializers and functions of the main actor as factories. They are awaited, because another thread may resolve.

extension FactoryRegistration where Instance: Sendable {
    /// Registers, under a type, an initializer or function that is isolated to the main actor.
    ///
    /// The parameters are resolved by their types, on no particular thread. Then the factory runs on the main actor. So
    /// the instance is created as by a factory that awaits: `resolveAsync` creates it, or ``Container/start()`` if it is
    /// ``KeepingRegistration/eager()``.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on the main actor.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<each P: Sendable>(
        _ type: Instance.Type, _ factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(onMainActor: factory, at: location, repeat ParameterSource<each P>.registered)
    }

    /// Registers, under a type, an initializer or function that is isolated to the main actor, with given sources for its
    /// parameters.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on the main actor.
    ///   - first: The source of the first parameter.
    ///   - rest: The sources of the other parameters.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<First: Sendable, each Rest: Sendable>(
        _ type: Instance.Type, _ factory: @escaping @MainActor @Sendable (First, repeat each Rest) throws -> Instance,
        _ first: ParameterSource<First>, _ rest: repeat ParameterSource<each Rest>,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(onMainActor: factory, at: CodeLocation(fileID: fileID, line: line), first, repeat each rest)
    }

    private init<each P: Sendable>(
        onMainActor factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        at location: CodeLocation, _ sources: repeat ParameterSource<each P>
    ) {
        let sources = (repeat each sources)
        let needs = { @Sendable in Dependency.makeDependencies(forParameterSources: repeat each sources) }
        let make: @concurrent @Sendable (AsyncResolver, (any ArgumentValues & Sendable)?) async throws -> Instance = {
            resolver, arguments in
            var position = ParameterPosition()
            let parameters =
                (repeat try await (each sources).resolveNextParameter(
                    from: resolver, at: &position, arguments: arguments))
            return try await factory(repeat each parameters)
        }
        let makeHere: @Sendable (Resolver, (any ArgumentValues)?) throws -> Instance = { resolver, arguments in
            var position = ParameterPosition()
            let parameters =
                (repeat try (each sources).resolveNextParameter(from: resolver, at: &position, arguments: arguments))
            return try MainActor.assumeIsolated { try factory(repeat each parameters) }
        }
        let arguments = argumentTypes(of: repeat each sources)
        guard !arguments.isEmpty else {
            self.init(awaiting: { try await make($0, nil) }, needs: needs, at: location) { try makeHere($0, nil) }
            return
        }
        let factory = ArgumentFactory<Instance>(
            location: location, needs: needs, make: { try makeHere($0, $1) },
            makeAwaiting: { try await make($0, $1) })
        self.init(factory, taking: arguments)
    }

    /// Registers, under a type, an initializer or function that is isolated to the main actor and has no parameters.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on the main actor.
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @MainActor @Sendable () throws -> Instance
    ) {
        // Not disfavoured: it competes with the initializer for functions that may run on any thread.
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: CodeLocation(fileID: fileID, line: line)
        ) { _ in try MainActor.assumeIsolated { try factory() } }
    }
}

extension Plumbing.InferringRegistration where Instance: Sendable {
    /// Registers an initializer or function that is isolated to the main actor.
    ///
    /// The parameters are resolved by their types, on no particular thread. Then the factory runs on the main actor. So
    /// the instance is created as by a factory that awaits: `resolveAsync` creates it, or ``Container/start()`` if it is
    /// ``KeepingRegistration/eager()``.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters, on the main actor.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<each P: Sendable>(
        _ factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function that is isolated to the main actor, with given sources for its parameters.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters, on the main actor.
    ///   - first: The source of the first parameter.
    ///   - rest: The sources of the other parameters.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<First: Sendable, each Rest: Sendable>(
        _ factory: @escaping @MainActor @Sendable (First, repeat each Rest) throws -> Instance,
        _ first: ParameterSource<First>, _ rest: repeat ParameterSource<each Rest>,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, first, repeat each rest, fileID: fileID, line: line)
    }

    /// Registers an initializer or function that is isolated to the main actor and has no parameters.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on the main actor.
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @MainActor @Sendable () throws -> Instance
    ) {
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }
}
