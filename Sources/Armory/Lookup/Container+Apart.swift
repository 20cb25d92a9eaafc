// Lookups of code that may not have the factory's resolver: a container that is asked inside a factory.
//
// Such code may hand its objects to another task. So it gets no object of the factory's graph, except shareable ones, and
// adds none to it: its lookups are a separate level (GraphArena+Levels.swift). Ready hits end before they come here. A
// lookup that is not nested in another is a separate graph anyway, unless the thread resolves in a lasting graph: there,
// a comparison of qualifiers or a `deinit` may look up while no factory runs.

public import CLookup

extension Container {
    /// Calls `body`, which resolves for code that may not have the factory's resolver.
    @usableFromInline
    @inline(never)
    func apart<R>(_ body: () throws(ResolutionError) -> R) throws(ResolutionError) -> R {
        let context = unsafe ThreadContext.current
        return unsafe clookup_is_apart(context) ? try context.inNewLevel(body) : try body()
    }

    /// The same for a body that returns its error.
    @usableFromInline
    @inline(never)
    func apart(_ body: () -> ResolutionError?) -> ResolutionError? {
        let context = unsafe ThreadContext.current
        return unsafe clookup_is_apart(context) ? context.inNewLevel(body) : body()
    }

    /// Ends a lookup, as `obtain` does.
    @_silgen_name("clookup_obtain_apart_in_swift")
    func obtainApart(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ left: UInt, _ type: any Any.Type,
        _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        if _fastPath(left == SlotState.weak) { return unsafe takeSharedApart(context, slot, room) }
        // After a throw, the slot is still on the path. Such a call was not nested: a nested one comes here before its factory.
        if unsafe left != UInt(clookup_threw) && clookup_is_apart(context) {
            return unsafe obtainInNewLevel(context, slot, left, type, room)
        }
        // Checked before rarer cases: a scope often resolves its parent's singletons.
        if left == UInt(clookup_missing) {
            return unsafe takeInherited(Pin(of: context.assumingMemoryBound(to: ThreadContext.self)), room, type)
        }
        return unsafe obtain(context, slot, left, type, room)
    }

    @inline(never)
    private func obtainInNewLevel(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ left: UInt, _ type: any Any.Type,
        _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        unsafe context.assumingMemoryBound(to: ThreadContext.self).inNewLevel {
            unsafe obtain(context, slot, left, type, room)
        }
    }

    @usableFromInline
    @inline(never)
    func obtainOptionalApart(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) throws(ResolutionError) -> Bool {
        try apart { () throws(ResolutionError) in try unsafe obtainOptional(found, room, type) }
    }

    @inlinable
    @inline(never)
    func takeInheritedApart<Q: Hashable & Sendable>(
        _ request: Request, _ qualifier: Q, hash: UInt, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) -> ResolutionError? {
        let context = unsafe pin.handOver()
        return apart { unsafe takeInherited(request, qualifier, hash: hash, room, Pin(of: context)) }
    }

    @inlinable
    @inline(never)
    func takeInheritedOptionalApart<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) throws(ResolutionError) -> Bool {
        let context = unsafe pin.handOver()
        return try apart { () throws(ResolutionError) in
            try unsafe takeInheritedOptional(type, qualifier, hash: hash, room, Pin(of: context))
        }
    }
}
