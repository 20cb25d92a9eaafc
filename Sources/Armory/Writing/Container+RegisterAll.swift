// Several changes at once: all of them or none, with no other change in between.

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
    ///   - key: The key of the error if the container is closed.
    ///   - makeRecords: Returns the records. If two have the same key, one wins.
    ///   - isAllowed: Called under the control block's lock; if it returns false, nothing is added and nothing is refused.
    ///   - whenAdded: Called under the same lock as the change.
    func add(
        _ key: ServiceKey, _ makeRecords: () -> [AnyBinding],
        isAllowed: () throws(ResolutionError) -> Bool = { true }, whenAdded: () -> Void = {}
    ) throws(ResolutionError) -> [ResolutionError] {
        var faults: [ResolutionError] = []
        try change(key) { () throws(ResolutionError) in
            faults = []
            let replacing = configuration.duplicates == .replace
            let (winners, losers) = Self.winners(of: makeRecords(), replacing: replacing, &faults)
            return (winners: targets(of: winners), losers: losers)
        } _: { plan throws(ResolutionError) in
            guard try isAllowed() else {
                faults = []
                return nil
            }
            var contests: [Contest?] = []
            for target in plan.winners {
                do throws(ResolutionError) {
                    try unsafe contests.append(contest(of: target.record, over: target.old))
                } catch {
                    faults.append(error)
                }
            }
            guard faults.isEmpty else { return nil }
            for case let contest? in contests { control.note(contest.loser, below: contest.winner) }
            let tops = zip(plan.winners, contests).map { $1?.winner ?? $0.record }
            for loser in plan.losers { control.note(loser.record, below: tops[loser.position]) }
            let retired = put(zip(plan.winners, contests).filter { $1?.isWon ?? true }.map { $0.0 })
            whenAdded()
            return retired
        }
        return faults
    }

    /// A record, the hash of its key, and the table's slot for the key; a nil slot: the table does not have the key.
    struct Target {
        let record: AnyBinding
        let hash: UInt
        let slot: UInt?

        var old: Slot? { unsafe slot.map { unsafe Slot(identifier: $0) } }
    }

    /// Looks up the slots of the records' keys, for `change`.
    func targets(of records: [AnyBinding]) -> [Target] {
        records.map { record in
            let hash = record.key.tableHash
            return Target(record: record, hash: hash, slot: slot(of: record.key, hash: hash))
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

    /// Puts the records into the slots of their keys.
    func put(_ targets: [Target]) -> [ControlBlock.Retired] {
        // First creates the slots in the order of registration, which is the order of lists. Then puts those whose keys
        // are in the table, because a new key may rebuild it without removed entries.
        let new = targets.map { target in
            let old = unsafe target.old
            return unsafe makeSlot(target.record, insteadOf: old?.state == SlotState.absent ? nil : old).identifier
        }
        var retired: [ControlBlock.Retired] = []
        for isNew in [false, true] {
            for (target, slot) in zip(targets, new) where (target.slot == nil) == isNew {
                unsafe retired += put(Slot(identifier: slot), hash: target.hash, insteadOf: target.old)
            }
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
        try change(ServiceKey(Module.self)) { () throws(ResolutionError) in
            let (gone, slots) = try control.lock.withLock { () throws(ResolutionError) in
                let gone = try modules()
                return (gone, registrationSlots().filter { $0.binding.goes(with: gone) })
            }
            // Not under the lock: a hash may be user code.
            return (gone: gone, slots: slots, hashes: slots.map(\.binding.key.tableHash))
        } _: { plan throws(ResolutionError) in
            var retired: [ControlBlock.Retired] = []
            for (entry, hash) in zip(plan.slots, plan.hashes) {
                let slot = unsafe Slot(identifier: entry.slot)
                if let next = control.successor(of: entry.binding, without: plan.gone) {
                    retired += unsafe put(next, hash: hash, insteadOf: slot)
                } else {
                    retired += unsafe unlink(slot, hash: hash)
                }
            }
            forgotten = control.forgetDisplaced(of: plan.gone)
            whenRemoved(plan.gone)
            return retired
        }
    }

    /// Replaces a slot, and those below it, by a slot that marks the key as removed.
    func unlink(_ slot: Slot, hash: UInt) -> [ControlBlock.Retired] {
        let absent = unsafe Slot.allocate(
            RemovedBinding(slot.binding), state: SlotState.absent, number: control.nextNumber())
        let below = unsafe control.overlaid.removeValue(forKey: slot.identifier)?.dropLast() ?? []
        return unsafe exchange(slot, for: absent, hash: hash) + below.map { .slot($0.slot) }
    }

    /// The table's slots for this container's own registrations, each with the registration below its overlays.
    ///
    /// Requires the control block's lock.
    private func registrationSlots() -> [(slot: UInt, binding: AnyBinding)] {
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
    package var ownBindings: [AnyBinding] { control.lock.withLock { registrationSlots().map(\.binding) } }

    /// This container's own registrations, in the order of registration.
    var ownBindingsInOrder: [AnyBinding] {
        control.lock.withLock {
            registrationSlots().sorted { unsafe Slot(identifier: $0.slot).number < Slot(identifier: $1.slot).number }
                .map(\.binding)
        }
    }
}
