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

    init(_ lifetime: Lifetime, _ recipe: Recipe<Instance>) {
        let traits = BindingTraits(lifetime: lifetime, location: recipe.location, needs: recipe.needs)
        binding = Binding(traits, factory: recipe.factory)
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
}
