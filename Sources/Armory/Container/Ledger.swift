internal import Synchronization

/// What a container's writers share, under one lock.
///
/// Readers of the table never come here.
final class Ledger: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    let lock = Lock()
    /// Counts the changes of the table.
    ///
    /// Changed under the lock, read without.
    let version = Atomic<UInt>(0)
    /// How many instances the container has kept so far.
    ///
    /// Not guarded.
    let keptCount = Atomic<UInt>(0)

    /// The keys of types whose lists were asked for, as of a version.
    var lists: [ObjectIdentifier: (version: UInt, keys: [ServiceKey])] = [:]
    /// For each module that was put in by itself: it and the modules in it.
    var modules: [ModuleIdentity: Set<ModuleIdentity>] = [:]
    /// The modules that are there, and those that each includes.
    var includes: [ModuleIdentity: [ModuleIdentity]] = [:]
    /// By the registration above: what is not there as long as one of a module's is.
    var displaced: [ObjectIdentifier: Displaced] = [:]
    /// Lets one thread at a time load and unload; made with the first module that comes or goes.
    var moduleGate: Gate?
    /// How often modules have come or gone.
    var moduleChanges = 0
    var isFrozen = false
    var isClosed = false
    /// For each slot of an overlay that the table names: the slots below it, the base first.
    var overlaid: [UInt: [UInt]] = [:]
    /// The slots of the overlays that are there, by the overlays' numbers.
    var overlays: [UInt: UInt] = [:]
    private var overlayCount: UInt = 0
    /// How many slots have been made; gives each its number.
    var slotCount: UInt = 0
    /// What is unlinked and may still be in use.
    private var limbo: [Retired] = []
    /// How many slots are in limbo.
    ///
    /// Not guarded: a hint.
    private let slotsInLimboHint = Atomic<Int>(0)

    /// Something that readers could reach when it was retired.
    enum Retired {
        case slot(UInt)
        case table(UInt)
        case cell(UInt)

        /// Frees it.
        ///
        /// Code of the user's may run: a `deinit`.
        func free() {
            switch self {
            case .slot(let address): unsafe Slot(identifier: address).deallocate()
            case .table(let address): unsafe RegistrationTable(address: address).deallocate()
            case .cell(let address): SharedCell.release(address)
            }
        }
    }

    /// Frees what was unlinked, now or, while a thread uses it, at a later call.
    ///
    /// No lock is held by the caller.
    func retire(_ unlinked: [Retired]) {
        guard !unlinked.isEmpty || hasLimbo else { return }
        lock.withLock { limbo += unlinked }
        // Twice where something was in use: a user that left between the look and the notice has not seen the notice.
        if freeUnused() > 0 { _ = freeUnused() }
    }

    /// Frees what nobody uses and returns how many slots are left, which it also posts for `hasLimbo`.
    private func freeUnused() -> Int {
        let candidates = lock.withLock {
            defer { limbo = [] }
            return limbo
        }
        guard !candidates.isEmpty else { return 0 }
        ThreadRegistry.shared.waitForReaders()
        let hazards = ThreadRegistry.shared.hazards()
        // Decided once for each: a slot's build may end while others are freed.
        var inUse: [Retired] = []
        var unused: [Retired] = []
        for retired in candidates {
            if retired.isIn(hazards) { inUse.append(retired) } else { unused.append(retired) }
        }
        let left = lock.withLock {
            limbo += inUse
            let slots = limbo.count { $0.isSlot }
            // Relaxed: a hint. The barrier of the second look orders it for those who leave.
            slotsInLimboHint.store(slots, ordering: .relaxed)
            return slots
        }
        for retired in unused { retired.free() }
        return left
    }

    /// Frees a cell at some later time: it holds no instance, so there is no hurry, and waiting for readers once serves
    /// many.
    func retireLater(_ cell: UInt) {
        let isMany = lock.withLock {
            limbo.append(.cell(cell))
            return limbo.count >= 64
        }
        if isMany { _ = freeUnused() }
    }

    /// Whether a slot was in use when it was retired, so that somebody has to look again.
    var hasLimbo: Bool { slotsInLimboHint.load(ordering: .relaxed) > 0 }

    /// The slots that were retired and are not freed yet.
    var slotsInLimbo: [UInt] {
        lock.withLock {
            limbo.compactMap { retired in
                if case .slot(let address) = retired { address } else { nil }
            }
        }
    }

    /// Frees everything that was retired.
    ///
    /// No thread uses it.
    func freeLimbo() {
        for retired in lock.withLock({ limbo }) { retired.free() }
        lock.withLock { limbo = [] }
    }

    /// The number of a new overlay.
    func numberOverlay(_ slot: UInt) -> UInt {
        overlayCount += 1
        overlays[overlayCount] = slot
        return overlayCount
    }

    func forgetOverlays(in slots: [UInt]) {
        overlays = overlays.filter { !slots.contains($0.value) }
    }

    /// Puts other slots in the places of those that overlays and what lies below them have.
    func exchangeOverlaid(_ successor: (UInt) -> UInt) {
        overlaid = Dictionary(
            uniqueKeysWithValues: overlaid.map { (successor($0.key), $0.value.map(successor)) })
        overlays = overlays.mapValues(successor)
    }

    func nextNumber() -> UInt {
        defer { slotCount += 1 }
        return slotCount
    }
}

extension Ledger.Retired {
    fileprivate var isSlot: Bool {
        if case .slot = self { true } else { false }
    }

    fileprivate func isIn(_ hazards: Set<UInt>) -> Bool {
        // A reader is in a table or a cell only while it is pinned, and `waitForReaders` waited for that.
        guard case .slot(let address) = self else { return false }
        // A build whose injection is put off has left the path.
        return hazards.contains(address) || SlotState.isBuild(unsafe Slot(identifier: address).state)
    }
}
