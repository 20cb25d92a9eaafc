// What the fast way of making an instance that is kept does before and after the factory: the same for all types.

internal import Synchronization

extension Container {
    /// Makes an instance that is kept, of a registration that is a factory and nothing else.
    @inlinable
    @inline(__always)
    func makeKept<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let entry = unsafe context.pathEntry
        guard unsafe beginKept(slot, context, entry) else { return try unsafe takeSlowly(slot, type, context) }
        do {
            let instance = try unsafe slot.withBinding(Binding<T>.self) { binding throws(any Error) in
                try binding.factory(Resolver(owner: self))
            }
            unsafe slot.instance(as: type).initialize(to: instance)
            guard unsafe endKept(slot, context, entry) else {
                return try unsafe settleKept(slot.instance(as: type).move(), slot, context, entry)
            }
            return instance
        } catch {
            throw unsafe failKept(error, slot, type, context, entry)
        }
    }

    /// Claims the slot for the thread and enters it on the path; false where the slow way has to be taken.
    ///
    /// The thread is pinned; it is not any more where this returns true.
    @usableFromInline
    @inline(never)
    func beginKept(_ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry) -> Bool {
        // Where an instance can be taken early, the slow path keeps track of who holds it.
        let resolution = unsafe context.resolutionWord
        guard unsafe context.pointee.buildCount == 0, resolution != 0,
            unsafe !context.isBlocked(slot, at: entry)
        else { return false }
        if closesAtOnce, ledger.closesInstances, unsafe slot.binding.options.contains(.closes) { return false }
        guard unsafe slot.claimLight(for: resolution) else { return false }
        unsafe context.enter(slot, at: entry)
        return true
    }

    /// Publishes the instance that lies in the slot; false where somebody waits for it, or something is unfinished.
    @usableFromInline
    @inline(never)
    func endKept(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> Bool {
        guard unsafe context.pointee.buildCount == 0 else { return false }
        unsafe slot.order = nextOrder()
        guard unsafe slot.leaveLight(context.resolutionWord, for: SlotState.ready) else { return false }
        unsafe context.leave(entry)
        if ledger.hasLimbo { ledger.retire([]) }
        return true
    }

    /// The end of an instance that was not published yet.
    @usableFromInline
    @inline(never)
    func settleKept<T>(
        _ instance: T, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) throws -> T {
        let binding = unsafe slot.binding.typed(as: Binding<T>.self)
        let settled = try unsafe Construction<T>(
            slot: slot, context: context, owner: self, resolver: Resolver(owner: self),
            injections: [], factory: binding.factory
        ).settleKept(instance)
        unsafe context.leave(entry)
        if ledger.hasLimbo { ledger.retire([]) }
        return settled
    }

    /// Leaves the slot and the path after the factory threw, and says what happened.
    ///
    /// Where the instance was settled, its build is over.
    @usableFromInline
    @inline(never)
    func failKept<T>(
        _ error: any Error, _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>,
        _ entry: PathEntry
    ) -> ResolutionError {
        if unsafe !slot.leaveLight(context.resolutionWord, for: SlotState.fresh) {
            unsafe WaitForGraph.shared.failLight(slot, of: Resolution.of(context))
        }
        return unsafe fail(error, context, entry)
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The address of the thread's part in the wait-for graph, without a retain: it is there as long as the thread; 0: there is
    /// none yet.
    fileprivate var resolutionWord: UInt {
        unsafe withUnsafeBytes(of: &pointee.resolution) { unsafe $0.load(as: UInt.self) }
    }
}
