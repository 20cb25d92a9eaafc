extension Plumbing.Definition {
    /// The content of a registration whose factory takes arguments at every resolve.
    ///
    /// Several arguments are `(First, Second, (Rest...))`, because a pack can be taken out of a tuple only if it is the whole tuple.
    ///
    /// - Parameters:
    ///   - needs: The factory's dependencies; nil if they are not known before it runs.
    ///   - route: Finds the instance for a value of the arguments; nil: none is kept.
    init<Arguments>(
        at location: SourceLocation, needs: (@Sendable () -> [Dependency])? = nil,
        keptBy route: (any CellRoute)? = nil,
        factory: @escaping @Sendable (Resolver, Arguments) throws -> Instance
    ) {
        var parts = Record.Parts(needs: needs)
        parts.route = route
        self.init(Record(Instance.self, taking: Arguments.self, at: location, parts: parts, factory))
    }

    /// The same for a factory that awaits.
    init<Arguments>(
        at location: SourceLocation, needs: (@Sendable () -> [Dependency])? = nil, keptBy route: (any CellRoute)? = nil,
        awaiting factory: @escaping @concurrent @Sendable (AsyncResolver, Arguments) async throws -> Instance
    ) {
        var parts = Record.Parts(needs: needs)
        parts.route = route
        self.init(
            Record(awaiting: Instance.self, taking: Arguments.self, at: location, parts: parts) { resolver, arguments in
                let arguments = Made(instance: arguments)
                return try await made(from: resolver) { try await factory($0, arguments.instance) }.instance
            })
    }
}
