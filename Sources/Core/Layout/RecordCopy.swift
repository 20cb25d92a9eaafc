// Records that are made from records. So decorators, measurements and the like are decided when a container is built, and the engine
// knows nothing of them.

/// Code around the making of each instance of a record.
package protocol FactoryWrapper: Sendable {
    /// Whether it awaits, besides a factory that does.
    var awaits: Bool { get }

    /// Makes an instance.
    ///
    /// - Parameter make: The factory. It may be called again, or not at all.
    func makeInstance<T>(
        with resolver: borrowing Resolver, wrappingCallOf make: (borrowing Resolver) throws -> T
    ) throws -> T

    /// Makes an instance by a factory that awaits.
    func makeInstance<T>(
        with resolver: AsyncResolver, wrappingCallOf make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) async throws -> T
}

extension FactoryWrapper {
    package var awaits: Bool { false }
}

extension Record {
    /// What a copy may have otherwise.
    package struct Traits {
        package var lifetime: Lifetime
        package var qualifier: AnyQualifier?
        package var location: CodeLocation
        package var parts: Parts
    }

    package var traits: Traits {
        var parts = rare?.parts ?? Parts()
        (parts.notes, parts.isShareable) = (notes, isShareable)
        return Traits(
            lifetime: lifetime, qualifier: key.qualifier, location: location ?? CodeLocation(), parts: parts)
    }

    /// A record with the same closures.
    ///
    /// - Parameter wrapper: Runs around the factory.
    package func copy(withTraits traits: Traits, around wrapper: (any FactoryWrapper)? = nil) -> Record {
        var traits = traits
        if wrapper != nil { traits.parts.isGiven = false }
        func copy<T>(_ type: T.Type) -> Record {
            self.copy(withTraits: traits, injections: injections(forInstancesOf: type), around: wrapper)
        }
        return copy(key.type)
    }

    /// A record with the same factory.
    package func copy<T>(
        withTraits traits: Traits, changingInjectionsOf type: T.Type, _ change: (inout Injections<T>) -> Void
    ) -> Record {
        var changed = injections(forInstancesOf: type) ?? Injections()
        change(&changed)
        return copy(withTraits: traits, injections: changed, around: nil)
    }

    private func copy<T>(
        withTraits traits: Traits, injections: Injections<T>?, around wrapper: (any FactoryWrapper)?
    ) -> Record {
        func open<A>(_ arguments: A.Type) -> Record {
            let own = factoryClosure(making: T.self, taking: arguments)
            return Record(traits, injections, wrapper.map(own.factory(interceptedBy:)) ?? own)
        }
        return open(openedArguments)
    }

    /// A record whose factory awaits: that of this one, and then `complete`.
    package func copyAwaiting<T>(
        withTraits traits: Traits, as type: T.Type,
        then complete: @escaping @Sendable (T, AsyncResolver) async throws -> Void
    ) -> Record {
        func open<A>(_ arguments: A.Type) -> Record {
            Record(
                traits, injections(forInstancesOf: type),
                factoryClosure(making: type, taking: arguments).awaitingFactory(completingBy: complete)
            )
        }
        return open(openedArguments)
    }

    /// A record for one cell of a registration with a custom lifetime: without arguments.
    ///
    /// - Parameters:
    ///   - lifetime: `shared`, if the cell does not hold the instance; else `singleton`.
    ///   - arguments: The arguments of the cell; `Void` if the registration takes none.
    ///   - noteMade: Called when the factory has returned, before anybody gets the instance; whether it is an object.
    package func copyForCell<A>(
        lifetime: Lifetime, arguments: A, noteMade: @escaping @Sendable (_ isObject: Bool) throws -> Void
    ) -> Record {
        var traits = traits
        traits.lifetime = lifetime
        traits.parts.route = nil
        func open<T>(_ type: T.Type) -> Record {
            let bound = factoryClosure(making: type, taking: A.self).factory(boundToArguments: arguments)
            return Record(
                traits, injections(forInstancesOf: type), bound.factory(interceptedBy: MadeObserver(note: noteMade)))
        }
        return open(key.type)
    }

    // MARK: The closures

    /// The factory of a record of `T`, which takes arguments of this type if it takes some.
    func factoryClosure<T, A>(making type: T.Type, taking arguments: A.Type) -> FactoryClosure<T, A> {
        switch (awaits, argumentType == nil) {
        case (false, true): unsafe .plain(memory.factoryMemory(boundToType: Factory<T>.self).pointee.make!)
        case (false, false): unsafe .taking(memory.factoryMemory(boundToType: ArgumentFactory<A, T>.self).pointee.make)
        case (true, true):
            unsafe .awaiting(
                memory.factoryMemory(boundToType: AwaitedFactory<T>.self).pointee.make,
                onMainActor: memory.factoryMemory(boundToType: AwaitedFactory<T>.self).pointee.onMainActor)
        case (true, false):
            unsafe .awaitingTaking(
                memory.factoryMemory(boundToType: AwaitedArgumentFactory<A, T>.self).pointee.make,
                onMainActor: memory.factoryMemory(boundToType: AwaitedArgumentFactory<A, T>.self).pointee.onMainActor)
        }
    }

