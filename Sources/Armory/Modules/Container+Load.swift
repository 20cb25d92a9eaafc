// Modules that come and go while a container is in use.

internal import Synchronization

extension Container {
    /// Adds a module's registrations, also to a container that is frozen.
    ///
    /// All of it is checked before any of it is there; where there is a fault, nothing is added. Modules in it that are
    /// there already count once.
    ///
    /// - Throws: ``ResolutionError`` with the code `invalid`, or the error of an eager factory.
    /// - Complexity: O(*n*) in the number of registrations, of the container's too, which are checked again.
    public func load(_ module: Module) throws(ResolutionError) {
        let there = ledger.lock.withLock { Set(ledger.modules.values.flatMap(\.self)) }
        var assembly = Assembly(configuration.environment, without: there) { self.isRegistered($0) }
        assembly.add([module])
        let bindings = assembly.finish()
        var faults = assembly.faults
        var added: [AnyBinding] = []
        for binding in bindings where !isKept(binding) {
            do throws(ResolutionError) {
                try register(binding, evenIfFrozen: true)
                added.append(binding)
            } catch {
                faults.append(error)
            }
        }
        if configuration.validates { faults += validation(of: Set(bindings.map(ObjectIdentifier.init))).faults }
        guard faults.isEmpty else {
            unload(added)
            throw ResolutionError(invalid: faults.inOrderOfSource())
        }
        ledger.lock.withLock { ledger.modules.merge(assembly.roots) { $1 } }
        for binding in bindings where binding.options.contains(.eager) { try binding.activate(in: self) }
    }

    /// Removes a module's registrations, and those of the modules in it that nobody else has included.
    ///
    /// Asking for one of them is ``ResolutionError/Code/removed`` from then on. What was made stays with whoever holds it.
    ///
    /// - Throws: ``ResolutionError`` with the code `notLoaded` when the module was not put into this container by itself.
    /// - Complexity: O(*n*) in the number of registrations.
    public func unload(_ module: Module) throws(ResolutionError) {
        let gone = ledger.lock.withLock { () -> Set<ModuleIdentity>? in
            guard let reach = ledger.modules.removeValue(forKey: module.identity) else { return nil }
            return reach.subtracting(ledger.modules.values.flatMap(\.self))
        }
        guard let gone else {
            throw ResolutionError(
                .notLoaded, key: ServiceKey(Module.self), location: module.location,
                detail: .module(module.identity.description))
        }
        unload(ownBindings.filter { $0.module.map(gone.contains) ?? false })
    }

    /// Removes these registrations, where they are still there.
    private func unload(_ bindings: [AnyBinding]) {
        for binding in bindings where registered(binding.key) === binding {
            // What somebody else has removed or closed meanwhile is gone too.
            _ = Result { () throws(ResolutionError) in try remove(binding.key) }
        }
    }

    /// What this container has registered itself.
    package var ownBindings: [AnyBinding] {
        ledger.lock.withLock {
            var bindings: [AnyBinding] = []
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                guard unsafe slot.state != SlotState.absent, unsafe !table.isForAnother(slot) else { return }
                bindings.append(unsafe slot.binding)
            }
            return bindings
        }
    }
}
