// The fast path of a resolve, which the compiler specialises in the client's module. `clookup_find` looks up the slot,
// and `take` reads a ready instance or calls the factory of a plain transient. What does not depend on the type of the
// instance is in C (CLookup.h): the optimiser sees one call, where it would copy and simplify a dozen generic functions
// for every place that resolves.
//
// The other cases are calls, by the state that was found:
//
//     weak               takeShared                  Container+TakeOther.swift
//     graph              takeOther                   the same: the running graph's instance, or a new one
//     fresh              makeKept                    Container+MakeKept.swift
//     told               takeTold                    ToldBinding.swift
//     clookup_missing    takeInherited               Container+TakeInherited.swift
//     clookup_unpinned   lookUpWithoutFastPointer    the same
//     any other          takeSlowly                  Container+TakeSlowly.swift

public import CLookup

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ type: T.Type) throws(ResolutionError) -> T {
        // `clookup_find` reads the container's memory by its address.
        defer { withExtendedLifetime(self) {} }
        return try unsafe take(
            clookup_find(
                Unmanaged.passUnretained(self).toOpaque(), UInt(bitPattern: ObjectIdentifier(type)),
                KeyHash.hash(ObjectIdentifier(type))),
            type)
    }

    /// Resolves what a look-up found.
    ///
    /// The thread is unpinned on return, and pinned on entry unless `found` says otherwise.
    @inlinable
    @inline(__always)
    func take<T>(_ found: clookup_found, _ type: T.Type) throws(ResolutionError) -> T {
        let (context, slot) = unsafe (found.context, Slot(found.slot))
        if unsafe found.state == SlotState.ready {
            let instance = unsafe slot.instance(as: type).pointee
            unsafe clookup_unpin(context)
            return instance
        }
        // Top 0: it is no plain transient, or `clookup_enter` leaves it to the slow path.
        var entry = clookup_path_entry(top: 0, marks: 0)
        if unsafe found.state == SlotState.transient { entry = unsafe clookup_enter(context, slot.address) }
        guard entry.top != 0 else {
            return unsafe found.state == SlotState.weak
                ? try unsafe takeShared(slot, type, context.assumingMemoryBound(to: ThreadContext.self))
                : try unsafe takeOther(found, type)
        }
        do {
            let instance = try unsafe slot.withBinding(Binding<T>.self) { try $0.factory(Resolver(owner: self)) }
            if unsafe clookup_leave(context, entry) { unsafe endResolve(context) }
            return instance
        } catch {
            throw unsafe fail(error, context, entry)
        }
    }

    @inlinable
    @inline(__always)
    func take<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        try unsafe take(clookup_found(context: context, slot: slot.address, state: slot.state), type)
    }

    /// Ends the graph if the resolve that ends was the outermost.
    @usableFromInline
    @inline(never)
    func endResolve(_ context: UnsafeMutableRawPointer) {
        unsafe context.assumingMemoryBound(to: ThreadContext.self).endResolve()
    }

    @usableFromInline
    @inline(never)
    func fail(_ error: any Error, _ context: UnsafeMutableRawPointer, _ entry: clookup_path_entry) -> ResolutionError {
        unsafe fail(error, context.assumingMemoryBound(to: ThreadContext.self), entry)
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
        if !isClosedNow, let instance = try lookUpOptional(W?.self) { return instance }
        return try lookUpOptional(type)
    }

    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(_ type: W.Type, qualifier: some Hashable & Sendable) throws(ResolutionError) -> W? {
        if !isClosedNow, let instance = try lookUpOptional(W?.self, qualifier: qualifier) { return instance }
        return try lookUpOptional(type, qualifier: qualifier)
    }

    /// Whether the container was closed, for a thread that is not pinned.
    @usableFromInline
    @inline(never)
    var isClosedNow: Bool {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        return unsafe table.isClosed
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
