// The end of a scope that a plan has opened: its instances are released, and its slots are reused by the next scope.
//
//     another reference, such as a task that outlives the scope:  close() or endAll(), as any container ends
//     no other reference:
//        markClosed       lookups find nothing from now on
//        hooks            all run in place, newest first; a plan that has changed meanwhile: close() or endAll() instead
//     deinit: endScope    releases the instances, newest first; the ledger goes back to its plan
//
// A thread that obtained the scope from a weak reference meanwhile delays its deinit, and instances that the thread
// creates in it are closed there. So the end waits for no thread.

internal import Synchronization

extension Container {
    /// Marks a scope as closed; false: it was closed already.
    ///
    /// Its table stays, for threads that are using it. A thread that looked before may still add a slot.
    private func markClosed() -> Bool {
        guard ledger.close() else { return false }
        publishClosed()
        return true
    }

    /// Marks a scope that a plan has opened as closed.
    ///
    /// Returns true if that ends it: it has no hooks, or another caller runs them.
    package func endWithoutHooks() -> Bool {
        guard plan != nil else { return false }
        // A registration that was added to the scope may have hooks.
        return !markClosed() || !ledger.closesInstances && ledger.isReusable
    }

    /// The hooks to call at the end of a scope that is marked as closed; nil: the scope ends as any other container.
    ///
    /// It is open then.
    func hooksInPlace(_ end: ScopeEnd) -> Teardown? {
        guard plan != nil else { return nil }
        if let closing = closingInPlace(end) { return closing }
        markOpen()
        return nil
    }

    /// Reverts `markClosed`, so that the scope ends as any other container.
    private func markOpen() {
        ledger.lock.withLock {
            ledger.isClosed = false
            // Release: the table is whole; pairs with the acquire in `table`.
            unsafe root.store(ledger.tableAddress, ordering: .releasing)
        }
    }

    /// The hooks to call at the end of a scope that is marked as closed; nil: its plan's table was changed, so the
    /// scope ends as any other container.
    ///
    /// A thread that checked the mark under the lock before has finished when this thread holds the lock. From then on
    /// nothing changes, except that slots may be added.
    private func closingInPlace(_ end: ScopeEnd) -> Teardown? {
        let kept = ledger.lock.withLock { unsafe ledger.isReusable ? ledger.scoped.kept : nil }
        guard let kept else { return nil }
        let tells = ledger.events != nil
        let closing = kept.map { $0 & ~1 }.filter {
            unsafe tells || Slot(identifier: $0).binding.options.contains(.closes)
        }
        return Teardown(newestFirst(closing), end, of: ledger, frees: false, isLast: true)
    }

    /// Releases the instances and gives the ledger back; false: it cannot be used again.
    func endScope(_ plan: ScopePlan) -> Bool {
        let isWhole = unsafe ledger.tableAddress != 0
        guard isWhole, ledger.isReusable else { return drop(from: plan) }
        if ledger.closesInstances {
            // If the end was reported to subscribers, usually all instances are closed already.
            if unsafe ledger.events == nil || ledger.scoped.opening != nil || hasOneThatIsReady {
                // A hook that awaits needs the slots for longer than this call.
                guard !hasOneThatAwaits, let closing = closingInPlace(.released) else { return drop(from: plan) }
                ledger.closeBeside(closing)
            }
            if ledger.events != nil {
                guard emptyForNext() else { return drop(from: plan) }
                if !plan.giveBackTold(ledger) { ledger.freeSpare() }
                return true
            }
        }
        guard emptyForNext() else { return drop(from: plan) }
        if !plan.giveBack(ledger, isReusable: true) { ledger.freeSpare() }
        return true
    }

    /// Restores the ledger to its state before the scope; false: it cannot be restored.
    @inline(__always)
    private func emptyForNext() -> Bool {
        guard emptySlots() else { return false }
        // A graph that runs in another container, or continues, may hold instances of this scope. The next scope has
        // others.
        if ledger.hasGraphs { ThreadRegistry.shared.disown(unsafe ledger.scoped.graphs) }
        ledger.dropPlans()
        ledger.isClosed = false
        ledger.directoryEntry.clear()
        return true
    }

    /// Whether some instance is not closed yet.
    private var hasOneThatIsReady: Bool {
        unsafe ledger.scoped.kept.contains { unsafe Slot(identifier: $0 & ~1).state == SlotState.ready }
    }

    /// Whether some instance is not closed yet and its hook awaits.
    private var hasOneThatAwaits: Bool {
        unsafe ledger.scoped.kept.contains { tagged in
            let slot = unsafe Slot(identifier: tagged & ~1)
            return unsafe slot.state == SlotState.ready && slot.binding.awaitsShutdown
        }
    }

    /// Makes the plan forget the ledger, which ends with the scope.
    private func drop(from plan: ScopePlan) -> Bool {
        _ = plan.giveBack(ledger, isReusable: false)
        // The scope may be marked as closed. Relaxed: no other thread has the container.
        if unsafe ledger.tableAddress != 0 { unsafe root.store(ledger.tableAddress, ordering: .relaxed) }
        return false
    }

    /// Releases the instances, newest first; false: one is being created, and the thread that creates it has to finish
    /// first.
    private func emptySlots() -> Bool {
        let kept = unsafe ledger.scoped.kept
        guard !kept.isEmpty else { return true }
        return unsafe withUnsafeTemporaryAllocation(of: UInt.self, capacity: kept.count) { slots in
            var count = 0
            for tagged in kept {
                let slot = unsafe Slot(identifier: tagged & ~1)
                let state = unsafe slot.state
                guard state == SlotState.ready || state == SlotState.closed else {
                    guard state == SlotState.fresh || state == SlotState.empty else { return false }
                    continue
                }
                // Sorted by order, newest first. There are few, and they are mostly in order already.
                let order = unsafe slot.order
                var place = count
                while unsafe place > 0 && Slot(identifier: slots[place - 1] & ~1).order < order {
                    unsafe slots[place] = slots[place - 1]
                    place -= 1
                }
                unsafe slots[place] = tagged
                count += 1
            }
            let fresh = traits.gates.isEmpty && !isDerived ? SlotState.fresh : SlotState.empty
            for index in 0..<count {
                unsafe Slot(identifier: slots[index] & ~1).letGo(isObject: slots[index] & 1 != 0, for: fresh)
            }
            return true
        }
    }
}

extension Slot {
    /// Releases the instance, as if it had never been created.
    ///
    /// Requires that no thread uses the slot.
    fileprivate func letGo(isObject: Bool, for fresh: UInt) {
        let isBare = unsafe withBinding(AnyBinding.self) { binding in
            if !isObject { unsafe binding.destroyInstance(in: address) }
            return binding.isBare
        }
        if isObject {
            let offset = SlotLayout.instanceOffset(alignment: MemoryLayout<UInt>.alignment)
            unsafe Unmanaged<AnyObject>.fromOpaque(address.load(fromByteOffset: offset, as: UnsafeRawPointer.self))
                .release()
        }
        unsafe leave(for: isBare ? fresh : SlotState.empty)
    }
}
