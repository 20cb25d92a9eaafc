// Finds the slot that an instance is made and kept in: `place(of:)` of the picture in Container+TakeInherited.swift.

internal import Synchronization

extension Container {
    /// The slot that makes and keeps the instance of a registration that was found, when this container asks for it.
    ///
    /// Requires a pinned thread. Unpins it before throwing.
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

    /// The slot of a kept instance: the one that was found, unless that is a shortcut of a scope further out and a
    /// nearer scope has the registration's tag.
    private func placeOfKept(
        _ found: PlacedSlot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        guard unsafe found.container.lend({ $0.plan != nil && $0 !== self }),
            unsafe found.slot.binding.lifetime == .scoped,
            let container = unsafe scopeContainer(of: found.slot.binding)
        else { return unsafe found }
        return try unsafe container.ownSlot(for: found.slot, context)
    }

    /// The error of a resolve outside of the registration's scope; unpins the thread.
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
    /// Pins as `place(of:)` does.
    private func ownSlot(
        for slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        if case .slot(let address) = unsafe table.find(slot.bindingIdentifier) {
            return unsafe PlacedSlot(self, Slot(address))
        }
        return try unsafe makeOwnSlot(for: slot.binding, context)
    }

    /// The same for a binding that the caller holds.
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
            // The table holds the binding too, so a pinned thread may release it.
            if case .slot(let address) = unsafe table.find(key) { return unsafe PlacedSlot(self, Slot(address)) }
            // The container was closed meanwhile.
            unsafe context.unpin()
        }
    }

    /// Makes an own slot for the binding, if there is none; false if the container is closed.
    func adopt(_ binding: AnyBinding) -> Bool {
        let key = ObjectIdentifier(binding)
        let retired = control.lock.withLock { () -> [ControlBlock.Retired]? in
            guard !control.isClosed else { return nil }
            guard case .nothing = unsafe writtenTable.find(key) else { return [] }
            // Release: pairs with the acquire in `change`. A rebuild may drop the slot that is being changed.
            control.version.wrappingAdd(1, ordering: .releasing)
            let slot = unsafe makeOwnSlot(binding)
            if plan != nil { unsafe control.noteAdopted(slot) }
            return unsafe insert(slot, tableKey: UInt(bitPattern: key), hash: KeyHash.hash(key))
        }
        guard let retired else { return false }
        control.retire(retired)
        return true
    }
}

extension Container {
    /// Adds a shortcut, so that the first lookup of the key finds the registration's own slot.
    ///
    /// The thread is not pinned before and after. Adds nothing unless a search from here, in the ancestors' current
    /// registrations, leads to the registration.
    private func addShortcut(to binding: AnyBinding) {
        guard !isDerived, !binding.options.contains(.inner) else { return }
        let key = binding.key
        let hash = key.tableHash
        let isOutdated = control.lock.withLock { control.isOutdated }
        guard !isOutdated, leads(to: binding, key) else { return }
        let retired = control.lock.withLock { () -> [ControlBlock.Retired] in
            // A change of an ancestor's registrations would have reached this control block before it was visible; it
            // waits for the lock.
            guard !control.isClosed, !control.isOutdated,
                case .slot(let slot) = unsafe writtenTable.find(ObjectIdentifier(binding)),
                unsafe control.scoped.shortcuts.insert(ObjectIdentifier(binding)).inserted
            else { return [] }
            return unsafe insert(Slot(slot), key: key, hash: hash)
        }
        control.retire(retired)
    }

    /// Removes the shortcuts, so that their keys are free for this container's own registrations.
    func dropShortcuts() {
        if plan != nil { control.dropShortcuts() }
    }

    private func leads(to binding: AnyBinding, _ key: ServiceKey) -> Bool {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        guard let found = unsafe findInherited(key, context) else { return false }
        return unsafe found.slot.bindingIdentifier == ObjectIdentifier(binding)
    }
}

extension Container {
    /// How many slots the container has for registrations of other containers, or for its own scoped registrations.
    package var ownSlotCount: Int {
        control.lock.withLock {
            var count = 0
            unsafe table.forEachSlot { address in
                if unsafe table.isForAnother(Slot(address)) { count += 1 }
            }
            return count
        }
    }
}
