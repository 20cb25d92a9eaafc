// What an optional look-up goes on to. Each function returns false if nothing is registered, or if the factory declines.

public import CLookup

extension Container {
    /// As `obtain`, but a type that is not registered is no error.
    @usableFromInline
    @inline(never)
    func obtainOptional(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) throws(ResolutionError) -> Bool {
        let pin = unsafe Pin(of: found.context.assumingMemoryBound(to: ThreadContext.self))
        if unsafe found.state == UInt(clookup_missing) {
            return try unsafe takeOptional(findInherited(ObjectIdentifier(type), pin), Request(type), room)
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
        let found = unsafe findInherited(type, qualifier, hash: hash, pin)
        // The qualifier is boxed only for a search by the whole key.
        let request = unsafe found == nil ? Request(type, box(qualifier)) : Request(type)
        return try unsafe takeOptional(found, request, room)
    }

    /// Resolves what was found in an ancestor's table, if anything was.
    @usableFromInline
    func takeOptional(
        _ found: consuming PlacedSlot?, _ request: Request, _ room: UnsafeMutableRawPointer
    ) throws(ResolutionError) -> Bool {
        guard let found = unsafe found else {
            if hasMetClosed { throw unsafe missingFault(request.key, ThreadContext.current) }
            // A container can find more in the view of a module, or with overrides.
            return view != nil || isDerived ? try unsafe lookUpOptional(request, room) : false
        }
        guard let error = unsafe take(found, request, room) else { return true }
        try throwUnlessDeclined(error)
        return false
    }
}
