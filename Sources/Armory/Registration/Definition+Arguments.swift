extension Plumbing.Definition {
    /// The content of a registration whose factory takes arguments at every resolve.
    ///
    /// - Parameters:
    ///   - location: The location of the registration in the source.
    ///   - needs: The factory's dependencies; nil if they are not known before it runs.
    ///   - identity: Compares the values that have separate kept instances; nil: no instance is kept.
    ///   - factory: The factory if it does not await.
    ///   - awaited: The factory if it awaits.
    init<Arguments>(
        at location: SourceLocation, needs: [Dependency]? = nil,
        keptBy identity: ArgumentIdentity<Arguments>? = nil,
        factory: @escaping ArgumentFactory<Instance, Arguments> = { _, _ in throw AwaitingFault() },
        awaiting awaited: AsyncArgumentFactory<Instance, Arguments>? = nil
    ) {
        let traits = BindingTraits(
            lifetime: identity == nil ? .transient : .custom, location: location, argumentType: Arguments.self,
            needs: needs.map { needs in { @Sendable in needs } },
            awaited: awaited.map { AwaitedFactoryOf($0) },
            customFinder: identity.map { CustomFinderOf(Unlimited(), $0) })
        self.init(ArgumentBinding(Instance.self, traits, factory: factory))
    }
}
