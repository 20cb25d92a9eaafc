// What a look-up goes on to if the fast path does not end it. The type of the instance is known only as a value, and
// the instance is put into memory of the caller, its room. So this module has one copy for all types, and clients have
// none.
//
// The functions return the error: so a call at the end of another one is a jump.

public import CLookup
internal import Synchronization

extension Container {
    /// Resolves what a look-up found, in every case that the fast path leaves.
    ///
    /// - Parameters:
    ///   - found: As for `take`.
    ///   - room: Memory for an instance of the type. It has one if this returns nil.
    /// - Returns: The error; nil: there is none.
    @usableFromInline
    @inline(never)
    func obtain(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let state = unsafe found.state
        if _fastPath(state == SlotState.weak) { return unsafe takeShared(found, room) }
        if state == SlotState.graph { return unsafe takeFromGraph(found, room, type) }
        if state == UInt(clookup_missing) { return unsafe takeInherited(found, room, type) }
        if state == SlotState.fresh { return unsafe makeKept(found, room, type) }
        if state == SlotState.told { return unsafe takeTold(found, room, type) }
        if state == UInt(clookup_unpinned) { return unsafe lookUpWithoutFastPointer(room, type) }
        return unsafe takeSlowly(found, room, type)
    }

    /// Resolves the instance of a slot in this container, as the fast path does.
    ///
    /// The thread is pinned on entry and unpinned on return, as in every `take` function.
    @inline(__always)
    func take(
        _ slot: Slot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError? {
        let state = unsafe slot.state
        if state == SlotState.ready {
            unsafe InstanceType(type).copy(slot.instance(of: type), to: room)
            unsafe context.unpin()
            return nil
        }
        if state == SlotState.transient {
            let entry = unsafe clookup_enter(context, slot.address)
            if entry.top != 0 { return unsafe make(slot, room, context, entry) }
        }
        return unsafe obtain(clookup_found(context: context, slot: slot.address, state: state), room, type)
    }

    /// Resolves the instance of a slot in this container, for code of this module, which is not specialised.
    func take<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        if unsafe slot.state == SlotState.ready {
            let instance = unsafe slot.instance(as: type).pointee
            unsafe context.unpin()
            return instance
        }
        // A room on the stack would need metadata of its own, whose look-up takes longer.
        let room = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { unsafe room.deallocate() }
        if let error = unsafe take(slot, UnsafeMutableRawPointer(room), type, context) { throw error }
        return unsafe room.move()
    }

    /// Calls the factory of a slot that is on the path, and takes the slot off again.
    @inline(__always)
    func make(
        _ slot: Slot, _ room: UnsafeMutableRawPointer, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError? {
        if let error = unsafe clookup_call(slot.address, room, Unmanaged.passUnretained(self).toOpaque()) {
            return unsafe fail(error, context, entry)
        }
        if unsafe clookup_leave(context, entry) { unsafe endResolve(context) }
        return nil
    }

    @inline(never)
    private func takeShared(_ found: clookup_found, _ room: UnsafeMutableRawPointer) -> ResolutionError? {
        let words = unsafe room.assumingMemoryBound(to: UInt.self)
        guard unsafe clookup_take_shared(found.context, found.slot, words) else {
            return unsafe takeReleased(found.context, room)
        }
        return nil
    }

    @inline(never)
    private func takeReleased(
        _ context: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        let slot = unsafe room.load(as: Slot.self)
        return unsafe takeSlowly(
            clookup_found(context: context, slot: slot.address, state: SlotState.weak), room,
            slot.withBinding(AnyBinding.self) { $0.type })
    }

    @inline(never)
    func takeSlowly(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let (context, slot) = unsafe (found.context.assumingMemoryBound(to: ThreadContext.self), Slot(found.slot))
        if unsafe found.state == SlotState.transient, unsafe context.makesWay(for: slot) {
            let entry = unsafe context.pathEntry
            unsafe context.enter(slot, at: entry)
            return unsafe make(slot, room, context, entry)
        }
        func open<T>(_ type: T.Type) -> ResolutionError? {
            unsafe put(type, into: room) { () throws(ResolutionError) in try unsafe takeSlowly(slot, type, context) }
        }
        return _openExistential(type, do: open)
    }

    /// Puts the instance that `body` returns into a room, or returns the error that it throws.
    private func put<T>(
        _ type: T.Type, into room: UnsafeMutableRawPointer, _ body: () throws(ResolutionError) -> T
    ) -> ResolutionError? {
        do throws(ResolutionError) {
            try unsafe room.assumingMemoryBound(to: T.self).initialize(to: body())
            return nil
        } catch {
            return error
        }
    }

    /// Looks up a type on a thread that has no fast pointer yet.
    @inline(never)
    private func lookUpWithoutFastPointer(
        _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            return unsafe takeInherited(.missing(context), room, type)
        }
        return unsafe take(Slot(address), room, type, context)
    }

