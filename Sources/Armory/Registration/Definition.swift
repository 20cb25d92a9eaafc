/// What a registration says: what it is found by, how its instances are made and how long they live.
///
/// You make one through ``Singleton``, ``Shared``, ``Graph`` or ``Transient`` and refine it by the modifiers of
/// ``Registration``.
public struct Definition<Instance>: Sendable {
    /// The record that a container keeps.
    ///
    /// It is immutable, so containers can share it.
    package private(set) var binding: TypedBinding<Instance>

    init(_ binding: TypedBinding<Instance>) {
        self.binding = binding
    }

    init(_ lifetime: Lifetime, at location: SourceLocation, factory: @escaping Factory<Instance>) {
        binding = Binding(BindingTraits(lifetime: lifetime, location: location), factory: factory)
    }

    mutating func setQualifier(_ qualifier: AnyQualifier) {
        var traits = binding.traits
        traits.qualifier = qualifier
        binding = binding.copy(traits, binding.injections)
    }

    mutating func addInjection(_ injection: @escaping Injection<Instance>) {
        binding = binding.copy(binding.traits, (binding.injections ?? []) + [injection])
    }
}
