// Several changes at once: all of them or none, with no other change in between.

extension Binding {
    /// Whether this registration replaces another one with its key; false: the other one stays.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate` if neither may.
    func wins(over other: Binding, replacing: Bool) throws(ResolutionError) -> Bool {
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
    ///   - makeRecords: Returns the records, from the layers of this container; may run again, if those change
    ///     meanwhile. If two have the same key, one wins.
    ///   - isComplete: Called under the control block's lock; if it returns false, `makeRecords` runs again.
    ///   - isAllowed: Called under the control block's lock; if it returns false, nothing is added and nothing is refused.
    ///   - whenAdded: Called under the same lock as the change.
    func add(
        _ key: ServiceKey, _ makeRecords: (_ layers: (any LayerSet)?) -> [Binding],
        isComplete: () -> Bool = { true },
        isAllowed: () throws(ResolutionError) -> Bool = { true }, whenAdded: () -> Void = {}
    ) throws(ResolutionError) -> [ResolutionError] {
        var faults: [ResolutionError] = []
        var losers: [Loser] = []
        var search = TargetSearch()
        try change(key) {
            search.compare(in: self) { layers in
                faults = []
                let replacing = configuration.duplicates == .replace
                let contest = Self.winners(of: makeRecords(layers), replacing: replacing, &faults)
                losers = contest.losers
                return contest.winners
            }
        } settling: {
            guard isComplete() else {
                search.startOver()
                return nil
            }
            return search.lookUp(in: self)
        } _: { (winners: [Target]) throws(ResolutionError) in
            guard try isAllowed() else {
                faults = []
                return nil
            }
            var contests: [Contest?] = []
            for target in winners {
                do throws(ResolutionError) {
                    try unsafe contests.append(contest(of: target.record, over: target.old))
                } catch {
                    faults.append(error)
                }
            }
            guard faults.isEmpty else { return nil }
            for (target, contest) in zip(winners, contests) {
                if let contest { control.note(contest.loser, below: contest.winner, hash: target.hash) }
            }
            let tops = zip(winners, contests).map { $1?.winner ?? $0.record }
            for loser in losers {
                control.note(loser.record, below: tops[loser.position], hash: winners[loser.position].hash)
            }
            let retired = put(zip(winners, contests).filter { $1?.isWon ?? true }.map { $0.0 })
            whenAdded()
            return retired
        }
        return faults
    }

    /// A record, the hash of its key, and the table's slot for the key; a nil slot: the table does not have the key.
    struct Target {
        let record: Binding
        let hash: UInt
        let slot: UInt?

        var old: Slot? { unsafe slot.map { unsafe Slot(identifier: $0) } }
    }

    /// The winning record of each key, at the position of the key's first record; and the other records.
    static func winners(
        of records: [Binding], replacing: Bool, _ faults: inout [ResolutionError]
    ) -> (winners: [Binding], losers: [Loser]) {
        var winners: [Binding] = []
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
    typealias Loser = (record: Binding, position: Int)

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
        // Released after the lock: factories and qualifiers are user code.
        var forgotten: [ObjectIdentifier: ControlBlock.Displaced] = [:]
        var entries: [RegistrationEntry] = []
        defer { withExtendedLifetime((forgotten, entries)) {} }
        // Nothing to prepare: the table has the hashes of its keys.
        try change(ServiceKey(Module.self)) {
        } settling: {
            true
        } _: { _ throws(ResolutionError) in
            let gone = try modules()
            entries = registrationEntries().filter { $0.binding.goes(with: gone) }
            var retired: [ControlBlock.Retired] = []
            for entry in entries {
                let slot = unsafe Slot(identifier: entry.slot)
                let hash = unsafe RegistrationTable.hash(of: entry.key)
                if let next = control.successor(of: entry.binding, without: gone) {
                    retired += unsafe put(next, hash: hash, insteadOf: slot)
                } else {
                    retired += unsafe unlink(slot, hash: hash)
                }
            }
            forgotten = control.forgetDisplaced(of: gone)
            whenRemoved(gone)
            return retired
        }
    }

    /// Replaces a slot, and those below it, by a slot that marks the key as removed.
    func unlink(_ slot: Slot, hash: UInt) -> [ControlBlock.Retired] {
        let absent = unsafe Slot.allocate(
            Binding(removed: slot.binding), state: SlotState.absent, number: control.nextNumber())
        let below = unsafe control.overlaid.removeValue(forKey: slot.identifier)?.dropLast() ?? []
        return unsafe exchange(slot, for: absent, hash: hash) + below.map { .slot($0.slot) }
    }

    /// A slot of the table, its key there, and the registration below its overlays.
    typealias RegistrationEntry = (slot: UInt, key: UInt, binding: Binding)

    /// Calls `body` for the entries of this container's own registrations.
    ///
    /// Requires the control block's lock.
    private func forEachRegistration(_ body: (RegistrationEntry) -> Void) {
        let table = unsafe table
        let hasOverlays = !control.overlaid.isEmpty
        unsafe table.forEachKeyedSlot { address, key in
            let slot = unsafe Slot(address)
            let base = unsafe hasOverlays ? base(of: slot) : slot
            guard unsafe isThereOrPromised(base), unsafe !table.isForAnother(slot) else { return }
            body(unsafe (slot.identifier, key, base.binding))
        }
    }

    private func registrationEntries() -> [RegistrationEntry] {
        var entries: [RegistrationEntry] = []
        forEachRegistration { entries.append($0) }
        return entries
    }

    /// Whether the registrations include all of this container's own.
    ///
    /// Requires the control block's lock.
    func isComplete(_ known: [Binding]) -> Bool {
        let known = Set(known.map(ObjectIdentifier.init))
        return registrationEntries().allSatisfy { known.contains(ObjectIdentifier($0.binding)) }
    }

    /// This container's own registrations, with promises and without overlays.
    package var ownBindings: [Binding] {
        control.lock.withLock {
            var bindings: [Binding] = []
            unsafe bindings.reserveCapacity(table.used)
            forEachRegistration { bindings.append($0.binding) }
            return bindings
        }
    }

    /// This container's own registrations, in the order of registration.
    var ownBindingsInOrder: [Binding] {
        control.lock.withLock {
            registrationEntries().sorted { unsafe Slot(identifier: $0.slot).number < Slot(identifier: $1.slot).number }
                .map(\.binding)
        }
    }

    /// This container's own registrations, in the order of registration, each with the overlays on it, the topmost first.
    ///
    /// Requires the control block's lock.
    func ownLevelsInOrder() -> [[Binding]] {
        registrationEntries().sorted { unsafe Slot(identifier: $0.slot).number < Slot(identifier: $1.slot).number }
            .map { entry in
                let overlays = control.overlaid[entry.slot]?.dropFirst().reversed() ?? []
                return overlays.map { unsafe Slot(identifier: $0.slot).binding } + [entry.binding]
            }
    }
}
