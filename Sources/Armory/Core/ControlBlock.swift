internal import Synchronization

/// A container's control block: the state that its writers share, under one lock.
///
/// A ready hit never uses it. Other resolves read some of its flags, without the lock.
final class ControlBlock: @unchecked Sendable {  // `lock` guards every `var`, unless its comment says otherwise.
    /// Counts the changes of the table, of the overrides and of the known properties of factories; it only grows.
    ///
    /// Changes of the table raise it under the lock, others without. It is read without, also by C (`clookup_stamp`).
    let version = Atomic<UInt>(0)
    let lock = Lock()
    /// How often the table was rebuilt, so that its keys have other places.
    ///
    /// Changed under the lock, read without.
    let rebuilds = Atomic<UInt>(0)
    /// Whether a registration with the lifetime graph was added.
    ///
    /// Set under the lock, read without: it is never reset, and a thread that has seen the registration sees it.
    private let hasGraphsFlag = Atomic<Bool>(false)
    /// How many instances the container has kept so far.
    ///
    /// Not guarded.
    private let keptCount = Atomic<UInt>(0)

    /// The keys of types whose lists were resolved, with the version that they are of.
    var lists: [ObjectIdentifier: (version: UInt, keys: [ServiceKey])] = [:]
    /// The loaded modules.
    var modules = ModuleTree()
    /// By the registration above: the one that it displaces as long as its module is loaded.
    var displaced: [ObjectIdentifier: Displaced] = [:]
    /// The state that few containers have; nil: it has none.
    var rare: RareState?
    /// How often modules were loaded or unloaded.
    var moduleChanges = 0
    /// The decorators, adapters and interceptors; nil: there are none.
    var layers: (any LayerSet)?
    /// The layers that a container of this control block begins with.
    let firstLayers: (any LayerSet)?
    var isFrozen = false
    /// Whether a registration with start or stop hooks was added; only ever set.
    var hasStartHooks = false
    /// Whether another container creates the instances of all its registrations.
    var keepsNoInstance = false
    /// The progress of the start.
    var startState = StartState.notStarted
    /// For each slot of an overlay that the table names: the levels of its key, the base first, that slot last.
    var overlaid: [UInt: [Level]] = [:]
    /// How many overlays there have been.
    var overlayCount: UInt = 0
    /// Whether the container is closed.
    ///
    /// Set under the lock, except for a scope that no other thread has; read without.
    private let closedFlag = Atomic<Bool>(false)
    /// The state that a scope of a plan keeps for the next scope.
    ///
    /// The lock guards it, except while no other thread has the scope.
    @exclusivity(unchecked) var scoped = ScopedState()
    /// The control block's index in its plan's list.
    ///
    /// The plan's lock guards it.
    @exclusivity(unchecked) var planIndex = 0
    /// The table of a scope that a plan has opened; 0: the control block is of another container.
    @exclusivity(unchecked) var tableAddress: UInt = 0
    /// Whether an instance of the scope may have to be closed.
    private let closesFlag = Atomic<Bool>(false)
    /// How many of the changes of a scope's table added slots.
    let adoptions = Atomic<UInt>(0)
    /// Whether a registration has changed since the table was created, so that it serves no further scope.
    ///
    /// Set under the lock, read without.
    private let outdatedFlag = Atomic<Bool>(false)
    /// The plans of scopes that are opened in descendants.
    ///
    /// Unchecked, because every change of a registration accesses it; the lock already makes accesses exclusive.
    @exclusivity(unchecked) var plansBelow: [WeakPlan] = []
    /// The newest plan of scopes that are opened in the container (+1), or 0.
    ///
    /// Stored with release under the lock, loaded with acquire without.
    let plansWord = Atomic<UInt>(0)
    /// The directory entry of the containers that use the control block one after the other.
    let directoryEntry: ContainerDirectory.Entry
    /// The number of the next slot: the container's index in the directory, and how many slots were created.
    private var nextSlotNumber: UInt
    /// The tasks that close instances, by number.
    private var closers: [Int: Task<Void, Never>] = [:]
    private var closerCount = 0
    /// The unlinked slots, tables, cells and objects that may still be in use.
    ///
    /// Unchecked: as `plansBelow`.
    @exclusivity(unchecked) private var limbo: [Retired] = []
    /// How many slots are in limbo, or taken out of it by threads that look whether they are in use.
    private var retiredSlots = 0
    /// How often a thread has asked for such a look.
    private var lookRequests: UInt = 0
    /// `retiredSlots`, as of the last look.
    ///
    /// Not guarded: a hint.
    private let slotsInLimboHint = Atomic<Int>(0)

