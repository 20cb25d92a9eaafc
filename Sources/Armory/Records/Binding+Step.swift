extension Binding {
    var step: ResolutionError.Step {
        ResolutionError.Step(
            key: key, location: options.contains(.justInTime) ? nil : location,
            leadsOn: !base.options.isDisjoint(with: [.alias, .adapted]))
    }

    /// The error of a registration whose factory returns nothing.
    var noInstance: ResolutionError? {
        type == Void.self ? ResolutionError(.noInstance, key: key, location: location) : nil
    }

    /// Whether a parameter of the autowired initializer asks for the key.
    func hasParameter(_ key: ServiceKey) -> Bool {
        dependencies.contains { $0.time == .construction && !$0.isDeclared && !$0.isPossible && $0.key == key }
    }
}

extension [Binding] {
    /// The steps of a path.
    ///
    /// An inner record that follows its outer one is left out, because it has the same key.
    ///
    /// A plain loop, because the first error of a process may be reported with little stack left.
    var steps: [ResolutionError.Step] {
        var steps: [ResolutionError.Step] = []
        var last: Binding?
        for binding in self {
            if last.map({ binding.isInner(of: $0) }) != true { steps.append(binding.step) }
            last = binding
        }
        return steps
    }
}
