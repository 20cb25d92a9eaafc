// The end of a scope that a plan has opened: its instances are let go of, and its slots are for the next scope.
//
//     markClosed      nobody finds anything any more
//     nobody else has it          somebody else has it, a task that outlives it for one
//       closingInPlace: the hooks   close() or endAll(): as any container's end
//     deinit          endScope: the instances go, the newest first; the ledger goes back to its plan
//
// Whoever has got hold of the scope by a weak reference meanwhile keeps it from its deinit, and what he has made in it is closed
// there. So nobody needs to be waited for.

internal import Synchronization

extension Container {
    /// Marks a scope as closed; false where it was.
    ///
    /// Its table stays, for those that are in it. A slot may come all the same, of somebody who has looked before.
    private func markClosed() -> Bool {
        guard ledger.close() else { return false }
        publishClosed()
        return true
    }

    /// Ends a scope whose last holders are about to let go of it, and returns what hooks threw: its instances go with it.
    ///
    /// Nobody waits for those who are in it, as ``shutdown(after:)`` has to, which lets go of the instances itself.
    func endInPlace(_ end: ScopeEnd) async -> [ResolutionError] {
        endWithoutHooks() ? [] : await endWithHooks(end)
    }

    /// The rest of the end, where the first part says that there is one.
    package func endWithHooks(_ end: ScopeEnd) async -> [ResolutionError] {
        guard let closing = hooksInPlace(end) else { return await endAll(end) }
        return await closing.runAll()
    }

    /// Marks such a scope as closed; whether that is its end: nothing is to be called, or somebody else calls it.
    package func endWithoutHooks() -> Bool {
        guard plan != nil else { return false }
        // Where a registration of its own was added, that one may have hooks.
        return !markClosed() || !ledger.closesInstances && ledger.isReusable
    }

    /// What is to be called at the end of a scope that is marked as closed; nil where it ends as any other container: it is open
    /// then.
    func hooksInPlace(_ end: ScopeEnd) -> Closing? {
        guard plan != nil else { return nil }
        if let closing = closingInPlace(end) { return closing }
        markOpen()
        return nil
    }

    /// Takes back `markClosed`, so that the scope ends as any other container.
    private func markOpen() {
        ledger.lock.withLock {
            ledger.isClosed = false
            // Release: as in `publish`.
            unsafe root.store(ledger.tableAddress, ordering: .releasing)
        }
    }

    /// What is to be called at the end of a scope that is marked as closed; nil where its table is not as its plan has made it,
    /// and it ends as any other container.
    ///
    /// Who has looked at the mark before, with the lock, is over when this has the lock: so nothing changes any more but that
    /// slots come.
    private func closingInPlace(_ end: ScopeEnd) -> Closing? {
        let kept = ledger.lock.withLock { unsafe ledger.isReusable ? ledger.scoped.kept : nil }
        guard let kept else { return nil }
        let tells = ledger.events != nil
        let closing = kept.map { $0 & ~1 }.filter {
            unsafe tells || Slot(identifier: $0).binding.options.contains(.closes)
        }
        return Closing(newestFirst(closing), end, of: ledger, frees: false, isLast: true)
    }

    /// Lets go of the instances and gives the ledger back; false where it cannot be used again.
    func endScope(_ plan: ScopePlan) -> Bool {
        let isWhole = unsafe ledger.tableAddress != 0
        guard isWhole, ledger.isReusable else { return drop(from: plan) }
        if ledger.closesInstances {
            // Where its end was told, mostly all is closed.
            if unsafe ledger.events == nil || ledger.scoped.opening != nil || hasOneThatIsReady {
                // What awaits needs the slots for longer than this.
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

    /// Makes the ledger as it was before the scope; false where it cannot be.
    @inline(__always)
    private func emptyForNext() -> Bool {
        guard emptySlots() else { return false }
        // A graph that runs in another container, or goes on, may have instances of this scope: the next one's are others.
        if ledger.hasGraphs { ThreadRegistry.shared.disown(unsafe ledger.scoped.graphs) }
        ledger.dropPlans()
        ledger.isClosed = false
        ledger.directoryEntry.clear()
        return true
    }

    /// Whether an instance is there that is not closed.
    private var hasOneThatIsReady: Bool {
        unsafe ledger.scoped.kept.contains { unsafe Slot(identifier: $0 & ~1).state == SlotState.ready }
    }

    /// Whether an instance is there whose end is awaited, and has not been called for.
    private var hasOneThatAwaits: Bool {
        unsafe ledger.scoped.kept.contains { tagged in
            let slot = unsafe Slot(identifier: tagged & ~1)
            return unsafe slot.state == SlotState.ready && slot.binding.awaitsShutdown
        }
    }

    /// Has the plan forget the ledger, which ends with the scope.
    private func drop(from plan: ScopePlan) -> Bool {
        _ = plan.giveBack(ledger, isReusable: false)
        // It may be marked as closed. Relaxed: nobody else has the container.
        if unsafe ledger.tableAddress != 0 { unsafe root.store(ledger.tableAddress, ordering: .relaxed) }
        return false
    }

    /// Lets go of the instances, the newest first; false where one is being made, which its maker has to end first.
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
                // By order, the newest first: few, and mostly in order.
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
    /// Lets go of the instance, as if none had been made.
    ///
    /// No thread uses the slot.
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