    /// The time limit for hooks that do not set one; nil: there is no limit.
    let hookLimit: Duration?
    /// Receives hook errors that cannot be thrown to a caller.
    let reportFailure: (@Sendable (ResolutionError) -> Void)?
    /// Receives the container's events; nil: there are no subscribers.
    let events: EventHub?
    /// The container's number in events; 0: there are no subscribers.
    ///
    /// Each scope that uses the control block has another number, from its opening on.
    @exclusivity(unchecked) private(set) var id: UInt64

    @_optimize(speed)
    init(_ configuration: borrowing Container.Configuration, _ events: EventHub?, _ layers: (any LayerSet)?) {
        self.events = events
        unsafe id = events == nil ? 0 : ContainerID.nextNumber()
        self.layers = layers
        firstLayers = layers
        directoryEntry = ContainerDirectory.shared.reserve()
        nextSlotNumber = directoryEntry.index &<< ContainerDirectory.numberBits
        hookLimit = configuration.hookLimit
        reportFailure = configuration.reportFailure
    }

    /// Gives the next scope its number; no other thread has the control block.
    func renumber() { unsafe id = ContainerID.nextNumber() }

    /// Something that readers could reach when it was retired.
    enum Retired {
        case slot(UInt)
        case table(UInt)
        /// A `CustomHolder` (+1).
        case holder(UInt)
        /// A control block (+1) of a plan that no scope uses.
        case spare(UInt)
        /// An object (+1): a `SharedCell`, or one that may have the last reference to a user's object.
        case object(UInt)

        /// Frees the memory, and releases its contents.
        ///
        /// User code may run: a `deinit`.
        func free() {
            switch self {
            case .slot(let address): unsafe Slot(identifier: address).deallocate()
            case .table(let address): unsafe RegistrationTable(address: address).deallocate()
            case .spare(let word): unsafe Unmanaged<ControlBlock>(word: word)?.takeRetainedValue().freeSpare()
            case .holder(let word), .object(let word): unsafe Unmanaged<AnyObject>(word: word)?.release()
            }
        }
    }

    /// Closes and frees unlinked objects: now, or at a later call if a thread still uses them.
    ///
    /// The caller holds no lock.
    func retire(_ unlinked: [Retired]) {
        let unused = takeUnused(unlinked)
        guard !unused.isEmpty else { return }
        var teardown = Teardown(unused, of: self)
        closeBeside(&teardown)
    }

    /// Whether something was retired and is not freed yet, or a thread examines slots.
    ///
    /// Requires the lock.
    var hasRetired: Bool { unsafe !limbo.isEmpty || retiredSlots != 0 }

    /// Adds unlinked objects to the limbo, and takes out the unused ones in the order in which they came.
    func takeUnused(_ unlinked: [Retired]) -> [Retired] {
        let isEmpty = lock.withLock {
            // There is no reader to wait for.
            if unlinked.isEmpty && !hasRetired { return true }
            unsafe limbo += unlinked
            retiredSlots += unlinked.count { $0.slot != nil }
            lookRequests &+= 1
            return false
        }
        if isEmpty { return [] }
        var (unused, mustLookAgain) = takeUnused(isFirst: true)
        // Twice if something was in use: a user that left between the look and the notice has not seen the notice. Again
        // if a user that saw it found nothing, because this thread had taken the objects out.
        while mustLookAgain && ThreadRegistry.shared.readers != .settling {
            let (more, isLeft) = takeUnused(isFirst: false)
            unused += more
            mustLookAgain = isLeft
        }
        return unused
    }

