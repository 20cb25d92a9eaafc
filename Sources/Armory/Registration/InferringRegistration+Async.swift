// Factories that await, for every lifetime, as in FactoryRegistration+Async.swift: the type is that of the factory's result.

extension InferringRegistration {
    /// Registers a factory that awaits and asks the resolver for what it needs.
    ///
    /// What such a closure asks for is not known before it runs: ``Registration/dependsOn(_:)`` tells.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance, on no particular thread; one that is isolated to an actor on that.
    @_disfavoredOverload
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> Instance
    ) {
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }

    /// Registers a factory that awaits and needs nothing.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance, on no particular thread; one that is isolated to an actor on that.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @concurrent @Sendable () async throws -> Instance
    ) {
        // Not disfavoured: its like is the initializer that takes a value, which is.
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }

    /// Registers an initializer or a function of a parameter that awaits: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First>(
        _ factory: @escaping @concurrent @Sendable (First) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or a function of two parameters that awaits: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second>(
        _ factory: @escaping @concurrent @Sendable (First, Second) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or a function of three parameters that awaits: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third>(
        _ factory: @escaping @concurrent @Sendable (First, Second, Third) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or a function of four parameters that awaits: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ factory: @escaping @concurrent @Sendable (First, Second, Third, Fourth) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or a function of five parameters that awaits: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ factory: @escaping @concurrent @Sendable (First, Second, Third, Fourth, Fifth) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }

    /// Registers an initializer or a function of six parameters that awaits: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ factory:
            @escaping @concurrent @Sendable (First, Second, Third, Fourth, Fifth, Sixth) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, fileID: fileID, line: line)
    }
}
