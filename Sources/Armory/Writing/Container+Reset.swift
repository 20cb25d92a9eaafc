// Forgetting instances: a registration gets a new slot, so the next resolve creates a new instance.

extension Container {
    /// Forgets the instance of a type; the next resolve creates a new one.
    ///
    /// When this returns, every resolve that begins sees the new instance. The old instance stays with its holders. The
    /// container releases it; if a thread is using the registration at that moment, it does so with a later change. An
    /// instance that is being created meanwhile goes to its callers and is not kept. If there is an ``overlay(_:)`` on
    /// the key, the overlay's instance is forgotten. A `Transient` or a `Graph` has no instance to forget, and a value
    /// that was registered as it is remains available.
    ///
    /// If this container does not have the key, the first ancestor that has it is reset. For a ``Kept`` registration,
    /// the instances for all places and arguments are forgotten. For a ``Scoped`` registration, the instance of the
    /// scope around this container is forgotten; other scopes, and those below, keep theirs.
    ///
    /// Other instances that hold the old one, such as a singleton that was created with it, still hold it:
    /// ``reset(includingParents:)`` forgets all.
    ///
    /// Any thread may call it.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if the type is not registered, `unsettled` or `closed`.
    /// - Complexity: O(1) in the number of registrations, O(*n*) in that of overlays; waits for the threads that are
    ///   reading the table at that moment.
    public func reset<T>(_ type: T.Type) throws(ResolutionError) {
        try reset(ServiceKey(type))
    }

    /// Forgets the instance of a type under a name; the next resolve creates a new one.
    ///
    /// Otherwise like ``reset(_:)``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if it is not registered, `unsettled` or `closed`.
    public func reset<T>(_ type: T.Type, named name: Name) throws(ResolutionError) {
        try reset(ServiceKey(type, qualifier: Qualifier(name)))
    }

    /// Forgets the instance of a type under a qualifier; the next resolve creates a new one.
    ///
    /// Otherwise like ``reset(_:)``.
    ///
    /// - Throws: ``ResolutionError`` with the code `missing` if it is not registered, `unsettled` or `closed`.
    public func reset<T>(_ type: T.Type, qualifier: some Hashable & Sendable) throws(ResolutionError) {
        try reset(ServiceKey(type, qualifier: Qualifier(qualifier)))
    }

    private func reset(_ key: ServiceKey) throws(ResolutionError) {
        // A further type shares the instance of a registration: reset that registration.
        if let binding = registered(key), binding.options.contains(.alias), let target = binding.dependencies.first {
            return try reset(target.key)
        }
        if try forgetDerived(key) { return }
        var kept: (owner: Container, binding: Binding)?
        try changeWhereItIs(key) { owner throws(ResolutionError) in
            unsafe try owner.change(key) { found, hash throws(ResolutionError) in
                let old = try unsafe owner.registered(found, key)
                kept = unsafe (owner, old.binding)
                guard unsafe owner.keepsInstance(old) else { return [] }
                let new = unsafe owner.freshSlot(of: old)
                owner.control.exchangeOverlaid { unsafe $0 == old.identifier ? new.identifier : $0 }
                return unsafe owner.exchange(old, for: new, hash: hash)
            }
        }
        for case let record? in [kept?.binding, kept?.binding.layering?.inner] {
            (record.lifetime == .scoped ? scopeContainer(of: record) : kept?.owner)?.forget(record)
        }
        // Resetting a decorated or intercepted further type has only forgotten that type's own instance.
        if let alias = registered(key)?.base, alias.options.contains(.alias), let target = alias.dependencies.first {
            try reset(target.key)
        }
    }

    /// Forgets the instance that this container keeps under a record's address.
    ///
    /// The record may be another container's.
    func forget(_ binding: Binding) {
        let key = ObjectIdentifier(binding)
        _ = writeTable {
            guard case .slot(let address) = unsafe writtenTable.find(key) else { return nil }
            return unsafe exchange(Slot(address), for: freshSlot(of: Slot(address)), hash: KeyHash.hash(key))
        }
    }

