// Registering: the writers' side of the table, one at a time under the ledger's lock.

internal import Synchronization

extension Container {
    /// Adds a registration.
    ///
    /// Other threads may resolve at the same time. A registration that is found by several types is there under all of them
    /// or, after an error, under none.
    ///
    /// Where the condition of ``Registration/when(_:)`` does not hold now, nothing is registered. ``Registration/eager()`` says
    /// nothing here. A ``Registration/private()`` registration has no module to be private in, and is refused.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `closed` or `privateOutsideModule`.
    /// - Complexity: O(1) on average.
    public func register(_ registration: some Registration) throws(ResolutionError) {
        let definition = registration.definition
        if let record = definition.onlyRecord, try registerAlone(record) { return }
        let records = try definition.recordsOutsideModules
        if let condition = definition.condition {
            let conditions = Conditions(environment: configuration.environment) { self.isRegistered($0) }
            guard condition(conditions) else { return }
        }
        if records.count == 1, try registerAlone(records[0]) { return }
        let faults = try addLayered(records)
        if let fault = faults.first { throw fault }
    }

    /// Adds the record of a registration, and returns true; false where something may have to lie around it.
    private func registerAlone(_ binding: AnyBinding) throws(ResolutionError) -> Bool {
        try register(binding, evenIfLayered: false)
    }

    /// Adds one record, as it is.
    @discardableResult
    func register(_ binding: AnyBinding, evenIfLayered: Bool = true) throws(ResolutionError) -> Bool {
        var isLayered = false
        unsafe try change(binding.key) { old, hash throws(ResolutionError) in
            guard !ledger.isFrozen else {
                throw ResolutionError(.frozen, key: binding.key, location: binding.location)
            }
            guard evenIfLayered || ledger.layers == nil else {
                isLayered = true
                return []
            }
            return try unsafe add(binding, hash: hash, over: old, replacing: configuration.duplicates == .replace)
        }
        return !isLayered
    }

    /// Ends registering.
    ///
    /// From now on the registrations change by ``replace(_:)``, ``remove(_:)``, ``overlay(_:)``, ``load(_:)`` and
    /// ``unload(_:)`` alone.
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
        let binding = registration.definition.binding
        let hash = binding.key.tableHash
        while true {
            // What is there needs no lock.
            let context = unsafe ThreadContext.pinned()
            if case .slot(let address) = unsafe find(binding.key, hash: hash, context),
                unsafe Slot(address).state != SlotState.absent
            {
                return try unsafe take(Slot(address), R.Instance.self, context)
            }
            if let found = try unsafe findPlaced(binding.key, context) {
                return try unsafe take(found, R.Instance.self, context)
            }
            unsafe context.unpin()
            unsafe try changeLayered(own: binding) { record, old, hash throws(ResolutionError) in
                if let old = unsafe old, unsafe old.state != SlotState.absent { return [] }
                return try unsafe add(record, hash: hash, over: old, replacing: true)
            }
        }
    }
}

// MARK: One change at a time

