// As InferringRegistration+Autowired.swift, where the registration names the type it is found by.

extension FactoryRegistration {
    /// Registers an initializer or a function of a parameter, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory($0.container.lookUp(First.self))
            })
    }

    /// Registers an initializer or a function of two parameters, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory($0.container.lookUp(First.self), $0.container.lookUp(Second.self))
            })
    }

    /// Registers an initializer or a function of three parameters, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self))
            })
    }

    /// Registers an initializer or a function of four parameters, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self))
            })
    }

    /// Registers an initializer or a function of five parameters, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self), $0.container.lookUp(Fifth.self))
            })
    }

    /// Registers an initializer or a function of six parameters, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self), $0.container.lookUp(Fifth.self), $0.container.lookUp(Sixth.self))
            })
    }

    /// Registers an initializer or a function of seven parameters or more, under a type: what the parameters' types name is
    /// resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters. It may run on any thread.
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
            recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self),
                    $0.container.lookUp(Fifth.self), $0.container.lookUp(Sixth.self), $0.container.lookUp(Seventh.self),
                    repeat $0.container.lookUp((each Rest).self))
            })
    }
}
