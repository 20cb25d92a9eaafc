extension Plumbing.Definition {
    /// The content of a registration whose factory takes an argument at every resolve.
    ///
    /// - Parameters:
    ///   - lifetime: Whether an instance is kept for each value of the arguments, and how.
    ///   - needs: The factory's dependencies; nil if they are not known before it runs.
    init<Argument>(
        _ lifetime: Lifetime = .transient, at location: CodeLocation, needs: (@Sendable () -> [Dependency])? = nil,
        taking factory: @escaping @Sendable (Resolver, Argument) throws -> Instance
    ) {
        let parts = Record.Parts(
            needs: needs, route: makePerArgumentRoute(lifetime: lifetime, argumentType: Argument.self))
        self.init(Record(at: location, parts: parts, FactoryClosure<Instance, Argument>.taking(factory)))
    }

    /// The same for several arguments.
    init<each A>(
        _ lifetime: Lifetime = .transient, at location: CodeLocation,
        takingSeveral factory: @escaping @Sendable (Resolver, repeat each A) throws -> Instance
    ) {
        self.init(
            lifetime, at: location,
            taking: { (resolver, arguments: ArgumentTuple<repeat each A>) in
                try factory(resolver, repeat each arguments.values)
            })
    }

    /// The same for a factory that awaits.
    init<Argument>(
        _ lifetime: Lifetime = .transient, at location: CodeLocation, needs: (@Sendable () -> [Dependency])? = nil,
        awaiting factory: @escaping @concurrent @Sendable (AsyncResolver, Argument) async throws -> Instance,
        onMainActor: (@Sendable (Resolver, Argument) throws -> Instance)? = nil
    ) {
        let parts = Record.Parts(
            needs: needs, route: makePerArgumentRoute(lifetime: lifetime, argumentType: Argument.self))
        let closure = FactoryClosure<Instance, Argument>.awaitingTaking(
            { resolver, argument in
                let argument = TransferBox(instance: argument)
                return try await makeBoxedInstance(with: resolver) { try await factory($0, argument.instance) }.instance
            }, onMainActor: onMainActor)
        self.init(Record(at: location, parts: parts, closure))
    }

    /// The same for a factory that awaits and takes several arguments.
    init<each A>(
        _ lifetime: Lifetime = .transient, at location: CodeLocation,
        awaitingSeveral factory: @escaping @concurrent @Sendable (AsyncResolver, repeat each A) async throws -> Instance
    ) {
        self.init(
            lifetime, at: location,
            awaiting: { (resolver, arguments: ArgumentTuple<repeat each A>) in
                try await factory(resolver, repeat each arguments.values)
            })
    }
}

/// What keeps an instance for each value of some arguments; nil: another lifetime has none, or they are not `Hashable`.
func makePerArgumentRoute(lifetime: Lifetime, argumentType arguments: any Any.Type) -> (any CellRoute)? {
    guard [.custom, .shared].contains(lifetime), let type = arguments as? any (Hashable & Sendable).Type else {
        return nil
    }
    func makeKeptRoute<A: Hashable & Sendable>(perValueOf type: A.Type) -> any CellRoute {
        KeptRoute<_, A>(Unlimited(), lifetime == .shared ? .shared : .singleton)
    }
    return makeKeptRoute(perValueOf: type)
}
