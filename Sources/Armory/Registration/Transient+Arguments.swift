// Registrations whose instances are created from arguments of the resolve.
//
//     Transient(arguments: Int.self) { resolver, id in … }      a closure that gets the resolver and the arguments
//     Transient(arguments: Int.self, Campaign.init)             the argument is a parameter, the others are resolved
//
// Those for one to three arguments are written out: for a closure that fits none of them, the compiler then points at
// the closure. With a parameter pack, Swift 6.3 reports another place or crashes.

extension Transient {
    /// Registers a factory that takes an argument at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the argument. It may run on any thread.
    public init<Argument>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: Argument.self, at: location, factory: factory)
    }

    /// Registers a factory that takes two arguments at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First, Second>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ first: First, _ second: Second) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: (First, Second).self, at: location) {
            (resolver, arguments: (First, Second, ())) in
            try factory(resolver, arguments.0, arguments.1)
        }
    }

    /// Registers a factory that takes three arguments at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - third: The type of the third argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First, Second, Third>(
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
        definition = Plumbing.Definition(taking: (First, Second, Third).self, at: location) {
            (resolver, arguments: (First, Second, Third)) in
            try factory(resolver, arguments.0, arguments.1, arguments.2)
        }
    }

    /// Registers a factory that takes any number of arguments at every resolve.
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
    public init<First, Second, each Rest>(
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
        definition = Plumbing.Definition(taking: (First, Second, repeat each Rest).self, at: location) {
            (resolver, arguments: (First, Second, (repeat each Rest))) in
            try factory(resolver, arguments.0, arguments.1, repeat each arguments.2)
        }
    }
}

extension Transient {
    /// Registers an initializer or function that takes an argument at every resolve.
    ///
    /// An argument goes to the first parameter of exactly its type. Other parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<Argument, each P>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        _ factory: @escaping @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            autowiring: factory, taking: Argument.self, [Argument.self], at: location
        ) { (argument: Argument) in (argument, (), ()) }
    }

    /// Registers an initializer or function that takes two arguments at every resolve.
    ///
    /// Each argument goes to the first free parameter of exactly its type. Other parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, each P>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ factory: @escaping @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            autowiring: factory, taking: (First, Second).self, [First.self, Second.self], at: location
        ) { (arguments: (First, Second, ())) in (arguments.0, arguments.1, ()) }
    }

    /// Registers an initializer or function that takes three arguments at every resolve.
    ///
    /// Each argument goes to the first free parameter of exactly its type. Other parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - third: The type of the third argument.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, each P>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ third: Third.Type,
        _ factory: @escaping @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            autowiring: factory, taking: (First, Second, Third).self, [First.self, Second.self, Third.self],
            at: location
        ) { (arguments: (First, Second, Third)) in arguments }
    }
}

extension Transient {
    /// Registers a factory that awaits and takes an argument at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<Argument: Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ argument: Argument
            ) async throws -> sending Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: Argument.self, at: location, awaiting: factory)
    }

    /// Registers a factory that awaits and takes two arguments at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init<First: Sendable, Second: Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ first: First, _ second: Second
            ) async throws -> sending Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            taking: (First, Second).self, at: location,
            awaiting: { (resolver, arguments: (First, Second, ())) in
                try await factory(resolver, arguments.0, arguments.1)
            })
    }

    /// Registers a factory that awaits and takes three arguments at every resolve.
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
    public init<First: Sendable, Second: Sendable, Third: Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ third: Third.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @concurrent @Sendable (
                _ resolver: AsyncResolver, _ first: First, _ second: Second, _ third: Third
            ) async throws -> sending Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            taking: (First, Second, Third).self, at: location,
            awaiting: { (resolver, arguments: (First, Second, Third)) in
                try await factory(resolver, arguments.0, arguments.1, arguments.2)
            })
    }
}

extension Transient where Instance: Sendable {
    /// Registers an initializer or function of the main actor that takes an argument at every resolve.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - factory: Creates an instance from its parameters. It runs on the main actor.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<Argument: Sendable, each P: Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        _ factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            autowiringOnMainActor: factory, taking: Argument.self, [Argument.self], at: location
        ) { (argument: Argument) in (argument, (), ()) }
    }

    /// Registers an initializer or function of the main actor that takes two arguments at every resolve.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - factory: Creates an instance from its parameters. It runs on the main actor.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First: Sendable, Second: Sendable, each P: Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            autowiringOnMainActor: factory, taking: (First, Second).self, [First.self, Second.self], at: location
        ) { (arguments: (First, Second, ())) in (arguments.0, arguments.1, ()) }
    }

    /// Registers an initializer or function of the main actor that takes three arguments at every resolve.
    ///
    /// The instance is created as by a factory that awaits.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - third: The type of the third argument.
    ///   - factory: Creates an instance from its parameters. It runs on the main actor.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First: Sendable, Second: Sendable, Third: Sendable, each P: Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ third: Third.Type,
        _ factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            autowiringOnMainActor: factory, taking: (First, Second, Third).self, [First.self, Second.self, Third.self],
            at: location
        ) { (arguments: (First, Second, Third)) in arguments }
    }
}
