// Injections that await, for instances of an actor: they are a part of the factory, which then awaits too.
//
//     factory --> injections that await --> injections --> published

extension FactoryRegistration where Instance: Sendable {
    /// Completes every instance by a body that awaits, for example on the main actor.
    ///
    /// ```swift
    /// Singleton(Desk.init)                                 // @MainActor init()
    ///     .inject { @MainActor desk, resolver in desk.lamp = try await resolver() }
    /// ```
    ///
    /// The body is a part of the creation, before the bodies that do not await. So the registration awaits:
    /// `resolveAsync` creates the instance, or ``Container/start()`` if it is ``KeepingRegistration/eager()``. A cycle
    /// cannot lead through the body: use a ``Lazy`` for it.
    ///
    /// - Parameters:
    ///   - types: All types that the body resolves; nil means that they are not known before it runs.
    ///   - body: Receives the instance and the resolver, on no particular thread or, if it is isolated to an actor, on
    ///     that actor.
    @_disfavoredOverload
    public func inject(
        dependsOn types: [any Any.Type]? = nil,
        _ body: @escaping @concurrent @Sendable (_ instance: Instance, _ resolver: AsyncResolver) async throws -> Void
    ) -> Self {
        redefined { definition in
            // Only its needs count: the body runs with the factory.
            let needs = types.map { Dependency.parameters($0).map(\.declared) }
            definition.addInjection(Injection(needs: needs, body: { _, _ in }))
            definition.await(then: body)
        }
    }
}

extension Plumbing.Definition where Instance: Sendable {
    fileprivate mutating func await(
        then body: @escaping @concurrent @Sendable (Instance, AsyncResolver) async throws -> Void
    ) {
        let completion = AwaitedCompletion(body: body)
        let awaited = binding.awaited ?? binding.accept(arguments: Awaiting<Instance>())
        var traits = binding.traits.awaiting(awaited.changed(by: completion))
        guard traits.source == .value else {
            return erased.binding = binding.copy(traits, binding.injections, inside: completion)
        }
        traits.source = .factory
        let factory = ErasedFactory { (_) throws -> Instance in throw AwaitingFault() }
        erased.binding = Binding.make(Instance.self, traits, binding.injections, factory)
    }
}

/// Runs a body after the factory, which has to be awaited then.
private struct AwaitedCompletion<Instance: Sendable>: ClosureChange {
    let body: @concurrent @Sendable (Instance, AsyncResolver) async throws -> Void

    func call<R>(_ resolver: Resolver, _ time: Dependency.Time, _ factory: (Resolver) throws -> R) throws -> R {
        throw AwaitingFault()
    }

    @concurrent func call<R>(_ resolver: AsyncResolver, _ factory: AsyncFactory<R>) async throws -> R {
        let made = try await factory(resolver)
        // The registration's factory makes nothing else.
        if let instance = made as? Instance { try await body(instance, resolver) }
        return made
    }
}

/// Makes a factory that does not await one that does.
private struct Awaiting<Instance>: ArgumentVisitor {
    func visit<Arguments>(
        _ binding: Binding, _ factory: @escaping ArgumentFactory<Instance, Arguments>
    ) -> any AwaitedFactory {
        AwaitedFactoryOf<Instance, Arguments> { resolver, arguments in
            try resolver.inOnePart { try factory($0, arguments) }
        }
    }
}
