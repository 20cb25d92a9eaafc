// Adding registrations. Only one thread at a time writes the table, under the control block's lock.

internal import Synchronization

extension Container {
    /// Adds a registration.
    ///
    /// Other threads may resolve at the same time. A registration with several types is added under all of them or,
    /// after an error, under none.
    ///
    /// If the condition of ``Registration/when(_:)`` does not hold now, nothing is registered. ``Registration/eager()``
    /// has no effect here. A ``Registration/private()`` registration is refused, because there is no module that it
    /// could be private in.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed` or `privateOutsideModule`.
    /// - Complexity: O(1) on average.
    public func register(_ registration: some Registration) throws(ResolutionError) {
        let definition = registration.definition
        if let record = definition.onlyRecord, try register(record, evenIfLayered: false) { return }
        let records = try definition.recordsOutsideModules
        if let condition = definition.extras.condition {
            let conditions = Conditions(environment: configuration.environment) { self.isRegistered($0) }
            guard condition(conditions) else { return }
        }
        if records.count == 1, try register(records[0], evenIfLayered: false) { return }
        let faults = try addLayered(records)
        if let fault = faults.first { throw fault }
    }

    /// Adds one record, without layers, and returns true; false: layers may have to be put around it.
    @discardableResult
    func register(_ binding: AnyBinding, evenIfLayered: Bool = true) throws(ResolutionError) -> Bool {
        var isLayered = false
        unsafe try change(binding.key) { old, hash throws(ResolutionError) in
            guard !control.isFrozen else {
                throw ResolutionError(.frozen, key: binding.key, location: binding.location)
            }
            guard evenIfLayered || control.layers == nil else {
                isLayered = true
                return []
            }
            return try unsafe add(binding, hash: hash, over: old, replacing: configuration.duplicates == .replace)
        }
        return !isLayered
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
    /// Changes the table's slot for a key, under the control block's lock, and retires the memory that `body` returns.
    ///
    /// A qualifier's hash and its `==` are user code, so the slot is looked up before the lock is taken. If the table
    /// has changed since, the slot is looked up again.
    func change(
        _ key: ServiceKey,
        _ body: (_ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [ControlBlock.Retired]
    ) throws(ResolutionError) {
        unsafe try change(key, and: []) { slot, hash, _ throws(ResolutionError) in unsafe try body(slot, hash) }
    }

    /// Changes the table's slot for a key, and passes the slots of further keys to `body`.
    func change(
        _ key: ServiceKey, and others: [ServiceKey],
        _ body: (_ slot: Slot?, _ hash: UInt, _ others: [HashedSlot]) throws(ResolutionError) -> [ControlBlock.Retired]
    ) throws(ResolutionError) {
        let hash = key.tableHash
        let otherHashes = others.map(\.tableHash)
        dropShortcuts()
        while true {
            // Acquire: pairs with the release below, so that the lookup sees that change.
            let version = control.version.load(ordering: .acquiring)
            var pin = Pin()
            let found = unsafe find(key, hash: hash, &pin)
            let furtherSlots = zip(others, otherHashes).map { hashedSlot(of: $0, hash: $1, &pin) }
            pin.end()
            control.lock.lock()
            // Relaxed: the lock orders it.
            guard control.version.load(ordering: .relaxed) == version else {
                control.lock.unlock()
                continue
            }
            let result: Result<[ControlBlock.Retired], ResolutionError>
            do throws(ResolutionError) {
                guard !control.isClosed else { throw ResolutionError(.closed, key: key) }
                result = .success(try unsafe body(found.slot.map { unsafe Slot($0) }, hash, furtherSlots))
                // Release: pairs with the acquire above.
                control.version.store(version &+ 1, ordering: .releasing)
                control.noteChange()
            } catch {
                result = .failure(error)
            }
            control.lock.unlock()
            control.events?.tellArrivals()
            do throws(ResolutionError) {
                retire(try result.get())
            } catch  where error.code == .missing {
                guard !meetsClosed else { throw ResolutionError(.closed, key: key) }
                throw ResolutionError(.missing, key: key, detail: .change(near: nearMisses(of: key)))
            }
            return
        }
    }

    /// The table's slot for a key, and the hash of the key.
    struct HashedSlot {
        let slot: UInt?
        let hash: UInt
    }

    private func hashedSlot(of key: ServiceKey, hash: UInt, _ pin: inout Pin) -> HashedSlot {
        HashedSlot(slot: unsafe find(key, hash: hash, &pin).slot.map { UInt(bitPattern: $0) }, hash: hash)
    }
}

// MARK: Under the control block's lock

extension Container {
    /// Adds a binding, or replaces the existing registration if the binding wins.
    ///
    /// Returns the memory to retire.
    func add(
        _ binding: AnyBinding, hash: UInt, over old: Slot?, replacing: Bool
    ) throws(ResolutionError) -> [ControlBlock.Retired] {
        guard let old = unsafe old else { return unsafe insert(makeSlot(binding), key: binding.key, hash: hash) }
        let base = unsafe base(of: old)
        if unsafe isThereOrPromised(base) {
            let other = unsafe base.binding
            if unsafe base.state != SlotState.absent {
                guard try binding.wins(over: other, replacing: replacing) else {
                    control.note(binding, below: other)
                    return []
                }
            }
            control.note(other, below: binding)
        }
        return unsafe put(binding, hash: hash, insteadOf: old)
    }
}
