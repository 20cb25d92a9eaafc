// Autowiring: an initializer names its dependencies by the types of its parameters. Recipe+Autowired.swift says why
// there is one for each number of parameters.
//
// For a parameter whose type does not say enough, pass a `Parameter`.

extension Plumbing.InferringRegistration {
    /// Registers an initializer or function of one parameter, which is resolved by its type.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First>(
        _ factory: @escaping @Sendable (First) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers an initializer or function of two parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second>(
        _ factory: @escaping @Sendable (First, Second) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers an initializer or function of three parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third>(
        _ factory: @escaping @Sendable (First, Second, Third) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers an initializer or function of four parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers an initializer or function of five parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers an initializer or function of six parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Registers an initializer or function of seven or more parameters, which are resolved by their types.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @inlinable
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth, Seventh, each Rest>(
        _ factory:
            @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh, repeat each Rest) throws ->
            Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(recipe: Plumbing.Recipe(factory, at: SourceLocation(fileID: fileID, line: line)))
    }
}
