// The registrations that may have been meant when one is missing. The index is built for the first missing key: it
// reads all names once, however many keys are missing.

/// Registrations by the names of their types.
struct NearMisses {
    /// By the name of the type without `any` and `Optional`.
    private var steps: [String: [ResolutionError.Step]] = [:]
    private var names: [ObjectIdentifier: String] = [:]
    private let container: Container
    private let present: [Binding]
    /// How many more types may be asked whether they conform to a missing protocol, so that many missing keys among many
    /// registrations take no second.
    private var questions = 50_000

    init(_ container: Container) {
        self.container = container
        present = ([container] + container.ancestors).flatMap(\.ownBindings)
        for binding in present { add(binding.step, of: binding.type) }
        addKnownModules(of: container)
        // Each key is described once: many keys may have the same type.
        for (name, list) in steps where list.count > 1 {
            steps[name] = list.map { ($0, $0.key.description) }.sorted { $0.1 < $1.1 }.map(\.0)
        }
    }

    /// Registrations of the same type under another qualifier, of a type with the same name, or of modules that are not
    /// loaded; or, if there are none, of types that conform to the protocol.
    mutating func steps(like key: ServiceKey) -> [ResolutionError.Step] {
        let unmet = container.unmetConditions(of: key)
        guard unmet.isEmpty else { return unmet }
        let near = (steps[name(of: key.type)] ?? []).filter { $0.key != key || $0.module != nil }
        guard near.isEmpty, questions >= present.count else { return near }
        questions -= present.count
        return present.conforming(to: key)
    }

    private mutating func add(_ step: ResolutionError.Step, of type: any Any.Type) {
        steps[name(of: type), default: []].append(step)
    }

    private mutating func name(of type: any Any.Type) -> String {
        if let known = names[ObjectIdentifier(type)] { return known }
        let name = TypeName.core(of: type)
        names[ObjectIdentifier(type)] = name
        return name
    }

    private mutating func addKnownModules(of container: Container) {
        let known = container.configuration.knownModules
        guard !known.isEmpty else { return }
        let present = ([container] + container.ancestors).reduce(into: ModuleTree()) { present, owner in
            present.addModules(of: owner.control.lock.withLock { owner.control.modules })
        }
        var assembly = Assembly(container.traits, beside: present) { container.isRegistered($0) }
        assembly.add(known)
        for binding in assembly.finish() where !binding.options.contains(.hidden) {
            let step = ResolutionError.Step(
                key: binding.key, location: binding.location, module: binding.module?.description)
            add(step, of: binding.type)
        }
    }
}
