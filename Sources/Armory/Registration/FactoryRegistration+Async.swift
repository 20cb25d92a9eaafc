// Registering factories that await, for every lifetime, under a type. InferringRegistration+Async.swift has the
// initializers that infer the type from the factory's result.
//
// Disfavoured, so that a factory that does not await is registered as such. Where there is a parameter pack, the type of
// the error is a parameter too: Swift 6.3's compiler crashes if it has to convert a closure that takes a pack.

/// A factory that awaits.
package typealias AsyncFactory<T> = @concurrent @Sendable (AsyncResolver) async throws -> T

/// Calls a factory where it runs.
@concurrent
func makeBoxedInstance<T>(with resolver: AsyncResolver, by factory: AsyncFactory<T>) async throws -> TransferBox<T> {
    TransferBox(instance: try await factory(resolver))
}

extension FactoryRegistration {
    init(
        awaiting factory: @escaping AsyncFactory<Instance>, needs: (@Sendable () -> [Dependency])?,
        at location: CodeLocation, onMainActor: (@Sendable (Resolver) throws -> Instance)? = nil
    ) {
        self.init(recipe: Plumbing.Recipe(at: location, needs: needs) { _ in throw NeverMade() })
        let closure = FactoryClosure<Instance, Void>.awaiting(
            { try await makeBoxedInstance(with: $0, by: factory).instance }, onMainActor: onMainActor)
        definition.erased.record = Record(definition.erased.record.traits, nil, closure)
        // `Box.init` of a generic `Box<T>` is such a closure: the compiler takes the resolver for `T`.
        if needs == nil, TypeName.isGenericOverResolver(Instance.self) {
            definition.notes.fault = .genericOverResolver(definition.erased.record)
        }
    }

    init(
        awaitingNothing factory: @escaping @concurrent @Sendable () async throws -> Instance,
        at location: CodeLocation
    ) {
        self.init(awaiting: { _ in try await factory() }, needs: { [] }, at: location)
    }

    /// Registers, under a type, an awaiting initializer or function, whose parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters, on no particular thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<each P, E: Error>(
        _ type: Instance.Type, _ factory: @escaping @concurrent @Sendable (repeat each P) async throws(E) -> Instance,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(
            awaiting: { try await factory(repeat $0.resolve((each P).self)) },
            needs: { Dependency.makeDependencies(forParametersOfTypes: repeat (each P).self) },
            at: CodeLocation(fileID: fileID, line: line))
    }
}

// Closures, whose results must be `sending`: otherwise a closure isolated to an actor could return an object that the actor still uses.
// The compiler does not look at that by itself. What is `Sendable` is so in any case.

extension FactoryRegistration {
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
        self.init(awaiting: factory, needs: nil, at: CodeLocation(fileID: fileID, line: line))
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
        self.init(awaitingNothing: factory, at: CodeLocation(fileID: fileID, line: line))
    }
}

// A function that is passed by its name promises nothing: where the type is `Sendable`, it need not.

extension FactoryRegistration where Instance: Sendable {
    /// Registers, under a type, a factory that awaits and resolves its dependencies from the resolver.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance, on no particular thread.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> Instance
    ) {
        self.init(awaiting: factory, needs: nil, at: CodeLocation(fileID: fileID, line: line))
    }
}
