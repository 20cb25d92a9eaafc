extension Container {
    /// The registration of an unqualified key in the ancestors; nil also if this container is closed.
    @inline(never)
    func findInherited(_ type: ObjectIdentifier, _ pin: consuming Pin) -> PinnedSlot? {
        guard unsafe !table.isClosed, !isDerived else { return nil }
        for index in 0..<(unsafe traits.ancestors.count) {
            let ancestor = unsafe traits.ancestors[index]
            if case .slot(let address) = unsafe ancestor.lend({ unsafe $0.table.find(type) }),
                unsafe Slot(address).state != SlotState.absent
            {
                return unsafe PinnedSlot(ancestor, Slot(address), pin)
            }
        }
        return nil
    }

    /// The registration of a qualified key in the ancestors; nil also if this container is closed.
    @inlinable
    @inline(never)
    func findInherited<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ pin: consuming Pin
    ) -> PinnedSlot? {
        guard unsafe !table.isClosed, !isDerived else { return nil }
        for index in 0..<(unsafe traits.ancestors.count) {
            let ancestor = unsafe traits.ancestors[index]
            if case .slot(let address) = unsafe ancestor.lend({
                unsafe $0.find(type, qualifier, hash: hash, &pin)
            }),
                unsafe Slot(address).state != SlotState.absent
            {
                return unsafe PinnedSlot(ancestor, Slot(address), pin)
            }
        }
        return nil
    }

    /// The registration of any key in the ancestors; nil also if this container is closed.
    func findInherited(_ key: ServiceKey, _ pin: consuming Pin) -> PinnedSlot? {
        guard key.qualifier != nil || isDerived else { return unsafe findInherited(key.typeIdentifier, pin) }
        // The hash of a qualifier is user code.
        let hash = pin.pause { key.tableHash }
        guard unsafe !table.isClosed else { return nil }
        for ancestor in ancestors {
            if case .slot(let address) = unsafe ancestor.find(key, hash: hash, &pin),
                unsafe Slot(address).state != SlotState.absent
            {
                return unsafe PinnedSlot(ancestor, Slot(address), pin)
            }
        }
        return nil
    }

    /// The registration that is found instead of one that was removed; nil: there is none.
    ///
    /// The caller holds the binding.
    @inline(never)
    func findInsteadOfRemoved(
        _ binding: Binding, _ pin: consuming Pin, includingOwn: Bool = false
    ) throws(ResolutionError) -> PinnedSlot? {
        if let found = try unsafe findInFamily(binding.key, pin, includingOwn: includingOwn) { return unsafe found }
        if hasMetClosed { throw unsafe fault(.closed, binding, ThreadContext.current, detail: endedScope) }
        return nil
    }

    /// Whether this container or an ancestor is closed, for a search that found nothing.
    @inline(never)
    var hasMetClosed: Bool {
        let pin = Pin()
        var isClosed = unsafe table.isClosed
        for index in 0..<(unsafe traits.ancestors.count)
        where unsafe traits.ancestors[index].lend({ unsafe $0.table.isClosed }) {
            isClosed = true
        }
        pin.end()
        return isClosed
    }

    /// The slot that is found instead of one whose registration has no instance in its own slot.
    ///
    /// The caller holds the binding.
    func findElsewhere(
        _ slot: Slot, _ binding: Binding, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        let isScoped = unsafe slot.state == SlotState.scoped
        if isScoped, !isDerived { return unsafe PinnedSlot(self, slot, pin) }
        if let found = try unsafe findInsteadOfRemoved(binding, pin, includingOwn: isScoped) { return unsafe found }
        throw unsafe fault(binding.options.contains(.promise) ? .promised : .removed, binding, ThreadContext.current)
    }
}
