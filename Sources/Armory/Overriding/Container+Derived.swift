// Looking up in a container that overrides what its ancestors have, or lies below one that does.
//
//     lookUp(T, key)
//        |
//     own table --------- found: as ever
//        | nothing
//     findPlaced          which registration an ancestor has, and who keeps its instance:
//        |
//        |   lifetime                     kept by
//        |   transient, graph             nobody: made in the asker's view, as ever
//        |   singleton, shared, scoped    the nearest container, from the asker to the one that would keep it, whose overrides
//        |                                the registration depends on: an own slot of that one; else that one's, as ever
//        v
//     take
//
// An own slot lies under the address of the binding, as those of transients do (Container+Inherited.swift), and begins empty: what
// the base has made stays the base's.

internal import Synchronization

extension Container {
    /// This container and its ancestors, of those that override registrations.
    var derivedAround: [Container] {
        guard isDerived else { return [] }
        return ([self] + ancestors).filter { $0.derivation != nil }
    }

    /// Whether somebody watches what is resolved here.
    private var isObserved: Bool { derivedAround.contains { $0.derivation?.observer != nil } }

    /// The registration of a key in the ancestors, with the slot that keeps its instance for this container.
    ///
    /// The thread is pinned; it is not any more where this throws.
    func findPlaced(
        _ key: ServiceKey, _ context: UnsafeMutablePointer<ThreadContext>, includingOwn: Bool = false
    ) throws(ResolutionError) -> PlacedSlot? {
        guard isDerived else { return unsafe findInherited(key, context) }
        unsafe context.unpin()
        let hash = key.tableHash
        unsafe context.pinWithFence()
        var isTold = false
        while true {
            unsafe context.unpin()
            let choice = try choose(key, includingOwn: includingOwn, isTold: isTold)
            isTold = true
            unsafe context.pinWithFence()
            var found: PlacedSlot?
            if includingOwn, case .slot(let address) = unsafe find(key, hash: hash, context) {
                unsafe found = unsafe PlacedSlot(self, Slot(address))
            } else {
                unsafe found = unsafe findInherited(key, context)
            }
            guard let found = unsafe found else { return nil }
            // Another registration by now: that one's instance may be kept elsewhere.
            guard let choice, unsafe found.slot.bindingIdentifier == choice.binding else { continue }
            guard let keeper = choice.keeper else { return unsafe found }
            if case .slot(let address) = unsafe keeper.table.find(choice.binding) {
                return unsafe PlacedSlot(keeper, Slot(address))
            }
        }
    }

    /// A registration that was found, by its address, and the container whose own instance is asked for, which has a slot for it;
    /// nil: it is had from where it is.
    private typealias Choice = (binding: ObjectIdentifier, keeper: Container?)

    /// Not pinned before and after, and not inlined: what is let go here may be the last of a binding.
    @inline(never)
    private func choose(
        _ key: ServiceKey, includingOwn: Bool, isTold: Bool
    ) throws(ResolutionError) -> Choice? {
        guard let (binding, owner) = findOwner(of: key, includingOwn: includingOwn) else { return nil }
        if !isTold { try tellObservers(binding, owner) }
        let keeper = try keeper(of: binding, in: owner)
        return (ObjectIdentifier(binding), keeper)
    }

    private func findOwner(of key: ServiceKey, includingOwn: Bool) -> (binding: AnyBinding, owner: Container)? {
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        if includingOwn, case .slot(let address) = unsafe find(key, hash: hash, context) {
            return (unsafe Slot(address).binding, self)
        }
        guard let found = unsafe findInherited(key, context) else { return nil }
        return unsafe (found.slot.binding, found.container.takeUnretainedValue())
    }

    // MARK: Who keeps it

    /// The container that keeps an instance of its own of what another one would keep, with a slot for it; nil: that one keeps it.
    func keeper(of binding: AnyBinding, in owner: Container) throws(ResolutionError) -> Container? {
        let home = owner
        var owner = owner
        switch binding.lifetime {
        case .transient, .graph: return nil
        case .scoped:
            guard let scope = scopeContainer(of: binding) else { return nil }
            owner = scope
        default: break
        }
        for container in derivedAround where container.isBelow(owner) {
            if container.hasOwnSlot(for: binding) { return container }
            let isAffected = container.isAffected(binding, madeBy: owner)
            // What it needs is watched too.
            guard isAffected || binding.options.contains(.justInTime) && container.watched === home else { continue }
            guard container.adopt(binding) else { throw closedFault(binding.key) }
            return container
        }
        return nil
    }

