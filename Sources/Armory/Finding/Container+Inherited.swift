internal import Synchronization

extension Container {
    /// The registration of an unqualified key in the ancestors; nil also if this container is closed.
    ///
    /// The thread is pinned before and after, as in every method that finds.
    @usableFromInline
    @inline(never)
    func findInherited(_ type: ObjectIdentifier) -> PlacedSlot? {
        guard unsafe !table.isClosed else { return nil }
        for index in 0..<(unsafe traits.searched.count) {
            let ancestor = unsafe traits.searched[index]
            if case .slot(let address) = unsafe ancestor.lend({ unsafe $0.table.find(type) }),
                unsafe Slot(address).state != SlotState.absent
            {
                return unsafe PlacedSlot(ancestor, Slot(address))
            }
        }
        return nil
    }

    /// The registration of a qualified key in the ancestors; nil also if this container is closed.
    @inlinable
    @inline(never)
    func findInherited<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> PlacedSlot? {
        guard unsafe !table.isClosed else { return nil }
        for index in 0..<(unsafe traits.searched.count) {
            let ancestor = unsafe traits.searched[index]
            if case .slot(let address) = unsafe ancestor.lend({
                unsafe $0.find(type, qualifier, hash: hash, context)
            }),
                unsafe Slot(address).state != SlotState.absent
            {
                return unsafe PlacedSlot(ancestor, Slot(address))
            }
        }
        return nil
    }

    /// The registration of any key in the ancestors; nil also if this container is closed.
    func findInherited(_ key: ServiceKey, _ context: UnsafeMutablePointer<ThreadContext>) -> PlacedSlot? {
        guard key.qualifier != nil || isDerived else { return unsafe findInherited(key.typeIdentifier) }
        guard unsafe !table.isClosed else { return nil }
        let hash = key.tableHash
        for ancestor in ancestors {
            if case .slot(let address) = unsafe ancestor.find(key, hash: hash, context),
                unsafe Slot(address).state != SlotState.absent
            {
                return unsafe PlacedSlot(ancestor, Slot(address))
            }
        }
        return nil
    }

    /// The registration that is found instead of one that was removed.
    ///
    /// The caller holds the binding. If nothing is found, the thread is unpinned.
    @inline(never)
    func findInsteadOfRemoved(
        _ binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot? {
        if let found = try unsafe findPlaced(binding.key, context) { return unsafe found }
        if unsafe endMissing(context) { throw unsafe fault(.closed, binding, context) }
        return nil
    }

    /// Ends a search that found nothing.
    ///
    /// Unpins the thread, and returns whether the search has met a closed container.
    @usableFromInline
    @inline(never)
    func endMissing(_ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        var isClosed = unsafe table.isClosed
        for index in 0..<(unsafe traits.searched.count)
        where unsafe traits.searched[index].lend({ unsafe $0.table.isClosed }) {
            isClosed = true
        }
        unsafe context.unpin()
        return isDerived ? meetsClosed : isClosed
    }

    /// The slot that is found instead of one whose registration has no instance in its own slot.
    ///
    /// The caller holds the binding. If this throws, the thread is unpinned.
    func findElsewhere(
        _ slot: Slot, _ binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        if unsafe slot.state == SlotState.scoped {
            guard isDerived, let found = try unsafe findPlaced(binding.key, context, includingOwn: true) else {
                return unsafe PlacedSlot(self, slot)
            }
            return unsafe found
        }
        guard let found = try unsafe findInsteadOfRemoved(binding, context) else {
            throw unsafe fault(binding.options.contains(.promise) ? .promised : .removed, binding, context)
        }
        return unsafe found
    }
}
