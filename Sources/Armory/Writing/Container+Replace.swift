// Changing a container that is in use.

internal import Synchronization

extension Container {
    /// Replaces the registration with the same key.
    ///
    /// When this returns, every resolve that begins sees the new registration. Existing instances of the old
    /// registration stay with their holders. The container releases its instance; if a thread is using the registration
    /// at that moment, it does so with a later change. An ``overlay(_:)`` on the key stays on top. If this container
    /// does not have the key, the change applies to the first ancestor that has it; the other changes work in the same
    /// way.
    ///
    /// The further types of ``SharingRegistration/as(_:)`` are replaced too, or added if they are not registered. The
    /// condition of ``Registration/when(_:)`` has no effect here. A ``Registration/contributed()`` registration has a
    /// unique key, so it is `missing`.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered, `privateOutsideModule`,
    ///   `noInstance`, `unsettled` or `closed`.
    /// - Complexity: O(1) in the number of registrations; waits for the threads that are reading the table at that
    ///   moment.
    public func replace(_ registration: some Registration) throws(ResolutionError) {
        try replace(with: registration.erased)
    }

    func replace(with registration: AnyRegistration) throws(ResolutionError) {
        let records = try Self.oneOfEachKey(registration.recordsOutsideModules)
        try changeLayered(records) { owner, targets throws(ResolutionError) in owner.put(targets) }
    }

    /// Removes the registration of a type.
    ///
    /// From then on, resolving the type throws ``ResolutionError/Code/removed``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if it is not registered, `unsettled` or `closed`.
    public func remove<T>(_ type: T.Type) throws(ResolutionError) {
        try remove(ServiceKey(type))
    }

    /// Removes the registration of a type under a name.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if it is not registered, `unsettled` or `closed`.
    public func remove<T>(_ type: T.Type, named name: Name) throws(ResolutionError) {
        try remove(ServiceKey(type, qualifier: Qualifier(name)))
    }

    /// Removes the registration of a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if it is not registered, `unsettled` or `closed`.
    public func remove<T>(
        _ type: T.Type, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) {
        try remove(ServiceKey(type, qualifier: Qualifier(qualifier)))
    }

    func remove(_ key: ServiceKey) throws(ResolutionError) {
        try changeWhereItIs(key) { owner throws(ResolutionError) in
            unsafe try owner.change(key) { found, hash throws(ResolutionError) in
                try unsafe owner.unlink(owner.registered(found, key), hash: hash)
                    + owner.control.forgetUnused(hash: hash)
            }
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

/// A registration that temporarily covers another one.
///
/// See ``Container/overlay(_:)``.
public struct Overlay: Sendable {
    let container: Container
    let layers: [Layer]

    /// The part of the overlay for one key.
    struct Layer {
        /// The hash of the key.
        let hash: UInt
        /// The number of the slot.
        ///
        /// Its address may be reused by another overlay; the number is not.
        let number: UInt
    }

    /// Removes the overlay.
    ///
    /// The registration below is visible again, with its previous instance.
    ///
    /// A second call does nothing.
    public func remove() {
        container.removeOverlay(layers)
    }
}

extension Container {
    /// Covers the registration with the same key, until the overlay is removed.
    ///
    /// Resolves see the overlay. The registration below keeps its instance, and resolves see it again afterwards.
    /// Overlays can be stacked, and removed in any order.
    ///
    /// The overlay also covers the further types of ``SharingRegistration/as(_:)``; a type that is not registered
    /// exists as long as the overlay. Otherwise like ``replace(_:)``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the key is not registered, `privateOutsideModule`,
    ///   `noInstance`, `unsettled` or `closed`.
    public func overlay(_ registration: some Registration) throws(ResolutionError) -> Overlay {
        try overlay(registration.erased)
    }

    func overlay(_ registration: AnyRegistration) throws(ResolutionError) -> Overlay {
        let records = try Self.oneOfEachKey(registration.recordsOutsideModules)
        var overlay = Overlay(container: self, layers: [])
        try changeLayered(records) { owner, targets throws(ResolutionError) in
            var layers: [Overlay.Layer] = []
            var retired: [ControlBlock.Retired] = []
            // New keys come last, because they may rebuild the table without removed entries.
            for isNew in [false, true] {
                for target in targets where (target.slot == nil) == isNew {
                    let number = unsafe owner.lay(target.record, over: target.old, hash: target.hash, &retired)
                    layers.append(Overlay.Layer(hash: target.hash, number: number))
                }
            }
            overlay = Overlay(container: owner, layers: layers)
            return retired
        }
        return overlay
    }

    /// Puts a slot for the record on top of another slot; if there is none, on top of a slot that marks the key as
    /// absent.
    ///
    /// Returns the number of the overlay.
    private func lay(
        _ record: Binding, over below: Slot?, hash: UInt, _ retired: inout [ControlBlock.Retired]
    ) -> UInt {
        let slot = unsafe makeSlot(record, insteadOf: below?.state == SlotState.absent ? nil : below)
        let next: Slot
        if let below = unsafe below {
            unsafe next = below
            _ = unsafe writtenTable.replace(below.address, hash: hash, by: slot.address)
        } else {
            unsafe next = .allocate(Binding(removed: record), state: SlotState.absent, number: slot.number)
            retired += unsafe insert(slot, key: record.key, hash: hash)
        }
        let base = unsafe ControlBlock.Level(slot: next.identifier, number: 0)
        let levels = unsafe control.overlaid.removeValue(forKey: next.identifier) ?? [base]
        control.overlayCount += 1
        let number = control.overlayCount
        unsafe control.overlaid[slot.identifier] = levels + [.init(slot: slot.identifier, number: number)]
        return number
    }
    fileprivate func removeOverlay(_ layers: [Overlay.Layer]) {
        let retired = control.lock.withLock { layers.flatMap { removeLayer($0.number, hash: $0.hash) } }
        retire(retired)
    }

    private func removeLayer(_ number: UInt, hash: UInt) -> [ControlBlock.Retired] {
        let stack = control.overlaid.first { $0.value.contains { $0.number == number } }
        guard let top = stack?.key, var levels = stack?.value,
            let index = levels.firstIndex(where: { $0.number == number })
        else { return [] }
        let gone = levels.remove(at: index).slot
        let next = levels[levels.count - 1].slot
        control.overlaid[top] = nil
        if levels.count > 1 { control.overlaid[next] = levels }
        if gone == top {
            _ = unsafe writtenTable.replace(
                Slot(identifier: gone).address, hash: hash, by: Slot(identifier: next).address)
        }
        // Release: pairs with the acquires in `OverridingDerivation.isAffected` and `clookup_stamp`.
        control.version.wrappingAdd(1, ordering: .releasing)
        control.noteChange()
        return [.slot(gone)]
    }
}
