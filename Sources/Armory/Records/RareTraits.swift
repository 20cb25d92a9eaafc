/// The properties that few records have, in a separate object, so that the others have no words for them.
class RareTraits: @unchecked Sendable {  // Immutable.
    final let scope: ScopeTag?
    final let awaited: (any AwaitedFactory)?
    final let customFinder: (any AnyCustomFinder)?
    final let report: ResolveReport?
    final let measures: (any AnyObject & Sendable)?
    /// The known dependencies of the injections.
    final let injectionNeeds: [Dependency]
    /// Whether an injection has unknown dependencies.
    final let hasOpaqueInjection: Bool
    /// Whether there is an injection that is not a hook.
    final let injects: Bool
    /// Whether there is a start hook or a stop hook.
    final let isStartable: Bool
    /// Whether there is a shutdown hook that awaits.
    final let shutdownAwaits: Bool

    fileprivate init<T>(_ traits: BindingTraits, _ injections: [Injection<T>]) {
        scope = traits.scope
        awaited = traits.awaited
        customFinder = traits.customFinder
        report = traits.report
        measures = traits.measures
        injectionNeeds = injections.flatMap { $0.needs ?? [] }
        hasOpaqueInjection = injections.contains { $0.needs == nil }
        let hooks = injections.compactMap(\.hook)
        injects = hooks.count != injections.count
        isStartable = hooks.contains { $0.time != .shutdown }
        shutdownAwaits = hooks.contains { $0.time == .shutdown && $0.awaits }
    }
}

/// The same, with the injections, which depend on the type of the instances.
final class RareTraitsOf<T>: RareTraits, @unchecked Sendable {  // As `RareTraits`.
    let injections: [Injection<T>]?

    /// Returns nil if the record has none of these properties, except a scope.
    init?(_ traits: BindingTraits, _ injections: [Injection<T>]?) {
        guard
            injections != nil || traits.awaited != nil || traits.customFinder != nil || traits.report != nil
                || traits.measures != nil
        else { return nil }
        self.injections = injections
        super.init(traits, injections ?? [])
    }
}
