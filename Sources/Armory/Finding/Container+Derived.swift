// Lookup in a container that overrides registrations of its ancestors, or that is a descendant of one that does.
//
//     lookUp(T, key)
//        |
//     own table --------- found: as usual
//        | nothing
//     findInFamily        finds the registration in an ancestor, and the container that keeps its instance:
//        |
//        |   lifetime                     kept by
//        |   transient, graph             no container: created in the asker's view, as usual
//        |   singleton, shared, scoped,   the nearest container, from the asker to the one that would keep it, on
//        |   custom                       whose overrides the registration depends: its own slot; otherwise the
//        |                                usual container
//        v
//     take
//
// The own slot is stored under the address of the binding, as those of transients are (Container+TakeInherited.swift).
// It begins empty: instances that the base has created stay with the base.

internal import Synchronization

extension Container {
    /// The containers that override registrations, out of this one and its ancestors.
    var derivedAround: [Container] {
        guard isDerived else { return [] }
        return ([self] + ancestors).filter { $0.derivation != nil }
    }

    /// Whether an observer watches the resolves in this container.
    private var isObserved: Bool { derivedAround.contains { $0.derivation?.observer != nil } }

    /// The registration of a key in the ancestors, with the slot that keeps its instance for this container.
    func findInFamily(
        _ key: ServiceKey, _ pin: consuming Pin, includingOwn: Bool = false
    ) throws(ResolutionError) -> PinnedSlot? {
        guard isDerived else { return unsafe findInherited(key, pin) }
        pin.end()
        var isNotified = false
        while true {
            let choice = try choose(key, includingOwn: includingOwn, isNotified: isNotified)
            // It holds the registration: a new one could have the address of one that was freed. Its end runs no user code
            // on a pinned thread: where the pin goes on, the slot holds the same registration.
            defer { withExtendedLifetime(choice) {} }
            isNotified = true
            guard let found = unsafe findOnce(key, includingOwn: includingOwn) else { return nil }
            // Another registration has taken the key meanwhile, and its instance may be kept elsewhere.
            guard let choice, unsafe found.slot.bindingIdentifier == ObjectIdentifier(choice.binding) else { continue }
            guard let keeper = choice.keeper else { return unsafe found }
            if case .slot(let address) = unsafe keeper.table.find(ObjectIdentifier(choice.binding)) {
                return unsafe PinnedSlot(keeper, Slot(address), found.pin)
            }
        }
    }

    /// The slot that was found, if `KnownSlots` may remember it: every lookup of the key takes its instance from there.
    func keptSlot(of found: borrowing PinnedSlot, _ key: ServiceKey) -> UInt? {
        guard key.qualifier == nil, let known = traits.known, unsafe found.slot.state == SlotState.ready,
            unsafe found.slot.withBinding({ $0.lifetime == .singleton }),
            unsafe found.container.lend({ known.includes($0) })
        else { return nil }
        return unsafe found.slot.identifier
    }

    private func findOnce(_ key: ServiceKey, includingOwn: Bool) -> PinnedSlot? {
        guard includingOwn else { return unsafe findInherited(key, Pin()) }
        let hash = key.tableHash
        var pin = Pin()
        if case .slot(let address) = unsafe find(key, hash: hash, &pin) {
            return unsafe PinnedSlot(self, Slot(address), pin)
        }
        return unsafe findInherited(key, pin)
    }

    /// The registration that was found, and the container that keeps a separate instance and has a slot
    /// for it.
    ///
    /// A nil container: the instance comes from where the registration was found.
    private typealias Choice = (binding: Binding, keeper: Container?)

    /// Requires an unpinned thread: it runs user code.
    private func choose(
        _ key: ServiceKey, includingOwn: Bool, isNotified: Bool
    ) throws(ResolutionError) -> Choice? {
        guard let (binding, owner) = findOwner(of: key, includingOwn: includingOwn) else { return nil }
        if !isNotified { try notifyObservers(binding, owner) }
        return (binding, try keeper(of: binding, in: owner))
    }

    /// The registration of a key in the ancestors, or in the table here too, and the container that has it.
    func findOwner(of key: ServiceKey, includingOwn: Bool) -> (binding: Binding, owner: Container)? {
        guard let found = unsafe findOnce(key, includingOwn: includingOwn) else { return nil }
        let result = unsafe (found.slot.binding, found.container.takeUnretainedValue())
        unsafe found.pin.end()
        return result
    }

