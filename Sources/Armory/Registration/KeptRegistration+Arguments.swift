// Registrations that keep one instance for each value of the arguments; see Transient+Arguments.swift.
//
// Values are compared as a whole, by `==`.

extension Plumbing {
    /// ``Kept``, also unchecked.
    public protocol KeptRegistration<Instance>: FactoryRegistration {
        /// A value that only the library can create: another conforming type would share what need not be `Sendable`.
        static var permission: Permission<Self> { get }

        /// Creates a registration from its definition.
        init(definition: Definition<Instance>)
    }

    /// The permission of a type to be created from arguments and kept.
    public struct Permission<Registration>: Sendable {
        init() {}
    }
}

extension Plumbing.KeptRegistration {
    /// Creates a registration that the library permits.
    fileprivate init(permitted definition: Plumbing.Definition<Instance>) {
        _ = Self.permission
        self.init(definition: definition)
    }
}

extension Plumbing.KeptRegistration {
    /// Returns the registration with a lifetime for its instances.
    ///
    /// After several calls, the last lifetime counts.
    ///
    /// - Parameter lifetime: Determines which callers share an instance, and for how long.
    public func lifetime(_ lifetime: some CustomLifetime) -> Self {
        redefined { $0.change { $0.customFinder = $0.customFinder?.changed(to: lifetime) } }
    }
}

extension Plumbing.KeptRegistration {
    /// Registers a factory that takes an argument, with one instance for each value.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the argument. It may run on any thread.
    public init<Argument: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            permitted: Plumbing.Definition(at: location, keptBy: .ofValue, factory: factory))
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
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            permitted: Plumbing.Definition(
                at: location, keptBy: identityOfArguments(first, second)
            ) { try factory($0, $1.0, $1.1) })
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
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ third: Third.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @Sendable (
                _ resolver: Resolver, _ first: First, _ second: Second, _ third: Third
            ) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            permitted: Plumbing.Definition(
                at: location, keptBy: identityOfArguments(first, second, third)
            ) { try factory($0, $1.0, $1.1, $1.2) })
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
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ rest: repeat (each Rest).Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @Sendable (
                _ resolver: Resolver, _ first: First, _ second: Second, _ rest: repeat each Rest
            ) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let identity = identityOfArguments(first, second, repeat each rest)
        self.init(
            permitted: Plumbing.Definition(at: location, keptBy: identity) {
                try factory($0, $1.0, $1.1, repeat each $1.2)
            })
    }
}

extension Plumbing.KeptRegistration {
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
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ argument: Argument
            ) async throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            permitted: Plumbing.Definition(at: location, keptBy: .ofValue, awaiting: factory))
    }

    /// Registers a factory that awaits and takes two arguments, with one instance for each combination of values.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<First: Hashable & Sendable, Second: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ first: First, _ second: Second
            ) async throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            permitted: Plumbing.Definition(
                at: location, keptBy: identityOfArguments(first, second),
                awaiting: { try await factory($0, $1.0, $1.1) }))
    }

    /// Registers a factory that awaits and takes three arguments, with one instance for each combination of values.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - third: The type of the third argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<First: Hashable & Sendable, Second: Hashable & Sendable, Third: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ third: Third.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ first: First, _ second: Second, _ third: Third
            ) async throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            permitted: Plumbing.Definition(
                at: location, keptBy: identityOfArguments(first, second, third),
                awaiting: { try await factory($0, $1.0, $1.1, $1.2) }))
    }
}
