// Registering factories that await and take run-time arguments.

extension Transient {
    /// Registers a factory that awaits and takes an argument at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found.
    ///   - arguments: The type of the argument, which is passed at the resolve.
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
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver, _ argument: Argument) async throws ->
            sending Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: Argument.self, at: location, awaiting: factory)
    }

    /// Registers a factory that awaits and takes two arguments at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found.
    ///   - first: The type of the first argument, which is passed at the resolve.
    ///   - second: The type of the second argument, which is passed at the resolve.
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
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver, _ first: First, _ second: Second) async throws
            -> sending Instance
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
    ///   - type: The type under which the instance is found.
    ///   - first: The type of the first argument, which is passed at the resolve.
    ///   - second: The type of the second argument, which is passed at the resolve.
    ///   - third: The type of the third argument, which is passed at the resolve.
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

extension Kept {
    /// Registers a factory that awaits and takes an argument at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found.
    ///   - arguments: The type of the argument, which is passed at the resolve.
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
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver, _ argument: Argument) async throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: Argument.self, at: location, keptBy: .ofValue, awaiting: factory)
    }

    /// Registers a factory that awaits and takes two arguments at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found.
    ///   - first: The type of the first argument, which is passed at the resolve.
    ///   - second: The type of the second argument, which is passed at the resolve.
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
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver, _ first: First, _ second: Second) async throws
            -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            taking: (First, Second).self, at: location, keptBy: identityOfArguments(first, second),
            awaiting: { try await factory($0, $1.0, $1.1) })
    }

    /// Registers a factory that awaits and takes three arguments at every resolve.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found.
    ///   - first: The type of the first argument, which is passed at the resolve.
    ///   - second: The type of the second argument, which is passed at the resolve.
    ///   - third: The type of the third argument, which is passed at the resolve.
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
        definition = Plumbing.Definition(
            taking: (First, Second, Third).self, at: location, keptBy: identityOfArguments(first, second, third),
            awaiting: { try await factory($0, $1.0, $1.1, $1.2) })
    }
}
