extension Plumbing.Definition {
    /// The content of a registration whose factory takes an argument at every resolve.
    ///
    /// - Parameters:
    ///   - needs: The factory's dependencies; nil if they are not known before it runs.
    ///   - route: Finds the instance for a value of the arguments; nil: none is kept.
    init<Argument>(
        at location: SourceLocation, needs: (@Sendable () -> [Dependency])? = nil,
        keptBy route: (any CellRoute)? = nil,
        taking factory: @escaping @Sendable (Resolver, Argument) throws -> Instance
    ) {
        let parts = Record.Parts(needs: needs, route: route)
        self.init(Record(Instance.self, taking: Argument.self, at: location, parts: parts, factory))
    }

    /// The same for several arguments.
    init<each A>(
        at location: SourceLocation, keptBy route: (any CellRoute)? = nil,
        takingSeveral factory: @escaping @Sendable (Resolver, repeat each A) throws -> Instance
    ) {
        self.init(
            at: location, keptBy: route,
            taking: { (resolver, arguments: Several<repeat each A>) in
                try factory(resolver, repeat each arguments.values)
            })
    }

    /// The same for a factory that awaits.
    init<Argument>(
        at location: SourceLocation, needs: (@Sendable () -> [Dependency])? = nil, keptBy route: (any CellRoute)? = nil,
        awaiting factory: @escaping @concurrent @Sendable (AsyncResolver, Argument) async throws -> Instance
    ) {
        self.init(
            Record(
                awaiting: Instance.self, taking: Argument.self, at: location,
                parts: Record.Parts(needs: needs, route: route)
            ) { resolver, argument in
                let argument = HandedOver(instance: argument)
                return try await made(from: resolver) { try await factory($0, argument.instance) }.instance
            })
    }

    /// The same for a factory that awaits and takes several arguments.
    init<each A>(
        at location: SourceLocation, keptBy route: (any CellRoute)? = nil,
        awaitingSeveral factory: @escaping @concurrent @Sendable (AsyncResolver, repeat each A) async throws -> Instance
    ) {
        self.init(
            at: location, keptBy: route,
            awaiting: { (resolver, arguments: Several<repeat each A>) in
                try await factory(resolver, repeat each arguments.values)
            })
    }
}
