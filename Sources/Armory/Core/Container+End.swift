extension Container {
    /// Ends a container that has no references left.
    func end() {
        if let plan, endScope(plan) { return }
        let table = unsafe table
        unsafe freeAll(in: table)
        if unsafe table.address != RegistrationTable.closedAddress { unsafe table.deallocate() }
        ContainerDirectory.shared.leave(control.directoryEntry)
    }

    /// Closes and frees every slot of a container that no thread uses any more, newest instance first.
    ///
    /// Then frees the retired slots.
    @_optimize(speed)
    private func freeAll(in table: RegistrationTable) {
        control.dropPlans()
        let all = unsafe newestFirst(allSlots(in: table)) + control.takeLimbo()
        // A graph that runs in another container may hold instances of this one.
        if control.hasGraphs {
            ThreadRegistry.shared.disown(
                Set(
                    all.compactMap(\.slot).filter {
                        unsafe Slot(identifier: $0).binding.lifetime == .graph
                    }))
        }
        var stops: [HookCall] = []
        switch control.startState {
        case .started(let calls): stops = calls
        case .notStarted: control.report(control.notStarted(all))
        case .starting, .over: break
        }
        control.startState = .over
        let end: ScopeEnd = scope == nil ? .completed : .released
        let first = TeardownTurn(calls: stops)
        var teardown = Teardown(first: first, all, end, of: control, isLast: true)
        control.closeBeside(&teardown)
    }

    /// All slots, also those below overlays; forgets the overlays.
    func allSlots(in table: RegistrationTable) -> [UInt] {
        // Without shortcuts, each slot is in the table once.
        var slots = unsafe control.scoped.shortcuts.isEmpty ? table.allSlots : table.distinctSlots
        unsafe control.scoped.shortcuts = []
        if !control.overlaid.isEmpty {
            slots += control.slotsBelowOverlays
            control.overlaid = [:]
        }
        return slots
    }

    /// The slots in the order of their release: newest instance first, then those without an instance.
    ///
    /// Slots with custom lifetimes come first. References to their instances are in the list too, each in its place.
    func newestFirst(_ slots: some Sequence<UInt>) -> [ControlBlock.Retired] {
        var retired: [ControlBlock.Retired] = []
        var ordered: [(order: UInt, retired: ControlBlock.Retired)] = []
        var others: [ControlBlock.Retired] = []
        others.reserveCapacity(slots.underestimatedCount)
        for identifier in slots {
            let slot = unsafe Slot(identifier: identifier)
            let state = unsafe slot.state
            if state == SlotState.custom {
                retired.append(.slot(identifier))
                for holder in unsafe slot.store.all {
                    ordered.append((holder.order, unsafe .holder(Unmanaged.passRetained(holder).word)))
                }
            } else if state == SlotState.ready {
                ordered.append((unsafe slot.order, .slot(identifier)))
            } else {
                others.append(.slot(identifier))
            }
        }
        if ordered.count > 1 { ordered.sort { $0.order > $1.order } }
        for entry in ordered { retired.append(entry.retired) }
        retired += others
        return retired
    }
}