    /// Resolves a type that is not in the own table.
    @inline(never)
    private func takeInherited(
        _ missed: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let context = unsafe missed.context.assumingMemoryBound(to: ThreadContext.self)
        guard let found = unsafe findInherited(ObjectIdentifier(type)) else {
            unsafe context.unpin()
            return unsafe lookUp(type, key: nil, room)
        }
        return unsafe take(found, room, type, context)
    }

    /// Resolves a key that is not in the own table and not in an ancestor's.
    @usableFromInline
    func lookUp(
        _ type: any Any.Type, key qualifier: AnyQualifier?, _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        func open<T>(_ type: T.Type) -> ResolutionError? {
            unsafe put(type, into: room) { () throws(ResolutionError) in try lookUp(type, key: qualifier) }
        }
        return _openExistential(type, do: open)
    }

    /// Resolves a registration that was found in the table of a container.
    @usableFromInline
    func take(
        _ found: PlacedSlot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError? {
        do throws(ResolutionError) {
            // A ready instance of a container that is no scope stays where it was found.
            let isSettled = unsafe found.slot.state == SlotState.ready && found.container.lend { $0.plan == nil }
            let place = unsafe isSettled ? found : try place(of: found, context)
            return unsafe place.container.lend { unsafe $0.take(place.slot, room, type, context) }
        } catch {
            return error
        }
    }

    /// The instance that the running graph has, or a new one.
    @inline(never)
    private func takeFromGraph(
        _ found: clookup_found, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let (context, slot) = unsafe (found.context.assumingMemoryBound(to: ThreadContext.self), Slot(found.slot))
        if let known = unsafe context.pointee.graph.find(slot.identifier) {
            guard unsafe known.pointee.build == nil else { return unsafe takeSlowly(found, room, type) }
            unsafe GraphArena.copy(known, type, to: room)
            unsafe context.unpin()
            return nil
        }
        let entry = unsafe context.pathEntry
        // If an instance can be taken early, the slow path tracks its holders.
        if unsafe context.pointee.buildCount != 0 || context.isBlocked(slot, at: entry) {
            return unsafe takeSlowly(found, room, type)
        }
        unsafe context.enter(slot, at: entry)
        if let error = unsafe clookup_call(slot.address, room, Unmanaged.passUnretained(self).toOpaque()) {
            return unsafe fail(error, context, entry)
        }
        unsafe context.pointee.graph.insert(slot.identifier, copyOf: room, type)
        // An injection further in may have waited for this factory to return.
        if unsafe context.pointee.buildCount != 0 { return unsafe settle(room, type, slot, context, entry) }
        unsafe context.leave(entry)
        return nil
    }

    /// Completes an instance of the graph that an injection has waited for.
    @inline(never)
    private func settle(
        _ room: UnsafeMutableRawPointer, _ type: any Any.Type, _ slot: Slot,
        _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError? {
        func open<T>(_ type: T.Type) -> ResolutionError? {
            let room = unsafe room.assumingMemoryBound(to: T.self)
            do {
                unsafe room.initialize(to: try construction(of: type, slot, context).settle(room.move()))
                unsafe context.leave(entry)
                return nil
            } catch {
                return unsafe fail(error, context, entry)
            }
        }
        return _openExistential(type, do: open)
    }

    /// The construction of an instance that the fast path has made.
    func construction<T>(
        of type: T.Type, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Construction<T> {
        unsafe Construction<T>(
            slot: slot, context: context, owner: self, resolver: Resolver(owner: self), injections: [],
            factory: slot.binding.typed(as: Binding<T>.self).factory)
    }

    /// Ends the graph if the resolve that ends was the outermost.
    @usableFromInline
    @inline(never)
    func endResolve(_ context: UnsafeMutableRawPointer) {
        unsafe context.assumingMemoryBound(to: ThreadContext.self).endResolve()
    }

    /// As `fail` for the error, which a factory has thrown to C.
    @usableFromInline
    @inline(never)
    func fail(
        _ error: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer, _ entry: clookup_path_entry
    ) -> ResolutionError {
        unsafe fail(thrown(error), context.assumingMemoryBound(to: ThreadContext.self), entry)
    }

    /// The error that a factory has thrown to C, whose reference is taken over.
    func thrown(_ error: UnsafeMutableRawPointer) -> any Error {
        var error = unsafe error
        return unsafe withUnsafeMutableBytes(of: &error) { bytes in
            unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: (any Error).self).move()
        }
    }
}

extension clookup_found {
    /// What a look-up found if the key is not in the table.
    static func missing(_ context: UnsafeMutablePointer<ThreadContext>) -> clookup_found {
        // Any address: Swift's pointers are never null.
        unsafe clookup_found(context: context, slot: context, state: UInt(clookup_missing))
    }
}
