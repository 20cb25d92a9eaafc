// Several changes at once: all of them or none, with no other change in between.

internal import Synchronization

extension AnyBinding {
    /// Whether this registration replaces another one with its key; false: the other one stays.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate` if neither may.
    func wins(over other: AnyBinding, replacing: Bool) throws(ResolutionError) -> Bool {
        if other.options.rank != options.rank { return options.rank > other.options.rank }
        if other.options.givesWay { return false }
        guard replacing else {
            throw ResolutionError(
                .duplicate, key: key, location: other.location, detail: .second(location))
        }
        return true
    }
}

extension Container {
    /// Adds all records unless one is refused, and returns the reasons for refusals.
    ///
    /// - Parameters:
    ///   - records: The records. If two have the same key, one wins.
    ///   - isAllowed: Called under the control block's lock; if it returns false, nothing is added.
    ///   - whenAdded: Called under the same lock as the change.
    func add(
        _ records: [AnyBinding], isAllowed: () -> Bool, whenAdded: () -> Void = {}
    ) throws(ResolutionError) -> [ResolutionError] {
        let replacing = configuration.duplicates == .replace
        var faults: [ResolutionError] = []
        let (winners, losers) = Self.winners(of: records, replacing: replacing, &faults)
        let hashes = winners.map(\.key.tableHash)
        dropShortcuts()
        while true {
            // As in `change`: equality and hashes are user code, so slots are looked up before the lock is taken.
            let version = control.version.load(ordering: .acquiring)
            var slots: [Slot?] = unsafe []
            var pin = Pin()
            for index in winners.indices {
                unsafe slots.append(find(winners[index].key, hash: hashes[index], &pin).slot.map { unsafe Slot($0) })
            }
            pin.end()
            control.lock.lock()
            // Relaxed: the lock orders it.
            guard control.version.load(ordering: .relaxed) == version else {
                control.lock.unlock()
                continue
            }
            guard !control.isClosed else {
                control.lock.unlock()
                throw ResolutionError(.closed, key: records.first?.key ?? ServiceKey(Container.self))
            }
            guard isAllowed() else {
                control.lock.unlock()
                return []
            }
            let fresh = unsafe fresh(of: winners, slots, replacing: replacing, &faults)
            guard faults.isEmpty else {
                control.lock.unlock()
                return faults
            }
            unsafe noteDisplaced(winners, fresh, slots, losers)
            let retired = unsafe put(winners, fresh, slots, hashes)
            whenAdded()
            // Release: pairs with the acquire in `change`.
            control.version.store(version &+ 1, ordering: .releasing)
            control.noteChange()
            control.lock.unlock()
            control.events?.tellArrivals()
            retire(retired)
            return []
        }
    }

    /// The winning record of each key, at the position of the key's first record; and the other records.
    static func winners(
        of records: [AnyBinding], replacing: Bool, _ faults: inout [ResolutionError]
    ) -> (winners: [AnyBinding], losers: [Loser]) {
        var winners: [AnyBinding] = []
        var losers: [Loser] = []
        var positions: [ServiceKey: Int] = [:]
        for record in records {
            guard let position = positions[record.key] else {
                positions[record.key] = winners.count
                winners.append(record)
                continue
            }
            do throws(ResolutionError) {
                let wins = try record.wins(over: winners[position], replacing: replacing)
                losers.append((wins ? winners[position] : record, position))
                if wins { winners[position] = record }
            } catch {
                faults.append(error)
            }
        }
        return (winners, losers)
    }

    /// A record that did not win, and the index of the winner.
    typealias Loser = (record: AnyBinding, position: Int)

    /// The indices of the records that win over existing registrations.
    private func fresh(
        of records: [AnyBinding], _ slots: [Slot?], replacing: Bool, _ faults: inout [ResolutionError]
    ) -> [Int] {
        var fresh: [Int] = []
        for index in records.indices {
            guard let old = unsafe slots[index].map({ unsafe base(of: $0) }), unsafe old.state != SlotState.absent
            else {
                fresh.append(index)
                continue
            }
            do throws(ResolutionError) {
                if try unsafe records[index].wins(over: old.binding, replacing: replacing) { fresh.append(index) }
            } catch {
                faults.append(error)
            }
        }
        return fresh
    }

    /// Notes the registrations that are displaced by others with the same keys.
    private func noteDisplaced(_ records: [AnyBinding], _ fresh: [Int], _ slots: [Slot?], _ losers: [Loser]) {
        var tops = records
        let fresh = Set(fresh)
        for index in records.indices {
            let isFresh = fresh.contains(index)
            guard let old = unsafe slots[index].map({ unsafe base(of: $0) }), unsafe isThereOrPromised(old) else {
                continue
            }
            let binding = unsafe old.binding
            control.note(isFresh ? binding : records[index], below: isFresh ? records[index] : binding)
            if !isFresh { tops[index] = binding }
        }
        for loser in losers { control.note(loser.record, below: tops[loser.position]) }
    }

