// Registering: the writers' side of the table, one at a time under the ledger's lock.

internal import Synchronization

extension Container {
    /// Adds a registration.
    ///
    /// Other threads may resolve at the same time.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen` or `closed`.
    /// - Complexity: O(1) on average.
    public func register(_ registration: some Registration) throws(ResolutionError) {
        let binding = registration.definition.makeBinding()
        let retired = try ledger.lock.withLock { () throws(ResolutionError) in
            try checkOpen(for: binding.key)
            guard !ledger.isFrozen else {
                throw ResolutionError(.frozen, key: binding.key, location: binding.location)
            }
            return try add(binding, replacing: configuration.duplicates == .replace)
        }
        ledger.retire(retired)
    }

    /// Ends registering.
    ///
    /// From now on the registrations change by ``replace(_:)``, ``remove(_:)`` and ``overlay(_:)`` alone.
    public func freeze() {
        ledger.lock.withLock { ledger.isFrozen = true }
    }

    /// Whether registering has ended.
    public var isFrozen: Bool {
        ledger.lock.withLock { ledger.isFrozen }
    }

    /// The instance of a registration's key: of what is registered, or else of this registration, which then is.
    ///
    /// Many threads may ask at the same time; one registration stays. A frozen container takes it too.
    ///
    /// - Throws: ``ResolutionError``.
    package func getOrMake<R: Registration>(
        _ registration: R
    ) throws(ResolutionError) -> R.Instance {
        let definition = registration.definition
        let retired = try ledger.lock.withLock { () throws(ResolutionError) -> [Ledger.Retired] in
            if let slot = unsafe slot(of: definition.key), unsafe slot.state != SlotState.absent {
                return []
            }
            let binding = definition.makeBinding()
            try checkOpen(for: binding.key)
            return try add(binding, replacing: true)
        }
        if !retired.isEmpty { ledger.retire(retired) }
        let context = unsafe ThreadContext.pinned()
        guard let slot = unsafe slot(of: definition.key) else {
            throw unsafe failMissing(R.Instance.self, context)
        }
        return try unsafe take(slot, R.Instance.self, context)
    }
}

// MARK: Under the ledger's lock

extension Container {
    func checkOpen(for key: ServiceKey) throws(ResolutionError) {
        guard !ledger.isClosed else { throw ResolutionError(.closed, key: key) }
    }

    /// The slot that the table names for a key.
    ///
    /// Under the lock, or pinned.
    func slot(of key: ServiceKey) -> Slot? {
        let address =
            if key.qualifier == nil {
                unsafe table.find(key.typeIdentifier).slot
            } else {
                unsafe table.find(qualifiedHash: key.tableHash) {
                    unsafe Slot($0).binding.key == key
                }.slot
            }
        return unsafe address.map { unsafe Slot($0) }
    }

    func makeSlot(_ binding: AnyBinding) -> Slot {
        let slot = unsafe Slot.allocate(
            binding, state: initialState(of: binding), mark: ledger.nextMark())
        if unsafe slot.state == SlotState.ready { unsafe slot.order = nextOrder() }
        return unsafe slot
    }

    private func initialState(of binding: AnyBinding) -> UInt {
        let isGuarded = gate != nil || !binding.isPlain
        return switch binding.lifetime {
        case .singleton, .shared: SlotState.empty
        case .transient where isGuarded, .graph where isGuarded: SlotState.guarded
        case .transient where binding.argumentType != nil: SlotState.arguments
        case .transient: SlotState.transient
        case .graph: SlotState.graph
        }
    }

    /// Adds a binding, or puts it in the place of what is registered.
    ///
    /// Returns what is to be retired.
    func add(
        _ binding: AnyBinding, replacing: Bool
    ) throws(ResolutionError) -> [Ledger.Retired] {
        let key = binding.key
        if let old = unsafe slot(of: key) {
            guard unsafe replacing || old.state == SlotState.absent else {
                throw ResolutionError(
                    .duplicate, key: key, location: unsafe old.binding.location)
            }
            return unsafe exchange(old, for: makeSlot(binding), key: key)
        }
        return unsafe insert(makeSlot(binding), key: key)
    }

    private func insert(_ slot: Slot, key: ServiceKey) -> [Ledger.Retired] {
        let hash = key.tableHash
        let tableKey =
            key.qualifier == nil ? UInt(bitPattern: key.typeIdentifier) : hash | 1
        if unsafe table.insert(key: tableKey, hash: hash, slot: slot.address) { return [] }
        return unsafe rebuildTable(adding: slot, key: tableKey, hash: hash)
    }

    /// Moves the keys that are still registered into a new table.
    private func rebuildTable(adding slot: Slot, key: UInt, hash: UInt) -> [Ledger.Retired] {
        let old = unsafe table
        var retired: [Ledger.Retired] = unsafe [.table(old.address)]
        var new = unsafe old.rebuilt { address in
            let isKept = unsafe Slot(address).state != SlotState.absent
            if !isKept { retired.append(.slot(UInt(bitPattern: address))) }
            return isKept
        }
        while unsafe !new.insert(key: key, hash: hash, slot: slot.address) {
            let larger = unsafe new.rebuilt { _ in true }
            unsafe new.deallocate()
            unsafe new = unsafe larger
        }
        unsafe publish(new)
        return retired
    }

    /// Points the key at another slot.
    ///
    /// The old one is unlinked and its instance no longer the container's.
    func exchange(_ old: Slot, for new: Slot, key: ServiceKey) -> [Ledger.Retired] {
        _ = unsafe table.replace(old.address, hash: key.tableHash, by: new.address)
        return [.slot(unsafe old.identifier)]
    }
}

// MARK: Instances that are kept

extension Container: SlotOwner {
    package func nextOrder() -> UInt {
        // Relaxed: the number is all that matters.
        ledger.keptCount.wrappingAdd(1, ordering: .relaxed).newValue
    }

    package func retire(cell: UInt) {
        ledger.retireLater(cell)
    }

    package var waitLimit: Duration? { configuration.waitLimit }
}
