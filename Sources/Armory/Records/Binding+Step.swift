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

    /// The error of an eager registration whose factory takes arguments, or awaits where no start creates the instance.
    var refusedEager: ResolutionError? {
        guard options.contains(.eager), argumentType != nil || awaited != nil && lifetime != .singleton else {
            return nil
        }
        return ResolutionError(
            .cannotBeEager, key: key, location: location,
            detail: argumentType.map { .arguments(taken: $0, given: nil) } ?? .none)
    }

    /// The parameters of the initializer that ask for the key; nil: none does.
    func parameters(for key: ServiceKey) -> ResolutionError.Parameters? {
        let needs = dependencies.filter { $0.parameter != nil && !$0.isPossible && $0.key == key }
        guard !needs.isEmpty else { return nil }
        let positions = needs.compactMap(\.parameter).filter { $0 > 0 }.map(Int.init)
        return ResolutionError.Parameters(
            positions: positions, takeSources: !positions.isEmpty && !options.contains(.asynchronous))
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
