// From modules to registrations: all contents of a container, before any instance is created.
//
//     elements --> Assembly: each module once, replacements, conditions, private registrations
//              --> the table, with every refused registration as a fault
//              --> validation (Diagnostics)
//              --> eager instances

extension Container {
    /// Registers the contents of a container, validates them and creates the eager instances.
    func assemble(_ elements: [any ModuleElement]) throws(ResolutionError) {
        var (bindings, faults) = collect(elements)
        if configuration.validates { faults += validationFaults() }
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        try activateEager(bindings)
    }

    /// Registers the contents of a container, and returns the bindings together with the faults of refused ones.
    func collect(_ elements: [any ModuleElement]) -> (bindings: [Binding], faults: [ResolutionError]) {
        var assembly = Assembly(traits) { self.isRegistered($0) }
        assembly.add(elements)
        var bindings = assembly.finish()
        var faults = assembly.faults
        let known = control.lock.withLock { control.layers }
        if known != nil || !assembly.layers.isEmpty {
            let layers = (known ?? LayerList([])).adding(assembly.layers)
            control.lock.withLock { control.layers = layers }
            bindings = layers.expanded(bindings)
            faults += layerFaults(assembly.layers, among: bindings)
        }
        makeRoom(for: bindings.count)
        var kept: [Binding] = []
        for binding in bindings {
            guard !isKeptByAnAncestor(binding) else {
                kept.append(binding)
                continue
            }
            do throws(ResolutionError) {
                try register(binding)
            } catch {
                faults.append(error)
            }
        }
        assembly.note(kept: kept)
        control.lock.withLock { control.note(assembly) }
        return (bindings, faults)
    }

    /// Whether the binding is a promise that an ancestor's registration keeps.
    ///
    /// A promise that the container's own registration keeps waits below that registration.
    func isKeptByAnAncestor(_ binding: Binding) -> Bool {
        guard binding.options.contains(.promise) else { return false }
        return unsafe findInherited(binding.key, Pin()) != nil
    }
}

extension ControlBlock {
    /// Notes the added modules and the decided conditions.
    func note(_ assembly: Assembly) {
        // Nothing is replaced, so nothing is released: a module counts once.
        _ = note(assembly.conditions, isRepeated: false)
        for (hash, info) in assembly.unused {
            note(unused: info.binding, hash: hash, because: info.reason, winner: info.winner)
        }
        // A module loaded while another module's contents were evaluated is already noted: no change.
        guard modules != assembly.modules else { return }
        modules = assembly.modules
        moduleChanges += 1
    }
}
