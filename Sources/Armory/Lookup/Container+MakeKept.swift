// The fast path that creates a kept instance: the work before and after the factory is the same for all types.

internal import Synchronization

extension Container {
    /// Creates the kept instance of a registration that has only a factory.
    @inlinable
    @inline(__always)
    func makeKept<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let entry = unsafe context.pathEntry
        guard unsafe beginKept(slot, context, entry) else { return try unsafe takeSlowly(slot, type, context) }
        do {
            let instance = try unsafe slot.withBinding(Binding<T>.self) { try $0.factory(Resolver(owner: self)) }
            unsafe slot.instance(as: type).initialize(to: instance)
            guard unsafe endKept(slot, context, entry) else {
                return try unsafe settleKept(slot.instance(as: type).move(), slot, context, entry)
            }
            return instance
        } catch {
            throw unsafe failKept(error, slot, type, context, entry)
        }
    }

    /// Claims the slot for the thread and puts it on the path; false: the lookup must take the slow path.
    ///
    /// Requires a pinned thread. Unpins it before returning true.
    @usableFromInline
    @inline(never)
    func beginKept(_ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry) -> Bool {
        // If an instance can be taken early, the slow path tracks its holders.
        let node = unsafe context.nodeWord
        guard unsafe context.pointee.buildCount == 0, node != 0,
            unsafe !context.isBlocked(slot, at: entry)
        else { return false }
        if closesAtOnce, control.closesInstances, unsafe slot.binding.options.contains(.closes) { return false }
        guard unsafe slot.claimLight(for: node) else { return false }
        unsafe context.enter(slot, at: entry)
        return true
    }

    /// Publishes the instance in the slot; false: a thread waits for the instance, or a build is unfinished.
    @usableFromInline
    @inline(never)
    func endKept(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> Bool {
        guard unsafe context.pointee.buildCount == 0 else { return false }
        unsafe slot.order = nextOrder()
        guard unsafe slot.leaveLight(context.nodeWord, for: SlotState.ready) else { return false }
        unsafe context.leave(entry)
        if control.hasLimbo { control.retire([]) }
        return true
    }

    /// Completes an instance that `endKept` has not published.
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
        if control.hasLimbo { control.retire([]) }
        return settled
    }

    /// Leaves the slot and the path after the factory threw, and returns the error.
    ///
    /// If the instance was settled, its build is over.
    @usableFromInline
    @inline(never)
    func failKept<T>(
        _ error: any Error, _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>,
        _ entry: PathEntry
    ) -> ResolutionError {
        if unsafe !slot.leaveLight(context.nodeWord, for: SlotState.fresh) {
            unsafe WaitForGraph.shared.failLight(slot, of: ThreadNode.of(context))
        }
        return unsafe fail(error, context, entry)
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The address of the thread's node in the wait-for graph, without a retain; 0: the thread has no node yet.
    ///
    /// The node lives as long as the thread.
    fileprivate var nodeWord: UInt {
        unsafe withUnsafeBytes(of: &pointee.node) { unsafe $0.load(as: UInt.self) }
    }
}
