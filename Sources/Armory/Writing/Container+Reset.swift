// Forgetting instances: a registration stays, its slot is another, so the next resolve makes anew.

internal import Synchronization

extension Container {
    /// Forgets the instance of a type; the next resolve makes a new one.
    ///
    /// When this returns, every resolve that begins sees the new instance. The old one stays with whoever holds it; the
    /// container lets go of it, or, where a thread is using the registration at that very moment, does so with a later change.
    /// What is being made meanwhile goes to its callers and is not kept. Where an ``overlay(_:)`` lies on the key, the
    /// overlay's instance is the one that is forgotten. A `Transient` or a `Graph` has none, and a value that was
    /// registered ready is there again.
    ///
    /// A key that this container does not have is reset where it is, in the first of the ancestors that has it. Of a ``Kept``
    /// registration the instances for all places and arguments are forgotten. Of a ``Scoped`` registration it is the instance
    /// of the scope around this container that is forgotten; other scopes, and those below, keep theirs.
    ///
    /// What holds the old instance, a singleton that was made with it for one, goes on holding it: ``reset(includingParents:)``
    /// forgets all.
    ///
    /// Any thread may call it.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when the type is not registered, or `closed`.
    /// - Complexity: O(1) in the number of registrations, O(*n*) in that of overlays; waits for the threads that are in the
    ///   table at that moment.
    public func reset<T>(_ type: T.Type) throws(ResolutionError) {
        try reset(ServiceKey(type))
    }

    /// Forgets the instance of a type under a name; the next resolve makes a new one.
    ///
    /// All else is as for ``reset(_:)``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when it is not registered, or `closed`.
    public func reset<T>(_ type: T.Type, named name: Name) throws(ResolutionError) {
        try reset(ServiceKey(type, qualifier: Qualifier(name)))
    }

    /// Forgets the instance of a type under a qualifier; the next resolve makes a new one.
    ///
    /// All else is as for ``reset(_:)``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when it is not registered, or `closed`.
    public func reset<T>(_ type: T.Type, qualifier: some Hashable & Sendable) throws(ResolutionError) {
        try reset(ServiceKey(type, qualifier: Qualifier(qualifier)))
    }

    private func reset(_ key: ServiceKey) throws(ResolutionError) {
        // A further type of an instance is the registration's whose instance it is.
        if let binding = registered(key), binding.options.contains(.alias), let target = binding.dependencies.first {
            return try reset(target.key)
        }
        if try forgetDerived(key) { return }
        var scoped: AnyBinding?
        var inner: (owner: Container, binding: AnyBinding)?
        unsafe try changeWhereItIs(key) { owner, found, hash throws(ResolutionError) in
            let old = try unsafe owner.registered(found, key)
            if unsafe old.state == SlotState.scoped { scoped = unsafe old.binding }
            inner = unsafe old.binding.layering?.inner.map { (owner, $0) }
            guard unsafe owner.keepsInstance(old) else { return [] }
            let new = unsafe owner.freshSlot(of: old)
            owner.ledger.exchangeOverlaid { unsafe $0 == old.identifier ? new.identifier : $0 }
            return unsafe owner.exchange(old, for: new, hash: hash)
        }
        if let scoped { scopeContainer(of: scoped)?.forget(scoped) }
        if let inner {
            (inner.binding.lifetime == .scoped ? scopeContainer(of: inner.binding) : inner.owner)?.forget(inner.binding)
        }
        // A decorated or intercepted further type has forgotten what it keeps itself, and no more.
        if let alias = registered(key)?.base, alias.options.contains(.alias), let target = alias.dependencies.first {
            try reset(target.key)
        }
    }

