// Looking up what is registered under one very key, and nothing else: no list or optional stands for what it is made of, and no
// type says itself how it is made. For the libraries that have an API of their own on top of this one; see Container+Ready.swift.

internal import Synchronization

extension Container {
    /// The instance of what is registered under this very key, here or in an ancestor; nil: nothing is.
    ///
    /// - Throws: ``ResolutionError``: `declined` where its factory declines.
    package func resolveExact<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> T? {
        guard name == nil else { return try lookUpExact(type, name.map { Qualifier($0) }) }
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(type)),
            unsafe Slot(address).state != SlotState.absent
        {
            return try unsafe take(Slot(address), type, context)
        }
        unsafe context.unpin()
        return try lookUpExact(type, nil)
    }

    /// As above, and nil also where the factory declines.
    package func resolveExactOptional<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> T? {
        try unlessDeclined { () throws(ResolutionError) in try resolveExact(type, named: name) }
    }

    /// Where the ready instance of a type lies that an ancestor has, of the given alignment; nil: there is none.
    ///
    /// The thread is pinned where there is one, as after `hit`, and this container is known not to have the type itself.
    package func inheritedHit(_ type: ObjectIdentifier, alignment: Int) -> UnsafeMutableRawPointer? {
        let context = unsafe ThreadContext.pinned()
        guard let found = unsafe findInherited(type), unsafe found.slot.state == SlotState.ready else {
            unsafe context.unpin()
            return nil
        }
        return unsafe found.slot.address + SlotLayout.instanceOffset(alignment: alignment)
    }
}
