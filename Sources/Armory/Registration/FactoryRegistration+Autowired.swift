// Autowiring: an initializer names its dependencies by the types of its parameters. These initializers name the type of
// the registration; those of InferringRegistration+Autowired.swift infer it.
//
// For a parameter whose type does not say enough, pass a `ParameterSource`.
//
// One initializer with a parameter pack would be enough. But the compiler does not specialise code over a pack:
// resolving a graph of seven objects then takes 3.8 times the instructions of code written by hand. With a separate
// initializer for each number of parameters it takes 1.4 times. So there is one for each number up to seven; further
// parameters go through a pack.

extension FactoryRegistration {
    @inlinable
    init(
        _ needs: @autoclosure @escaping @Sendable () -> [Dependency], _ fileID: StaticString, _ line: Int,
        _ make: @escaping @Sendable (Resolver) throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(recipe: Plumbing.Recipe(at: location, needs: needs, factory: make))
    }

    /// Registers, under a type, an initializer or function of one parameter, which is resolved by its type.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First>(
        _ type: Instance.Type, _ factory: @escaping @Sendable (First) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Dependency.makeDependencies(forParametersOfTypes: First.self), fileID, line) {
            try $0.callOneParameterInitializer(factory)
        }
    }

    /// Registers, under a type, an initializer or function of two parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second>(
        _ type: Instance.Type, _ factory: @escaping @Sendable (First, Second) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Dependency.makeDependencies(forParametersOfTypes: First.self, Second.self), fileID, line) {
            try factory($0.resolveParameter(at: 0), $0.resolveParameter(at: 1))
        }
    }

    /// Registers, under a type, an initializer or function of three parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third>(
        _ type: Instance.Type, _ factory: @escaping @Sendable (First, Second, Third) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Dependency.makeDependencies(forParametersOfTypes: First.self, Second.self, Third.self), fileID, line)
        {
            try factory($0.resolveParameter(at: 0), $0.resolveParameter(at: 1), $0.resolveParameter(at: 2))
        }
    }

    /// Registers, under a type, an initializer or function of four parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ type: Instance.Type, _ factory: @escaping @Sendable (First, Second, Third, Fourth) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(
            Dependency.makeDependencies(forParametersOfTypes: First.self, Second.self, Third.self, Fourth.self),
            fileID, line
        ) {
            try factory(
                $0.resolveParameter(at: 0), $0.resolveParameter(at: 1), $0.resolveParameter(at: 2),
                $0.resolveParameter(at: 3))
        }
    }

    /// Registers, under a type, an initializer or function of five parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ type: Instance.Type, _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(
            Dependency.makeDependencies(
                forParametersOfTypes: First.self, Second.self, Third.self, Fourth.self, Fifth.self),
            fileID, line
        ) {
            try factory(
                $0.resolveParameter(at: 0), $0.resolveParameter(at: 1), $0.resolveParameter(at: 2),
                $0.resolveParameter(at: 3), $0.resolveParameter(at: 4))
        }
    }

    /// Registers, under a type, an initializer or function of six parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(
            Dependency.makeDependencies(
                forParametersOfTypes: First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self),
            fileID, line
        ) {
            try factory(
                $0.resolveParameter(at: 0), $0.resolveParameter(at: 1), $0.resolveParameter(at: 2),
                $0.resolveParameter(at: 3), $0.resolveParameter(at: 4), $0.resolveParameter(at: 5)
            )
        }
    }

    /// Registers, under a type, an initializer or function of seven or more parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth, Seventh, each Rest>(
        _ type: Instance.Type,
        _ factory:
            @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh, repeat each Rest) throws ->
            Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let needs = { @Sendable in
            // Not as one list: in a client, Swift 6.3's optimiser takes the rest of such a list from a wrong place.
            var types: [any Any.Type] = [
                First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self, Seventh.self,
            ]
            repeat types.append((each Rest).self)
            return Dependency.makeDependencies(forParameterTypes: types)
        }
        self.init(needs(), fileID, line) {
            var next = 7
            return try factory(
                $0.resolveParameter(at: 0), $0.resolveParameter(at: 1), $0.resolveParameter(at: 2),
                $0.resolveParameter(at: 3), $0.resolveParameter(at: 4),
                $0.resolveParameter(at: 5), $0.resolveParameter(at: 6),
                repeat $0.resolveNextParameter(at: &next, (each Rest).self))
        }
    }
}

extension Resolver {
    /// Resolves the parameter at a position, and moves to the next one.
    @usableFromInline
    func resolveNextParameter<T>(at position: inout Int, _ type: T.Type) throws(ResolutionError) -> T {
        defer { position += 1 }
        return try resolveParameter(at: position, type)
    }
}
