// The rest of a lookup that the fast path does not end. The type of the instance is known only as a value, and the
// instance is put into a room: memory that the caller gives. So this module has one copy for all types, and clients have
// none.
//
// Most functions that take a room return their error instead of throwing it, and take their parameters in the order of the
// caller's: so the compiler turns a last call into a jump.

internal import CLookup

extension Container {
    /// Ends a lookup that the fast path has not ended.
    ///
    /// - Parameters:
    ///   - context: The context of the thread. The thread is pinned, unless a factory threw, and this function ends the pin.
    ///   - slot: The slot that was found; invalid if none was.
    ///   - left: The state of the slot, or what C has left to do.
    ///   - room: Memory for an instance of the type. It has one if this returns nil.
    /// - Returns: The error; nil: there is none.
    @_silgen_name("clookup_obtain_in_swift")
    func obtain(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ left: UInt, _ type: any Any.Type,
        _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        if _fastPath(left == SlotState.weak) { return unsafe takeShared(context, slot, room) }
        let context = unsafe context.assumingMemoryBound(to: ThreadContext.self)
        if left == UInt(clookup_threw) { return unsafe failThrown(context) }
        let pin = unsafe Pin(of: context)
        if left == SlotState.graph { return unsafe takeFromGraph(pin, Slot(slot), room, type) }
        if left == UInt(clookup_missing) { return unsafe takeInherited(pin, room, type) }
        if left == SlotState.fresh { return unsafe makeKept(pin, Slot(slot), room, type) }
        if left == SlotState.reported { return unsafe takeReported(pin, Slot(slot), room, type) }
        return unsafe takeSlowly(pin, Slot(slot), room, type)
    }

    /// Resolves the instance of a slot in this container, as the fast path does.
    @inline(__always)
    func take(
        _ pin: consuming Pin, _ slot: Slot, _ room: UnsafeMutableRawPointer,
        _ type: any Any.Type
    ) -> ResolutionError? {
        // Keeps the container alive to the end: C has only its address.
        defer { withExtendedLifetime(self) {} }
        var left = unsafe slot.state
        if left == SlotState.ready {
            unsafe slot.copyInstance(type, to: room)
            pin.end()
            return nil
        }
        // C ends the lookup, or `obtain`.
        let context = unsafe pin.handOver()
        if left == SlotState.transient {
            let entry = unsafe clookup_enter(context, slot.address)
            if entry.top != 0 {
                left = unsafe clookup_make(
                    context, slot.address, entry.marks, room, Unmanaged.passUnretained(self).toOpaque())
                if left == UInt(clookup_made) { return nil }
            }
        }
        return unsafe obtain(context, slot.address, left, type, room)
    }

    /// Resolves the instance of a slot in this container, with arguments or without.
    func take(
        _ slot: Slot, _ request: Request, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) -> ResolutionError? {
        guard request.argumentType == nil else { return unsafe takeWithArguments(slot, request, room, pin) }
        return unsafe take(pin, slot, room, request.type)
    }

    /// Returns the instance instead of putting it into a room.
    func take<T>(
        _ slot: Slot, _ type: T.Type, _ request: Request, _ pin: consuming Pin
    ) throws(ResolutionError) -> T {
        if unsafe slot.state == SlotState.ready, request.argumentType == nil {
            let instance = unsafe slot.instance(as: type).pointee
            pin.end()
            return instance
        }
        let context = unsafe pin.handOver()
        return try withRoom { room in unsafe take(slot, request, room, Pin(of: context)) }
    }

    func take<T>(
        _ found: consuming PinnedSlot, _ type: T.Type, _ request: Request
    ) throws(ResolutionError) -> T {
        try unsafe instanceSlot(of: found).hand { container, slot, pin throws(ResolutionError) in
            try unsafe container.take(slot, type, request, pin)
        }
    }

    @inline(never)
    @_optimize(speed)
    private func takeShared(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        let words = unsafe room.assumingMemoryBound(to: UInt.self)
        let isTaken = unsafe clookup_take_shared(context, slot, words)
        return unsafe isTaken ? nil : takeReleased(context, room)
    }

    /// The same for code without the factory's resolver.
    @inline(never)
    @_optimize(speed)
    func takeSharedApart(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        let words = unsafe room.assumingMemoryBound(to: UInt.self)
        guard unsafe !clookup_take_shared(context, slot, words) else { return nil }
        return unsafe takeReleasedApart(context, room)
    }

    @inline(never)
    private func takeReleasedApart(
        _ context: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        apart { unsafe takeReleased(context, room) }
    }

    @inline(never)
    private func takeReleased(_ context: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer) -> ResolutionError? {
        let slot = unsafe room.load(as: Slot.self)
        return unsafe takeSlowly(
            Pin(of: context.assumingMemoryBound(to: ThreadContext.self)), slot, room,
            slot.withBinding { $0.type })
    }

