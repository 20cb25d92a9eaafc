// The fast path of a resolve, which the compiler specialises in the client's module. `lookUp` finds the slot, and
// `take` reads a ready instance or calls the factory of a plain transient.
//
// The other cases are calls. If this table has the slot: Container+TakeOther.swift, and then Container+Slow.swift.
// If it does not, or the registration was removed: Container+TakeInherited.swift.

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ type: T.Type) throws(ResolutionError) -> T {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            return try unsafe takeInherited(type, context)
        }
        return try unsafe take(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func lookUpOptional<T>(_ type: T.Type) throws(ResolutionError) -> T? {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            if unsafe !table.isAllThereIs { return try unsafe takeInheritedOptional(type, context) }
            unsafe context.unpin()
            return nil
        }
        return try unsafe takeOptional(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, context) else {
            return try unsafe takeInherited(type, qualifier: qualifier, hash: hash, context)
        }
        return try unsafe take(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func lookUpOptional<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q
    ) throws(ResolutionError) -> T? {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, context) else {
            if unsafe !table.isAllThereIs {
                return try unsafe takeInheritedOptional(type, qualifier: qualifier, hash: hash, context)
            }
            unsafe context.unpin()
            return nil
        }
        return try unsafe takeOptional(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func takeOptional<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        guard unsafe slot.state == SlotState.ready else { return try unsafe takeOptionalOther(slot, type, context) }
        let instance = unsafe slot.instance(as: type).pointee
        unsafe context.unpin()
        return instance
    }

    @inlinable
    @inline(never)
    func takeOptionalOther<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        if unsafe slot.state == SlotState.absent { return try unsafe takeInheritedOptional(slot, type, context) }
        do throws(ResolutionError) {
            return try unsafe take(slot, type, context)
        } catch {
            return try missing(unlessDeclined: error)
        }
    }

    /// Resolves the instance registered for the optional itself or, if there is none, for its type; otherwise returns
    /// nil.
    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(_ type: W.Type) throws(ResolutionError) -> W? {
        // A closed container's error names the type without the question mark.
        if unsafe !table.isClosed, let instance = try lookUpOptional(W?.self) { return instance }
        return try lookUpOptional(type)
    }

    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(_ type: W.Type, qualifier: some Hashable & Sendable) throws(ResolutionError) -> W? {
        if unsafe !table.isClosed, let instance = try lookUpOptional(W?.self, qualifier: qualifier) { return instance }
        return try lookUpOptional(type, qualifier: qualifier)
    }

    /// Resolves the instance of a slot.
    ///
    /// The thread is pinned on entry and unpinned on return.
    @inlinable
    @inline(__always)
    func take<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let state = unsafe slot.state
        if state == SlotState.ready {
            let instance = unsafe slot.instance(as: type).pointee
            unsafe context.unpin()
            return instance
        }
        let entry = unsafe context.pathEntry
        guard state == SlotState.transient, unsafe !context.isBlocked(slot, at: entry) else {
            return state == SlotState.weak
                ? try unsafe takeShared(slot, type, context)
                : try unsafe takeOther(slot, state, type, context)
        }
        unsafe context.enter(slot, at: entry)
        do {
            let instance = try unsafe slot.withBinding(Binding<T>.self) { try $0.factory(Resolver(owner: self)) }
            unsafe context.leave(entry)
            return instance
        } catch {
            throw unsafe fail(error, context, entry)
        }
    }

    @inlinable
    @inline(never)
    func withResolved<T, R>(_ type: T.Type, _ body: (borrowing T) throws -> R) throws -> R {
        try body(lookUp(type))
    }
}

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ key: Key<T>) throws(ResolutionError) -> T {
        key.qualifier == nil ? try lookUp(T.self) : try lookUp(T.self, key: key.qualifier)
    }
}
