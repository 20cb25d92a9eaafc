extension Container {
    /// Creates a container without registrations.
    ///
    /// - Parameters:
    ///   - parents: The containers to search, in this order, for registrations that this one does not have.
    ///   - scope: The tag, if the container is a scope: ``Scoped`` registrations of the tag have an instance in it.
    ///   - configuration: The behavior of the container; its parents keep their own configurations.
    public convenience init(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Configuration = Configuration()
    ) {
        self.init(parents: parents, scope: scope, configuration: configuration, derivation: nil)
    }

    /// Creates a container without registrations, or one that overrides registrations of its parents.
    ///
    /// A derived container reports to the subscribers of the container that it was derived from.
    convenience init(
        parents: [Container], scope: ScopeTag?, configuration: Configuration, derivation: Derivation?
    ) {
        var events = configuration.isTrial ? nil : parents.first?.control.events
        let isHeard = configuration.measures || !configuration.subscribers.isEmpty
        if isHeard, !configuration.isTrial, derivation == nil {
            events = EventHub(for: configuration.subscribers, measures: configuration.measures)
        }
        self.init(
            parents: parents, scope: scope, configuration: configuration, events: events,
            layers: events.map { LayerList($0) }, derivation: derivation)
    }
}