    /// Takes out the unused objects, and returns whether another look may find more.
    ///
    /// Posts for `hasLimbo` how many slots are left.
    private func takeUnused(isFirst: Bool) -> (unused: [Retired], mustLookAgain: Bool) {
        let (candidates, requests) = lock.withLock { (unsafe exchange(&limbo, with: []), lookRequests) }
        guard !candidates.isEmpty else { return ([], false) }
        ThreadRegistry.shared.waitForReaders()
        let hazards = ThreadRegistry.shared.hazards(among: candidates.compactMap(\.slot))
        // Decided once for each: a slot's build may end while others are freed.
        var inUse: [Retired] = []
        var unused: [Retired] = []
        for retired in candidates {
            if retired.isIn(hazards) { inUse.append(retired) } else { unused.append(retired) }
        }
        // A slot that a task was building is on the path of the task's thread only when the build ends: after the look at
        // the paths, and before the look at the state.
        if unused.contains(where: \.isAwaited) {
            let late = ThreadRegistry.shared.hazards()
            inUse += unused.filter { $0.slot.map(late.contains) ?? false }
            unused.removeAll { $0.slot.map(late.contains) ?? false }
        }
        let mustLookAgain = lock.withLock {
            unsafe limbo += inUse
            retiredSlots -= unused.count { $0.slot != nil }
            // Relaxed: a hint. The barrier of the next look orders it for threads that leave. It includes the slots that other
            // threads are examining: their last user may leave before that thread puts them back.
            slotsInLimboHint.store(retiredSlots, ordering: .relaxed)
            return unsafe limbo.contains { $0.slot != nil } && (isFirst || lookRequests != requests)
        }
        return (unused, mustLookAgain)
    }

    /// Has something freed with the next retired ones; the lock is held.
    func retireWithNext(_ retired: Retired) {
        unsafe limbo.append(retired)
    }

    /// Frees a cell or a table at some later time: it holds no instance, so there is no hurry, and one wait for readers
    /// serves many.
    func retireLater(_ retired: Retired) {
        let isMany = lock.withLock {
            unsafe limbo.append(retired)
            return unsafe limbo.count >= 64
        }
        if isMany { retire([]) }
    }

    /// Closes and frees unused instances: at once up to the first hook that awaits, and the rest in a separate task.
    ///
    /// - Parameter reported: How many failures were reported already.
    func closeBeside(_ teardown: inout Teardown, reported: Int = 0) {
        let isOver = teardown.runPlain()
        report(teardown.failures.dropFirst(reported))
        if isOver { return }
        let known = teardown.failures.count
        let rest = teardown
        runBeside {
            var rest = rest
            await rest.run()
            self.report(rest.failures.dropFirst(known))
        }
    }

    /// Runs a closure in a separate task, which the end of the container awaits.
    func runBeside(_ body: @escaping @Sendable () async -> Void) {
        // Under the lock, so that the end of the task finds its entry.
        lock.withLock {
            closerCount += 1
            let number = closerCount
            closers[number] = Task {
                await body()
                lock.withLock { closers[number] = nil }
            }
        }
    }

    /// Waits for the tasks that close instances.
    func awaitClosers() async {
        for closer in lock.withLock({ Array(closers.values) }) { await closer.value }
    }

    func report(_ failures: some Sequence<ResolutionError>) {
        for failure in failures { reportFailure?(failure) }
    }

    /// Frees the memory that was in use when it was retired, if no thread uses it any more.
    ///
    /// It leaves that to the next change as long as a look takes `settlingTime`.
    func freeLimbo() {
        if ThreadRegistry.shared.readers != .settling { retire([]) }
    }

    /// Whether a slot was in use when it was retired, so that a thread has to look again.
    var hasLimbo: Bool { slotsInLimboHint.load(ordering: .relaxed) > 0 }

