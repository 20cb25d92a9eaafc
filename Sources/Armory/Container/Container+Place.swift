// Whose slot it is that an instance is made and kept in: `place(of:)` of the picture in Container+Inherited.swift.

internal import Synchronization

extension Container {
    /// Where the instance of a registration that was found is made and kept when this container asks for it.
    ///
    /// The thread is pinned; it is not any more where this throws.
    @usableFromInline
    @inline(never)
    func place(
        of found: PlacedSlot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        switch unsafe found.slot.state {
        case SlotState.transient, SlotState.graph, SlotState.arguments, SlotState.guarded:
            return try unsafe ownSlot(for: found.slot, context)
        case SlotState.scoped:
            guard let container = unsafe scopeContainer(of: found.slot.binding) else {
                throw unsafe outsideScopeFault(found.slot.binding, context)
            }
            return try unsafe container.ownSlot(for: found.slot, context)
        default:
            return unsafe found
        }
    }

    /// Unpins.
    private func outsideScopeFault(
        _ binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        unsafe context.unpin()
        return unsafe fault(.outsideScope, binding, context, detail: binding.scope.map { .scope($0) } ?? .none)
    }

    /// The nearest container, in the order of the search, that is a scope of the registration's tag.
    func scopeContainer(of binding: AnyBinding) -> Container? {
        guard let tag = binding.scope else { return nil }
        return scope == tag ? self : ancestors.first { $0.scope == tag }
    }

    /// This container's own slot for the binding of a slot.
    ///
    /// Pinning as for `place`.
    private func ownSlot(
        for slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        if case .slot(let address) = unsafe table.find(slot.bindingIdentifier) {
            return unsafe PlacedSlot(self, Slot(address))
        }
        return try unsafe makeOwnSlot(for: slot.binding, context)
    }

    private func makeOwnSlot(
        for binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        let key = ObjectIdentifier(binding)
        defer { withExtendedLifetime(binding) {} }
        unsafe context.unpin()
        while true {
            guard adopt(binding) else { throw unsafe missingFault(binding.key, context) }
            unsafe context.pinWithFence()
            // The table holds the binding too, so a pinned thread may let go of it.
            if case .slot(let address) = unsafe table.find(key) { return unsafe PlacedSlot(self, Slot(address)) }
            // Closed meanwhile.
            unsafe context.unpin()
        }
    }

    /// Makes an own slot for the binding, where there is none; false when the container is closed.
    private func adopt(_ binding: AnyBinding) -> Bool {
        let key = ObjectIdentifier(binding)
        let retired = ledger.lock.withLock { () -> [Ledger.Retired]? in
            guard !ledger.isClosed else { return nil }
            guard case .nothing = unsafe table.find(key) else { return [] }
            // Release: pairs with the acquire in `change`. A rebuild may drop the slot that is being changed.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            return unsafe insert(
                makeSlot(binding, keepsScoped: true), tableKey: UInt(bitPattern: key), hash: KeyHash.hash(key))
        }
        guard let retired else { return false }
        ledger.retire(retired)
        return true
    }
}

extension Container {
    /// How many slots the container has for registrations of others, or for scoped ones of its own.
    package var ownSlotCount: Int {
        ledger.lock.withLock {
            var count = 0
            unsafe table.forEachSlot { address in
                if unsafe table.isForAnother(Slot(address)) { count += 1 }
            }
            return count
        }
    }
}
