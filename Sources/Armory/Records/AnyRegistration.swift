extension Plumbing {
    /// A registration without its type, as modules and containers use it.
    ///
    /// It is not generic, so the runtime creates no type and no conformance for it.
    package struct AnyRegistration: ModuleElement {
        /// The record that a container keeps.
        ///
        /// Containers and registrations can share it: it is only changed while no other has it.
        package var binding: Binding

        /// The properties that few registrations have; nil: this one has none of them.
        fileprivate var box: ExtrasBox?

        init(_ binding: Binding) {
            self.binding = binding
        }

        /// The registration itself.
        package var moduleContent: ModuleContent { ModuleContent(kind: .registration(self)) }
    }
}

package typealias AnyRegistration = Plumbing.AnyRegistration

extension AnyRegistration {
    /// The properties that few registrations have.
    var extras: Extras {
        get { box?.extras ?? Extras() }
        set { box = ExtrasBox(newValue) }
    }

    /// Changes the properties of the record, except its factory.
    mutating func change(_ body: (inout BindingTraits) -> Void) {
        var traits = binding.traits
        body(&traits)
        binding = binding.copy(traits, binding.injections)
    }

    /// Makes it a registration of a module; nil: it is in no module.
    ///
    /// Copies the record only if another registration or a container shares it.
    mutating func move(into module: ModuleIdentity?) {
        guard binding.module != module else { return }
        if isKnownUniquelyReferenced(&binding) {
            binding.setModule(module)
        } else {
            change { $0.module = module }
        }
    }

    /// The condition of the registration; nil: it is always registered.
    var condition: (@Sendable (Conditions) -> Bool)? { box?.extras.condition }

    /// The fault for which no container accepts the registration.
    var fault: ResolutionError? {
        // Most registrations have none of these, and each container asks for each registration.
        guard box != nil || binding.type == Void.self || binding.options.contains(.eager) else { return nil }
        return binding.noInstance ?? binding.refusedEager ?? box?.extras.fault
    }

    /// Calls `body` for the records of all types that the registration is found by, its own type first.
    func forEachRecord(_ body: (Binding) -> Void) {
        if box == nil { body(binding) } else { records.forEach(body) }
    }

    /// The records of all types that the registration is found by, its own type first.
    var records: [Binding] {
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
    var onlyRecord: Binding? {
        box == nil && !binding.options.contains(.hidden) && binding.instanceType != Void.self ? binding : nil
    }

    /// The records of a registration outside of modules.
    ///
    /// - Throws: ``ResolutionError`` with the code `noInstance`, `refusedArguments`, `resolverAsGenericArgument` or
    ///   `privateOutsideModule`.
    var recordsOutsideModules: [Binding] {
        get throws(ResolutionError) {
            if let fault { throw fault }
            guard !binding.options.contains(.hidden) else {
                throw ResolutionError(.privateOutsideModule, key: binding.key, location: binding.location)
            }
            return records
        }
    }
}

/// The properties that few registrations have.
struct Extras: Sendable {
    /// Create the records of the further types that the instance is found by, from the registration's own record.
    var aliases: [@Sendable (Binding) -> Binding] = []
    /// The identity that makes it a member of a list; nil: it is found by its key.
    var contribution: ContributionIdentity?
    /// The condition of the registration, decided when a container is built; nil: it is always registered.
    var condition: (@Sendable (Conditions) -> Bool)?
    /// The fault of a registration whose arguments do not fit; nil: it has none.
    var fault: ResolutionError?
}

private final class ExtrasBox: Sendable {
    let extras: Extras

    init(_ extras: Extras) {
        self.extras = extras
    }
}
