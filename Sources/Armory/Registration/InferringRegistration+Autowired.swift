// Autowiring with the type of the factory's result. FactoryRegistration+Autowired.swift says why there is one for each
// number of parameters.

extension Plumbing.InferringRegistration {
    /// Registers an initializer or function of one parameter, which is resolved by its type.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First>(
        _ factory: @escaping @Sendable (First) throws -> Instance, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function of two parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second>(
        _ factory: @escaping @Sendable (First, Second) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function of three parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third>(
        _ factory: @escaping @Sendable (First, Second, Third) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function of four parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function of five parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function of six parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or function of seven or more parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth, Seventh, each Rest>(
        _ factory:
            @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh, repeat each Rest) throws ->
            Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }
}
