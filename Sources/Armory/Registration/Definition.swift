/// What a registration says: what it is found by, how its instances are made and how long they live.
///
/// You make one through ``Singleton``, ``Shared``, ``Scoped``, ``Graph``, ``Transient`` or ``Promised`` and refine it by the
/// modifiers of ``Registration``.
public struct Definition<Instance>: Sendable {
    /// The record that a container keeps.
    ///
    /// It is immutable, so containers can share it.
    package private(set) var binding: TypedBinding<Instance>

    /// The further types that the instance is found by.
    ///
    /// Nil where there are none, as a binding's injections.
    private(set) var aliases: [Alias]?
    /// What makes it one of a list; nil: its key finds it.
    var contribution: ContributionIdentity?
    /// Whether it is there at all, decided when a container is built; nil: always.
    var condition: (@Sendable (Conditions) -> Bool)?

    init(_ binding: TypedBinding<Instance>) {
        self.binding = binding
    }

    init(_ lifetime: Lifetime, _ recipe: Recipe<Instance>) {
        let traits = BindingTraits(lifetime: lifetime, location: recipe.location, needs: recipe.needs)
        binding = Binding(traits, factory: recipe.factory)
    }

    init(in tag: ScopeTag, _ recipe: Recipe<Instance>) {
        let traits = BindingTraits(lifetime: .scoped, location: recipe.location, scope: tag, needs: recipe.needs)
        binding = ScopedBinding(traits, factory: recipe.factory)
    }

    /// Changes what the record says beside its factory.
    mutating func change(_ body: (inout BindingTraits) -> Void) {
        var traits = binding.traits
        body(&traits)
        binding = binding.copy(traits, binding.injections)
    }

    mutating func addInjection(_ injection: Injection<Instance>) {
        binding = binding.copy(binding.traits, (binding.injections ?? []) + [injection])
    }

    mutating func addAlias(_ alias: Alias) {
        aliases = (aliases ?? []) + [alias]
    }

    /// The records of all that the registration is found by, that of its own type first.
    var records: [AnyBinding] {
        guard contribution != nil || aliases != nil else { return [binding] }
        var primary = binding
        if let contribution {
            var traits = binding.traits
            traits.qualifier = Qualifier(Contribution(identity: contribution, tag: binding.qualifier))
            primary = binding.copy(traits, binding.injections)
        }
        return [primary] + (aliases ?? []).map { $0.binding(primary) }
    }
}

extension Definition {
    /// The records of a registration that stands in no module.
    ///
    /// - Throws: ``ResolutionError`` with the code `privateOutsideModule`.
    var recordsOutsideModules: [AnyBinding] {
        get throws(ResolutionError) {
            guard !binding.options.contains(.hidden) else {
                throw ResolutionError(.privateOutsideModule, key: binding.key, location: binding.location)
            }
            return records
        }
    }

    /// What a container is built from.
    typealias Parts = (records: [AnyBinding], condition: (@Sendable (Conditions) -> Bool)?)

    var parts: Parts { (records, condition) }

    /// A further type that an instance is found by.
    struct Alias: Sendable {
        /// The record, from that of the registration itself.
        let binding: @Sendable (TypedBinding<Instance>) -> AnyBinding
    }
}
