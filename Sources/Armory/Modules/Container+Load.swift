// Modules that come and go while a container is in use.
//
//     load      Assembly --> a trial: a container of the same registrations and the new ones, which is checked
//                        --> all of them at once --> eager instances
//     unload    all of them at once

internal import Synchronization

extension Container {
    /// Adds a module's registrations, also to a container that is frozen.
    ///
    /// All of it is checked before any of it is there; where there is a fault, nothing is added. Modules in it that are
    /// there already count once. What a factory of an eager registration throws takes the module away again, and what it had
    /// replaced is registered as before, without its instance.
    ///
    /// - Throws: ``ResolutionError`` with the code `invalid` or `closed`, or the error of an eager factory.
    /// - Complexity: O(*n*) in the number of registrations, of the container's too, which are checked again.
    public func load(_ module: Module) throws(ResolutionError) {
        while true {
            let (changes, includes) = ledger.lock.withLock { (ledger.moduleChanges, ledger.includes) }
            var assembly = Assembly(configuration.environment, without: includes) { self.isRegistered($0) }
            assembly.add([module])
            let bindings = assembly.finish().filter { !isKept($0) }
            var added = Added()
            var faults = assembly.faults
            if configuration.validates { faults += try trialFaults(of: bindings) }
            var isStale = false
            if faults.isEmpty {
                faults = try add(bindings, &added) {
                    isStale = ledger.moduleChanges != changes
                    return !isStale
                } whenAdded: {
                    ledger.note(assembly)
                }
            } else {
                isStale = ledger.lock.withLock { ledger.moduleChanges != changes }
            }
            // Where another module came or went meanwhile, all is looked at again.
            if isStale { continue }
            guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
            do throws(ResolutionError) {
                try activateEager(bindings)
            } catch {
                takeBack(module, added)
                throw error
            }
            return
        }
    }

    /// What would be wrong if the bindings were there.
    private func trialFaults(of bindings: [AnyBinding]) throws(ResolutionError) -> [ResolutionError] {
        let trial = Container(parents: parents, scope: scope, configuration: configuration)
        var there = Added()
        _ = try trial.add(ownBindings, &there)
        let refused = try trial.add(bindings, &there)
        return refused + trial.validation(of: Set(bindings.map(ObjectIdentifier.init))).faults
    }

    private func takeBack(_ module: Module, _ added: Added) {
        _ = Result { () throws(ResolutionError) in
            try unload(module)
            var there = Added()
            _ = try add(added.replaced, &there)
        }
    }

    /// Makes what is eager, each of these that is the registration of its key.
    func activateEager(_ bindings: [AnyBinding]) throws(ResolutionError) {
        for binding in bindings where binding.options.contains(.eager) && registered(binding.key) === binding {
            try binding.activate(in: self)
        }
    }

    /// Removes a module's registrations, and those of the modules in it that nobody else has included.
    ///
    /// All at once. Asking for one of them is ``ResolutionError/Code/removed`` from then on, and overlays on them are gone too.
    /// What was made stays with whoever holds it. What has replaced one of them since stays too: it is not the module's.
    ///
    /// - Throws: ``ResolutionError`` with the code `notLoaded` when the module was not put into this container by itself.
    /// - Complexity: O(*n*) in the number of registrations.
    public func unload(_ module: Module) throws(ResolutionError) {
        var gone: Set<ModuleIdentity> = []
        try removeAll { () throws(ResolutionError) in
            guard !ledger.isClosed else { throw ResolutionError(.closed, key: ServiceKey(Module.self)) }
            guard let reach = ledger.modules[module.identity] else {
                throw ResolutionError(
                    .notLoaded, key: ServiceKey(Module.self), location: module.location,
                    detail: .module(module.identity.description))
            }
            let others = ledger.modules.filter { $0.key != module.identity }
            gone = reach.subtracting(others.values.flatMap(\.self))
            return { [gone] in $0.module.map(gone.contains) ?? false }
        } whenRemoved: {
            ledger.moduleChanges += 1
            ledger.modules[module.identity] = nil
            for module in gone { ledger.includes[module] = nil }
        }
    }
}
