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
        unsafe try changeLayered(records) { owner, records, found, hash, others throws(ResolutionError) in
            let first = try unsafe owner.registered(found, records[0].key)
            let slots = unsafe [first] + others.map { unsafe $0.slot.map { unsafe Slot(identifier: $0) } }
            return unsafe owner.put(records, Array(records.indices), slots, [hash] + others.map(\.hash))
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
        var overlay = Overlay(container: self, layers: [])
        unsafe try changeLayered(records) { owner, records, found, hash, others throws(ResolutionError) in
            let first = try unsafe owner.registered(found, records[0].key)
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
        _ = unsafe writtenTable.replace(below.address, hash: hash, by: slot.address)
        let others = unsafe ledger.overlaid.removeValue(forKey: below.identifier) ?? []
        unsafe ledger.overlaid[slot.identifier] = others + [below.identifier]
        return unsafe slot.identifier
    }

    /// Lays the record of an overlay over what the table names for its key, or puts it in the place of the overlay on top.
    ///
    /// Returns what is to be retired. The ledger's lock is held.
    func layOnTop(_ record: AnyBinding, over old: Slot?, hash: UInt) -> [Ledger.Retired] {
        guard let old = unsafe old, let below = unsafe ledger.overlaid.removeValue(forKey: old.identifier) else {
            var retired: [Ledger.Retired] = []
            _ = unsafe ledger.numberOverlay(lay(record, over: old, hash: hash, &retired))
            return retired
        }
        let slot = unsafe makeSlot(record, inPlaceOf: old)
        unsafe ledger.overlaid[slot.identifier] = below
        unsafe ledger.forgetOverlays(in: [old.identifier])
        _ = unsafe ledger.numberOverlay(slot.identifier)
        _ = unsafe writtenTable.replace(old.address, hash: hash, by: slot.address)
        return unsafe [.slot(old.identifier)]
    }

    /// Takes away the overlay that the table names; nothing where it names none.
    ///
    /// As above.
    func removeTop(_ slot: Slot, hash: UInt) -> [Ledger.Retired] {
        let identifier = unsafe slot.identifier
        guard let number = ledger.overlays.first(where: { $0.value == identifier })?.key else {
            return []
        }
        return removeLayer(number, hash: hash)
    }

    fileprivate func removeOverlay(_ layers: [Overlay.Layer]) {
        let retired = ledger.lock.withLock { layers.flatMap { removeLayer($0.number, hash: $0.hash) } }
        retire(retired)
    }

    private func removeLayer(_ number: UInt, hash: UInt) -> [Ledger.Retired] {
        guard let identifier = ledger.overlays.removeValue(forKey: number) else { return [] }
        if var below = ledger.overlaid.removeValue(forKey: identifier) {
            let next = below.removeLast()
            if !below.isEmpty { ledger.overlaid[next] = below }
            _ = unsafe writtenTable.replace(
                Slot(identifier: identifier).address, hash: hash, by: Slot(identifier: next).address)
        } else {
            for (top, below) in ledger.overlaid where below.contains(identifier) {
                ledger.overlaid[top] = below.filter { $0 != identifier }
            }
        }
        // Release: pairs with the acquire in `change`.
        ledger.version.wrappingAdd(1, ordering: .releasing)
        ledger.noteChange()
        return [.slot(identifier)]
    }
}
