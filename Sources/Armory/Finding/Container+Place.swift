// Whose slot it is that an instance is made and kept in: `place(of:)` of the picture in Container+Inherited.swift.

internal import Synchronization

extension Container {
    /// Where the instance of a registration that was found is made and kept when this container asks for it.
    ///
    /// The thread is pinned; it is not any more where this throws.
    @usableFromInline
    @inline(never)
    func place(
        of found: PlacedSlot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        switch unsafe found.slot.state {
        case SlotState.transient, SlotState.graph, SlotState.arguments, SlotState.guarded, SlotState.told:
            return try unsafe ownSlot(for: found.slot, context)
        case SlotState.scoped:
            guard let container = unsafe scopeContainer(of: found.slot.binding) else {
                throw unsafe outsideScopeFault(found.slot.binding, context)
            }
            return try unsafe container.ownSlot(for: found.slot, context)
        default:
            return try unsafe placeOfKept(found, context)
        }
    }

    /// Of an instance that is kept: where it was found, unless that is a shortcut of a scope further out, and there is a nearer
    /// one of the registration's tag.
    private func placeOfKept(
        _ found: PlacedSlot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        guard unsafe found.container.lend({ $0.plan != nil && $0 !== self }),
            unsafe found.slot.binding.lifetime == .scoped,
            let container = unsafe scopeContainer(of: found.slot.binding)
        else { return unsafe found }
        return try unsafe container.ownSlot(for: found.slot, context)
    }

    /// Unpins.
    func outsideScopeFault(
        _ binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        unsafe context.unpin()
        return unsafe fault(.outsideScope, binding, context, detail: binding.scope.map { .scope($0) } ?? .none)
    }

    /// The nearest container, in the order of the search, that is a scope of the registration's tag.
    func scopeContainer(of binding: AnyBinding) -> Container? {
        guard let tag = binding.scope else { return nil }
        if scope == tag { return self }
        for index in unsafe traits.ancestors.indices {
            let container = unsafe traits.ancestors[index].takeUnretainedValue()
            if container.scope == tag { return container }
        }
        return nil
    }

    /// This container's own slot for the binding of a slot.
    ///
    /// Pinning as for `place`.
    private func ownSlot(
        for slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        if case .slot(let address) = unsafe table.find(slot.bindingIdentifier) {
            return unsafe PlacedSlot(self, Slot(address))
        }
        return try unsafe makeOwnSlot(for: slot.binding, context)
    }

    /// The same for a binding that somebody holds.
    func ownSlot(
        for binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(binding)) {
            return unsafe PlacedSlot(self, Slot(address))
        }
        return try unsafe makeOwnSlot(for: binding, context)
    }

    private func makeOwnSlot(
        for binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        let key = ObjectIdentifier(binding)
        defer { withExtendedLifetime(binding) {} }
        unsafe context.unpin()
        while true {
            guard adopt(binding) else { throw unsafe missingFault(binding.key, context) }
            if plan != nil { addShortcut(to: binding) }
            unsafe context.pinWithFence()
            // The table holds the binding too, so a pinned thread may let go of it.
            if case .slot(let address) = unsafe table.find(key) { return unsafe PlacedSlot(self, Slot(address)) }
            // Closed meanwhile.
            unsafe context.unpin()
        }
    }

    /// Makes an own slot for the binding, where there is none; false when the container is closed.
    func adopt(_ binding: AnyBinding) -> Bool {
        let key = ObjectIdentifier(binding)
        let retired = ledger.lock.withLock { () -> [Ledger.Retired]? in
            guard !ledger.isClosed else { return nil }
            guard case .nothing = unsafe writtenTable.find(key) else { return [] }
            // Release: pairs with the acquire in `change`. A rebuild may drop the slot that is being changed.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            let slot = unsafe makeOwnSlot(binding)
            if plan != nil { unsafe ledger.noteAdopted(slot) }
            return unsafe insert(slot, tableKey: UInt(bitPattern: key), hash: KeyHash.hash(key))
        }
        guard let retired else { return false }
        ledger.retire(retired)
        return true
    }
}

extension Container {
    /// Has the registration's own slot found at the first look, under its key.
    ///
    /// Not pinned before and after. It is done where a search from here, as of the ancestors' registrations now, leads to it.
    private func addShortcut(to binding: AnyBinding) {
        guard !isDerived, !binding.options.contains(.inner) else { return }
        let key = binding.key
        let hash = key.tableHash
        let isOutdated = ledger.lock.withLock { ledger.isOutdated }
        guard !isOutdated, leads(to: binding, key) else { return }
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            // A change of an ancestor's registrations would have come here before it was to be seen; it waits for the lock.
            guard !ledger.isClosed, !ledger.isOutdated,
                case .slot(let slot) = unsafe writtenTable.find(ObjectIdentifier(binding)),
                unsafe ledger.scoped.shortcuts.insert(ObjectIdentifier(binding)).inserted
            else { return [] }
            return unsafe insert(Slot(slot), key: key, hash: hash)
        }
        ledger.retire(retired)
    }

    /// Has the keys free for registrations of this container's own.
    func dropShortcuts() {
        if plan != nil { ledger.dropShortcuts() }
    }

    private func leads(to binding: AnyBinding, _ key: ServiceKey) -> Bool {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        guard let found = unsafe findInherited(key, context) else { return false }
        return unsafe found.slot.bindingIdentifier == ObjectIdentifier(binding)
    }
}

extension Container {
    /// How many slots the container has for registrations of others, or for scoped ones of its own.
    package var ownSlotCount: Int {
        ledger.lock.withLock {
            var count = 0
            unsafe table.forEachSlot { address in
                if unsafe table.isForAnother(Slot(address)) { count += 1 }
            }
            return count
        }
    }
}
