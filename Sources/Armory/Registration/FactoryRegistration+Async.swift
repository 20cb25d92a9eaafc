// Registering factories that await, for every lifetime, under a type. InferringRegistration+Async.swift has the
// initializers that infer the type from the factory's result.
//
// Disfavoured, so that a factory that does not await is registered as such. The initializers for one to six parameters
// are written out: Swift 6.3's compiler crashes if a client passes a function that awaits to an initializer with a
// parameter pack. From one initializer to another it is safe.

/// A factory that awaits.
package typealias AsyncFactory<T> = @concurrent @Sendable (AsyncResolver) async throws -> T

/// An instance on its way from its factory, which may be isolated, to the making that has called it.
struct Made<T>: @unchecked Sendable {  // Handed over once: the factory has returned.
    let instance: T
}

/// Calls a factory where it runs.
@concurrent
func made<T>(from resolver: AsyncResolver, by factory: AsyncFactory<T>) async throws -> Made<T> {
    Made(instance: try await factory(resolver))
}

/// Never thrown: such a factory is replaced by one that awaits.
struct AwaitedOnly: Error {}

extension FactoryRegistration {
    init(
        awaiting factory: @escaping AsyncFactory<Instance>, needs: (@Sendable () -> [Dependency])?,
        at location: SourceLocation
    ) {
        self.init(recipe: Plumbing.Recipe(at: location, needs: needs) { _ in throw AwaitedOnly() })
        let traits = definition.erased.record.traits
        definition.erased.record = Record(
            awaiting: Instance.self, traits.lifetime, qualifier: traits.qualifier, at: location, parts: traits.parts
        ) { try await made(from: $0, by: factory).instance }
        // `Box.init` of a generic `Box<T>` is such a closure: the compiler takes the resolver for `T`.
        if needs == nil, TypeName.isGenericOverResolver(Instance.self) {
            definition.notes.fault = .resolverAsGenericArgument(definition.erased.record)
        }
    }

    private init<each P>(
        autowired factory: @escaping @concurrent @Sendable (repeat each P) async throws -> Instance,
        at location: SourceLocation
    ) {
        self.init(
            awaiting: { try await factory(repeat $0.resolve((each P).self)) },
            needs: { Dependency.parameters(of: repeat (each P).self) }, at: location)
    }

    /// Registers, under a type, an awaiting initializer or function of one parameter, which is resolved by its type.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First) async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(autowired: factory, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, an awaiting initializer or function of two parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second) async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(autowired: factory, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, an awaiting initializer or function of three parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second, Third) async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(autowired: factory, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, an awaiting initializer or function of four parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second, Third, Fourth) async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(autowired: factory, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, an awaiting initializer or function of five parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth>(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable (First, Second, Third, Fourth, Fifth) async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(autowired: factory, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, an awaiting initializer or function of six parameters, which are resolved by their
    /// types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ type: Instance.Type,
        _ factory:
            @escaping @concurrent @Sendable (First, Second, Third, Fourth, Fifth, Sixth) async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(autowired: factory, at: SourceLocation(fileID: fileID, line: line))
    }
}

// Closures of shared instances and those of confined ones, whose results must be `sending`: otherwise a closure isolated
// to an actor could return an object that the actor still uses. The compiler does not look at that by itself.

extension SharingRegistration {
    /// Registers, under a type, a factory that awaits and resolves its dependencies from the resolver.
    ///
    /// The dependencies of such a closure are not known before it runs, unless ``Registration/dependsOn(_:)`` declares
    /// them.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread or, if it is isolated to an actor, on that actor.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> Instance
    ) {
        self.init(awaiting: factory, needs: nil, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, a factory that awaits and has no dependencies.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread or, if it is isolated to an actor, on that actor.
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable () async throws -> Instance
    ) {
        // Not disfavoured: it competes with the initializer that takes a value, and that one is disfavoured.
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: SourceLocation(fileID: fileID, line: line))
    }
}

extension ConfinedRegistration {
    /// Registers, under a type, an awaiting initializer or function without parameters.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type,
        _ factory: @escaping @concurrent @Sendable () async throws -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        // The result of an initializer is not `sending`: without this form, one would be registered as a function of one
        // parameter, whose type is `()`.
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, a factory that awaits and resolves its dependencies from the resolver.
    ///
    /// The dependencies of such a closure are not known before it runs, unless ``Registration/dependsOn(_:)`` declares
    /// them.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread or, if it is isolated to an actor, on that actor.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> sending Instance
    ) {
        self.init(awaiting: factory, needs: nil, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Registers, under a type, a factory that awaits and has no dependencies.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread or, if it is isolated to an actor, on that actor.
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable () async throws -> sending Instance
    ) {
        // Not disfavoured: it competes with the initializer that takes a value, and that one is disfavoured.
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: SourceLocation(fileID: fileID, line: line))
    }
}
