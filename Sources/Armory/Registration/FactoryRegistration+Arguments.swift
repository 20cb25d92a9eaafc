// Registrations whose instances are created from arguments of the resolve: new ones by a `Transient`, one for each value of the
// arguments by a `Kept` or a `Shared`. Values are compared as a whole, by `==`. A container refuses the others.
//
//     Transient(arguments: Int.self) { resolver, id in … }      a closure that gets the resolver and the arguments
//     Transient(Campaign.init, .argument, .registered)          an initializer, of which some parameters are arguments
//
// Kept values go from thread to thread, so arguments are `Sendable`, for all lifetimes alike.
//
// The second is in ParameterSource.swift. The first is written out for one to three arguments: for a closure that does
// not fit, the compiler then points at the closure. With a parameter pack, Swift 6.3 reports another place or crashes, and
// takes a function that is passed by its name for the type of one more argument.

extension FactoryRegistration {
    /// Registers a factory that takes an argument of the resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the argument. It may run on any thread.
    public init<Argument: Sendable>(
        _ type: Instance.Type = Instance.self, arguments: Argument.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(at: location, taking: [Argument.self]) { .init($0, at: location, taking: factory) }
    }

    /// Registers a factory that takes two arguments of the resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First: Sendable, Second: Sendable>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second) throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(at: location, taking: [First.self, Second.self]) { .init($0, at: location, takingSeveral: factory) }
    }

    /// Registers a factory that takes three arguments of the resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - third: The type of the third argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First: Sendable, Second: Sendable, Third: Sendable>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type, _ third: Third.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second, _ third: Third) throws ->
            Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(at: location, taking: [First.self, Second.self, Third.self]) {
            .init($0, at: location, takingSeveral: factory)
        }
    }

    /// Registers a factory that takes any number of arguments of the resolve.
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
    public init<First: Sendable, Second: Sendable, each Rest: Sendable>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type,
        _ rest: repeat (each Rest).Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second, _ rest: repeat each Rest)
            throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(at: location, taking: ArgumentTuple<First, Second, repeat each Rest>.types) {
            .init($0, at: location, takingSeveral: factory)
        }
    }

    /// Registers a factory that awaits and takes an argument of the resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<Argument: Sendable>(
        _ type: Instance.Type = Instance.self, arguments: Argument.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver, _ argument: Argument) async throws ->
            sending Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(at: location, taking: [Argument.self]) { .init($0, at: location, awaiting: factory) }
    }

    /// Registers a factory that awaits and takes several arguments of the resolve.
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
    public init<First: Sendable, Second: Sendable, each Rest: Sendable, E: Error>(
        _ type: Instance.Type = Instance.self, arguments first: First.Type, _ second: Second.Type,
        _ rest: repeat (each Rest).Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ first: First, _ second: Second, _ rest: repeat each Rest
            ) async throws(E) -> sending Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self.init(at: location, taking: ArgumentTuple<First, Second, repeat each Rest>.types) {
            .init($0, at: location, awaitingSeveral: factory)
        }
    }
}
