internal import Synchronization

extension Container {
    /// The registration of a key, here or in an ancestor; in a module's view, one that the module hides comes first.
    func registered(_ key: ServiceKey) -> Binding? {
        if let view {
            let hidden = view.module.map {
                ServiceKey(key.type, qualifier: Hidden.qualifier(key.qualifier, in: $0))
            }
            return hidden.flatMap { view.base.registered($0) } ?? view.base.registered(key)
        }
        return unsafe peek(key) { unsafe $0.state == SlotState.absent ? nil : $0.binding }
            ?? findOwner(of: key, includingOwn: false)?.binding
    }

    /// The record that is left in this container of a registration that was removed, or of a promise that was not kept.
    func absentBinding(_ key: ServiceKey) -> Binding? {
        unsafe peek(key) { unsafe $0.state == SlotState.absent ? $0.binding : nil }
    }

    /// Whether the container or one of its ancestors has a registration of the key.
    package func isRegistered(_ key: ServiceKey) -> Bool { registered(key) != nil }

    /// Returns the result of `body` for the table's slot of a key; nil: the table does not have the key.
    ///
    /// The thread is pinned while `body` runs.
    func peek<R>(_ key: ServiceKey, _ body: (Slot) -> R?) -> R? {
        let hash = key.tableHash
        var pin = Pin()
        guard let address = unsafe find(key, hash: hash, &pin).slot else { return nil }
        let result = unsafe body(Slot(address))
        pin.end()
        return result
    }

    /// The keys of a type's registrations, those of parents first; in a module's view, also those that the module
    /// hides.
    func memberKeys(of type: any Any.Type) -> [ServiceKey] {
        let base = view?.base ?? self
        var seen: Set<ServiceKey> = []
        var keys: [ServiceKey] = []
        for container in base.listOrder {
            for key in container.ownKeys(of: type) {
                guard let key = key.seen(by: view?.module), seen.insert(key).inserted else { continue }
                keys.append(key)
            }
        }
        return keys
    }

    /// The ancestors and this container, each once and after its own parents.
    private var listOrder: [Container] {
        guard !ancestors.isEmpty else { return [self] }
        var order: [Container] = []
        func visit(_ container: Container) {
            guard !order.contains(where: { $0 === container }) else { return }
            for parent in container.parents { visit(parent) }
            order.append(container)
        }
        visit(self)
        return order
    }

    private func ownKeys(of type: any Any.Type) -> [ServiceKey] {
        // Released after the lock: the release of a qualifier may run user code.
        var outdated: [ServiceKey] = []
        defer { withExtendedLifetime(outdated) {} }
        return control.lock.withLock {
            // Relaxed: the lock orders it.
            let version = control.version.load(ordering: .relaxed)
            let known = control.lists[ObjectIdentifier(type)]
            if let known, known.version == version { return known.keys }
            outdated = known?.keys ?? []
            var found: [(number: UInt, key: ServiceKey)] = []
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                let binding = unsafe slot.binding
                // The instance of a `Chosen` is in the list already.
                guard binding.type == type, !binding.isChosen, unsafe slot.state != SlotState.absent else { return }
                guard unsafe !table.isForAnother(slot) else { return }
                found.append((unsafe slot.number, binding.key))
            }
            let keys = found.sorted { $0.number < $1.number }.map(\.key)
            control.lists[ObjectIdentifier(type)] = (version, keys)
            return keys
        }
    }
}

extension ServiceKey {
    /// The key as a module's registrations see it, or, without a module, as all others do; nil: they do not see it.
    fileprivate func seen(by module: ModuleIdentity?) -> ServiceKey? {
        guard let hidden = qualifier?.hidden else { return self }
        return hidden.module == module ? ServiceKey(type, qualifier: hidden.qualifier) : nil
    }
}
