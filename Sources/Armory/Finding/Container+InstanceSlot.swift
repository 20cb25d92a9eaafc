// Finds the slot that an instance comes from: `instanceSlot(of:)` of the picture in
// Container+TakeInherited.swift.

extension Container {
    /// The slot that the instance of a found registration comes from, when this container asks for it.
    @inline(never)
    func instanceSlot(
        of found: consuming PinnedSlot
    ) throws(ResolutionError) -> PinnedSlot {
        switch unsafe found.slot.state {
        case SlotState.transient, SlotState.graph, SlotState.arguments, SlotState.guarded, SlotState.reported:
            return try unsafe ownSlot(for: found.slot, found.pin)
        case SlotState.scoped:
            guard let container = unsafe scopeContainer(of: found.slot.binding) else {
                throw unsafe outsideScopeFault(found.slot.binding, found.pin)
            }
            return try unsafe container.ownSlot(for: found.slot, found.pin)
        default:
            return try unsafe instanceSlotOfKept(found)
        }
    }

    /// The slot of a kept instance: the one that was found, unless that is a shortcut of a scope further out and a
    /// nearer scope has the registration's tag.
    private func instanceSlotOfKept(
        _ found: consuming PinnedSlot
    ) throws(ResolutionError) -> PinnedSlot {
        guard unsafe found.container.lend({ $0.plan != nil && $0 !== self }),
            unsafe found.slot.binding.lifetime == .scoped,
            let container = unsafe scopeContainer(of: found.slot.binding)
        else { return unsafe found }
        return try unsafe container.ownSlot(for: found.slot, found.pin)
    }

    /// The error of a resolve outside of the registration's scope.
    ///
    /// If this container keeps an instance that is being created and asks, the error is the one that a check of the
    /// graph reports.
    func outsideScopeFault(_ binding: Binding, _ pin: consuming Pin) -> ResolutionError {
        let context = unsafe pin.context
        pin.end()
        let askers = unsafe context.wholePath
        if let tag = binding.scope, let holder = askers.last(where: { !$0.passesScopesOn }), keeps(holder) {
            return holder.fault(holding: binding, of: tag, path: (askers + [binding]).steps)
        }
        return unsafe fault(
            .outsideScope, binding, context, detail: binding.scope.map { .scope($0) } ?? .none)
    }

    /// Whether this container keeps the registration's instance.
    private func keeps(_ binding: Binding) -> Bool {
        if let tag = binding.scope { return scope == tag }
        // A container that overrides registrations makes instances of others anew.
        return unsafe isDerived || peek(binding.key) { _ in true } != nil
    }

    /// The nearest container, in the order of the search, that is a scope of the registration's tag.
    func scopeContainer(of binding: Binding) -> Container? {
        guard let tag = binding.scope else { return nil }
        if scope == tag { return self }
        for index in unsafe traits.ancestors.indices {
            let container = unsafe traits.ancestors[index].takeUnretainedValue()
            if container.scope == tag { return container }
        }
        return nil
    }

    /// This container's own slot for the binding of a slot.
    private func ownSlot(
        for slot: Slot, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        if case .slot(let address) = unsafe table.find(slot.bindingIdentifier) {
            return unsafe PinnedSlot(self, Slot(address), pin)
        }
        return try unsafe adoptedSlot(for: slot.binding, pin)
    }

    /// The slot of this container for a binding that the caller holds.
    func ownSlot(
        for binding: Binding, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(binding)) {
            return unsafe PinnedSlot(self, Slot(address), pin)
        }
        return try unsafe adoptedSlot(for: binding, pin)
    }

    /// The slot of this container for a binding that it does not have yet.
    private func adoptedSlot(
        for binding: Binding, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        let key = ObjectIdentifier(binding)
        defer { withExtendedLifetime(binding) {} }
        let context = unsafe pin.context
        pin.end()
        while true {
            guard adopt(binding) else { throw unsafe missingFault(binding.key, context) }
            if plan != nil { addShortcut(to: binding) }
            let pin = Pin()
            // The table holds the binding too, so the end of this function releases nothing while the thread is pinned.
            if case .slot(let address) = unsafe table.find(key) { return unsafe PinnedSlot(self, Slot(address), pin) }
            // The container was closed meanwhile.
            pin.end()
        }
    }

    /// Makes an own slot for the binding, if there is none; false if the container is closed.
    func adopt(_ binding: Binding) -> Bool {
        let key = ObjectIdentifier(binding)
        return writeTable {
            guard case .nothing = unsafe writtenTable.find(key) else { return nil }
            let slot = unsafe makeOwnSlot(binding)
            if plan != nil { unsafe control.noteAdopted(slot) }
            // A rebuild may drop the slot that another thread is about to change.
            return unsafe insert(slot, tableKey: UInt(bitPattern: key), hash: KeyHash.hash(key))
        }
    }
}

extension Container {
    /// Adds a shortcut, so that the first lookup of the key finds the registration's own slot.
    ///
    /// The thread is not pinned before and after. Adds nothing unless a search from here, in the ancestors' current
    /// registrations, leads to the registration.
    private func addShortcut(to binding: Binding) {
        guard !isDerived, !binding.options.contains(.inner) else { return }
        let key = binding.key
        let hash = key.tableHash
        let isOutdated = control.lock.withLock { control.isOutdated }
        guard !isOutdated, findOwner(of: key, includingOwn: false)?.binding === binding else { return }
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
