// Where a look-up goes on that the container's own table cannot answer. A hit in the own table never comes here.
//
//     child.resolve(T)
//          |
//      own table ---- found ----> take (Container+Resolve.swift)
//          | nothing, or a registration that was removed
//          v
//      takeInherited              one for each form of asking
//          |
//      findInherited              the ancestors' tables: the parents in order, depth first, each once
//          | nothing: lookUp(T, key), in Container+Keys.swift: views of modules, optionals, lists
//          |
//      place(of:)                 whose slot, and so in whose view:
//          |
//          |   lifetime           the slot                                   made in the view of
//          |   singleton, shared, the one that was found                     the container that registered it
//          |   custom
//          |   transient, graph   the asker's own for the same binding       the asker
//          |   scoped             that of the scope's container around the   the scope's container
//          |                      asker, its own for the same binding
//          v
//      container.take(slot)       as if it had been found in that container's own table
//
// A container's own slot for a binding lies in its table under the address of the binding. It is made when it is first asked
// for, and dropped at a rebuild when nobody else has the binding any more. So a slot always belongs to one view: the path,
// the graph's arena, the injections that are put off and the check for cycles tell two views apart by the slot alone, and
// no instance of a running graph crosses from one view to another.
//
// A scoped registration has no instance in its own container's slot either, so it comes here also from the own table.
//
// A container that overrides what its parents have, and one below it, go another way: they search no tables here, so that nothing
// is found and everything comes to lookUp(T, key). See Container+Derived.swift.

internal import Synchronization

// MARK: Taking

extension Container {
    /// The instance of a type that is not in the own table.
    ///
    /// The thread is pinned, and is not any more when this returns; so it is with all that take.
    @inlinable
    @inline(never)
    func takeInherited<T>(
        _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let found = unsafe findInherited(ObjectIdentifier(type)) else {
            unsafe context.unpin()
            return try lookUp(type, key: nil)
        }
        return try unsafe take(found, type, context)
    }

    @inlinable
    @inline(never)
    func takeInherited<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let found = unsafe findInherited(type, qualifier, hash: hash, context) else {
            unsafe context.unpin()
            return try lookUp(type, key: box(qualifier))
        }
        return try unsafe take(found, type, context)
    }

    /// As above, or nil where nobody has it.
    @inlinable
    @inline(never)
    func takeInheritedOptional<T>(
        _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        guard let found = unsafe findInherited(ObjectIdentifier(type)) else {
            if unsafe endMissing(context) { throw unsafe failMissing(type, context) }
            return view == nil && !isDerived ? nil : try lookUpOptional(type, key: nil)
        }
        return try unsafe takeOptional(found, type, context)
    }

    @inlinable
    @inline(never)
    func takeInheritedOptional<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        guard let found = unsafe findInherited(type, qualifier, hash: hash, context) else {
            if unsafe endMissing(context) { throw unsafe failMissing(type, qualifier: qualifier, context) }
            return view == nil && !isDerived ? nil : try lookUpOptional(type, key: box(qualifier))
        }
        return try unsafe takeOptional(found, type, context)
    }

    /// The instance where the own table has a registration that was removed, or nil where nobody has another.
    @inlinable
    @inline(never)
    func takeInheritedOptional<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        let binding = unsafe slot.binding
        // The slot may go while another one is looked for; the last reference must not, as long as the thread is pinned.
        defer { withExtendedLifetime(binding) {} }
        guard let found = try unsafe findInsteadOfRemoved(binding, context) else { return nil }
        return try unsafe takeOptional(found, type, context)
    }

    /// The instance of what was found, or nil where its factory declines.
    @usableFromInline
    func takeOptional<T>(
        _ found: PlacedSlot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        do throws(ResolutionError) {
            return try unsafe take(found, type, context)
        } catch {
            return try missing(unlessDeclined: error)
        }
    }

    /// A new instance from arguments.
    @inlinable
    @inline(never)
    func takeInherited<T, Arguments>(
        _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let found = unsafe findInherited(ObjectIdentifier(type)) else {
            unsafe context.unpin()
            return try lookUp(type, key: nil, argumentType, arguments)
        }
        return try unsafe take(found, type, argumentType, arguments, context)
    }

    @inlinable
    @inline(never)
    func takeInherited<T, Arguments, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, hash: UInt, _ argumentType: any Any.Type, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let found = unsafe findInherited(type, qualifier, hash: hash, context) else {
            unsafe context.unpin()
            return try lookUp(type, key: box(qualifier), argumentType, arguments)
        }
        return try unsafe take(found, type, argumentType, arguments, context)
    }

    /// The instance of a slot of the own table that has none itself: of a scoped registration, or of one that was removed.
    ///
    /// Called from the slow path: a scoped registration is rarely asked for where it is registered.
    @inline(never)
    func takeElsewhere<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let binding = unsafe slot.binding
        // As above.
        defer { withExtendedLifetime(binding) {} }
        return try unsafe take(findElsewhere(slot, binding, context), type, context)
    }

    @inline(never)
    func takeElsewhere<T, Arguments>(
        _ slot: Slot, _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let binding = unsafe slot.binding
        // As above.
        defer { withExtendedLifetime(binding) {} }
        return try unsafe take(findElsewhere(slot, binding, context), type, argumentType, arguments, context)
    }

    @inlinable
    @inline(never)
    func take<T>(
        _ found: PlacedSlot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let place = try unsafe place(of: found, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.take(place.slot, type, context)
        }
    }

    @inlinable
    @inline(never)
    func take<T, Arguments>(
        _ found: PlacedSlot, _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let place = try unsafe place(of: found, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.take(place.slot, type, argumentType, arguments, context)
        }
    }
}