    package convenience init<T, A>(_ traits: Traits, _ injections: Injections<T>?, _ closure: FactoryClosure<T, A>) {
        self.init(
            traits.lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
            injections: injections, closure)
    }
}

/// A factory of a `T`, which may take arguments, and may await.
///
/// One of the main actor awaits only that actor. So it has a form for code on that actor, which calls it directly.
package enum FactoryClosure<T, A> {
    case plain((Resolver) throws -> T)
    case taking((Resolver, A) throws -> T)
    case awaiting(@Sendable (AsyncResolver) async throws -> T, onMainActor: ((Resolver) throws -> T)? = nil)
    case awaitingTaking(@Sendable (AsyncResolver, A) async throws -> T, onMainActor: ((Resolver, A) throws -> T)? = nil)

    var takesArguments: Bool {
        switch self {
        case .taking, .awaitingTaking: true
        case .plain, .awaiting: false
        }
    }

    var awaits: Bool {
        switch self {
        case .awaiting, .awaitingTaking: true
        case .plain, .taking: false
        }
    }

    /// The same with code around each making.
    func factory(interceptedBy wrapper: any FactoryWrapper) -> FactoryClosure {
        switch self {
        case .plain(let make): .plain { try wrapper.makeInstance(with: $0, wrappingCallOf: make) }
        case .taking(let make):
            .taking { resolver, arguments in try wrapper.makeInstance(with: resolver) { try make($0, arguments) } }
        case .awaiting(let make, let onMainActor):
            .awaiting(
                { try await wrapper.makeInstance(with: $0, wrappingCallOf: make) },
                onMainActor: wrapper.awaits
                    ? nil : onMainActor.map { make in { try wrapper.makeInstance(with: $0, wrappingCallOf: make) } })
        case .awaitingTaking(let make, let onMainActor):
            .awaitingTaking(
                { resolver, arguments in
                    // The factory is called in the task of this closure.
                    nonisolated(unsafe) let arguments = arguments
                    return try await wrapper.makeInstance(with: resolver) { unsafe try await make($0, arguments) }
                },
                onMainActor: wrapper.awaits
                    ? nil
                    : onMainActor.map { make in
                        { resolver, arguments in try wrapper.makeInstance(with: resolver) { try make($0, arguments) } }
                    })
        }
    }

    /// The same for one value of the arguments.
    func factory(boundToArguments arguments: A) -> FactoryClosure {
        // The route has compared threads' arguments: they may be shared.
        nonisolated(unsafe) let arguments = arguments
        switch self {
        case .taking(let make): return .plain { unsafe try make($0, arguments) }
        case .awaitingTaking(let make, let onMainActor):
            return .awaiting(
                { unsafe try await make($0, arguments) },
                onMainActor: onMainActor.map { make in { unsafe try make($0, arguments) } })
        case .plain, .awaiting: return self
        }
    }

    /// The same as one that awaits, and then `complete`.
    func awaitingFactory(
        completingBy complete: @escaping @Sendable (T, AsyncResolver) async throws -> Void
    ) -> FactoryClosure {
        // The registration has checked it.
        nonisolated(unsafe) let own = self
        @Sendable func made(_ resolver: AsyncResolver, _ arguments: A?) async throws -> T {
            // The factory's own task completes it.
            nonisolated(unsafe) let instance = try await unsafe own.makeInstance(with: resolver, taking: arguments)
            try await unsafe complete(instance, resolver)
            return unsafe instance
        }
        switch self {
        case .plain, .awaiting: return .awaiting { try await made($0, nil) }
        case .taking, .awaitingTaking: return .awaitingTaking { try await made($0, $1) }
        }
    }

    /// Makes an instance for a task.
    ///
    /// - Parameter arguments: Nil: it takes none.
    private func makeInstance(with resolver: AsyncResolver, taking arguments: A?) async throws -> T {
        switch self {
        case .plain(let make): try resolver.withResolver { try make($0) }
        case .taking(let make): try resolver.withResolver { try make($0, unsafe arguments.unsafelyUnwrapped) }
        case .awaiting(let make, _): try await make(resolver)
        case .awaitingTaking(let make, _): try await make(resolver, unsafe arguments.unsafelyUnwrapped)
        }
    }
}

/// Notes what a factory has made: whether it is an object.
private struct MadeObserver: FactoryWrapper {
    let note: @Sendable (_ isObject: Bool) throws -> Void

    func makeInstance<T>(
        with resolver: borrowing Resolver, wrappingCallOf make: (borrowing Resolver) throws -> T
    ) throws -> T {
        let made = try make(resolver)
        try note(objectIfClassInstance(made) != nil)
        return made
    }

    func makeInstance<T>(
        with resolver: AsyncResolver, wrappingCallOf make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) async throws -> T {
        let made = try await make(resolver)
        try note(objectIfClassInstance(made) != nil)
        return made
    }
}
