// Loading and unloading modules while a container is in use.
//
//     load      Assembly --> a trial: a container of the same registrations and the new ones, which is validated
//                        --> adds all of them at once --> eager instances
//     unload    removes all of them at once; the registrations that they had displaced return
//
// One thread at a time does either, including the eager instances: no other load finds a module that is removed again.

extension Container {
    /// Adds a module's registrations, also to a frozen container.
    ///
    /// All registrations are checked before any is added; if there is a fault, none is added. Modules in it that are
    /// already loaded count once. If the factory of an eager registration throws, the module is removed again. The
    /// registrations that it had displaced return without their instances; overlays stay.
    ///
    /// In a container derived by ``overriding(_:)``, instances that it has shared with its base and that depend on the
    /// module's registrations are created again.
    ///
    /// One thread at a time loads or unloads; another thread waits until the eager instances exist. A factory may load
    /// a further module. If threads would wait for each other in a cycle, a thread that waits to load proceeds inside
    /// the other load.
    ///
    /// - Throws: ``ResolutionError`` with the code `invalid` or `closed`, or `timedOut` after
    ///   ``Configuration/waitLimit``, or the error of an eager factory.
    /// - Complexity: O(*n*) in the number of registrations, including the container's, which are checked again.
    public func load(_ module: Module) throws(ResolutionError) {
        try oneAtATime { () throws(ResolutionError) in try loadAlone(module) }
    }

    /// Runs `body` while no other thread loads or unloads.
    private func oneAtATime(_ body: () throws(ResolutionError) -> Void) throws(ResolutionError) {
        let gate = control.lock.withLock {
            let state = control.rareState
            let gate = state.moduleGate ?? Gate(waitLimit: waitLimit)
            state.moduleGate = gate
            return gate
        }
        let me = unsafe ThreadNode.of(ThreadContext.current)
        // A thread that is inside has lost its turn if it waited for longer than the limit: then it waits for it here.
        let isInside = me.isInside(gate)
        guard (try? WaitForGraph.shared.enter(gate, by: me)) != nil else {
            // The limit has passed.
            throw ResolutionError(.timedOut, key: ServiceKey(Module.self))
        }
        defer { if !isInside { WaitForGraph.shared.leave(gate, by: me) } }
        try body()
    }

    private func loadAlone(_ module: Module) throws(ResolutionError) {
        while true {
            let (changes, modules, before) = control.lock.withLock {
                (control.moduleChanges, control.modules, control.layers)
            }
            var assembly = Assembly(traits, beside: modules) { self.isRegistered($0) }
            assembly.add([module])
            var bindings = assembly.finish()
            let kept = bindings.filter { isKeptByAnAncestor($0) }
            if !kept.isEmpty {
                assembly.note(kept: kept)
                bindings.removeAll { binding in kept.contains { $0 === binding } }
            }
            var faults = assembly.faults
            var layers = before
            if before != nil || !assembly.layers.isEmpty {
                let all = (before ?? LayerList([])).adding(assembly.layers)
                let there = ownBindings
                bindings = all.expanded(bindings) + all.adapted(there, by: assembly.layers)
                faults += layerFaults(assembly.layers, among: there + bindings)
                layers = all
            }
            if configuration.validates { faults += try trialFaults(of: bindings, layers) }
            var isStale = false
            if faults.isEmpty {
                faults = try add(bindings.first?.key ?? ServiceKey(Container.self)) { _ in
                    bindings
                } isAllowed: {
                    isStale = control.moduleChanges != changes || control.layers !== before
                    return !isStale
                } whenAdded: {
                    control.note(assembly)
                    control.layers = layers
                }
            } else {
                isStale = control.lock.withLock { control.moduleChanges != changes || control.layers !== before }
            }
            // If another module was loaded or unloaded meanwhile, everything is checked again.
            if isStale { continue }
            guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
            addOverrides(of: bindings.map(\.key))
            if !assembly.layers.isEmpty { try relayer() }
            do throws(ResolutionError) {
                try activateEager(bindings)
            } catch {
                _ = Result { () throws(ResolutionError) in try unloadAlone(module) }
                throw error
            }
            return
        }
    }

    /// Returns the faults that the container would have with the bindings.
    private func trialFaults(
        of bindings: [Binding], _ layers: (any LayerSet)?
    ) throws(ResolutionError) -> [ResolutionError] {
        var configuration = configuration
        configuration.isTrial = true
        let trial = Container(parents: parents, scope: scope, configuration: configuration)
        let there = ownBindings
        let later = layers.map { layers in there.map { layers.layered($0) } } ?? there
        _ = try trial.add(ServiceKey(Container.self)) { _ in later }
        let refused = try trial.add(ServiceKey(Container.self)) { _ in bindings }
        let changed = zip(there, later).filter { $0 !== $1 }.map { $1 }
        let focus = Set((bindings + changed).flatMap(\.chain).map(ObjectIdentifier.init))
        return refused + trial.validation(of: focus).faults
    }

    /// Creates the eager instances of those bindings that are the registrations of their keys.
    func activateEager(_ bindings: [Binding]) throws(ResolutionError) {
        for binding in bindings where binding.options.contains(.eager) && registered(binding.key) === binding {
            // `start()` creates the instances whose factories await, and the instances that depend on those.
            guard !(binding.intercepted ?? binding).options.contains(.asynchronous) else { continue }
            do throws(ResolutionError) {
                try binding.activate(in: self)
            } catch {
                guard error.code == .asynchronous else { throw error }
            }
        }
    }

    /// Removes a module's registrations, and those of the modules in it that no other loaded module includes.
    ///
    /// All are removed at once. The registrations that they had displaced return without their instances: a fallback,
    /// an ``Registration/ifAbsent()`` registration, a promise. If a key has no such registration, resolving it throws
    /// ``ResolutionError/Code/removed`` from then on, and overlays on it are removed too. Existing instances stay with
    /// their holders. A registration that has replaced one of the module's since then stays too, because it is not the
    /// module's.
    ///
    /// - Throws: ``ResolutionError`` with the code `notLoaded` if the module was not added to this container directly,
    ///   `closed`, or `timedOut` if another thread loads for longer than ``Configuration/waitLimit``.
    /// - Complexity: O(*n*) in the number of registrations.
    public func unload(_ module: Module) throws(ResolutionError) {
        try oneAtATime { () throws(ResolutionError) in try unloadAlone(module) }
    }

    private func unloadAlone(_ module: Module) throws(ResolutionError) {
        // Released after the lock: factories and their captures are user code.
        var outdated: [ConditionInfo] = []
        defer { withExtendedLifetime(outdated) {} }
        try removeAll { () throws(ResolutionError) in
            guard !control.isClosed else { throw ResolutionError(.closed, key: ServiceKey(Module.self)) }
            guard let gone = control.modules.exclusiveReach(of: module.identity) else {
                throw ResolutionError(
                    .notLoaded, key: ServiceKey(Module.self), location: module.location,
                    detail: .module(module.identity.description))
            }
            return gone
        } whenRemoved: { gone in
            control.moduleChanges += 1
            control.modules.remove(gone, of: module.identity)
            outdated = control.forgetConditions(of: gone)
            control.layers = control.layers?.removing { $0.module.map(gone.contains) ?? false }
        }
        try relayer()
    }
}
