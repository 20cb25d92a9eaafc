// Lookups that the container's own table cannot answer.
//
//     child.resolve(T)
//          |
//      own table ---- found ----> take (Container+LookUp.swift)
//          | nothing, or a registration that was removed
//          v
//      find_inherited             in CLookup.c, for an unqualified key: a ready instance of an ancestor that is no scope, or the own
//          | neither              slot for an ancestor's transient or graph registration
//          v
//      takeInherited
//          |
//      findInherited              the ancestors' tables: the parents in order, depth first, each once
//          | nothing: lookUp(T, key), in Container+Keys.swift: views of modules, optionals, lists
//          |
//      instanceSlot(of:)          chooses the slot, and so the view:
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
// no tables here, so that every lookup reaches lookUp(T, key). See Container+Derived.swift. C finds the slots that such a
// container remembers (KnownSlots.swift).

extension Container {
    /// Resolves a type that is not in the own table.
    @inline(never)
    func takeInherited(
        _ pin: consuming Pin, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        unsafe takeInherited(Request(type), room, pin)
    }

    func takeInherited(
        _ request: Request, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) -> ResolutionError? {
        guard let found = unsafe findInherited(ObjectIdentifier(request.type), pin) else {
            return unsafe lookUp(request, room)
        }
        return unsafe take(found, request, room)
    }

    /// Resolves a qualified key that is not in the own table; the request is without the qualifier.
    @inlinable
    @inline(never)
    func takeInherited<Q: Hashable & Sendable>(
        _ request: Request, _ qualifier: Q, hash: UInt, _ room: UnsafeMutableRawPointer,
        _ pin: consuming Pin
    ) -> ResolutionError? {
        guard let found = unsafe findInherited(request.type, qualifier, hash: hash, pin) else {
            return unsafe lookUp(request.with(qualifier: box(qualifier)), room)
        }
        return unsafe take(found, request, room)
    }

    /// Resolves a slot of the own table that has no instance: that of a scoped or a removed registration.
    ///
    /// Called from the slow path, because a scoped registration is rarely resolved in the container that registers it.
    @inline(never)
    func takeElsewhere(
        _ slot: Slot, _ request: Request, _ room: UnsafeMutableRawPointer,
        _ pin: consuming Pin
    ) -> ResolutionError? {
        let binding = unsafe slot.binding
        // The slot may be freed during the search, as in `takeUnlessRemoved` of Container+Keys.swift.
        defer { withExtendedLifetime(binding) {} }
        do throws(ResolutionError) {
            return try unsafe take(findElsewhere(slot, binding, pin), request, room)
        } catch {
            return error
        }
    }

    /// Resolves a registration that was found in the table of a container.
    @usableFromInline
    func take(
        _ found: consuming PinnedSlot, _ request: Request, _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        do throws(ResolutionError) {
            // A ready instance of a container that is no scope stays where it was found.
            let isSettled = unsafe found.slot.state == SlotState.ready && found.container.lend { $0.plan == nil }
            if !isSettled { unsafe found = try unsafe instanceSlot(of: found) }
            return unsafe found.hand { container, slot, pin in unsafe container.take(slot, request, room, pin) }
        } catch {
            return error
        }
    }
}
