// A container over another one, in which some registrations are others: for tests.

extension Container {
    /// A container in which other registrations take the places of some that this one has or inherits.
    ///
    /// ```swift
    /// let container = try application.overriding {
    ///     Singleton((any Clock).self) { FixedClock(hour: 9) }
    /// }
    /// ```
    ///
    /// Whatever depends on what is overridden, over however many steps, is made anew in the derived container and kept there. What
    /// does not depend on it is shared with this one, and so is what this one has made already. This one and other containers
    /// that are derived from it see nothing of it.
    ///
    /// What a registration depends on is known of initializers, of closures with parameters and of those that say it by
    /// ``Registration/dependsOn(_:)``. A closure that hides what it asks for may ask for anything, so its instance is made anew.
    ///
    /// A derived container is frozen. It can be derived from again, and scopes opened in it see its overrides. It keeps this one
    /// alive; closing it lets go of its own instances alone. ``replace(_:)``, ``overlay(_:)``, ``remove(_:)`` and ``reset(_:)``
    /// do not reach through it: what it shares with this one is ``ResolutionError/Code/inherited``.
    /// ``reset(all:)`` and ``reset(includingParents:)`` leave this one and its ancestors alone.
    ///
    /// A registration that nobody but the overriding ones asks for is put into a ``Module`` and marked ``Registration/private()``.
    ///
    /// Any thread may call it, any number at the same time.
    ///
    /// - Parameter contents: The registrations. A list is overridden whole, by `Singleton([any Sink].self) { … }`, and what is
    ///   optional is taken away by `Singleton((any Log)?.self) { nil }`.
    /// - Returns: The derived container.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all that is wrong, of which
    ///   `overridesNothing` are those of types that nobody has registered; or `closed`; or the error of an eager factory.
    /// - Complexity: O(*k*) for *k* overriding registrations, however many this container has.
    public func overriding(
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws(ResolutionError) -> Container {
        let (container, bindings) = try derived(contents())
        try container.activateEager(bindings)
        return container
    }

    /// The same, with somebody who watches all that is resolved in it.
    ///
    /// The registrations lie in a container in between: so none is found without a look at the observer.
    package func overriding(
        observedBy observer: any ResolutionObserver, _ contents: [any ModuleElement]
    ) throws(ResolutionError) -> Container {
        let (overrides, bindings) = try derived(contents)
        let derivation = Derivation(observer)
        derivation.override(bindings.map(\.key))
        let container = Container(
            parents: [overrides], scope: nil, configuration: overrides.configuration, derivation: derivation)
        container.freeze()
        try container.activateEager(bindings)
        return container
    }

    private func derived(
        _ contents: [any ModuleElement]
    ) throws(ResolutionError) -> (Container, [AnyBinding]) {
        guard !isClosed else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        let derivation = Derivation()
        var configuration = configuration
        // Its factories run inside this one's gate as it is.
        configuration.building = .parallel
        let container = Container(parents: [self], scope: nil, configuration: configuration, derivation: derivation)
        var (bindings, faults) = container.collect(contents)
        derivation.override(bindings.map(\.key))
        faults += faultsOfOverrides(bindings)
        if configuration.validates { faults += container.validation(of: nil).faults }
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        container.freeze()
        return (container, bindings)
    }

    /// What overrides nothing under any of its types.
    private func faultsOfOverrides(_ bindings: [AnyBinding]) -> [ResolutionError] {
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

    /// Whether asking for the key gives something without an override: what is registered, promised, a list or an optional.
    private func canBeOverridden(_ key: ServiceKey) -> Bool {
        if isRegistered(key) || justInTimeRecord(for: key) != nil { return true }
        let isPromised = ([self] + ancestors).contains {
            $0.absentBinding(key)?.options.contains(.promise) ?? false
        }
        if isPromised { return true }
        guard let form = key.type as? any DependencyForm.Type else { return false }
        let inner = form.dependency(key.qualifier)
        return switch inner.count {
        case .list, .map: !memberKeys(of: inner.type).isEmpty
        case .one, .optional: canBeOverridden(inner.key)
        case .unknown, .layers: false
        }
    }
}