    /// Forgets every instance in reverse order of creation, also those below overlays.
    ///
    /// By default, forgets only the instances of this container: its parents' instances serve other containers too, so
    /// a request that starts over leaves the application's instances alone. With the parents, this container comes
    /// first, then its ancestors in search order. Closed ancestors are left out, and so are those that this container
    /// or one of its ancestors was derived from: see ``overriding(_:)``.
    ///
    /// Each container forgets all at once: an instance that is created and kept from now on holds no forgotten
    /// instance. Registrations and overlays stay. Otherwise like ``reset(_:)``.
    ///
    /// - Parameter includingParents: Whether the parents, and their parents in turn, forget their instances too.
    /// - Throws: ``ResolutionError`` with the code `closed`.
    /// - Complexity: O(*n* log *n*) in the number of registrations; waits for the threads that are reading the table at
    ///   that moment.
    public func reset(includingParents: Bool = false) throws(ResolutionError) {
        // A running graph may hold forgotten instances: from now on it creates new ones.
        unsafe try forget(includingParents: includingParents) { unsafe $0.keepsInstance($1, orGraphDoes: true) }
    }

    /// Forgets the instances of a lifetime in reverse order of creation, here and in the ancestors, which own most of
    /// them.
    ///
    /// ```swift
    /// try container.reset(all: .kept(for: PerTenant.self))
    /// ```
    ///
    /// It reaches the owners, as resetting a type does: this container comes first, then its ancestors in search order.
    /// Closed ancestors are left out, and so are those that this container or one of its ancestors was derived from:
    /// see ``overriding(_:)``. Each container forgets all at once, also instances below overlays. An instance of
    /// another lifetime that holds a forgotten one still holds it. Otherwise like ``reset(_:)``.
    ///
    /// - Parameter instances: The lifetime whose instances are forgotten.
    /// - Throws: ``ResolutionError`` with the code `closed`.
    /// - Complexity: O(*n* log *n*) in the number of registrations; waits for the threads that are reading the table at
    ///   that moment.
    public func reset(all instances: InstanceSelection) throws(ResolutionError) {
        unsafe try forget(includingParents: true) { owner, slot in
            unsafe owner.keepsInstance(slot) && instances.includes(slot.binding)
        }
    }

    private func forget(
        includingParents: Bool, where isForgotten: (_ owner: Container, _ slot: Slot) -> Bool
    ) throws(ResolutionError) {
        for owner in [self] + (includingParents ? ancestors.filter(isOwn) : []) {
            let isOpen = unsafe owner.forget { unsafe isForgotten(owner, $0) }
            guard isOpen || owner !== self else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        }
    }

    /// Forgets the instances of slots, newest first; false: the container is closed.
    func forget(where isForgotten: (Slot) -> Bool) -> Bool {
        writeTable { unsafe publishSuccessors { unsafe isForgotten($0) ? freshSlot(of: $0) : nil } }
    }

    /// Publishes a table with other slots in place of some, and returns the memory to retire.
    ///
    /// No lookup sees both new and old slots. Requires the control block's lock.
    ///
    /// - Parameter newSlot: Creates the slot that replaces a slot; nil: the slot stays.
    func publishSuccessors(_ newSlot: (_ old: Slot) -> Slot?) -> [ControlBlock.Retired] {
        let old = unsafe writtenTable
        var successors: [UInt: UInt] = [:]
        func successor(of slot: UInt) -> UInt {
            if let known = successors[slot] { return known }
            guard let new = unsafe newSlot(Slot(identifier: slot))?.identifier else { return slot }
            successors[slot] = new
            return new
        }
        unsafe publish(old.copied { unsafe Slot(identifier: successor(of: Slot($0).identifier)).address })
        control.exchangeOverlaid(successor)
        return newestFirst(successors.keys) + [.table(unsafe old.address)]
    }

    /// A new slot for the same registration, without an instance.
    ///
    /// A value that was registered as it is keeps its order.
    private func freshSlot(of old: Slot) -> Slot {
        let new = unsafe makeSlot(
            old.binding, keepsScoped: old.state != SlotState.scoped, insteadOf: old, arrives: false)
        if unsafe new.state == SlotState.ready { unsafe new.order = old.order }
        return unsafe new
    }

    func keepsInstance(_ slot: Slot, orGraphDoes: Bool = false) -> Bool {
        guard unsafe slot.state != SlotState.absent else { return false }
        return switch unsafe slot.binding.lifetime {
        case .singleton, .shared, .custom: true
        case .scoped: unsafe slot.state != SlotState.scoped
        case .graph: orGraphDoes
        case .transient: false
        }
    }
}
