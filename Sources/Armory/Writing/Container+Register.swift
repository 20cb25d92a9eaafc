// Adding registrations. Only one thread at a time writes the table, under the control block's lock.

internal import Synchronization

extension Container {
    /// Adds a registration.
    ///
    /// Other threads may resolve at the same time. A registration with several types is added under all of them or,
    /// after an error, under none.
    ///
    /// If the condition of ``Registration/when(_:)`` does not hold now, nothing is registered. ``KeepingRegistration/eager()``
    /// has no effect here. A ``Registration/private()`` registration is refused, because there is no module that it
    /// could be private in.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed`, `noInstance`, `unsettled` or
    ///   `privateOutsideModule`.
    /// - Complexity: O(1) on average.
    public func register(_ registration: some Registration) throws(ResolutionError) {
        try register(registration.erased)
    }

    func register(_ registration: AnyRegistration) throws(ResolutionError) {
        if let record = registration.onlyRecord, try register(record, evenIfLayered: false) { return }
        let records = try registration.recordsOutsideModules
        let decided = registration.extras.condition.map { condition in
            Conditions(configuration.environment) { self.isRegistered($0) }
                .decide(condition, of: registration.binding)
        }
        if let decided, !decided.isMet { return note(decided) }
        let faults = try add(records[0].key) { layers in
            layers?.expanded(records) ?? records
        } isAllowed: { () throws(ResolutionError) in
            try checkNotFrozen(records[0].key, records[0].location)
            return true
        }
        if let fault = faults.first { throw fault }
        if let decided { note(decided) }
    }

    private func note(_ condition: ConditionInfo) {
        // Released after the lock: factories and their captures are user code.
        let outdated = control.lock.withLock { control.isClosed ? [] : control.note([condition], isRepeated: true) }
        withExtendedLifetime(outdated) {}
    }

    /// Adds one record, without layers, and returns true; false: layers may have to be put around it.
    @discardableResult
    func register(_ binding: Binding, evenIfLayered: Bool = true) throws(ResolutionError) -> Bool {
        var isLayered = false
        unsafe try change(binding.key) { old, hash throws(ResolutionError) in
            try checkNotFrozen(binding.key, binding.location)
            isLayered = !evenIfLayered && control.layers != nil
            return isLayered ? nil : try unsafe add(binding, hash: hash, over: old)
        }
        return !isLayered
    }

    /// Requires the control block's lock.
    func checkNotFrozen(
        _ key: @autoclosure () -> ServiceKey, _ location: @autoclosure () -> SourceLocation
    ) throws(ResolutionError) {
        if control.isFrozen { throw ResolutionError(.frozen, key: key(), location: location()) }
    }

    /// Ends registering.
    ///
    /// From now on, only ``replace(_:)``, ``remove(_:)``, ``overlay(_:)``, ``load(_:)`` and ``unload(_:)`` change the
    /// registrations.
    public func freeze() {
        control.lock.withLock { control.isFrozen = true }
    }

    /// Whether registering has ended.
    public var isFrozen: Bool {
        control.lock.withLock { control.isFrozen }
    }
}

// MARK: One change at a time

extension Container {
    /// How often a change prepares before it throws `unsettled`.
    ///
    /// It prepares again only if keys with the same hash were added meanwhile, or decorators, adapters or interceptors.
    private static var changeAttempts: Int { 256 }

    /// Changes the table under the control block's lock, and retires the memory that `body` returns.
    ///
    /// A qualifier's hash and its `==` are user code, so `prepare` runs before the lock is taken, and `settle` under the
    /// lock decides whether its result is still valid. If not, `prepare` runs again.
    ///
    /// - Parameters:
    ///   - key: The key of the error if the container is closed, or if `settle` never succeeds.
    ///   - settle: Returns nil if `prepare` has to run again.
    ///   - body: Returns nil if it has changed nothing.
    func change<Plan>(
        _ key: ServiceKey, preparing prepare: () -> Void, settling settle: () -> Plan?,
        _ body: (_ plan: Plan) throws(ResolutionError) -> [ControlBlock.Retired]?
    ) throws(ResolutionError) {
        // The keys of shortcuts are free for this container's own registrations.
        if plan != nil { control.dropShortcuts() }
        for _ in 0..<Self.changeAttempts {
            prepare()
            var isStale = false
            let retired: [ControlBlock.Retired]?
            do {
                // Also after an error: a subscriber's own registrations are reported by the next change.
                defer { control.events?.reportArrivals() }
                retired = try control.lock.withLock { () throws(ResolutionError) -> [ControlBlock.Retired]? in
                    guard !control.isClosed else { throw ResolutionError(.closed, key: key) }
                    guard let plan = settle() else {
                        isStale = true
                        return nil
                    }
                    guard let retired = try body(plan) else { return nil }
                    // Release: as in `writeTable`.
                    control.version.wrappingAdd(1, ordering: .releasing)
                    control.noteChange()
                    return retired.isEmpty && !control.hasRetired ? nil : retired
                }
            }
            if isStale { continue }
            if let retired { retire(retired) }
            return
        }
        throw ResolutionError(.unsettled, key: key)
    }

    /// Changes the table's slot for a key.
    func change(
        _ key: ServiceKey,
        _ body: (_ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [ControlBlock.Retired]?
    ) throws(ResolutionError) {
        var search = KeySearch(key)
        try change(key) {
            search.compare(in: self)
        } settling: {
            search.lookUp(in: self)
        } _: { found throws(ResolutionError) in
            try unsafe body(found.slot.map { unsafe Slot(identifier: $0) }, search.hash)
        }
    }
}

// MARK: Under the control block's lock

extension Container {
    /// Adds a binding, or replaces the existing registration if the binding wins.
    ///
    /// Returns the memory to retire.
    func add(
        _ binding: Binding, hash: UInt, over old: Slot?
    ) throws(ResolutionError) -> [ControlBlock.Retired] {
        if let contest = try unsafe contest(of: binding, over: old) {
            control.note(contest.loser, below: contest.winner, hash: hash)
            guard contest.isWon else { return [] }
        }
        return unsafe put(binding, hash: hash, insteadOf: old)
    }

    /// Decides between a record and the registration or promise of its key, below overlays; nil: there is none.
    func contest(
        of record: Binding, over old: Slot?
    ) throws(ResolutionError) -> Contest? {
        guard let base = unsafe old.map({ unsafe base(of: $0) }), unsafe isThereOrPromised(base) else { return nil }
        let other = unsafe base.binding
        // A promise counts as absent until its registration arrives.
        if unsafe base.state == SlotState.absent { return (record, other, true) }
        let wins = try record.wins(over: other, replacing: configuration.duplicates == .replace)
        return wins ? (record, other, true) : (other, record, false)
    }

    /// Two registrations of a key, and whether the new one wins.
    typealias Contest = (winner: Binding, loser: Binding, isWon: Bool)
}
