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
    /// The further types of ``SharingRegistration/as(_:)`` are replaced with it, or added where they are not registered. The
    /// condition of ``Registration/when(_:)`` says nothing here. A ``Registration/contributed()`` registration has a key of its
    /// own, which is `missing`.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when the key is not registered, `privateOutsideModule` or `closed`.
    /// - Complexity: O(1) in the number of registrations; waits for the threads that are in the table at that moment.
    public func replace(_ registration: some Registration) throws(ResolutionError) {
        let records = try Self.oneOfEachKey(registration.definition.recordsOutsideModules)
        let keys = records.map(\.key)
        unsafe try changeWhereItIs(keys[0], and: Array(keys.dropFirst())) {
            owner, found, hash, others throws(ResolutionError) in
            let first = try unsafe owner.registered(found, keys[0])
            let slots = unsafe [first] + others.map { unsafe $0.slot.map { unsafe Slot(identifier: $0) } }
            return unsafe owner.put(records, Array(records.indices), slots, [hash] + others.map(\.hash))
        }
    }

    private static func oneOfEachKey(_ records: [AnyBinding]) -> [AnyBinding] {
        var faults: [ResolutionError] = []
        return records.count == 1 ? records : winners(of: records, replacing: true, &faults).winners
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
    let layers: [Layer]

    /// The part of the overlay that lies on one key.
    struct Layer {
        /// Of the key that is overlaid.
        let hash: UInt
        /// The slot's address may come to be another overlay's; the number does not.
        let number: UInt
    }

    /// Takes the overlay away; what lay below is there again, with the instance it had.
    ///
    /// The second time does nothing.
    public func remove() {
        container.removeOverlay(layers)
    }
}

extension Container {
    /// Lays a registration over the one with the same key, until the overlay is removed.
    ///
    /// Resolves see the overlay; what lies below keeps its instance and has it again afterwards. Overlays can be stacked
    /// and removed in any order.
    ///
    /// It lies on the further types of ``SharingRegistration/as(_:)`` too; one that is not registered is there as long as the
    /// overlay. All else is as for ``replace(_:)``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when the key is not registered, `privateOutsideModule` or `closed`.
    public func overlay(_ registration: some Registration) throws(ResolutionError) -> Overlay {
        let records = try Self.oneOfEachKey(registration.definition.recordsOutsideModules)
        let keys = records.map(\.key)
        var overlay = Overlay(container: self, layers: [])
        unsafe try changeWhereItIs(keys[0], and: Array(keys.dropFirst())) {
            owner, found, hash, others throws(ResolutionError) in
            let first = try unsafe owner.registered(found, keys[0])
            let places = unsafe [Place(slot: first.identifier, hash: hash)] + others
            var layers: [Overlay.Layer] = []
            var retired: [Ledger.Retired] = []
            // A new key may rebuild the table without what was removed: it comes last.
            for isNew in [false, true] {
                for (record, place) in zip(records, places) where (place.slot == nil) == isNew {
                    let below = unsafe place.slot.map { unsafe Slot(identifier: $0) }
                    let slot = unsafe owner.lay(record, over: below, hash: place.hash, &retired)
                    layers.append(Overlay.Layer(hash: place.hash, number: owner.ledger.numberOverlay(slot)))
                }
            }
            overlay = Overlay(container: owner, layers: layers)
            return retired
        }
        return overlay
    }

    /// Lays a slot for the record over another one, or over the mark that nothing is there.
    private func lay(_ record: AnyBinding, over below: Slot?, hash: UInt, _ retired: inout [Ledger.Retired]) -> UInt {
        guard let below = unsafe below else {
            let slot = unsafe makeSlot(record)
            let absent = unsafe Slot.allocate(RemovedBinding(record), state: SlotState.absent, number: slot.number)
            unsafe ledger.overlaid[slot.identifier] = [absent.identifier]
            retired += unsafe insert(slot, key: record.key, hash: hash)
            return unsafe slot.identifier
        }
        let slot = unsafe makeSlot(record, inPlaceOf: below.state == SlotState.absent ? nil : below)
        _ = unsafe table.replace(below.address, hash: hash, by: slot.address)
        let others = unsafe ledger.overlaid.removeValue(forKey: below.identifier) ?? []
        unsafe ledger.overlaid[slot.identifier] = others + [below.identifier]
        return unsafe slot.identifier
    }

    fileprivate func removeOverlay(_ layers: [Overlay.Layer]) {
        let retired = ledger.lock.withLock { layers.flatMap { removeLayer($0.number, hash: $0.hash) } }
        ledger.retire(retired)
    }

    private func removeLayer(_ number: UInt, hash: UInt) -> [Ledger.Retired] {
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
        // Let go of after the lock: qualifiers, factories and what they hold are the user's.
        var forgotten: Ledger.Registered?
        defer { withExtendedLifetime(forgotten) {} }
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            guard !ledger.isClosed else { return [] }
            ledger.isClosed = true
            forgotten = ledger.forgetRegistered()
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
