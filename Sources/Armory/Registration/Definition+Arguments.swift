extension Plumbing.Definition {
    /// The content of a registration whose factory takes arguments at every resolve.
    ///
    /// - Parameters:
    ///   - types: The type that identifies the arguments; several are one tuple.
    ///   - location: The location of the registration in the source.
    ///   - needs: The factory's dependencies; nil if they are not known before it runs.
    ///   - identity: Compares the values that have separate kept instances; nil: no instance is kept.
    ///   - factory: The factory if it does not await.
    ///   - awaited: The factory if it awaits.
    init<Arguments>(
        taking types: any Any.Type, at location: SourceLocation, needs: [Dependency]? = nil,
        keptBy identity: ArgumentIdentity<Arguments>? = nil,
        factory: @escaping ArgumentFactory<Instance, Arguments> = { _, _ in throw AwaitingFault() },
        awaiting awaited: AsyncArgumentFactory<Instance, Arguments>? = nil
    ) {
        let traits = BindingTraits(
            lifetime: identity == nil ? .transient : .custom, location: location, argumentType: types,
            needs: needs.map { needs in { @Sendable in needs } },
            awaited: awaited.map { AwaitedFactoryOf($0) },
            customFinder: identity.map { CustomFinderOf(Unlimited(), $0) })
        self.init(ArgumentBinding(Instance.self, traits, factory: factory))
    }

    /// The content of a registration that takes arguments as parameters of its initializer, and resolves the others.
    ///
    /// - Parameters:
    ///   - factory: The initializer.
    ///   - type: The type that identifies the arguments; several are one tuple.
    ///   - types: The types of the arguments.
    ///   - location: The location of the registration in the source.
    ///   - identity: Compares the values that have separate kept instances; nil: no instance is kept.
    ///   - three: The arguments as three, with `Void` for those that there are not.
    init<each P, Arguments, First, Second, Third>(
        autowiring factory: @escaping @Sendable (repeat each P) throws -> Instance,
        taking type: any Any.Type, _ types: [any Any.Type], at location: SourceLocation,
        keptBy identity: ArgumentIdentity<Arguments>? = nil,
        _ three: @escaping @Sendable (Arguments) -> (First, Second, Third)
    ) {
        let match = ArgumentMatch(of: types, to: repeat (each P).self)
        self.init(taking: type, at: location, needs: match.needs, keptBy: identity) { resolver, arguments in
            let container = resolver.container
            var matched = MatchedParameters(arguments: three(arguments), positions: match.positions[...])
            return try factory(repeat matched.next((each P).self) ?? container.lookUp())
        }
        refuse(match)
    }

    /// The same with an initializer that is isolated to the main actor.
    init<each P: Sendable, Arguments: Sendable, First: Sendable, Second: Sendable, Third: Sendable>(
        autowiringOnMainActor factory: @escaping @MainActor @Sendable (repeat each P) throws -> Instance,
        taking type: any Any.Type, _ types: [any Any.Type], at location: SourceLocation,
        keptBy identity: ArgumentIdentity<Arguments>? = nil,
        _ three: @escaping @Sendable (Arguments) -> (First, Second, Third)
    ) where Instance: Sendable {
        let match = ArgumentMatch(of: types, to: repeat (each P).self)
        let awaited: AsyncArgumentFactory<Instance, Arguments> = { resolver, arguments in
            var matched = MatchedParameters(arguments: three(arguments), positions: match.positions[...])
            let parameters = (repeat try await resolver.parameter((each P).self, matched.next((each P).self)))
            return try await factory(repeat each parameters)
        }
        self.init(taking: type, at: location, needs: match.needs, keptBy: identity, awaiting: awaited)
        refuse(match)
    }

    /// Lets containers refuse the registration if no parameter takes one of its arguments.
    private mutating func refuse(_ match: ArgumentMatch) {
        guard !match.unused.isEmpty else { return }
        extras.fault = ResolutionError(
            .noParameter, key: binding.key, location: binding.location,
            detail: .parameters(match.unused.map(TypeName.of), of: match.parameters.map(TypeName.of)))
    }
}

extension AsyncResolver {
    fileprivate func parameter<T>(_ type: T.Type, _ argument: T?) async throws(ResolutionError) -> T {
        if let argument { return argument }
        return try await parameter(type)
    }
}
