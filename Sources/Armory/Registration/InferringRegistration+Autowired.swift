// Autowiring: an initializer names its dependencies by the types of its parameters.
//
// One initializer with a parameter pack would be enough. But the compiler does not specialise code over a pack:
// resolving a graph of seven objects then takes 3.8 times the instructions of code written by hand. With a separate
// initializer for each number of parameters it takes 1.3 times. So there is one for each number up to seven; further
// parameters go through a pack.
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
        let needs = { @Sendable in Dependency.parameters(First.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory($0.container.lookUp(First.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory($0.container.lookUp(First.self), $0.container.lookUp(Second.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self, Fourth.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self))
            })
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
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self) }
        self.init(
            recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), needs: needs) {
                try factory(
                    $0.container.lookUp(First.self), $0.container.lookUp(Second.self), $0.container.lookUp(Third.self),
                    $0.container.lookUp(Fourth.self), $0.container.lookUp(Fifth.self))
            })
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