    // MARK: Keepers

    /// The container that keeps a separate instance of another container's registration, and has a slot for it; nil:
    /// there is no separate instance.
    func keeper(of binding: Binding, in owner: Container) throws(ResolutionError) -> Container? {
        let home = owner
        var owner = owner
        switch binding.lifetime {
        case .transient, .graph: return nil
        case .scoped:
            guard let scope = scopeContainer(of: binding) else { return nil }
            owner = scope
        case .singleton, .shared, .custom: break
        }
        for container in derivedAround where container.isBelow(owner) {
            if container.hasOwnSlot(for: binding) { return container }
            let isAffected = container.derivation?.isAffected(binding, in: container, madeBy: owner) ?? false
            // The dependencies of a just-in-time registration are observed too.
            guard isAffected || binding.options.contains(.justInTime) && container.watched === home else { continue }
            guard container.adopt(binding) else { throw closedFault(binding.key) }
            return container
        }
        return nil
    }

    /// Whether an instance that an ancestor keeps of the registration depends on an override of this container.
    func overridesBelow(_ binding: Binding) -> Bool { derivation?.isAffected(binding, in: self) ?? false }

    private func isBelow(_ owner: Container) -> Bool { ancestors.contains { $0 === owner } }

    private func hasOwnSlot(for binding: Binding) -> Bool {
        let pin = Pin()
        let slot = unsafe table.find(ObjectIdentifier(binding)).slot
        pin.end()
        return unsafe slot != nil
    }

    private func closedFault(_ key: ServiceKey) -> ResolutionError {
        let path = unsafe ThreadContext.current.wholePath.steps
        return ResolutionError(
            .closed, key: key, path: path + [ResolutionError.Step(key: key, location: nil)], detail: endedScope)
    }

    // MARK: Observers

    private func notifyObservers(_ binding: Binding, _ owner: Container) throws(ResolutionError) {
        for container in derivedAround where container.isBelow(owner) {
            // Without the overrides of this container, lookups would find the ancestors' registrations instead.
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
            // A type that never fails cannot throw an error to its caller: only the observer gets it.
            if let type = binding.type as? any Resolvable.Type, type.neverFails { continue }
            throw error
        }
    }

    /// Notifies the observers of an instance that was created here.
    @inline(never)
    func notifyMade<T>(_ instance: T, _ binding: Binding) {
        guard isObserved, let object = ObjectIdentity.object(of: instance) else { return }
        for container in derivedAround { container.derivation?.observer?.wasMade(object, binding.key) }
    }

    /// The slot of this container for another container's registration.
    func makeOwnSlot(_ binding: Binding) -> Slot {
        // Observed transients take the slow path, which notifies the observers.
        if isObserved, binding.lifetime == .transient || binding.lifetime == .graph {
            if binding.lifetime == .graph { control.hasGraphs = true }
            return unsafe Slot.allocate(binding, state: SlotState.guarded, number: control.nextNumber())
        }
        return unsafe makeSlot(binding, keepsScoped: true, arrives: false)
    }

    // MARK: Changing

    /// Adds keys that this container overrides: instances that depend on them are created anew from then on.
    func addOverrides(of keys: [ServiceKey]) {
        guard let derivation else { return }
        derivation.addOverrides(of: keys)
        // Release: pairs with the acquire in `clookup_stamp`.
        control.version.wrappingAdd(1, ordering: .releasing)
    }

    /// Whether neither this container nor any of its ancestors was derived from `owner`.
    func isOwn(_ owner: Container) -> Bool {
        // The overrides of an observed container are in its parent.
        !derivedAround.contains { $0.isBelow(owner) && $0.watched !== owner }
    }

    /// The parent of an observed container, which holds the overrides, so that a lookup finds none without asking the
    /// observer.
    var watched: Container? { derivation?.observer == nil ? nil : parents[0] }

    /// Forgets the instance that an overriding container keeps of an ancestor's registration; false: there is none.
    func forgetDerived(_ key: ServiceKey) throws(ResolutionError) -> Bool {
        guard isDerived, let (binding, owner) = findOwner(of: key, includingOwn: true) else { return false }
        // For an intercepted registration, an inner record has the instance.
        for record in binding.chain {
            guard let keeper = try keeper(of: record, in: owner) else { continue }
            keeper.forget(record)
            return true
        }
        return false
    }
}