    @inline(never)
    func takeSlowly(
        _ pin: consuming Pin, _ slot: Slot, _ room: UnsafeMutableRawPointer,
        _ type: any Any.Type
    ) -> ResolutionError? {
        let context = unsafe pin.context
        if unsafe slot.state == SlotState.transient, unsafe context.ignoresStackLimit(for: slot) {
            let entry = unsafe context.pathEntry
            unsafe pin.enter(slot, at: entry)
            let left = unsafe clookup_make(
                context, slot.address, entry.marks, room, Unmanaged.passUnretained(self).toOpaque())
            return left == UInt(clookup_made) ? nil : unsafe failThrown(context)
        }
        return unsafe takeSlowly(slot, Request(type), room, pin)
    }

    /// Puts the instance that `body` returns into a room, or returns the error that it throws.
    func put<T>(
        _ type: T.Type, into room: UnsafeMutableRawPointer, _ body: () throws(ResolutionError) -> T
    ) -> ResolutionError? {
        do throws(ResolutionError) {
            try unsafe room.assumingMemoryBound(to: T.self).initialize(to: body())
            return nil
        } catch {
            return error
        }
    }

    /// The instance that the running graph has, or a new one.
    @inline(never)
    @_optimize(speed)
    private func takeFromGraph(
        _ pin: consuming Pin, _ slot: Slot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let context = unsafe pin.context
        if let known = unsafe context.pointee.graph.find(slot.identifier) {
            guard unsafe known.pointee.build == nil else { return unsafe takeSlowly(pin, slot, room, type) }
            unsafe GraphArena.copy(known, type, to: room)
            pin.end()
            return nil
        }
        let entry = unsafe context.pathEntry
        // While an instance is unfinished, only the slow path notes who holds it.
        if unsafe context.pointee.buildCount != 0 || context.isBlocked(slot, at: entry) {
            return unsafe takeSlowly(pin, slot, room, type)
        }
        unsafe pin.enter(slot, at: entry)
        if let thrown = unsafe clookup_call(slot.address, room, Unmanaged.passUnretained(self).toOpaque()) {
            return unsafe fail(errorThrown(thrown), context, entry)
        }
        if unsafe slot.withBinding({ $0.isRepeatable }), unsafe context.pointee.graph.find(slot.identifier) != nil {
            return unsafe takeMadeAgain(room, type, slot, context, entry)
        }
        unsafe context.pointee.graph.insert(
            slot.identifier, copyOf: room, type, isShareable: slot.withBinding { $0.isNotedSendable })
        // An injection further in may have waited for this factory to return.
        if unsafe context.pointee.buildCount != 0 { return unsafe finishInGraph(room, type, slot, context, entry) }
        unsafe context.leave(entry)
        return nil
    }

    /// Completes an instance of the graph that the fast path created while an injection waited for it.
    @inline(never)
    private func finishInGraph(
        _ room: UnsafeMutableRawPointer, _ type: any Any.Type, _ slot: Slot,
        _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError? {
        func open<T>(_ type: T.Type) -> ResolutionError? {
            let room = unsafe room.assumingMemoryBound(to: T.self)
            do {
                unsafe room.initialize(to: try construction(of: type, slot, context).finishInGraph(room.move()))
                unsafe context.leave(entry)
                return nil
            } catch {
                return unsafe fail(error, context, entry)
            }
        }
        return _openExistential(type, do: open)
    }

    /// Exchanges the instance that the fast path created for that of a call of the same factory further in.
    @inline(never)
    private func takeMadeAgain(
        _ room: UnsafeMutableRawPointer, _ type: any Any.Type, _ slot: Slot,
        _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError? {
        func open<T>(_ type: T.Type) -> ResolutionError? {
            let room = unsafe room.assumingMemoryBound(to: T.self)
            unsafe room.deinitialize(count: 1)
            do {
                unsafe room.initialize(to: try construction(of: type, slot, context).obtainInGraph())
                unsafe context.leave(entry)
                return nil
            } catch {
                return unsafe fail(error, context, entry)
            }
        }
        return _openExistential(type, do: open)
    }

    /// The construction of an instance that the fast path has created.
    func construction<T>(
        of type: T.Type, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Construction<T> {
        unsafe Construction<T>(
            slot: slot, context: context, owner: self, container: self, injections: nil,
            factory: slot.binding.factory(of: type))
    }

    /// Leaves the path after the factory of the innermost slot has thrown to C.
    @inline(never)
    func failThrown(_ context: UnsafeMutablePointer<ThreadContext>) -> ResolutionError? {
        let thrown = unsafe UnsafeMutableRawPointer(bitPattern: context.pointee.thrownError).unsafelyUnwrapped
        return unsafe fail(errorThrown(thrown), context, context.innermostEntry(context.pointee.thrownMarks))
    }
}

/// The error that a factory has thrown to C, whose reference is taken over.
func errorThrown(_ thrown: UnsafeMutableRawPointer) -> any Error {
    var thrown = unsafe thrown
    return unsafe withUnsafeMutableBytes(of: &thrown) { bytes in
        unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: (any Error).self).move()
    }
}

/// Pins a thread for C; see CLookup.h.
@_cdecl("clookup_pin_in_swift")
func pinInSwift() -> UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(Pin().handOver()) }

/// Ends the graph of the outermost resolve, for C.
@_cdecl("clookup_end_graph")
func endGraph(_ context: UnsafeMutableRawPointer) {
    unsafe context.assumingMemoryBound(to: ThreadContext.self).removeGraph()
}
