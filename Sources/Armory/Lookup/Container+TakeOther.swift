// Resolves shared and graph instances, and creates kept ones: specialised in the client's module like the fast path,
// but out of line, so that a call of `resolve` stays small.

public import CLookup

extension Container {
    @inlinable
    @inline(never)
    func takeShared<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let instance = unsafe slot.loadShared(as: type) else {
            return try unsafe takeSlowly(slot, type, context)
        }
        unsafe context.unpin()
        return instance
    }

    @inlinable
    @inline(never)
    func takeOther<T>(_ found: clookup_found, _ type: T.Type) throws(ResolutionError) -> T {
        let (context, slot) = unsafe (found.context.assumingMemoryBound(to: ThreadContext.self), Slot(found.slot))
        if unsafe found.state == UInt(clookup_missing) { return try unsafe takeInherited(type, context) }
        guard unsafe found.state == SlotState.graph else {
            if unsafe found.state == SlotState.fresh { return try unsafe makeKept(slot, type, context) }
            return try unsafe takeRest(found, type)
        }
        if let entry = unsafe context.pointee.graph.find(slot.identifier) {
            guard unsafe entry.pointee.build == nil else {
                return try unsafe takeSlowly(slot, type, context)
            }
            unsafe context.unpin()
            return unsafe GraphArena.value(of: entry, as: type).pointee
        }
        return try unsafe makeInGraph(slot, type, context)
    }

    /// Resolves a slot that the functions above do not handle: one in another state, or a transient that the fast path
    /// may not create.
    @inlinable
    @inline(never)
    func takeRest<T>(_ found: clookup_found, _ type: T.Type) throws(ResolutionError) -> T {
        if unsafe found.state == UInt(clookup_unpinned) { return try lookUpWithoutFastPointer(type) }
        let (context, slot) = unsafe (found.context.assumingMemoryBound(to: ThreadContext.self), Slot(found.slot))
        if unsafe found.state == SlotState.told { return try unsafe takeTold(slot, type, context) }
        return try unsafe takeSlowly(slot, type, context)
    }

    /// Creates an instance that the running graph does not have yet.
    @inlinable
    @inline(__always)
    func makeInGraph<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let entry = unsafe context.pathEntry
        // If an instance can be taken early, the slow path tracks its holders.
        if unsafe context.pointee.buildCount != 0
            || context.isBlocked(slot, at: entry)
        {
            return try unsafe takeSlowly(slot, type, context)
        }
        unsafe context.enter(slot, at: entry)
        do {
            var instance = try unsafe slot.withBinding(Binding<T>.self) { try $0.factory(Resolver(owner: self)) }
            _ = unsafe context.pointee.graph.insert(slot.identifier, instance)
            // An injection further in may have waited for this factory to return.
            if unsafe context.pointee.buildCount != 0 { instance = try unsafe settle(instance, slot, context) }
            unsafe context.leave(entry)
            return instance
        } catch {
            throw unsafe fail(error, context, entry)
        }
    }
}
