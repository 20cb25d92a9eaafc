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
        let needs = { @Sendable in Dependency.parameters(First.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory($0.container.lookUp(First.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory($0.container.lookUp(First.self), $0.container.lookUp(Second.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self, Fourth.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self), $0.container.lookUp(Fifth.self))
            })
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
        let needs = { @Sendable in
            Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self)
        }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self), $0.container.lookUp(Fifth.self), $0.container.lookUp(Sixth.self))
            })
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
        let needs = { @Sendable in
            var types: [any Any.Type] = [
                First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self, Seventh.self,
            ]
            repeat types.append((each Rest).self)
            return Dependency.parameters(types)
        }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self),
                    $0.container.lookUp(Fifth.self), $0.container.lookUp(Sixth.self), $0.container.lookUp(Seventh.self),
                    repeat $0.container.lookUp((each Rest).self))
            })
    }
}
