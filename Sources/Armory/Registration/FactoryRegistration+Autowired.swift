// Autowiring for registrations that name their type: otherwise the same as InferringRegistration+Autowired.swift.

extension FactoryRegistration {
    /// Registers, under a type, an initializer or function of one parameter, which is resolved by its type.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers, under a type, an initializer or function of two parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, Second) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers, under a type, an initializer or function of three parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, Second, Third) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers, under a type, an initializer or function of four parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, Second, Third, Fourth) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers, under a type, an initializer or function of five parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers, under a type, an initializer or function of six parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers, under a type, an initializer or function of seven or more parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth, Seventh, each Rest>(
        _ type: Instance.Type,
        _ factory:
            @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh, repeat each Rest) throws ->
            Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }
}
