extension Plumbing {
    /// The content of a registration: its keys, how its instances are created and how long they live.
    ///
    /// You create one with ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph``, ``Transient`` or ``Promised``,
    /// and refine it with the modifiers of ``Registration``.
    public struct Definition<Instance>: Sendable {
        /// The registration without its type.
        package internal(set) var erased: AnyRegistration

        package var binding: Binding { erased.binding }

        /// The properties that few registrations have.
        var extras: Extras {
            get { erased.extras }
            set { erased.extras = newValue }
        }

        init(_ binding: Binding) {
            erased = AnyRegistration(binding)
        }

        init(
            _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, in tag: ScopeTag? = nil,
            _ customFinder: (any AnyCustomFinder)? = nil
        ) {
            if let arguments = recipe.arguments {
                // A recipe takes arguments for its own type only.
                let own = unsafe unsafeDowncast(arguments, to: ArgumentRecipe<Instance>.self)
                self.init(lifetime, recipe, taking: own)
                return
            }
            let traits = BindingTraits(
                lifetime: lifetime, location: recipe.location, scope: tag, needs: recipe.needs,
                customFinder: customFinder)
            self.init(Binding.make(Instance.self, traits, factory: recipe.factory))
        }

        /// The content of a singleton that exists already.
        init(value: Instance, at location: SourceLocation) {
            // Its type is `Sendable`, or the registration is unchecked.
            nonisolated(unsafe) let value = value
            let traits = BindingTraits(lifetime: .singleton, location: location, needs: { [] }, source: .value)
            self.init(Binding.make(Instance.self, traits) { _ in unsafe value })
        }

        /// The registration without its type, after noting whether the type of the instances is `Sendable`.
        package func noted(_ note: SendableNote) -> AnyRegistration {
            binding.noteIfUnknown(note)
            return erased
        }

        /// Changes the properties of the record, except its factory.
        mutating func change(_ body: (inout BindingTraits) -> Void) { erased.change(body) }

        mutating func addInjection(_ injection: Injection<Instance>) {
            let all = (unsafe binding.injections?.of(Instance.self).all ?? []) + [injection]
            erased.binding = binding.copy(binding.traits, InjectionsOf(all))
        }
    }
}
