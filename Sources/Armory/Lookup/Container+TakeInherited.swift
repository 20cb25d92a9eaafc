// Lookups that the container's own table cannot answer.
//
//     child.resolve(T)
//          |
//      own table ---- found ----> take (Container+LookUp.swift)
//          | nothing, or a registration that was removed
//          v
//      takeInherited              one for each form of lookup
//          |
//      findInherited              the ancestors' tables: the parents in order, depth first, each once
//          | nothing: lookUp(T, key), in Container+Keys.swift: views of modules, optionals, lists
//          |
//      place(of:)                 chooses the slot, and so the view:
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
// A container's own slot for a binding is stored in its table under the address of the binding. It is created at its
// first use, and dropped at a rebuild if it has the only reference to the binding. So a slot always belongs to one
// view: the path, the graph's arena, the injections that are put off and the check for cycles tell two views apart by
// the slot alone, and no instance of a running graph crosses from one view to another.
//
// The exception for hits: a scoped registration has no instance in its container's slot either, so it comes here also
// from the own table.
//
// A container that overrides registrations of its parents, and each container below it, take another path: they search
// no tables here, so that every lookup reaches lookUp(T, key). See Container+Derived.swift.

internal import Synchronization

// MARK: Taking

extension Container {
    /// Resolves a qualified key that is not in the own table.
    ///
    /// - Parameter room: As for `obtain`.
    @inlinable
    @inline(never)
    func takeInherited<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ room: UnsafeMutableRawPointer,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError? {
        guard let found = unsafe findInherited(type, qualifier, hash: hash, context) else {
            unsafe context.unpin()
            return unsafe lookUp(type, key: box(qualifier), room)
        }
        return unsafe take(found, room, type, context)
    }

    /// Creates an instance of a type that is not in the own table, from arguments.
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

    /// Resolves a slot of the own table that has no instance: that of a scoped or a removed registration.
    ///
    /// Called from the slow path, because a scoped registration is rarely resolved in the container that registers it.
    @inline(never)
    func takeElsewhere<T, Arguments>(
        _ slot: Slot, _ type: T.Type, _ argumentType: (any Any.Type)?, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let binding = unsafe slot.binding
        // The slot may be freed during the search, as in `takeOptional` of Container+ObtainOptional.swift.
        defer { withExtendedLifetime(binding) {} }
        return try unsafe take(findElsewhere(slot, binding, context), type, given: argumentType, arguments, context)
    }

    /// Resolves a registration that was found in the table of a container, for code of this module.
    func take<T>(
        _ found: PlacedSlot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let place = try unsafe place(of: found, context)
        return try unsafe place.container.takeUnretainedValue().take(place.slot, type, context)
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

    /// Resolves a registration that was found, for code that serves lookups with and without arguments.
    ///
    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func take<T, Arguments>(
        _ found: PlacedSlot, _ type: T.Type, given argumentType: (any Any.Type)?, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let argumentType else { return try unsafe take(found, type, context) }
        return try unsafe take(found, type, argumentType, arguments, context)
    }
}
