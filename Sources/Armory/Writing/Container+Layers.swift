// Adding decorators, adapters and interceptors to a container.
//
//     register, replace, overlay, load --> the records of a registration, with its layers around them --> the table
//     a layer comes or goes            --> another table, with new records for the registrations that it matches

internal import Synchronization

extension Container {
    /// Adds records with their layers around them, and the records that adapters create from them.
    func addLayered(_ records: [AnyBinding]) throws(ResolutionError) -> [ResolutionError] {
        while true {
            let layers = control.lock.withLock { control.layers }
            var isFrozen = false
            var isStale = false
            let faults = try add(layers?.expanded(records) ?? records) {
                isFrozen = control.isFrozen
                isStale = control.layers !== layers
                return !isFrozen && !isStale
            }
            if isFrozen { throw ResolutionError(.frozen, key: records[0].key, location: records[0].location) }
            if !isStale { return faults }
        }
    }

    /// Changes the slot of a record's key in this container, with this container's layers around the record.
    func changeLayered(
        own record: AnyBinding,
        _ body: (_ record: AnyBinding, _ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [ControlBlock.Retired]
    ) throws(ResolutionError) {
        var isStale = true
        while isStale {
            let layers = control.lock.withLock { control.layers }
            let layered = layers?.layered(record) ?? record
            unsafe try change(record.key) { old, hash throws(ResolutionError) in
                isStale = control.layers !== layers
                return isStale ? [] : try unsafe body(layered, old, hash)
            }
        }
    }

    /// Changes the slots of the records' keys, with the layers of the container that has the first key.
    func changeLayered(
        _ records: [AnyBinding],
        _ body: (
            _ owner: Container, _ records: [AnyBinding], _ slot: Slot?, _ hash: UInt, _ others: [HashedSlot]
        ) throws(ResolutionError) -> [ControlBlock.Retired]
    ) throws(ResolutionError) {
        var known: (owner: Container, layers: any LayerSet)?
        while true {
            let expanded = known.map { Self.oneOfEachKey($0.layers.expanded(records)) } ?? records
            let keys = expanded.map(\.key)
            var next = known
            var isStale = false
            unsafe try changeWhereItIs(keys[0], and: Array(keys.dropFirst())) {
                owner, found, hash, others throws(ResolutionError) in
                isStale = owner.control.layers !== known?.layers || known.map { $0.owner !== owner } ?? false
                guard !isStale else {
                    next = owner.control.layers.map { (owner, $0) }
                    return []
                }
                return try unsafe body(owner, expanded, found, hash, others)
            }
            guard isStale else { return }
            known = next
        }
    }

    static func oneOfEachKey(_ records: [AnyBinding]) -> [AnyBinding] {
        var faults: [ResolutionError] = []
        return records.count == 1 ? records : winners(of: records, replacing: true, &faults).winners
    }
}

// MARK: When layers change

extension Container {
    /// Creates new records for the registrations whose layers have changed.
    ///
    /// Replaces all of them at once, in another table, and forgets their instances, also those below overlays.
    func relayer() {
        while true {
            let (version, layers, bindings) = control.lock.withLock {
                // Relaxed: the lock orders it.
                (
                    control.version.load(ordering: .relaxed), control.layers,
                    control.isClosed ? [] : allBindings()
                )
            }
            // Not under the lock: comparing qualifiers runs user code.
            var changed: [ObjectIdentifier: AnyBinding] = [:]
            for binding in bindings {
                let new = layers?.layered(binding) ?? binding.base
                if new !== binding { changed[ObjectIdentifier(binding)] = new }
            }
            guard !changed.isEmpty else { return }
            var forgotten: [AnyBinding] = []
            defer { withExtendedLifetime(forgotten) {} }
            let retired = control.lock.withLock { () -> [ControlBlock.Retired]? in
                guard control.version.load(ordering: .relaxed) == version, !control.isClosed else { return nil }
                forgotten = control.changeDisplaced(changed)
                let retired = unsafe publishSuccessors { slot in
                    guard unsafe slot.state != SlotState.absent else { return nil }
                    return unsafe changed[ObjectIdentifier(slot.binding)].map {
                        unsafe makeSlot($0, insteadOf: slot, arrives: false)
                    }
                }
                // Release: pairs with the acquire in `change`. After the table is published: a change that sees this
                // version finds the new slots.
                control.version.store(version &+ 1, ordering: .releasing)
                control.noteChange()
                return retired
            }
            guard let retired else { continue }
            retire(retired)
            return
        }
    }

    /// The registrations of this container, with overlays, registrations below overlays, and displaced ones.
    ///
    /// Requires the control block's lock.
    private func allBindings() -> [AnyBinding] {
        var slots = control.overlaid.values.flatMap(\.self)
        unsafe table.forEachSlot { address in
            if unsafe !table.isForAnother(Slot(address)) { unsafe slots.append(Slot(address).identifier) }
        }
        return slots.map { unsafe Slot(identifier: $0).binding }
            + control.displaced.values.flatMap { [$0.above, $0.binding] }
    }

    /// Retires unlinked memory, and forgets the instances that inner records have kept.
    func retire(_ unlinked: [ControlBlock.Retired]) {
        var kept: [AnyBinding] = []
        for case .slot(let slot) in unlinked {
            let binding = unsafe Slot(identifier: slot).binding
            guard let inner = binding.layering?.inner else { continue }
            switch inner.lifetime {
            case .singleton, .shared, .custom: kept.append(inner)
            case .transient, .graph, .scoped: break
            }
        }
        control.retire(unlinked)
        for inner in kept { forget(inner) }
    }
}

extension ControlBlock {
    /// Replaces displaced records, and returns the old ones for release without the lock.
    func changeDisplaced(_ changed: [ObjectIdentifier: AnyBinding]) -> [AnyBinding] {
        let old = displaced
        func successor(of binding: AnyBinding) -> AnyBinding { changed[ObjectIdentifier(binding)] ?? binding }
        displaced = [:]
        for entry in old.values {
            let above = successor(of: entry.above)
            displaced[ObjectIdentifier(above)] = Displaced(above: above, binding: successor(of: entry.binding))
        }
        return old.values.flatMap { [$0.above, $0.binding] }
    }
}
