// Changing a container that is in use.

extension Container {
    /// Puts a registration in the place of the one with the same key.
    ///
    /// When this returns, every resolve that begins sees the new registration. What was made by the old one before stays
    /// with whoever holds it; the container lets go of its instance, or, where a thread is using the registration at that
    /// very moment, does so with a later change. An ``overlay(_:)`` on the key stays on top.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` when the key is not registered, or `closed`.
    /// - Complexity: O(1) in the number of registrations; waits for the threads that are in the table at that moment.
    public func replace(_ registration: some Registration) throws(ResolutionError) {
        let binding = registration.definition.makeBinding()
        let retired = try ledger.lock.withLock { () throws(ResolutionError) -> [Ledger.Retired] in
            try checkOpen(for: binding.key)
            let old = try unsafe registeredSlot(of: binding.key)
            let new = unsafe makeSlot(binding)
            guard var below = ledger.overlaid[binding.key] else {
                return unsafe exchange(old, for: new, key: binding.key)
            }
            let base = unsafe Slot(identifier: below[0])
            below[0] = unsafe new.identifier
            ledger.overlaid[binding.key] = below
            return [.slot(unsafe base.identifier)]
        }
        ledger.retire(retired)
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

    private func remove(_ key: ServiceKey) throws(ResolutionError) {
        let retired = try ledger.lock.withLock { () throws(ResolutionError) -> [Ledger.Retired] in
            try checkOpen(for: key)
            let old = try unsafe registeredSlot(of: key)
            let absent = unsafe Slot.allocate(
                old.binding, state: SlotState.absent, mark: ledger.nextMark())
            let below = ledger.overlaid.removeValue(forKey: key) ?? []
            return unsafe exchange(old, for: absent, key: key) + below.map { .slot($0) }
        }
        ledger.retire(retired)
    }

    private func registeredSlot(of key: ServiceKey) throws(ResolutionError) -> Slot {
        guard let slot = unsafe slot(of: key), unsafe slot.state != SlotState.absent else {
            throw ResolutionError(.missing, key: key, detail: .near([]))
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
    let key: ServiceKey
    let slot: UInt

    /// Takes the overlay away; what lay below is there again, with the instance it had.
    ///
    /// The second time does nothing.
    public func remove() {
        container.removeOverlay(slot, of: key)
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
        let binding = registration.definition.makeBinding()
        let key = binding.key
        return try ledger.lock.withLock { () throws(ResolutionError) in
            try checkOpen(for: binding.key)
            let below = try unsafe registeredSlot(of: key)
            let slot = unsafe makeSlot(binding)
            _ = unsafe table.replace(below.address, hash: key.tableHash, by: slot.address)
            unsafe ledger.overlaid[key, default: []].append(below.identifier)
            return Overlay(container: self, key: key, slot: unsafe slot.identifier)
        }
    }

    fileprivate func removeOverlay(_ identifier: UInt, of key: ServiceKey) {
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            guard var below = ledger.overlaid[key], let top = unsafe slot(of: key) else { return [] }
            if unsafe top.identifier == identifier {
                let next = unsafe Slot(identifier: below.removeLast())
                _ = unsafe table.replace(top.address, hash: key.tableHash, by: next.address)
            } else if let index = below.dropFirst().firstIndex(of: identifier) {
                below.remove(at: index)
            } else {
                return []
            }
            ledger.overlaid[key] = below.isEmpty ? nil : below
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
    /// The second time does nothing.
    ///
    /// What a resolve that is running makes goes to its caller and is not kept.
    public func close() {
        let retired = ledger.lock.withLock { () -> [Ledger.Retired] in
            guard !ledger.isClosed else { return [] }
            ledger.isClosed = true
            let old = unsafe table
            let slots = unsafe slotsNewestFirst(in: old)
            unsafe publish(RegistrationTable.allocate(capacity: 0))
            return slots.map { .slot($0) } + [.table(unsafe old.address)]
        }
        ledger.retire(retired)
    }

    /// Frees every slot of a container that nobody uses any more, the newest instance first.
    func freeAll(in table: RegistrationTable) {
        for slot in unsafe slotsNewestFirst(in: table) { unsafe Slot(identifier: slot).deallocate() }
    }

    private func slotsNewestFirst(in table: RegistrationTable) -> [UInt] {
        var slots: [(order: UInt, slot: UInt)] = []
        func add(_ slot: Slot) {
            let isKept = unsafe slot.state == SlotState.ready
            slots.append((isKept ? unsafe slot.order : 0, unsafe slot.identifier))
        }
        unsafe table.forEachSlot { unsafe add(Slot($0)) }
        for below in ledger.overlaid.values {
            for slot in below { unsafe add(Slot(identifier: slot)) }
        }
        ledger.overlaid = [:]
        return slots.sorted { $0.order > $1.order }.map(\.slot)
    }
}
