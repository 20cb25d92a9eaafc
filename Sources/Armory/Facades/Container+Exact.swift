// Lookup of the registration with exactly one key: a list or an optional is not assembled, and a type that describes
// its own creation is not registered. For libraries with their own API on top of this one; see Container+Hits.swift.

internal import Synchronization

extension Container {
    /// The instance of the registration with exactly this key, here or in an ancestor; nil: there is none.
    ///
    /// - Throws: ``ResolutionError``: `declined` if its factory declines.
    package func resolveExact<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> T? {
        guard name == nil else { return try lookUpExact(type, name.map { Qualifier($0) }) }
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(type)),
            unsafe Slot(address).state != SlotState.absent
        {
            return try unsafe take(Slot(address), type, Request(type), context)
        }
        unsafe context.unpin()
        return try lookUpExact(type, nil)
    }

    /// The instance of the registration with exactly this key; nil: there is none, or its factory declines.
    package func resolveExactOptional<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> T? {
        try withRoom(forOptional: type) { room throws(ResolutionError) in
            try unlessDeclined { () throws(ResolutionError) in
                try unsafe lookUpExact(Request(type, name.map { Qualifier($0) }), room)
            }
        }
    }

    /// The address of an ancestor's ready instance of a type with the given alignment; nil: there is none.
    ///
    /// If there is one, the thread is pinned afterwards, as after `hit`. This container must not have the type itself.
    package func inheritedHit(_ type: ObjectIdentifier, alignment: Int) -> UnsafeMutableRawPointer? {
        let context = unsafe ThreadContext.pinned()
        guard let found = unsafe findInherited(type), unsafe found.slot.state == SlotState.ready else {
            unsafe context.unpin()
            return nil
        }
        return unsafe found.slot.address + SlotLayout.instanceOffset(alignment: alignment)
    }
}