    /// Forgets the instance that this container keeps for a scoped registration, its own or another container's.
    func forget(_ binding: AnyBinding) {
        let key = ObjectIdentifier(binding)
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            guard !ledger.isClosed, case .slot(let address) = unsafe writtenTable.find(key) else { return [] }
            // Release: pairs with the acquire in `change`.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            return unsafe exchange(Slot(address), for: freshSlot(of: Slot(address)), hash: KeyHash.hash(key))
        }
        ledger.retire(retired)
    }

    /// Forgets every instance, the newest first, those below overlays too.
    ///
    /// Those of this container alone, where nothing else is said: its parents' instances serve others than its own, so a
    /// request that begins anew leaves the application's alone. With the parents, this container comes first, and then its
    /// ancestors in the order of the search, but for those that are closed and those that it, or one of them, was derived from:
    /// see ``overriding(_:)``.
    ///
    /// All at once, in each container: nothing that is made and kept from now on holds anything that was forgotten.
    /// Registrations and overlays stay. The rest is as for ``reset(_:)``.
    ///
    /// - Parameter includingParents: Whether the parents forget their instances too, and theirs in turn.
    /// - Throws: ``ResolutionError`` with the code `closed`.
    /// - Complexity: O(*n* log *n*) in the number of registrations; waits for the threads that are in the table at that moment.
    public func reset(includingParents: Bool = false) throws(ResolutionError) {
        // A graph that is running may hold what is forgotten: from now on it makes its instances anew.
        guard unsafe forget(where: { unsafe keepsInstance($0, orGraphDoes: true) }) else {
            throw ResolutionError(.closed, key: ServiceKey(Container.self))
        }
        guard includingParents else { return }
        for ancestor in ancestors where isOwn(ancestor) {
            _ = unsafe ancestor.forget { unsafe ancestor.keepsInstance($0, orGraphDoes: true) }
        }
    }

    /// Forgets the instances of a lifetime, the newest first, here and in the ancestors, which own most of them.
    ///
    /// ```swift
    /// try container.reset(all: .kept(for: PerTenant.self))
    /// ```
    ///
    /// It reaches the owners, as the reset of a type does: this container comes first, and then its ancestors in the order of
    /// the search, but for those that are closed and those that it, or one of them, was derived from: see ``overriding(_:)``.
    /// All at once in each container, and those below overlays too. What holds a
    /// forgotten instance goes on holding it, where it has another lifetime. The rest is as for ``reset(_:)``.
    ///
    /// - Parameter instances: Those of which lifetime.
    /// - Throws: ``ResolutionError`` with the code `closed`.
    /// - Complexity: O(*n* log *n*) in the number of registrations; waits for the threads that are in the table at that moment.
    public func reset(all instances: InstanceSelection) throws(ResolutionError) {
        for (index, owner) in ([self] + ancestors.filter(isOwn)).enumerated() {
            let isOpen = unsafe owner.forget { slot in
                unsafe owner.keepsInstance(slot) && instances.includes(slot.binding)
            }
            guard isOpen || index > 0 else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        }
    }

    /// Forgets the instances of slots, the newest first; false where the container is closed.
    func forget(where isForgotten: (Slot) -> Bool) -> Bool {
        let retired = ledger.lock.withLock { () -> [Ledger.Retired]? in
            guard !ledger.isClosed else { return nil }
            let old = unsafe writtenTable
            var successors: [UInt: UInt] = [:]
            func successor(of slot: UInt) -> UInt {
                if let known = successors[slot] { return known }
                guard unsafe isForgotten(Slot(identifier: slot)) else { return slot }
                let new = unsafe freshSlot(of: Slot(identifier: slot)).identifier
                successors[slot] = new
                return new
            }
            // Another table: no look-up sees a new slot beside an old one.
            unsafe publish(old.copied { unsafe Slot(identifier: successor(of: Slot($0).identifier)).address })
            ledger.exchangeOverlaid(successor)
            // Release: pairs with the acquire in `change`.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            return newestFirst(successors.keys) + [.table(unsafe old.address)]
        }
        guard let retired else { return false }
        ledger.retire(retired)
        return true
    }

    /// A slot of the same registration that has kept nothing yet.
    ///
    /// A value that was registered ready is as old as it was.
    private func freshSlot(of old: Slot) -> Slot {
        let new = unsafe makeSlot(
            old.binding, keepsScoped: old.state != SlotState.scoped, inPlaceOf: old, arrives: false)
        if unsafe new.state == SlotState.ready { unsafe new.order = old.order }
        return unsafe new
    }

    func keepsInstance(_ slot: Slot, orGraphDoes: Bool = false) -> Bool {
        guard unsafe slot.state != SlotState.absent else { return false }
        return switch unsafe slot.binding.lifetime {
        case .singleton, .shared, .custom: true
        case .scoped: unsafe slot.state != SlotState.scoped
        case .graph: orGraphDoes
        case .transient: false
        }
    }
}
