// Slots in the table of a container: writers make, insert and exchange them under the lock of the control block.

internal import Synchronization

extension Container {
    /// Creates a slot for a registration, or one that keeps a scoped registration's instance in this container.
    ///
    /// A slot that replaces another one takes over its position in lists.
    ///
    /// - Parameter arrives: Whether the registration is new in the container.
    func makeSlot(
        _ binding: Binding, keepsScoped: Bool = false, insteadOf old: Slot? = nil, arrives: Bool = true
    ) -> Slot {
        let state = keepsScoped && binding.lifetime == .scoped ? emptyState(for: binding) : initialState(of: binding)
        let slot = unsafe Slot.allocate(binding, state: state, number: old?.number ?? control.nextNumber())
        if state == SlotState.ready {
            unsafe binding.initializeValue(in: slot.address, Resolver(owner: self))
            unsafe slot.order = nextOrder()
        }
        if binding.lifetime == .graph { control.hasGraphs = true }
        if binding.isStartable { control.hasStartHooks = true }
        if arrives { control.events?.noteArrival(binding) }
        if state == SlotState.custom {
            let store = unsafe CustomStore(control, waitLimit: waitLimit, number: slot.number)
            unsafe slot.storeWord.initialize(to: Unmanaged.passRetained(store as AnyObject))
        }
        return unsafe slot
    }

    private func initialState(of binding: Binding) -> UInt {
        let isGuarded = !gates.isEmpty || !binding.isPlain
        // A promise counts as absent until it is kept.
        if binding.options.contains(.promise) { return SlotState.absent }
        if binding.report != nil { return isDerived ? SlotState.guarded : SlotState.reported }
        return switch binding.lifetime {
        // A value with injections is completed at the first resolve.
        case .singleton:
            binding.source == .value && binding.isPlain && !control.keepsNoInstance
                ? SlotState.ready : emptyState(for: binding)
        case .shared: SlotState.empty
        // The fast path of a graph checks whether a repeatable factory was called again.
        case .transient where isGuarded || binding.isRepeatable, .graph where isGuarded: SlotState.guarded
        case .transient where binding.argumentType != nil: SlotState.arguments
        case .transient: SlotState.transient
        case .graph: SlotState.graph
        case .scoped: SlotState.scoped
        case .custom: SlotState.custom
        }
    }

    /// The state of an empty slot that will keep an instance.
    ///
    /// It tells whether the fast path may create the instance.
    private func emptyState(for binding: Binding) -> UInt {
        binding.isBare && gates.isEmpty && !isDerived ? SlotState.fresh : SlotState.empty
    }

    /// Changes the table under the control block's lock, and retires the memory that `body` returns.
    ///
    /// - Parameter body: Returns nil if it has changed nothing.
    /// - Returns: False if the container is closed.
    func writeTable(_ body: () -> [ControlBlock.Retired]?) -> Bool {
        let retired = control.lock.withLock { () -> [ControlBlock.Retired]? in
            guard !control.isClosed else { return nil }
            guard let retired = body() else { return [] }
            // Release: pairs with the acquires in `OverridingDerivation.isAffected` and `clookup_stamp`. After the change: a lookup that
            // sees this version sees the change too.
            control.version.wrappingAdd(1, ordering: .releasing)
            return retired
        }
        guard let retired else { return false }
        control.retire(retired)
        return true
    }

    /// The slot below the overlays of a slot in the table; without overlays, the slot itself.
    func base(of slot: Slot) -> Slot {
        unsafe control.overlaid[slot.identifier]?.first.map { unsafe Slot(identifier: $0.slot) } ?? slot
    }

    /// Replaces a registration by a binding, below its overlays; nil: the key is new.
    func put(_ binding: Binding, hash: UInt, insteadOf old: Slot?) -> [ControlBlock.Retired] {
        unsafe put(makeSlot(binding, insteadOf: old?.state == SlotState.absent ? nil : old), hash: hash, insteadOf: old)
    }

    func put(_ new: Slot, hash: UInt, insteadOf old: Slot?) -> [ControlBlock.Retired] {
        guard let old = unsafe old else { return unsafe insert(new, key: new.binding.key, hash: hash) }
        guard let base = unsafe control.overlaid[old.identifier]?[0].slot else {
            return unsafe exchange(old, for: new, hash: hash)
        }
        unsafe control.overlaid[old.identifier]?[0].slot = new.identifier
        return [.slot(base)]
    }

    func insert(_ slot: Slot, key: ServiceKey, hash: UInt) -> [ControlBlock.Retired] {
        let tableKey =
            key.qualifier == nil ? UInt(bitPattern: key.typeIdentifier) : hash | 1
        return unsafe insert(slot, tableKey: tableKey, hash: hash)
    }

    func insert(_ slot: Slot, tableKey: UInt, hash: UInt) -> [ControlBlock.Retired] {
        var retired: [ControlBlock.Retired] = []
        while unsafe !writtenTable.insert(key: tableKey, hash: hash, slot: slot.address) {
            retired += unsafe rebuildTable()
        }
        return retired
    }

    /// Makes room for new keys, so that adding them does not rebuild the table several times.
    func makeRoom(for count: Int) {
        _ = writeTable {
            let table = unsafe writtenTable
            return unsafe (table.used + count) * 2 > table.capacity ? rebuildTable(for: count) : nil
        }
    }

    /// Whether the slot belongs to a registration that was not removed.
    func isThereOrPromised(_ slot: Slot) -> Bool {
        unsafe slot.state != SlotState.absent || slot.binding.options.contains(.promise)
    }

    /// Moves the keys that are still registered into a new table.
    ///
    /// - Parameters:
    ///   - count: For how many new keys the table has room.
    ///   - stays: Whether a slot stays that belongs to a registration.
    func rebuildTable(
        for count: Int = 1, where stays: (Slot) -> Bool = { _ in true }
    ) -> [ControlBlock.Retired] {
        let old = unsafe writtenTable
        var dropped: Set<UInt> = []
        // The slots of a scope stay for the next scope.
        let isOfScope = plan != nil && !control.isOutdated
        let new = unsafe old.rebuilt(for: count) { address in
            let slot = unsafe Slot(address)
            let isKept =
                unsafe isThereOrPromised(slot) && (isOfScope || !(old.isForAnother(slot) && slot.holdsBindingAlone))
                && stays(slot)
            if !isKept { dropped.insert(UInt(bitPattern: address)) }
            return isKept
        }
        let retired = newestFirst(dropped) + [.table(unsafe old.address)]
        unsafe publish(new)
        // Release: after the table; pairs with the acquire in `KeySearch.compare`.
        control.rebuilds.wrappingAdd(1, ordering: .releasing)
        return retired
    }

    /// Points the key at another slot.
    ///
    /// The old slot is unlinked, and the container no longer owns its instance.
    func exchange(_ old: Slot, for new: Slot, hash: UInt) -> [ControlBlock.Retired] {
        if unsafe control.scoped.shortcuts.isEmpty {
            _ = unsafe writtenTable.replace(old.address, hash: hash, by: new.address)
        } else {
            unsafe writtenTable.replaceSlots { slot, _ in unsafe slot.address == old.address ? new : nil }
        }
        return [.slot(unsafe old.identifier)]
    }
}

extension Container: SlotOwner {
    package func nextOrder() -> UInt {
        control.nextOrder()
    }

    package var waitListener: (any WaitListener)? { control.reporter }

    package func retire(cell: UInt) {
        control.retireLater(.object(cell))
    }

    package var waitLimit: Duration? { configuration.waitLimit }
}
