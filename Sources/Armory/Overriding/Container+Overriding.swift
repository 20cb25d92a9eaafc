// A container that overrides some registrations of another one, for tests.

extension Container {
    /// Creates a container that overrides some registrations that this one has or inherits.
    ///
    /// ```swift
    /// let container = try application.overriding {
    ///     Singleton((any Clock).self) { FixedClock(hour: 9) }
    /// }
    /// ```
    ///
    /// Instances that depend on an override, directly or indirectly, are created anew in the derived container and kept
    /// there. It shares all other instances with this one, also those that exist already. This container, and other
    /// containers derived from it, are not affected.
    ///
    /// The dependencies are known for initializers, for closures with parameters, and for closures that declare them
    /// with ``Registration/dependsOn(_:)``. A closure that hides its requests may ask for anything, so its instance is
    /// created anew.
    ///
    /// A derived container is frozen. You can derive from it again, and scopes opened in it see its overrides. It keeps
    /// this container alive; closing it releases only its own instances. ``replace(_:)``, ``overlay(_:)``,
    /// ``remove(_:)`` and ``reset(_:)`` do not reach through it: for registrations that it shares with this container,
    /// they throw ``ResolutionError/Code/inherited``. ``reset(all:)`` and ``reset(includingParents:)`` do not affect
    /// this container and its ancestors.
    ///
    /// If only the overrides need a registration, put it into a ``Module`` and mark it ``Registration/private()``.
    ///
    /// Any thread may call it, and several may at the same time.
    ///
    /// - Parameter contents: The registrations. `Singleton([any Sink].self) { … }` overrides a whole list, and
    ///   `Singleton((any Log)?.self) { nil }` removes an optional dependency.
    /// - Returns: The derived container.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults; those
    ///   with the code `overridesNothing` are overrides of types that are not registered. Also `closed`, or the error
    ///   of an eager factory.
    /// - Complexity: O(*k*) for *k* overriding registrations, however many this container has.
    public func overriding(
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws(ResolutionError) -> Container {
        let (container, bindings) = try derived(contents())
        try container.activateEager(bindings)
        return container
    }

    /// Creates a container that overrides registrations, with an observer of all its resolves.
    ///
    /// The registrations are in an intermediate container, so that a lookup finds none without asking the observer.
    package func overriding(
        observedBy observer: any ResolutionObserver, _ contents: [any ModuleElement]
    ) throws(ResolutionError) -> Container {
        let (overrides, bindings) = try derived(contents, keepsNoInstance: true)
        let derivation = OverridingDerivation(observer)
        derivation.addOverrides(of: bindings.map(\.key))
        let container = Container(
            parents: [overrides], scope: nil, configuration: overrides.configuration, derivation: derivation)
        container.freeze()
        try container.activateEager(bindings)
        return container
    }

    private func derived(
        _ contents: [any ModuleElement], keepsNoInstance: Bool = false
    ) throws(ResolutionError) -> (Container, [Binding]) {
        guard !isClosed else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        let derivation = OverridingDerivation()
        var configuration = configuration
        // Its factories already run inside this container's gate.
        configuration.building = .parallel
        let container = Container(parents: [self], scope: nil, configuration: configuration, derivation: derivation)
        container.control.keepsNoInstance = keepsNoInstance
        var (bindings, faults) = container.collect(contents)
        derivation.addOverrides(of: bindings.map(\.key))
        faults += faultsOfOverrides(bindings)
        if configuration.validates { faults += container.validationFaults() }
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        container.freeze()
        return (container, bindings)
    }

    /// The faults of registrations that override nothing under any of their types.
    private func faultsOfOverrides(_ bindings: [Binding]) -> [ResolutionError] {
        var furtherKeys: [ServiceKey: [ServiceKey]] = [:]
        for binding in bindings where binding.options.contains(.alias) {
            guard let target = binding.dependencies.first else { continue }
            furtherKeys[target.key, default: []].append(binding.key)
        }
        return bindings.filter { binding in
            binding.options.isDisjoint(with: [.alias, .hidden])
                && !([binding.key] + (furtherKeys[binding.key] ?? [])).contains(where: canBeOverridden)
        }.map {
            ResolutionError(
                .overridesNothing, key: $0.key, location: $0.location, detail: .near(nearMisses(of: $0.key)))
        }
    }

    /// Whether the key resolves without an override: it is registered, promised, a list or an optional.
    private func canBeOverridden(_ key: ServiceKey) -> Bool {
        if isRegistered(key) || justInTimeRecord(for: key) != nil { return true }
        let isPromised = ([self] + ancestors).contains {
            $0.absentBinding(key)?.options.contains(.promise) ?? false
        }
        if isPromised { return true }
        guard let form = key.type as? any DependencyForm.Type else { return false }
        let inner = form.dependency(key.qualifier)
        return switch inner.kind {
        case .list, .map: !memberKeys(of: inner.type).isEmpty
        case .one, .optional: canBeOverridden(inner.key)
        case .unknown, .layers, .choice: false
        }
    }
}
