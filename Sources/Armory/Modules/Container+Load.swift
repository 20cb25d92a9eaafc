// Modules that come and go while a container is in use.
//
//     load      Assembly --> a trial: a container of the same registrations and the new ones, which is checked
//                        --> all of them at once --> eager instances
//     unload    all of them at once; what they have displaced is there again
//
// One thread at a time does either, eager instances included: nobody finds a module there that is taken away again.

internal import Synchronization

extension Container {
    /// Adds a module's registrations, also to a container that is frozen.
    ///
    /// All of it is checked before any of it is there; where there is a fault, nothing is added. Modules in it that are
    /// there already count once. What a factory of an eager registration throws takes the module away again, and what it had
    /// displaced is registered as before, without its instance; overlays stay.
    ///
    /// In a container that ``overriding(_:)`` has derived, what it has shared until then and depends on the module's
    /// registrations is made anew.
    ///
    /// One thread at a time loads or unloads; another one waits until the eager instances are there. A factory may load a
    /// further module. Where threads would wait for each other in a circle, one that waits to load goes on inside.
    ///
    /// - Throws: ``ResolutionError`` with the code `invalid` or `closed`, or `timedOut` after
    ///   ``Configuration/waitLimit``, or the error of an eager factory.
    /// - Complexity: O(*n*) in the number of registrations, of the container's too, which are checked again.
    public func load(_ module: Module) throws(ResolutionError) {
        try oneAtATime { () throws(ResolutionError) in try loadAlone(module) }
    }

    /// Runs `body` where no other thread loads or unloads.
    private func oneAtATime(_ body: () throws(ResolutionError) -> Void) throws(ResolutionError) {
        let gate = ledger.lock.withLock {
            let gate = ledger.moduleGate ?? Gate(waitLimit: waitLimit)
            ledger.moduleGate = gate
            return gate
        }
        var result = Result<Void, ResolutionError>.failure(ResolutionError(.timedOut, key: ServiceKey(Module.self)))
        // It throws where the limit has passed, and has not called the body then.
        try? unsafe Construction<Void>.inside(gate, ThreadContext.current) {
            result = Result { () throws(ResolutionError) in try body() }
        }
        try result.get()
    }

    private func loadAlone(_ module: Module) throws(ResolutionError) {
        while true {
            let (changes, includes, before) = ledger.lock.withLock {
                (ledger.moduleChanges, ledger.includes, ledger.layers)
            }
            var assembly = Assembly(configuration.environment, without: includes) { self.isRegistered($0) }
            assembly.add([module])
            var bindings = assembly.finish().filter { !isKeptByAnAncestor($0) }
            var faults = assembly.faults
            var layers = before
            if before != nil || !assembly.layers.isEmpty {
                let all = (before ?? LayerList([])).adding(assembly.layers)
                let there = ownBindings
                bindings = all.expanded(bindings) + all.adapted(there, by: assembly.layers)
                faults += idleLayers(assembly.layers, among: there + bindings)
                layers = all
            }
            if configuration.validates { faults += try trialFaults(of: bindings, layers) }
            var isStale = false
            if faults.isEmpty {
                faults = try add(bindings) {
                    isStale = ledger.moduleChanges != changes || ledger.layers !== before
                    return !isStale
                } whenAdded: {
                    ledger.note(assembly)
                    ledger.layers = layers
                }
            } else {
                isStale = ledger.lock.withLock { ledger.moduleChanges != changes || ledger.layers !== before }
            }
            // Where another module came or went meanwhile, all is looked at again.
            if isStale { continue }
            guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
            derivation?.override(bindings.map(\.key))
            if !assembly.layers.isEmpty { relayer() }
            do throws(ResolutionError) {
                try activateEager(bindings)
            } catch {
                _ = Result { () throws(ResolutionError) in try unloadAlone(module) }
                throw error
            }
            return
        }
    }

    /// What would be wrong if the bindings were there.
    private func trialFaults(
        of bindings: [AnyBinding], _ layers: LayerList?
    ) throws(ResolutionError) -> [ResolutionError] {
        var configuration = configuration
        configuration.isTrial = true
        let trial = Container(parents: parents, scope: scope, configuration: configuration)
        let there = ownBindings
        let later = layers.map { layers in there.map { layers.layered($0) } } ?? there
        _ = try trial.add(later) { true }
        let refused = try trial.add(bindings) { true }
        let changed = zip(there, later).filter { $0 !== $1 }.map { $1 }
        let focus = Set((bindings + changed).flatMap(\.chain).map(ObjectIdentifier.init))
        return refused + trial.validation(of: focus).faults
    }

    /// Makes what is eager, each of these that is the registration of its key.
    func activateEager(_ bindings: [AnyBinding]) throws(ResolutionError) {
        for binding in bindings where binding.options.contains(.eager) && registered(binding.key) === binding {
            // What awaits, and what needs what awaits, is made by `start()`.
            guard !binding.options.contains(.asynchronous) else { continue }
            do throws(ResolutionError) {
                try binding.activate(in: self)
            } catch {
                guard error.code == .asynchronous else { throw error }
            }
        }
    }

    /// Removes a module's registrations, and those of the modules in it that nobody else has included.
    ///
    /// All at once. What they had displaced is there again, without its instance: a fallback, what is there only where nothing
    /// else is, a promise. Where there is nothing such, asking for one of them is ``ResolutionError/Code/removed`` from then
    /// on, and overlays on them are gone too. What was made stays with whoever holds it. What has replaced one of them since
    /// stays too: it is not the module's.
    ///
    /// - Throws: ``ResolutionError`` with the code `notLoaded` when the module was not put into this container by itself,
    ///   `closed`, or `timedOut` where another thread loads for longer than ``Configuration/waitLimit``.
    /// - Complexity: O(*n*) in the number of registrations.
    public func unload(_ module: Module) throws(ResolutionError) {
        try oneAtATime { () throws(ResolutionError) in try unloadAlone(module) }
    }

    private func unloadAlone(_ module: Module) throws(ResolutionError) {
        try removeAll { () throws(ResolutionError) in
            guard !ledger.isClosed else { throw ResolutionError(.closed, key: ServiceKey(Module.self)) }
            guard let reach = ledger.modules[module.identity] else {
                throw ResolutionError(
                    .notLoaded, key: ServiceKey(Module.self), location: module.location,
                    detail: .module(module.identity.description))
            }
            let others = ledger.modules.filter { $0.key != module.identity }
            return reach.subtracting(others.values.flatMap(\.self))
        } whenRemoved: { gone in
            ledger.moduleChanges += 1
            ledger.modules[module.identity] = nil
            for module in gone { ledger.includes[module] = nil }
            ledger.layers = ledger.layers?.removing { $0.module.map(gone.contains) ?? false }
        }
        relayer()
    }
}