    /// Whether an instance of the registration depends on what is overridden here.
    ///
    /// What an initializer asks for without saying so is seen when it runs. So what seems to be independent is made by its owner
    /// first; who asks would be given that instance anyway.
    private func isAffected(_ binding: AnyBinding, madeBy owner: Container) -> Bool {
        guard let derivation else { return false }
        if derivation.isAffected(binding, in: self) { return true }
        guard derivation.isUnseen(binding) else { return false }
        // Its error is that of who asks, who is given it next.
        try? binding.activate(in: owner)
        return derivation.isAffected(binding, in: self)
    }

    /// Whether an instance that an ancestor keeps of the registration depends on what is overridden here.
    func overridesBelow(_ binding: AnyBinding) -> Bool { derivation?.isAffected(binding, in: self) ?? false }

    private func isBelow(_ owner: Container) -> Bool { ancestors.contains { $0 === owner } }

    private func hasOwnSlot(for binding: AnyBinding) -> Bool {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        if case .slot = unsafe table.find(ObjectIdentifier(binding)) { return true }
        return false
    }

    private func closedFault(_ key: ServiceKey) -> ResolutionError {
        let path = unsafe ThreadContext.current.wholePath.steps
        return ResolutionError(.closed, key: key, path: path + [ResolutionError.Step(key: key, location: nil)])
    }

    // MARK: Who watches

    private func tellObservers(_ binding: AnyBinding, _ owner: Container) throws(ResolutionError) {
        for container in derivedAround where container.isBelow(owner) {
            // Without what it overrides, the ancestors' registrations would be found in its place.
            guard !container.isClosed else { throw closedFault(binding.key) }
            guard let observer = container.derivation?.observer else { continue }
            let path = unsafe ThreadContext.current.wholePath + [binding]
            let resolve = ObservedResolve(
                path: path.map(\.key), isOverride: owner.derivation != nil && !binding.options.contains(.justInTime),
                isAlias: binding.options.contains(.alias))
            guard !observer.mayResolve(resolve) else { continue }
            let error = ResolutionError(
                .notOverridden, key: binding.key, path: path.steps, location: binding.step.location)
            observer.wasRefused(error)
            // Who asks for a type that never fails cannot be thrown an error: the observer has it.
            if let type = binding.type as? any Resolvable.Type, type.neverFails { continue }
            throw error
        }
    }

    /// Tells those who watch of an instance that was made here.
    @inline(never)
    func tellMade<T>(_ instance: T, _ binding: AnyBinding) {
        guard isObserved, let object = ObjectIdentity.object(of: instance) else { return }
        for container in derivedAround { container.derivation?.observer?.wasMade(object, binding.key) }
    }

    /// The slot that this container has for a registration of another's.
    func makeOwnSlot(_ binding: AnyBinding) -> Slot {
        // What is watched goes the slow way, which tells of it.
        if isObserved, binding.lifetime == .transient || binding.lifetime == .graph {
            return unsafe Slot.allocate(binding, state: SlotState.guarded, number: ledger.nextNumber())
        }
        return unsafe makeSlot(binding, keepsScoped: true, arrives: false)
    }

    // MARK: Changing

    /// Refuses to change what belongs to a container that this one, or one that it lies below, was derived from.
    func checkIsOwn(_ owner: Container, _ key: ServiceKey) throws(ResolutionError) {
        guard !isOwn(owner) else { return }
        throw ResolutionError(.inherited, key: key, location: owner.registered(key)?.location)
    }

    /// Whether neither this container nor one that it lies below was derived from the other one.
    func isOwn(_ owner: Container) -> Bool {
        // What overrides in a container that is observed lies in the one before.
        !derivedAround.contains { $0.isBelow(owner) && $0.watched !== owner }
    }

    /// The container before one that is observed: what overrides lies there, so that it is not found without a look.
    var watched: Container? { derivation?.observer == nil ? nil : parents[0] }

    /// Forgets the instance that a container which overrides keeps of an ancestor's registration; whether there is one.
    func forgetDerived(_ key: ServiceKey) throws(ResolutionError) -> Bool {
        guard isDerived, let (binding, owner) = findOwner(of: key, includingOwn: true) else { return false }
        // Of what is intercepted, a record behind has the instance.
        for record in binding.chain {
            guard let keeper = try keeper(of: record, in: owner) else { continue }
            keeper.forget(record)
            return true
        }
        return false
    }
}
