// Registrations that keep one instance for each value of the arguments; see Transient+Arguments.swift.
//
// Values are compared as a whole, by `==`.

extension Plumbing {
    /// ``Kept`` and ``Shared``, also unchecked.
    ///
    /// Their ``RegistrationKind/kind`` is a value that only the library can create: another conforming type would share what need not be
    /// `Sendable`.
    public protocol ArgumentKeepingRegistration<Instance>: FactoryRegistration, RegistrationKind {
        /// Creates a registration from its definition.
        init(definition: Definition<Instance>)
    }

    /// ``Kept``, also unchecked.
    public protocol KeptRegistration<Instance>: ArgumentKeepingRegistration {}
}

extension Plumbing.KeptRegistration {
    /// Returns the registration with a lifetime for its instances.
    ///
    /// After several calls, the last lifetime counts.
    ///
    /// - Parameter lifetime: Determines which callers share an instance, and for how long.
    public func lifetime(_ lifetime: some CustomLifetime) -> Self {
        changed { $0.parts.route = ($0.parts.route as? any AnyKeptRoute)?.changed(to: lifetime) }
    }
}

extension Plumbing.ArgumentKeepingRegistration {
    /// Registers a factory that takes an argument, with one instance for each value.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the argument. It may run on any thread.
    public init<Argument: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, arguments: Argument.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(definition: .init(Self.kind.lifetime, at: location, taking: factory))
    }

    /// Registers a factory that takes two arguments, with one instance for each combination of values.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First: Hashable & Sendable, Second: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second) throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(definition: .init(Self.kind.lifetime, at: location, takingSeveral: factory))
    }

    /// Registers a factory that takes three arguments, with one instance for each combination of values.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - third: The type of the third argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First: Hashable & Sendable, Second: Hashable & Sendable, Third: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type, _ third: Third.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second, _ third: Third) throws ->
            Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(definition: .init(Self.kind.lifetime, at: location, takingSeveral: factory))
    }

    /// Registers a factory that takes any number of arguments, with one instance for each combination of values.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - rest: The types of the other arguments.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    @_disfavoredOverload
    public init<First: Hashable & Sendable, Second: Hashable & Sendable, each Rest: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type,
        _ rest: repeat (each Rest).Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second, _ rest: repeat each Rest)
            throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(definition: .init(Self.kind.lifetime, at: location, takingSeveral: factory))
    }

    /// Registers a factory that awaits and takes an argument, with one instance for each value.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<Argument: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, arguments: Argument.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver, _ argument: Argument) async throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(definition: .init(Self.kind.lifetime, at: location, awaiting: factory))
    }

    /// Registers a factory that awaits and takes several arguments, with one instance for each combination of values.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - rest: The types of the other arguments.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<First: Hashable & Sendable, Second: Hashable & Sendable, each Rest: Hashable & Sendable, E: Error>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type,
        _ rest: repeat (each Rest).Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ first: First, _ second: Second, _ rest: repeat each Rest
            ) async throws(E) -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(definition: .init(Self.kind.lifetime, at: location, awaitingSeveral: factory))
    }
}
