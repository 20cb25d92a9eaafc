// Changing a container that is in use.

internal import Synchronization

extension Container {
    /// Puts a registration in the place of the one with the same key.
    ///
    /// When this returns, every resolve that begins sees the new registration. What was made by the old one before stays
    /// with whoever holds it; the container lets go of its instance, or, where a thread is using the registration at that
    /// very moment, does so with a later change. An ``overlay(_:)`` on the key stays on top. A key that this container does not
    /// have is changed where it is, in the first of the ancestors that has it; so it is with the other changes too.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when the key is not registered, or `closed`.
    /// - Complexity: O(1) in the number of registrations; waits for the threads that are in the table at that moment.
    public func replace(_ registration: some Registration) throws(ResolutionError) {
        let binding = registration.definition.binding
        let key = binding.key
        unsafe try changeWhereItIs(key) { owner, found, hash throws(ResolutionError) in
            try unsafe owner.put(binding, hash: hash, inPlaceOf: owner.registered(found, key))
        }
    }

    /// Removes the registration of a type.
    ///
    /// Asking for it is ``ResolutionError/Code/removed`` from then on.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when it is not registered, or `closed`.
    public func remove<T>(_ type: T.Type) throws(ResolutionError) {
        try remove(ServiceKey(type))
    }

    /// Removes the registration of a type under a name.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when it is not registered, or `closed`.
    public func remove<T>(_ type: T.Type, named name: Name) throws(ResolutionError) {
        try remove(ServiceKey(type, qualifier: Qualifier(name)))
    }

    /// Removes the registration of a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when it is not registered, or `closed`.
    public func remove<T>(
        _ type: T.Type, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) {
        try remove(ServiceKey(type, qualifier: Qualifier(qualifier)))
    }

    func remove(_ key: ServiceKey) throws(ResolutionError) {
        unsafe try changeWhereItIs(key) { owner, found, hash throws(ResolutionError) in
            try unsafe owner.unlink(owner.registered(found, key), hash: hash)
        }
    }

    func registered(_ slot: Slot?, _ key: ServiceKey) throws(ResolutionError) -> Slot {
        guard let slot = unsafe slot, unsafe slot.state != SlotState.absent else {
            throw ResolutionError(.missing, key: key)
        }
        return unsafe slot
    }
}

// MARK: Overlays

/// A registration that was laid over another one.
///
/// See ``Container/overlay(_:)``.
public struct Overlay: Sendable {
    let container: Container
    /// Of the key that is overlaid.
    let hash: UInt
    /// The slot's address may come to be another overlay's; the number does not.
    let number: UInt

    /// Takes the overlay away; what lay below is there again, with the instance it had.
    ///
    /// The second time does nothing.
    public func remove() {
        container.removeOverlay(number, hash: hash)
    }
}

extension Container {
    /// Lays a registration over the one with the same key, until the overlay is removed.
    ///
    /// Resolves see the overlay; what lies below keeps its instance and has it again afterwards. Overlays can be stacked
    /// and removed in any order.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when the key is not registered, or `closed`.
    public func overlay(_ registration: some Registration) throws(ResolutionError) -> Overlay {
        let binding = registration.definition.binding
        let key = binding.key
        var overlay = Overlay(container: self, hash: 0, number: 0)
        unsafe try changeWhereItIs(key) { owner, found, hash throws(ResolutionError) in
            let ledger = owner.ledger
            let below = try unsafe owner.registered(found, key)
            let slot = unsafe owner.makeSlot(binding, inPlaceOf: below)
            _ = unsafe owner.table.replace(below.address, hash: hash, by: slot.address)
            let others = unsafe ledger.overlaid.removeValue(forKey: below.identifier) ?? []
            unsafe ledger.overlaid[slot.identifier] = others + [below.identifier]
            overlay = Overlay(container: owner, hash: hash, number: unsafe ledger.numberOverlay(slot.identifier))
            return []
        }
        return overlay
    }

    fileprivate func removeOverlay(_ number: UInt, hash: UInt) {
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            guard let identifier = ledger.overlays.removeValue(forKey: number) else { return [] }
            if var below = ledger.overlaid.removeValue(forKey: identifier) {
                let next = below.removeLast()
                if !below.isEmpty { ledger.overlaid[next] = below }
                _ = unsafe table.replace(
                    Slot(identifier: identifier).address, hash: hash, by: Slot(identifier: next).address)
            } else {
                for (top, below) in ledger.overlaid where below.contains(identifier) {
                    ledger.overlaid[top] = below.filter { $0 != identifier }
                }
            }
            // Release: pairs with the acquire in `change`.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            return [.slot(identifier)]
        }
        ledger.retire(retired)
    }
}

// MARK: Closing

extension Container {
    /// Lets go of every instance, the newest first, and refuses every use from then on with
    /// ``ResolutionError/Code/closed``.
    ///
    /// The second time does nothing. Parents and children stay open; a child of a closed container has what it has itself.
    ///
    /// What a resolve that is running makes goes to its caller and is not kept. An instance that is lent at that moment goes
    /// with the container itself.
    public func close() {
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            guard !ledger.isClosed else { return [] }
            ledger.isClosed = true
            // Release: pairs with the acquire in `change`.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            let old = unsafe table
            let slots = unsafe allSlots(in: old)
            unsafe publish(RegistrationTable.allocateClosed())
            return newestFirst(slots) + [.table(unsafe old.address)]
        }
        ledger.retire(retired)
    }

    /// Frees every slot of a container that nobody uses any more, the newest instance first, and then what was retired.
    func freeAll(in table: RegistrationTable) {
        let slots = unsafe allSlots(in: table)
        // A graph that runs in another container may have instances of this one.
        let inGraphs = (slots + ledger.slotsInLimbo).filter { unsafe Slot(identifier: $0).binding.lifetime == .graph }
        if !inGraphs.isEmpty { ThreadRegistry.shared.disown(Set(inGraphs)) }
        for slot in newestFirst(slots) { slot.free() }
        ledger.freeLimbo()
    }

    /// Every slot, those below overlays too, which are then forgotten.
    private func allSlots(in table: RegistrationTable) -> [UInt] {
        var slots = ledger.overlaid.values.flatMap(\.self)
        unsafe table.forEachSlot { unsafe slots.append(Slot($0).identifier) }
        ledger.overlaid = [:]
        ledger.overlays = [:]
        return slots
    }

    /// The slots in the order in which they are let go: the newest instance first, then those without one.
    func newestFirst(_ slots: some Sequence<UInt>) -> [Ledger.Retired] {
        slots.map { slot -> (order: UInt, slot: UInt) in
            let isKept = unsafe Slot(identifier: slot).state == SlotState.ready
            return (isKept ? unsafe Slot(identifier: slot).order : 0, slot)
        }
        .sorted { $0.order > $1.order }
        .map { .slot($0.slot) }
    }
}
