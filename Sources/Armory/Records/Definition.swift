extension Plumbing {
    /// The content of a registration: its keys, how its instances are made and how long they live.
    ///
    /// You make one with ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph``, ``Transient`` or ``Promised``, and
    /// refine it with the modifiers of ``Registration``.
    public struct Definition<Instance>: Sendable {
        /// The record that a container keeps.
        ///
        /// It is immutable, so containers can share it.
        package private(set) var binding: Binding<Instance>

        /// The properties that few registrations have; nil: this one has none of them.
        ///
        /// One word, and not of a generic type: reading it looks up no type.
        private var box: ExtrasBox?

        /// The properties that few registrations have.
        var extras: Extras {
            get { box?.extras ?? Extras() }
            set { box = ExtrasBox(newValue) }
        }

        init(_ binding: Binding<Instance>) {
            self.binding = binding
        }

        init(
            _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, in tag: ScopeTag? = nil,
            _ customFinder: (any AnyCustomFinder)? = nil
        ) {
            let traits = BindingTraits(
                lifetime: lifetime, location: recipe.location, scope: tag, needs: recipe.needs,
                customFinder: customFinder)
            binding = Binding(traits, factory: recipe.factory)
        }

        /// The definition, after noting whether the type of the instances is `Sendable`.
        package func noted(_ note: SendableNote) -> Self {
            binding.noteIfUnknown(note)
            return self
        }

        /// Changes the properties of the record, except its factory.
        mutating func change(_ body: (inout BindingTraits) -> Void) {
            var traits = binding.traits
            body(&traits)
            binding = binding.copy(traits, binding.injections)
        }

        mutating func addInjection(_ injection: Injection<Instance>) {
            binding = binding.copy(binding.traits, (binding.injections ?? []) + [injection])
        }

        /// The records of all types that the registration is found by, its own type first.
        var records: [AnyBinding] {
            guard let extras = box?.extras else { return [binding] }
            var primary = binding
            if let contribution = extras.contribution {
                var traits = binding.traits
                traits.qualifier = Qualifier(Contribution(identity: contribution, tag: binding.qualifier))
                primary = binding.copy(traits, binding.injections)
            }
            return [primary] + extras.aliases.map { $0(primary) }
        }

        /// The record, if there is no other and nothing else to check.
        var onlyRecord: AnyBinding? {
            box == nil && !binding.options.contains(.hidden) && Instance.self != Void.self ? binding : nil
        }

        /// The records of a registration outside of modules.
        ///
        /// - Throws: ``ResolutionError`` with the code `noInstance` or `privateOutsideModule`.
        var recordsOutsideModules: [AnyBinding] {
            get throws(ResolutionError) {
                if let fault = binding.noInstance { throw fault }
                guard !binding.options.contains(.hidden) else {
                    throw ResolutionError(.privateOutsideModule, key: binding.key, location: binding.location)
                }
                return records
            }
        }
    }
}

/// The properties that few registrations have.
struct Extras: Sendable {
    /// Create the records of the further types that the instance is found by, from the registration's own record.
    var aliases: [@Sendable (AnyBinding) -> AnyBinding] = []
    /// The identity that makes it a member of a list; nil: it is found by its key.
    var contribution: ContributionIdentity?
    /// The condition of the registration, decided when a container is built; nil: it is always registered.
    var condition: (@Sendable (Conditions) -> Bool)?
}

private final class ExtrasBox: Sendable {
    let extras: Extras

    init(_ extras: Extras) {
        self.extras = extras
    }
}
