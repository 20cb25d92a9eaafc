// The state that a scope's control block keeps for the next scope: see ScopePlan.swift.

internal import Synchronization

/// The state of a control block that scopes use one after the other.
struct ScopedState {
    /// The slots that keep an instance of each scope; bit 0: the instance is an object, one reference.
    var kept: [UInt] = []
    /// The registrations that the first lookup of their key finds.
    var shortcuts: Set<ObjectIdentifier> = []
    /// The slots whose instances are in the graphs that created them.
    var graphs: Set<UInt> = []
    /// The information to report at the scope's end; nil: there are no subscribers, or it was reported.
    var opening: ContainerEvent.ScopeInfo?
}

extension ControlBlock {
    /// Whether the table has not changed, except that slots were added.
    ///
    /// Requires that only the caller has the scope.
    var isReusable: Bool {
        // Relaxed: no other thread changes it.
        version.load(ordering: .relaxed) == adoptions.load(ordering: .relaxed) && !isOutdated && !hasLimbo
    }

    /// Notes an added slot that the next scope will have too.
    ///
    /// The lock is held, and the version is raised before it is released.
    func noteAdopted(_ slot: Slot) {
        // Relaxed: the lock orders it.
        adoptions.wrappingAdd(1, ordering: .relaxed)
        let binding = unsafe slot.binding
        if binding.lifetime == .graph { unsafe scoped.graphs.insert(slot.identifier) }
        guard binding.lifetime == .scoped else { return }
        unsafe scoped.kept.append(slot.identifier | (binding.type is AnyClass ? 1 : 0))
        if binding.options.contains(.closes) { closesInstances = true }
    }

    /// Replaces the shortcuts, for good, so that lookups search the ancestors again.
    func dropShortcuts() {
        lock.withLock {
            isOutdated = true
            guard unsafe !scoped.shortcuts.isEmpty, unsafe tableAddress != 0 else { return }
            unsafe scoped.shortcuts = []
            let table = unsafe RegistrationTable(address: tableAddress)
            // Shortcuts are the entries that are not under their registration's address.
            unsafe table.replaceSlots { slot, key in
                guard unsafe table.isForAnother(slot), unsafe key != UInt(bitPattern: slot.bindingIdentifier) else {
                    return nil
                }
                return unsafe Slot.allocate(
                    Binding(removed: slot.binding), state: SlotState.absent, number: slot.number)
            }
        }
    }

    /// Frees a control block that no scope uses.
    func freeSpare() {
        let table = unsafe RegistrationTable(address: tableAddress)
        for slot in unsafe table.distinctSlots { unsafe Slot(identifier: slot).deallocate() }
        unsafe table.deallocate()
        for retired in takeLimbo() { retired.free() }
        unsafe tableAddress = 0
        ContainerDirectory.shared.leave(directoryEntry)
    }
}

extension RegistrationTable {
    /// All slots, each once: a slot may be under a shortcut too.
    ///
    /// Sorted, not hashed: a container ends faster.
    var distinctSlots: [UInt] {
        var last: UInt = 0
        return unsafe allSlots.sorted().filter { slot in
            defer { last = slot }
            return slot != last
        }
    }

    /// The slots of all keys.
    var allSlots: [UInt] {
        var slots: [UInt] = []
        unsafe slots.reserveCapacity(used)
        unsafe forEachSlot { unsafe slots.append(Slot($0).identifier) }
        return slots
    }

    /// Replaces the slots for which `successor` returns one.
    func replaceSlots(_ successor: (_ slot: Slot, _ key: UInt) -> Slot?) {
        unsafe forEachEntry { entry in
            // Relaxed: the control block's lock orders it.
            let key = unsafe entry.pointee.key.load(ordering: .relaxed)
            guard let new = unsafe successor(Slot(Self.slot(of: entry)), key) else { return }
            // Release: pairs with the acquire in `slot(of:)`.
            unsafe entry.pointee.slot.store(new.identifier, ordering: .releasing)
        }
    }
}

// MARK: Plans

extension ControlBlock {
    /// The plans of scopes that are opened in the container, newest first.
    var plans: ScopePlan? {
        // Acquire: pairs with the release in `add`.
        unsafe Unmanaged(word: plansWord.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Adds a plan; false if another one was added meanwhile.
    func add(_ plan: ScopePlan) -> Bool {
        lock.withLock {
            let newest = plans
            guard plan.next === newest else { return false }
            // Release: the plan is whole; pairs with the acquire in `plans`.
            unsafe plansWord.store(Unmanaged.passRetained(plan).word, ordering: .releasing)
            // The new plan holds it.
            if let newest { unsafe Unmanaged.passUnretained(newest).release() }
            return true
        }
    }

    /// Releases the plans: no scope is opened any more.
    func dropPlans() {
        // Acquire: as in `plans`.
        unsafe Unmanaged<ScopePlan>(word: plansWord.exchange(0, ordering: .acquiring))?.release()
    }

    /// Notes a plan of a descendant, and forgets plans that were released.
    func note(_ plan: ScopePlan) {
        // Released after the lock: reading a plan retains it, and the last reference to one may release a registration.
        var seen: [ScopePlan] = []
        defer { withExtendedLifetime(seen) {} }
        lock.withLock {
            if unsafe plansBelow.count == plansBelow.capacity {
                seen = unsafe plansBelow.compactMap(\.plan)
                unsafe plansBelow = seen.map { WeakPlan(plan: $0) }
            }
            unsafe plansBelow.append(WeakPlan(plan: plan))
        }
    }

    /// Makes scopes below find a changed registration.
    ///
    /// The lock is held. Objects that this releases are freed with the next retired ones.
    func noteChange() {
        var plan = plans
        while let current = plan {
            invalidate(current)
            plan = current.next
        }
        for below in unsafe plansBelow {
            guard let plan = below.plan else { continue }
            invalidate(plan)
            retireWithNext(unsafe .object(Unmanaged.passRetained(plan).word))
        }
    }

    private func invalidate(_ plan: ScopePlan) {
        for control in plan.invalidate() { retireWithNext(unsafe .spare(Unmanaged.passRetained(control).word)) }
    }
}

/// A weak reference to a plan.
struct WeakPlan {
    weak var plan: ScopePlan?
}

extension Container {
    /// Returns the plan for scopes of a tag that are opened here, and creates it if there is none.
    func plan(for tag: ScopeTag) -> ScopePlan {
        while true {
            let newest = control.plans
            if let newest, newest.tag.isIdentical(to: tag) { return newest }
            var plan = newest
            while let current = plan {
                if current.tag == tag { return current }
                plan = current.next
            }
            let new = ScopePlan(tag, self, next: newest)
            for ancestor in ancestors { ancestor.control.note(new) }
            if control.add(new) { return new }
        }
    }
}