    /// Puts the fresh records into the slots of their keys.
    func put(
        _ records: [AnyBinding], _ fresh: [Int], _ slots: [Slot?], _ hashes: [UInt]
    ) -> [ControlBlock.Retired] {
        var retired: [ControlBlock.Retired] = []
        var new: [Slot] = unsafe []
        // First creates the slots in the order of registration, which is the order of lists. Then puts those whose keys
        // are in the table, because a new key may rebuild it without removed entries.
        for index in fresh {
            let old = unsafe slots[index].flatMap { unsafe $0.state == SlotState.absent ? nil : $0 }
            unsafe new.append(makeSlot(records[index], insteadOf: old))
        }
        for (position, index) in fresh.enumerated() {
            guard let old = unsafe slots[index] else { continue }
            unsafe retired += put(new[position], hash: hashes[index], insteadOf: old)
        }
        for (position, index) in fresh.enumerated() where unsafe slots[index] == nil {
            unsafe retired += insert(new[position], key: records[index].key, hash: hashes[index])
        }
        return retired
    }

    /// Removes the registrations of modules all at once, and restores the registrations that they displaced.
    ///
    /// If there is nothing to restore, overlays are removed too.
    ///
    /// - Parameters:
    ///   - modules: Returns the modules; called under the control block's lock.
    ///   - whenRemoved: Called under the same lock as the removal.
    func removeAll(
        of modules: () throws(ResolutionError) -> Set<ModuleIdentity>, whenRemoved: (Set<ModuleIdentity>) -> Void
    ) throws(ResolutionError) {
        var forgotten: [ObjectIdentifier: ControlBlock.Displaced] = [:]
        defer { withExtendedLifetime(forgotten) {} }
        while true {
            let version: UInt
            let gone: Set<ModuleIdentity>
            let plan: [(slot: UInt, binding: AnyBinding)]
            control.lock.lock()
            do throws(ResolutionError) {
                gone = try modules()
                // Relaxed: the lock orders it.
                version = control.version.load(ordering: .relaxed)
                plan = ownSlots().filter { $0.binding.goes(with: gone) }
                control.lock.unlock()
            } catch {
                control.lock.unlock()
                throw error
            }
            // Not under the lock: a hash may be user code.
            let hashes = plan.map(\.binding.key.tableHash)
            let retired = control.lock.withLock { () -> [ControlBlock.Retired]? in
                guard control.version.load(ordering: .relaxed) == version else { return nil }
                var retired: [ControlBlock.Retired] = []
                for (entry, hash) in zip(plan, hashes) {
                    let slot = unsafe Slot(identifier: entry.slot)
                    if let next = control.successor(of: entry.binding, without: gone) {
                        retired += unsafe put(next, hash: hash, insteadOf: slot)
                    } else {
                        retired += unsafe unlink(slot, hash: hash)
                    }
                }
                forgotten = control.forgetDisplaced(of: gone)
                // Release: pairs with the acquire in `change`.
                control.version.store(version &+ 1, ordering: .releasing)
                control.noteChange()
                whenRemoved(gone)
                return retired
            }
            guard let retired else { continue }
            retire(retired)
            return
        }
    }

    /// Replaces a slot, and those below it, by a slot that marks the key as removed.
    func unlink(_ slot: Slot, hash: UInt) -> [ControlBlock.Retired] {
        let absent = unsafe Slot.allocate(
            RemovedBinding(slot.binding), state: SlotState.absent, number: control.nextNumber())
        let below = unsafe control.overlaid.removeValue(forKey: slot.identifier) ?? []
        if !below.isEmpty { unsafe control.forgetOverlays(in: below + [slot.identifier]) }
        return unsafe exchange(slot, for: absent, hash: hash) + below.map { .slot($0) }
    }

    /// The table's slots for this container's own registrations, each with the registration below its overlays.
    ///
    /// Requires the control block's lock.
    private func ownSlots() -> [(slot: UInt, binding: AnyBinding)] {
        var slots: [(slot: UInt, binding: AnyBinding)] = []
        unsafe table.forEachSlot { address in
            let slot = unsafe Slot(address)
            let base = unsafe base(of: slot)
            guard unsafe isThereOrPromised(base), unsafe !table.isForAnother(slot) else { return }
            slots.append(unsafe (slot.identifier, base.binding))
        }
        return slots
    }

    /// This container's own registrations, with promises and without overlays.
    package var ownBindings: [AnyBinding] { control.lock.withLock { ownSlots().map(\.binding) } }

    /// This container's own registrations, in the order of registration.
    var ownBindingsInOrder: [AnyBinding] {
        control.lock.withLock {
            ownSlots().map { (number: unsafe Slot(identifier: $0.slot).number, binding: $0.binding) }
        }
        .sorted { $0.number < $1.number }.map(\.binding)
    }
}
