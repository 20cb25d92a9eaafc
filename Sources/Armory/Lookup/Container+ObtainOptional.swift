// The rest of an optional lookup that no ready hit ends. Each function returns false if nothing is registered, or if the
// factory declines.

public import CLookup

extension Container {
    /// Resolves an instance as `obtain` does, but a type that is not registered is no error.
    @usableFromInline
    @inline(never)
    func obtainOptional(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) throws(ResolutionError) -> Bool {
        let pin = unsafe Pin(of: found.context.assumingMemoryBound(to: ThreadContext.self))
        if unsafe found.state == UInt(clookup_missing) {
            guard let inherited = unsafe findInherited(ObjectIdentifier(type), pin) else {
                return mayFindMore ? try unsafe lookUpMissing(Request(type), room) : false
            }
            return try unsafe takeOptional(inherited, Request(type), room)
        }
        do throws(ResolutionError) {
            return try unsafe takeUnlessRemoved(Slot(found.slot), Request(type), room, pin)
        } catch {
            try throwUnlessDeclined(error)
            return false
        }
    }

    @inlinable
    @inline(never)
    func takeInheritedOptional<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) throws(ResolutionError) -> Bool {
        guard let found = unsafe findInherited(type, qualifier, hash: hash, pin) else {
            // The qualifier is boxed only for a search by the whole key.
            return mayFindMore ? try unsafe lookUpMissing(Request(type, box(qualifier)), room) : false
        }
        return try unsafe takeOptional(found, Request(type), room)
    }

    /// Whether the end of a search in the tables is not yet an answer: a container was closed, or can find more in the view
    /// of a module or with overrides.
    @usableFromInline
    @inline(never)
    var mayFindMore: Bool { hasMetClosed || view != nil || isDerived }

    /// Looks up what a search in the tables has not found, if `mayFindMore`.
    @usableFromInline
    func lookUpMissing(_ request: Request, _ room: UnsafeMutableRawPointer) throws(ResolutionError) -> Bool {
        guard view != nil || isDerived, !hasMetClosed else {
            throw unsafe missingFault(request.key, ThreadContext.current)
        }
        return try unsafe lookUpOptional(request, room)
    }

    /// Resolves a slot in the table of an ancestor.
    @usableFromInline
    func takeOptional(
        _ found: consuming PinnedSlot, _ request: Request, _ room: UnsafeMutableRawPointer
    ) throws(ResolutionError) -> Bool {
        guard let error = unsafe take(found, request, room) else { return true }
        try throwUnlessDeclined(error)
        return false
    }
}
