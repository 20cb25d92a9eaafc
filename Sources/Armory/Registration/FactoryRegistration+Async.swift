// Factories that await, for every lifetime: under a type. Those that leave the type to the factory's result are in
// InferringRegistration+Async.swift.
//
// Disfavoured, so that what does not await is registered as such. Initializers of up to six parameters, written out: Swift 6.3's
// compiler ends with a signal where a client passes a function that awaits for one that takes a parameter pack.

extension FactoryRegistration {
    init(
        awaiting factory: @escaping AsyncFactory<Instance>, needs: (@Sendable () -> [Dependency])?,
        at location: SourceLocation
    ) {
        self.init(recipe: Recipe(at: location, needs: needs) { _ in throw AwaitingFault() })
        definition.await(by: factory)
    }

    /// Registers a factory that awaits and asks the resolver for what it needs, under a type.
    ///
    /// What such a closure asks for is not known before it runs: ``Registration/dependsOn(_:)`` tells.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance, on no particular thread; one that is isolated to an actor on that.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> Instance
    ) {
        self.init(awaiting: factory, needs: nil, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that awaits and needs nothing, under a type.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance, on no particular thread; one that is isolated to an actor on that.
    public init(
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @concurrent @Sendable () async throws -> Instance
    ) {
        // Not disfavoured: its like is the initializer that takes a value, which is.
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an initializer or a function of a parameter that awaits, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(
            awaiting: {
                try await factory(
                    $0.lookUp(First.self, key: nil))
            }, needs: { Dependency.parameters(First.self) }, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an initializer or a function of two parameters that awaits, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(
            awaiting: {
                try await factory(
                    $0.lookUp(First.self, key: nil),
                    $0.lookUp(Second.self, key: nil))
            }, needs: { Dependency.parameters(First.self, Second.self) }, at: SourceLocation(fileID: fileID, line: line)
        )
    }

    /// Registers an initializer or a function of three parameters that awaits, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second, Third) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(
            awaiting: {
                try await factory(
                    $0.lookUp(First.self, key: nil),
                    $0.lookUp(Second.self, key: nil),
                    $0.lookUp(Third.self, key: nil))
            }, needs: { Dependency.parameters(First.self, Second.self, Third.self) },
            at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an initializer or a function of four parameters that awaits, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second, Third, Fourth) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(
            awaiting: {
                try await factory(
                    $0.lookUp(First.self, key: nil),
                    $0.lookUp(Second.self, key: nil),
                    $0.lookUp(Third.self, key: nil),
                    $0.lookUp(Fourth.self, key: nil))
            }, needs: { Dependency.parameters(First.self, Second.self, Third.self, Fourth.self) },
            at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an initializer or a function of five parameters that awaits, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second, Third, Fourth, Fifth) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(
            awaiting: {
                try await factory(
                    $0.lookUp(First.self, key: nil),
                    $0.lookUp(Second.self, key: nil),
                    $0.lookUp(Third.self, key: nil),
                    $0.lookUp(Fourth.self, key: nil),
                    $0.lookUp(Fifth.self, key: nil))
            }, needs: { Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self) },
            at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an initializer or a function of six parameters that awaits, under a type: what the parameters' types name is resolved.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - factory: Makes an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ type: Instance.Type,
        _ factory:
            @escaping @concurrent @Sendable (First, Second, Third, Fourth, Fifth, Sixth) async throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(
            awaiting: {
                try await factory(
                    $0.lookUp(First.self, key: nil),
                    $0.lookUp(Second.self, key: nil),
                    $0.lookUp(Third.self, key: nil),
                    $0.lookUp(Fourth.self, key: nil),
                    $0.lookUp(Fifth.self, key: nil),
                    $0.lookUp(Sixth.self, key: nil))
            },
            needs: { Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self) },
            at: SourceLocation(fileID: fileID, line: line))
    }
}
