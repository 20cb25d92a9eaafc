// What a scope's ledger keeps for the next scope: see ScopePlan.swift.

internal import Synchronization

/// The part that belongs to scopes, one after the other.
struct ScopedState {
    /// The slots that keep an instance of each scope; bit 0: the instance is an object, one reference.
    var kept: [UInt] = []
    /// The registrations that a key finds at the first look.
    var shortcuts: Set<ObjectIdentifier> = []
    /// The slots whose instances lie in the graphs that made them.
    var graphs: Set<UInt> = []
    /// What is told when it has ended; nil: nobody is told, or it was.
    var opening: ContainerEvent.ScopeInfo?
}

extension Ledger {
    /// A ledger with an empty table.
    convenience init(
        ofScopeWith configuration: Container.Configuration, _ events: EventHub?, _ layers: (any LayerSet)?
    ) {
        self.init(configuration, events, layers)
        // What it lets go of is told, whether or not something is to be closed.
        if events != nil { closesInstances = true }
        let table = unsafe RegistrationTable.allocate(capacity: 0)
        unsafe table.flags = unsafe RegistrationTable.parentsFlag
        unsafe tableAddress = table.address
        isFrozen = true
    }

    /// Whether nothing has happened to the table but that slots came; nobody but the caller has the scope.
    var isReusable: Bool {
        // Relaxed: nobody else changes it.
        version.load(ordering: .relaxed) == adoptions.load(ordering: .relaxed) && !isOutdated && !hasLimbo
    }

    /// A slot has come that the next scope will have too.
    ///
    /// The lock is held, and the version has been raised.
    func noteAdopted(_ slot: Slot) {
        // Relaxed: the lock orders it.
        adoptions.wrappingAdd(1, ordering: .relaxed)
        let binding = unsafe slot.binding
        if binding.lifetime == .graph { unsafe scoped.graphs.insert(slot.identifier) }
        guard binding.lifetime == .scoped else { return }
        unsafe scoped.kept.append(slot.identifier | (binding.type is AnyClass ? 1 : 0))
        if binding.options.contains(.closes) { closesInstances = true }
    }

    /// Has what was found at the first look be looked for in the ancestors again; for good.
    func dropShortcuts() {
        lock.withLock {
            isOutdated = true
            guard unsafe !scoped.shortcuts.isEmpty, unsafe tableAddress != 0 else { return }
            unsafe scoped.shortcuts = []
            let table = unsafe RegistrationTable(address: tableAddress)
            unsafe table.replaceShortcuts { slot in
                unsafe Slot.allocate(RemovedBinding(slot.binding), state: SlotState.absent, number: slot.number)
            }
        }
    }

    /// Frees a ledger that no scope has.
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
    /// All slots, each once: one may stand under a shortcut too.
    var distinctSlots: Set<UInt> {
        var slots: Set<UInt> = []
        unsafe forEachSlot { unsafe slots.insert(Slot($0).identifier) }
        return slots
    }

    /// Puts other slots in the places where slots stand beside that of their registration.
    func replaceShortcuts(_ successor: (Slot) -> Slot) {
        unsafe forEachEntry { entry in
            let slot = unsafe Slot(Self.slot(of: entry))
            // Relaxed: the ledger's lock orders it.
            let key = unsafe entry.pointee.key.load(ordering: .relaxed)
            guard unsafe isForAnother(slot), unsafe key != UInt(bitPattern: slot.bindingIdentifier) else { return }
            // Release: pairs with the acquire in `slot(of:)`.
            unsafe entry.pointee.slot.store(successor(slot).identifier, ordering: .releasing)
        }
    }

    /// Puts another slot wherever a slot stands.
    func replaceEverywhere(_ old: Slot, by new: Slot) {
        unsafe forEachEntry { entry in
            guard unsafe Self.slot(of: entry) == old.address else { return }
            // Release: as above.
            unsafe entry.pointee.slot.store(new.identifier, ordering: .releasing)
        }
    }
}

// MARK: Who has scopes

extension Ledger {
    /// The plans of scopes that are opened in the container, the newest first.
    var plans: ScopePlan? {
        // Acquire: pairs with the release in `add`.
        let word = plansWord.load(ordering: .acquiring)
        return unsafe UnsafeRawPointer(bitPattern: word).map {
            unsafe Unmanaged<ScopePlan>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Adds a plan; false where another one came meanwhile.
    func add(_ plan: ScopePlan) -> Bool {
        lock.withLock {
            let newest = plans
            guard plan.next === newest else { return false }
            // Release: the plan is whole; pairs with the acquire in `plans`.
            plansWord.store(
                unsafe UInt(bitPattern: Unmanaged.passRetained(plan).toOpaque()), ordering: .releasing)
            // The new one holds it.
            if let newest { unsafe Unmanaged.passUnretained(newest).release() }
            return true
        }
    }

    /// Lets go of the plans; nobody opens a scope any more.
    func dropPlans() {
        // Acquire: as in `plans`.
        let word = plansWord.exchange(0, ordering: .acquiring)
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return }
        unsafe Unmanaged<ScopePlan>.fromOpaque(pointer).release()
    }

    /// Notes a plan of a descendant's, and forgets those that are gone.
    func note(_ plan: ScopePlan) {
        // Let go of after the lock: to look at a plan is to hold it, and with the last one a registration may go.
        var seen: [ScopePlan] = []
        defer { withExtendedLifetime(seen) {} }
        lock.withLock {
            if plansBelow.count == plansBelow.capacity {
                plansBelow.removeAll { below in
                    guard let plan = below.plan else { return true }
                    seen.append(plan)
                    return false
                }
            }
            plansBelow.append(WeakPlan(plan: plan))
        }
    }

    /// A registration has changed: scopes below find it anew.
    ///
    /// The lock is held. What is to be let go of goes with what is retired next.
    func noteChange() {
        var plan = plans
        while let current = plan {
            invalidate(current)
            plan = current.next
        }
        for below in plansBelow {
            guard let plan = below.plan else { continue }
            invalidate(plan)
            deferRelease(plan)
        }
    }

    private func invalidate(_ plan: ScopePlan) {
        for ledger in plan.invalidate() { deferRelease(SpareLedger(ledger)) }
    }
}

/// A plan that somebody else has.
struct WeakPlan {
    weak var plan: ScopePlan?
}

/// A ledger that is freed with this.
private final class SpareLedger: Sendable {
    private let ledger: Ledger

    init(_ ledger: Ledger) {
        self.ledger = ledger
    }

    deinit {
        ledger.freeSpare()
    }
}

extension Container {
    /// What the scopes of a tag are made of that are opened here.
    func plan(for tag: ScopeTag) -> ScopePlan {
        while true {
            let newest = ledger.plans
            if let newest, newest.tag.isIdentical(to: tag) { return newest }
            var plan = newest
            while let current = plan {
                if current.tag == tag { return current }
                plan = current.next
            }
            let new = ScopePlan(tag, self, next: newest)
            for ancestor in ancestors { ancestor.ledger.note(new) }
            if ledger.add(new) { return new }
        }
    }
}