extension Container {
    /// Changes what the table holds for a key, under the ledger's lock, and retires what `body` returns.
    ///
    /// A qualifier's hash and its `==` are the user's, so the slot is looked up before the lock is taken; if something has
    /// changed since, it is looked up again.
    func change(
        _ key: ServiceKey,
        _ body: (_ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [Ledger.Retired]
    ) throws(ResolutionError) {
        unsafe try change(key, and: []) { slot, hash, _ throws(ResolutionError) in unsafe try body(slot, hash) }
    }

    /// As above, with what the table holds for further keys.
    func change(
        _ key: ServiceKey, and others: [ServiceKey],
        _ body: (_ slot: Slot?, _ hash: UInt, _ others: [Place]) throws(ResolutionError) -> [Ledger.Retired]
    ) throws(ResolutionError) {
        let hash = key.tableHash
        dropShortcuts()
        while true {
            // Acquire: pairs with the release below, so that the look-up sees what that change made.
            let version = ledger.version.load(ordering: .acquiring)
            let context = unsafe ThreadContext.pinned()
            let found = unsafe find(key, hash: hash, context)
            let places = others.map { unsafe place(of: $0, context) }
            unsafe context.unpin()
            ledger.lock.lock()
            // Relaxed: the lock orders it.
            guard ledger.version.load(ordering: .relaxed) == version else {
                ledger.lock.unlock()
                continue
            }
            let result: Result<[Ledger.Retired], ResolutionError>
            do throws(ResolutionError) {
                guard !ledger.isClosed else { throw ResolutionError(.closed, key: key) }
                result = .success(try unsafe body(found.slot.map { unsafe Slot($0) }, hash, places))
                // Release: pairs with the acquire above.
                ledger.version.store(version &+ 1, ordering: .releasing)
                ledger.noteChange()
            } catch {
                result = .failure(error)
            }
            ledger.lock.unlock()
            ledger.events?.tellArrivals()
            do throws(ResolutionError) {
                retire(try result.get())
            } catch  where error.code == .missing {
                guard !meetsClosed else { throw ResolutionError(.closed, key: key) }
                throw ResolutionError(.missing, key: key, detail: .change(near: nearMisses(of: key)))
            }
            return
        }
    }

    /// What the table holds for a key.
    struct Place {
        let slot: UInt?
        let hash: UInt
    }

    private func place(of key: ServiceKey, _ context: UnsafeMutablePointer<ThreadContext>) -> Place {
        let hash = key.tableHash
        return Place(slot: unsafe find(key, hash: hash, context).slot.map { UInt(bitPattern: $0) }, hash: hash)
    }

    /// The slot that the table names for a key with this hash.
    ///
    /// The thread is pinned.
    func find(
        _ key: ServiceKey, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> RegistrationTable.Found {
        guard let qualifier = key.qualifier else { return unsafe table.find(key.typeIdentifier) }
        return unsafe findUnpinned(key.type, hash: hash, context) { $0 == qualifier }
    }
}

// MARK: Under the ledger's lock

extension Container {
    /// A slot for a registration, or one that keeps a scoped registration's instance in this container.
    ///
    /// In the place of another, it has that one's place in lists.
    ///
    /// - Parameter arrives: Whether the registration is new in the container.
    func makeSlot(
        _ binding: AnyBinding, keepsScoped: Bool = false, inPlaceOf old: Slot? = nil, arrives: Bool = true
    ) -> Slot {
        let state = keepsScoped && binding.lifetime == .scoped ? emptyState(for: binding) : initialState(of: binding)
        let slot = unsafe Slot.allocate(binding, state: state, number: old?.number ?? ledger.nextNumber())
        if unsafe slot.state == SlotState.ready { unsafe slot.order = nextOrder() }
        if binding.lifetime == .graph { ledger.hasGraphs = true }
        if arrives { ledger.events?.noteArrival(binding) }
        if state == SlotState.custom {
            unsafe slot.initializeStore(InstanceStore(ledger, waitLimit: waitLimit, number: slot.number))
        }
        return unsafe slot
    }

    private func initialState(of binding: AnyBinding) -> UInt {
        let isGuarded = !gates.isEmpty || !binding.isPlain
        // Nothing is there until the promise is kept.
        if binding.options.contains(.promise) { return SlotState.absent }
        if binding.told != nil { return isDerived ? SlotState.guarded : SlotState.told }
        return switch binding.lifetime {
        case .singleton: emptyState(for: binding)
        case .shared: SlotState.empty
        case .transient where isGuarded, .graph where isGuarded: SlotState.guarded
        case .transient where binding.argumentType != nil: SlotState.arguments
        case .transient: SlotState.transient
        case .graph: SlotState.graph
        case .scoped: SlotState.scoped
        case .custom: SlotState.custom
        }
    }

    /// The state of a slot that is to keep an instance: whether the fast way is open to make it.
    private func emptyState(for binding: AnyBinding) -> UInt {
        binding.isBare && gates.isEmpty && !isDerived ? SlotState.fresh : SlotState.empty
    }

    /// Adds a binding, or puts it in the place of what is registered.
    ///
    /// Returns what is to be retired.
    func add(
        _ binding: AnyBinding, hash: UInt, over old: Slot?, replacing: Bool
    ) throws(ResolutionError) -> [Ledger.Retired] {
        guard let old = unsafe old else { return unsafe insert(makeSlot(binding), key: binding.key, hash: hash) }
        let base = unsafe base(of: old)
        if unsafe isThereOrPromised(base) {
            let other = unsafe base.binding
            if unsafe base.state != SlotState.absent {
                guard try binding.wins(over: other, replacing: replacing) else {
                    ledger.note(binding, below: other)
                    return []
                }
            }
            ledger.note(other, below: binding)
        }
        return unsafe put(binding, hash: hash, inPlaceOf: old)
    }

    /// What lies below the overlays of a slot that the table names, or the slot.
    func base(of slot: Slot) -> Slot {
        unsafe ledger.overlaid[slot.identifier]?.first.map { unsafe Slot(identifier: $0) } ?? slot
    }

    /// Puts a binding in the place of what is registered, under its overlays.
    func put(_ binding: AnyBinding, hash: UInt, inPlaceOf old: Slot) -> [Ledger.Retired] {
        unsafe put(makeSlot(binding, inPlaceOf: old.state == SlotState.absent ? nil : old), hash: hash, inPlaceOf: old)
    }

    func put(_ new: Slot, hash: UInt, inPlaceOf old: Slot) -> [Ledger.Retired] {
        guard var below = unsafe ledger.overlaid[old.identifier] else {
            return unsafe exchange(old, for: new, hash: hash)
        }
        let base = below[0]
        below[0] = unsafe new.identifier
        unsafe ledger.overlaid[old.identifier] = below
        return [.slot(base)]
    }

    func insert(_ slot: Slot, key: ServiceKey, hash: UInt) -> [Ledger.Retired] {
        let tableKey =
            key.qualifier == nil ? UInt(bitPattern: key.typeIdentifier) : hash | 1
        return unsafe insert(slot, tableKey: tableKey, hash: hash)
    }

    func insert(_ slot: Slot, tableKey: UInt, hash: UInt) -> [Ledger.Retired] {
        if unsafe writtenTable.insert(key: tableKey, hash: hash, slot: slot.address) { return [] }
        return unsafe rebuildTable(adding: slot, key: tableKey, hash: hash)
    }

    /// Whether the slot is that of a registration, and not of one that was removed.
    func isThereOrPromised(_ slot: Slot) -> Bool {
        unsafe slot.state != SlotState.absent || slot.binding.options.contains(.promise)
    }

    /// Moves the keys that are still registered into a new table.
    private func rebuildTable(adding slot: Slot, key: UInt, hash: UInt) -> [Ledger.Retired] {
        let old = unsafe writtenTable
        var dropped: Set<UInt> = []
        // A scope's stay for the next one.
        let isOfScope = plan != nil && !ledger.isOutdated
        var new = unsafe old.rebuilt { address in
            let slot = unsafe Slot(address)
            let isKept =
                unsafe isThereOrPromised(slot) && (isOfScope || !(old.isForAnother(slot) && slot.holdsBindingAlone))
            if !isKept { dropped.insert(UInt(bitPattern: address)) }
            return isKept
        }
        let retired = unsafe [.table(old.address)] + dropped.map { Ledger.Retired.slot($0) }
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
    func exchange(_ old: Slot, for new: Slot, hash: UInt) -> [Ledger.Retired] {
        if unsafe ledger.scoped.shortcuts.isEmpty {
            _ = unsafe writtenTable.replace(old.address, hash: hash, by: new.address)
        } else {
            unsafe writtenTable.replaceEverywhere(old, by: new)
        }
        return [.slot(unsafe old.identifier)]
    }
}

// MARK: Instances that are kept

extension Container: SlotOwner {
    package func nextOrder() -> UInt {
        ledger.nextOrder()
    }

    package var teller: Teller? { ledger.teller }

    package func retire(cell: UInt) {
        ledger.retireLater(cell)
    }

    package var waitLimit: Duration? { configuration.waitLimit }
}
