// Adding decorators, adapters and interceptors to a container.
//
//     register, replace, overlay, load --> the records of a registration, with its layers around them --> the table
//     a layer comes or goes            --> another table, with new records for the registrations that it matches

extension Container {
    /// Changes the slot of a record's key in this container, with this container's layers around the record.
    func changeLayered(
        own record: Binding,
        _ body: (_ record: Binding, _ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [ControlBlock.Retired]?
    ) throws(ResolutionError) {
        var search = TargetSearch()
        try change(record.key) {
            search.compare(in: self) { layers in [layers?.layered(record) ?? record] }
        } settling: {
            search.lookUp(in: self)
        } _: { targets throws(ResolutionError) in
            try unsafe body(targets[0].record, targets[0].old, targets[0].hash)
        }
    }

    /// Changes the slots of the records' keys, with the layers of the container that has the first key.
    func changeLayered(
        _ records: [Binding],
        _ body: (_ owner: Container, _ targets: [Target]) throws(ResolutionError) -> [ControlBlock.Retired]
    ) throws(ResolutionError) {
        let key = records[0].key
        try changeWhereItIs(key) { owner throws(ResolutionError) in
            var search = TargetSearch()
            try owner.change(key) {
                search.compare(in: owner) { layers in
                    layers.map { Self.oneOfEachKey($0.expanded(records)) } ?? records
                }
            } settling: {
                search.lookUp(in: owner)
            } _: { targets throws(ResolutionError) in
                _ = unsafe try owner.registered(targets[0].old, key)
                return try body(owner, targets)
            }
        }
    }

    var currentLayers: (any LayerSet)? { control.lock.withLock { control.layers } }

    static func oneOfEachKey(_ records: [Binding]) -> [Binding] {
        var faults: [ResolutionError] = []
        return records.count == 1 ? records : winners(of: records, replacing: true, &faults).winners
    }
}

// MARK: When layers change

extension Container {
    /// Creates new records for the registrations whose layers have changed.
    ///
    /// Replaces all of them at once, in another table, and forgets their instances, also those below overlays.
    ///
    /// Registrations that are added meanwhile have the layers already.
    ///
    /// - Throws: ``ResolutionError`` with the code `unsettled`.
    func relayer() throws(ResolutionError) {
        // Released after the lock; until then, no other record has the address of one of these.
        var bindings: [Binding] = []
        var forgotten: [Binding] = []
        defer { withExtendedLifetime((bindings, forgotten)) {} }
        var layers: (any LayerSet)?
        var changed: [ObjectIdentifier: Binding] = [:]
        do throws(ResolutionError) {
            try change(ServiceKey(Container.self)) {
                // Stored after the lock, which releases those of an earlier attempt.
                let current = control.lock.withLock { (layers: control.layers, bindings: allBindings()) }
                layers = current.layers
                bindings = current.bindings
                // Not under the lock: comparing qualifiers runs user code.
                changed = [:]
                for binding in bindings {
                    let new = layers?.layered(binding) ?? binding.base
                    if new !== binding { changed[ObjectIdentifier(binding)] = new }
                }
            } settling: {
                control.layers === layers ? changed : nil
            } _: { changed throws(ResolutionError) in
                exchange(changed, &forgotten)
            }
        } catch  where error.code == .closed {
            // No registration is left.
        }
    }

    /// Exchanges records, and returns the memory to retire; nil: there are none.
    private func exchange(
        _ changed: [ObjectIdentifier: Binding], _ forgotten: inout [Binding]
    ) -> [ControlBlock.Retired]? {
        guard !changed.isEmpty else { return nil }
        forgotten = control.changeDisplaced(changed)
        return unsafe publishSuccessors { slot in
            guard unsafe slot.state != SlotState.absent else { return nil }
            return unsafe changed[ObjectIdentifier(slot.binding)].map {
                unsafe makeSlot($0, insteadOf: slot, arrives: false)
            }
        }
    }

    /// The registrations of this container, with overlays, registrations below overlays, and displaced ones.
    ///
    /// Requires the control block's lock.
    private func allBindings() -> [Binding] {
        var slots = control.slotsBelowOverlays
        unsafe table.forEachSlot { address in
            if unsafe !table.isForAnother(Slot(address)) { unsafe slots.append(Slot(address).identifier) }
        }
        return slots.map { unsafe Slot(identifier: $0).binding }
            + control.displaced.values.flatMap { [$0.above, $0.binding] }
    }

    /// Retires unlinked memory, and forgets the instances that inner records have kept.
    func retire(_ unlinked: [ControlBlock.Retired]) {
        // A change of a new key retires nothing.
        guard !unlinked.isEmpty else { return control.retire([]) }
        let inner = unlinked.compactMap(\.slot).compactMap { unsafe Slot(identifier: $0).binding.layering?.inner }
        control.retire(unlinked)
        for record in inner {
            switch record.lifetime {
            case .singleton, .shared, .custom: forget(record)
            case .transient, .graph, .scoped: break
            }
        }
    }
}

extension ControlBlock {
    /// Replaces displaced records, and returns the old ones for release without the lock.
    func changeDisplaced(_ changed: [ObjectIdentifier: Binding]) -> [Binding] {
        let old = displaced
        func successor(of binding: Binding) -> Binding { changed[ObjectIdentifier(binding)] ?? binding }
        displaced = [:]
        for entry in old.values {
            let above = successor(of: entry.above)
            displaced[ObjectIdentifier(above)] = Displaced(above: above, binding: successor(of: entry.binding))
        }
        return old.values.flatMap { [$0.above, $0.binding] }
    }
}