    /// Takes out everything that was retired; the caller frees what no thread uses.
    func takeLimbo() -> [Retired] {
        lock.withLock { unsafe exchange(&limbo, with: []) }
    }

    /// Returns the number of the next kept instance.
    func nextOrder() -> UInt {
        // Relaxed: the number is all that matters.
        keptCount.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// A slot of a key that has overlays.
    struct Level {
        var slot: UInt
        /// The number of the overlay; 0: the base.
        let number: UInt
    }

    /// The slots below those of overlays that the table names.
    var slotsBelowOverlays: [UInt] { overlaid.values.flatMap { $0.dropLast().map(\.slot) } }

    /// Replaces the slots of overlays and the slots below them by others.
    func exchangeOverlaid(_ successor: (UInt) -> UInt) {
        for (top, levels) in overlaid {
            overlaid[top] = nil
            overlaid[successor(top)] = levels.map { Level(slot: successor($0.slot), number: $0.number) }
        }
    }

    var isClosed: Bool {
        // Acquire: pairs with the release below.
        get { closedFlag.load(ordering: .acquiring) }
        set { closedFlag.store(newValue, ordering: .releasing) }
    }

    /// Marks the container as closed; false if it already was.
    func close() -> Bool {
        // Sequentially consistent: pairs with `isClosedInOrder`.
        !closedFlag.exchange(true, ordering: .sequentiallyConsistent)
    }

    /// `isClosed`, in one order with the tables that a scope publishes.
    var isClosedInOrder: Bool { closedFlag.load(ordering: .sequentiallyConsistent) }

    /// How many instances the container has kept so far.
    var keptInstances: UInt {
        // Relaxed: it only tells that there are more than before, and a later call sees those that this one misses.
        keptCount.load(ordering: .relaxed)
    }

    var closesInstances: Bool {
        // Acquire: pairs with the release below.
        get { closesFlag.load(ordering: .acquiring) }
        set { closesFlag.store(newValue, ordering: .releasing) }
    }

    var isOutdated: Bool {
        // Acquire: pairs with the release below.
        get { outdatedFlag.load(ordering: .acquiring) }
        set { outdatedFlag.store(newValue, ordering: .releasing) }
    }

    var hasGraphs: Bool {
        // Acquire: pairs with the release below.
        get { hasGraphsFlag.load(ordering: .acquiring) }
        set { hasGraphsFlag.store(newValue, ordering: .releasing) }
    }

    func nextNumber() -> UInt {
        let number = nextSlotNumber
        // All slots from there on share the last number: it must not overflow into the index.
        if number &<< ContainerDirectory.numberBits != .max &<< ContainerDirectory.numberBits { nextSlotNumber += 1 }
        return number
    }
}

extension ControlBlock.Retired {
    var slot: UInt? {
        if case .slot(let address) = self { address } else { nil }
    }

    /// Whether it is a slot whose instance a task creates.
    fileprivate var isAwaited: Bool {
        slot.map { unsafe Slot(identifier: $0).binding.options.contains(.asynchronous) } ?? false
    }

    fileprivate func isIn(_ hazards: Set<UInt>) -> Bool {
        // A reader is in a table or a cell only while it is pinned, and `waitForReaders` waited for that.
        guard case .slot(let address) = self else { return false }
        // A build whose injection is put off has left the path.
        let state = unsafe Slot(identifier: address).state
        return hazards.contains(address) || SlotState.isBuild(state) || state == SlotState.awaited
    }
}

extension ControlBlock {
    /// An error for each instance with start or stop hooks; for a container that ends and was not started.
    func notStarted(_ retired: [Retired]) -> [ResolutionError] {
        guard hasStartHooks else { return [] }
        return retired.compactMap(\.slot).filter { identifier in
            let slot = unsafe Slot(identifier: identifier)
            return unsafe slot.state == SlotState.ready && slot.withBinding { $0.isStartable }
        }.map { identifier in
            let binding = unsafe Slot(identifier: identifier).binding
            return ResolutionError(.notStarted, key: binding.key, location: binding.location)
        }
    }
}
