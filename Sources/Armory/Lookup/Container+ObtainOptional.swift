// What an optional look-up goes on to. Each function returns false if nothing is registered, or if the factory declines.

public import CLookup

extension Container {
    /// As `obtain`, but a type that is not registered is no error.
    @usableFromInline
    @inline(never)
    func obtainOptional(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) throws(ResolutionError) -> Bool {
        let context = unsafe found.context.assumingMemoryBound(to: ThreadContext.self)
        if unsafe found.state == UInt(clookup_missing) { return try unsafe takeInheritedOptional(room, type, context) }
        return try unlessDeclined { () throws(ResolutionError) in
            try unsafe takeUnlessRemoved(Slot(found.slot), Request(type), room, context)
        }
    }

    private func takeInheritedOptional(
        _ room: UnsafeMutableRawPointer, _ type: any Any.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Bool {
        guard let found = unsafe findInherited(ObjectIdentifier(type)) else {
            if unsafe endMissing(context) { throw unsafe missingFault(type, nil, context) }
            return try unsafe lookUpElsewhere(type, nil, room)
        }
        return try unlessDeclined { () throws(ResolutionError) in
            try unsafe isMade(take(found, Request(type), room, context))
        }
    }

    @inlinable
    @inline(never)
    func takeInheritedOptional<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ room: UnsafeMutableRawPointer,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Bool {
        guard let found = unsafe findInherited(type, qualifier, hash: hash, context) else {
            if unsafe endMissing(context) { throw unsafe missingFault(type, box(qualifier), context) }
            return try unsafe lookUpElsewhere(type, box(qualifier), room)
        }
        return try unlessDeclined { () throws(ResolutionError) in
            try unsafe isMade(take(found, Request(type), room, context))
        }
    }

    /// Looks up a key that no table has, where a container can find more: in the view of a module, or with overrides.
    @usableFromInline
    func lookUpElsewhere(
        _ type: any Any.Type, _ qualifier: AnyQualifier?, _ room: UnsafeMutableRawPointer
    ) throws(ResolutionError) -> Bool {
        guard view != nil || isDerived else { return false }
        return try unsafe lookUpOptional(Request(type, qualifier), room)
    }
}
