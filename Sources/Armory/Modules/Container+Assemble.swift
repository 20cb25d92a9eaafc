// From modules to registrations: what a container is built from, all of it before anything is made.
//
//     elements --> Assembly: each module once, conditions, overrides, what modules hide
//              --> the table, with every refused registration as a fault
//              --> validation (Diagnostics)
//              --> eager instances

internal import Synchronization

extension Container {
    /// Registers what a container is built from, checks all of it and makes what is eager.
    func assemble(_ elements: [any ModuleElement]) throws(ResolutionError) {
        var (bindings, faults) = collect(elements)
        if configuration.validates { faults += validation(of: nil).faults }
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        try activateEager(bindings)
    }

    /// Registers what a container is built from, and returns it with what was refused.
    func collect(_ elements: [any ModuleElement]) -> (bindings: [AnyBinding], faults: [ResolutionError]) {
        var assembly = Assembly(configuration.environment) { self.isRegistered($0) }
        assembly.add(elements)
        var bindings = assembly.finish()
        var faults = assembly.faults
        let told = ledger.lock.withLock { ledger.layers }
        if told != nil || !assembly.layers.isEmpty {
            let layers = (told ?? LayerList([])).adding(assembly.layers)
            ledger.lock.withLock { ledger.layers = layers }
            bindings = layers.expanded(bindings)
            faults += idleLayers(assembly.layers, among: bindings)
        }
        for binding in bindings where !isKeptByAnAncestor(binding) {
            do throws(ResolutionError) {
                try register(binding)
            } catch {
                faults.append(error)
            }
        }
        ledger.lock.withLock { ledger.note(assembly) }
        return (bindings, faults)
    }

    /// Whether it is a promise of what an ancestor has.
    ///
    /// One of what the container has itself waits below that.
    func isKeptByAnAncestor(_ binding: AnyBinding) -> Bool {
        guard binding.options.contains(.promise) else { return false }
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        return unsafe findInherited(binding.key, context) != nil
    }

    /// Whether the container has a registration of the key, or its ancestors have.
    package func isRegistered(_ key: ServiceKey) -> Bool {
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        if case .slot(let address) = unsafe find(key, hash: hash, context),
            unsafe Slot(address).state != SlotState.absent
        {
            return true
        }
        return unsafe findInherited(key, context) != nil
    }
}

extension Ledger {
    /// Notes the modules that came.
    func note(_ assembly: Assembly) {
        // One that is there already, loaded while another's contents are asked for, is no change.
        guard includes != assembly.includes || !assembly.roots.allSatisfy({ modules[$0.key] == $0.value }) else {
            return
        }
        modules.merge(assembly.roots) { $1 }
        includes = assembly.includes
        moduleChanges += 1
    }
}
