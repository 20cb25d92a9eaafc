// The end of a scope that a plan has opened: its instances are released, and its slots are reused by the next scope.
//
//     another reference, such as a task that outlives the scope:  close() or endAll(), as any container ends
//     no other reference, at the end of `withScope` or of a server's request:
//        closed           lookups find nothing from now on
//        hooks            all run in place, newest first; a plan that has changed meanwhile: close() or endAll() instead
//     deinit: endScope    releases the instances, newest first; the control block goes back to its plan
//
// A thread that obtained the scope from a weak reference meanwhile delays its deinit, and instances that the thread
// creates in it are closed there. So the end waits for no thread.

internal import Synchronization

extension Container {
    /// Marks a scope that a plan has opened as closed: lookups find nothing from now on.
    ///
    /// Its table stays, for threads that are using it. A thread that looked before may still add a slot.
    ///
    /// Returns true if that ends it: it has no hooks, or another caller runs them.
    package func endWithoutHooks() -> Bool {
        guard plan != nil else { return false }
        guard control.close() else { return true }
        publishClosed()
        // A registration that was added to the scope may have hooks.
        return !control.closesInstances && control.isReusable
    }

    /// The hooks to call at the end of a scope that is marked as closed.
    ///
    /// Returns nil if no plan has opened the scope. Also returns nil if the plan's table was changed: then the scope is
    /// opened again, so that `close()` or `endAll()` can end it like any other container.
    @_optimize(speed)
    func hookTeardown(_ end: ScopeEnd) -> Teardown? {
        guard plan != nil else { return nil }
        if let teardown = unchangedTeardown(end) { return teardown }
        control.lock.withLock {
            control.isClosed = false
            // Release: the table is whole; pairs with the acquire in `table`.
            unsafe root.store(control.tableAddress, ordering: .releasing)
        }
        return nil
    }

    /// The hooks to call at the end of a scope that is marked as closed; nil: its plan's table was changed, so the
    /// scope ends as any other container.
    ///
    /// A thread that checked the mark under the lock before has finished when this thread holds the lock. From then on
    /// nothing changes, except that slots may be added.
    @_optimize(speed)
    private func unchangedTeardown(_ end: ScopeEnd) -> Teardown? {
        let kept = control.lock.withLock { unsafe control.isReusable ? control.scoped.kept : nil }
        guard let kept else { return nil }
        let reports = control.events != nil
        let closed = kept.compactMap { tagged in
            unsafe reports || Slot(identifier: tagged & ~1).binding.options.contains(.closes) ? tagged & ~1 : nil
        }
        return Teardown(newestFirst(closed), end, of: control, frees: false, isLast: true)
    }

    /// Releases the instances and gives the control block back; false: it cannot be used again.
    func endScope(_ plan: ScopePlan) -> Bool {
        let isWhole = unsafe control.tableAddress != 0
        guard isWhole, control.isReusable else { return drop(from: plan) }
        if control.closesInstances {
            var isOpen = false
            // A hook that awaits needs the slots for longer than this call.
            var awaits = false
            for tagged in unsafe control.scoped.kept {
                let slot = unsafe Slot(identifier: tagged & ~1)
                guard unsafe slot.state == SlotState.ready else { continue }
                isOpen = true
                if unsafe slot.binding.awaitsShutdown { awaits = true }
            }
            // Usually all instances are closed already, and the end is reported.
            if unsafe isOpen || control.scoped.opening != nil {
                guard !awaits, var teardown = unchangedTeardown(.released) else { return drop(from: plan) }
                control.closeBeside(&teardown)
            }
        }
        guard emptyForNext() else { return drop(from: plan) }
        plan.giveBack(control)
        return true
    }

    /// Restores the control block to its state before the scope; false: it cannot be restored.
    @inline(__always)
    private func emptyForNext() -> Bool {
        guard emptySlots() else { return false }
        // A graph that runs in another container, or continues, may hold instances of this scope. The next scope has
        // others.
        if control.hasGraphs { ThreadRegistry.shared.disown(unsafe control.scoped.graphs) }
        control.dropPlans()
        control.isClosed = false
        control.directoryEntry.clear()
        return true
    }

    /// Makes the plan forget the control block, which ends with the scope.
    private func drop(from plan: ScopePlan) -> Bool {
        plan.drop(control)
        // The scope may be marked as closed. Relaxed: no other thread has the container.
        if unsafe control.tableAddress != 0 { unsafe root.store(control.tableAddress, ordering: .relaxed) }
        return false
    }

    /// Releases the instances, newest first; false: one is being created, and the thread that creates it has to finish
    /// first.
    @_optimize(speed)
    private func emptySlots() -> Bool {
        var isSorted = true
        var newer = UInt.max
        // Read once, so that the list is retained once.
        var kept = unsafe control.scoped.kept
        for tagged in kept {
            let slot = unsafe Slot(identifier: tagged & ~1)
            switch unsafe slot.state {
            case SlotState.ready, SlotState.closed, SlotState.fresh, SlotState.empty: break
            default: return false
            }
            let order = unsafe slot.order
            isSorted = isSorted && order <= newer
            newer = order
        }
        // Usually the slots are still in the order of the previous scope.
        if !isSorted {
            kept.sort { unsafe Slot(identifier: $0 & ~1).order > Slot(identifier: $1 & ~1).order }
            unsafe control.scoped.kept = kept
        }
        let fresh = traits.gates.isEmpty && !isDerived ? SlotState.fresh : SlotState.empty
        for tagged in kept {
            let slot = unsafe Slot(identifier: tagged & ~1)
            guard unsafe slot.state == SlotState.ready || slot.state == SlotState.closed else { continue }
            unsafe slot.letGo(isObject: tagged & 1 != 0, for: fresh)
        }
        return true
    }
}

extension Slot {
    /// Releases the instance, as if it had never been created.
    ///
    /// Requires that no thread uses the slot.
    fileprivate func letGo(isObject: Bool, for fresh: UInt) {
        let isBare = unsafe withBinding { $0.isBare }
        if !isObject {
            unsafe destroyInstance()
        } else {
            let offset = SlotLayout.instanceOffset(alignment: MemoryLayout<UInt>.alignment)
            unsafe Unmanaged<AnyObject>.fromOpaque(address.load(fromByteOffset: offset, as: UnsafeRawPointer.self))
                .release()
        }
        unsafe leave(for: isBare ? fresh : SlotState.empty)
    }
}
