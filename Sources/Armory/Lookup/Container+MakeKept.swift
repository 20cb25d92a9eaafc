// The fast path that creates a kept instance: the work before and after the factory is the same for all types.

internal import CLookup

extension Container {
    /// Creates the kept instance of a registration that has only a factory.
    @inline(never)
    @_optimize(speed)
    func makeKept(
        _ pin: consuming Pin, _ slot: Slot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        let context = unsafe pin.context
        let entry = unsafe context.pathEntry
        guard unsafe claimKept(slot, pin, entry) else { return unsafe takeSlowly(pin, slot, room, type) }
        unsafe pin.enter(slot, at: entry)
        let instance = unsafe slot.instance(of: type)
        if let thrown = unsafe clookup_call(slot.address, instance, Unmanaged.passUnretained(self).toOpaque()) {
            return unsafe failKept(errorThrown(thrown), slot, context, entry)
        }
        // The path protects the slot until the instance is copied.
        guard unsafe publishKept(slot, context) else { return unsafe finishKept(slot, room, type, context, entry) }
        unsafe slot.copyInstance(type, to: room)
        unsafe context.leave(entry)
        if control.hasLimbo { control.freeLimbo() }
        return nil
    }

    /// Creates the kept instance of a slot with the factory of a caller, or takes the slow path.
    ///
    /// - Parameters:
    ///   - factory: Creates the instance.
    ///   - slowly: Takes the slow path; the thread is pinned.
    ///   - finish: Completes the instance if a thread waits for it, or if a build is unfinished.
    func makeKept<T>(
        _ pin: consuming Pin, _ slot: Slot, by factory: () throws -> T,
        slowly: (UnsafeMutablePointer<ThreadContext>) throws(ResolutionError) -> T,
        finish: (T, UnsafeMutablePointer<ThreadContext>) throws -> T
    ) throws(ResolutionError) -> T {
        let context = unsafe pin.context
        let entry = unsafe context.pathEntry
        guard unsafe !context.isTooDeepForLibraries, unsafe slot.state == SlotState.fresh,
            unsafe claimKept(slot, pin, entry)
        else {
            unsafe pin.handOver()
            return try unsafe slowly(context)
        }
        unsafe pin.enter(slot, at: entry)
        do {
            var instance = try factory()
            unsafe slot.instance(as: T.self).initialize(to: instance)
            if unsafe !publishKept(slot, context) {
                instance = try unsafe finish(slot.instance(as: T.self).move(), context)
            }
            unsafe context.leave(entry)
            if control.hasLimbo { control.freeLimbo() }
            return instance
        } catch {
            throw unsafe failKept(error, slot, context, entry)
        }
    }

    /// Completes an instance that `publishKept` has not published.
    @inline(never)
    private func finishKept(
        _ slot: Slot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type,
        _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError? {
        func open<T>(_ type: T.Type) -> ResolutionError? {
            do {
                let finished = try unsafe construction(of: type, slot, context)
                    .finishKept(slot.instance(as: type).move())
                unsafe room.initializeMemory(as: type, to: finished)
                unsafe context.leave(entry)
                if control.hasLimbo { control.freeLimbo() }
                return nil
            } catch {
                return unsafe failKept(error, slot, context, entry)
            }
        }
        return _openExistential(type, do: open)
    }

    /// Claims the slot for the thread; false: the lookup must take the slow path.
    @inline(never)
    @_optimize(speed)
    private func claimKept(_ slot: Slot, _ pin: borrowing Pin, _ entry: PathEntry) -> Bool {
        let context = unsafe pin.context
        // While an instance is unfinished, only the slow path notes who holds it.
        let node = unsafe context.nodeWord
        guard unsafe context.pointee.buildCount == 0, node != 0,
            unsafe !context.isBlocked(slot, at: entry)
        else { return false }
        if closesAtOnce, control.closesInstances, unsafe slot.binding.awaitsShutdown { return false }
        return unsafe slot.claimLight(for: node)
    }

    /// Publishes the instance in the slot; false: a thread waits for the instance, or a build is unfinished.
    @inline(never)
    private func publishKept(_ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard unsafe context.pointee.buildCount == 0 else { return false }
        unsafe slot.order = nextOrder()
        return unsafe slot.leaveLight(context.nodeWord, for: SlotState.ready)
    }

    /// Leaves the slot and the path after the factory threw, and returns the error.
    ///
    /// If the instance was finished, its build is over.
    @inline(never)
    private func failKept(
        _ error: any Error, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError {
        if unsafe !slot.leaveLight(context.nodeWord, for: SlotState.fresh) {
            unsafe WaitForGraph.shared.failLight(slot, of: ThreadNode.of(context))
        }
        return unsafe fail(error, context, entry)
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The address of the thread's node in the wait-for graph, without a retain; 0: the thread has no node yet.
    ///
    /// The node lives as long as the thread.
    fileprivate var nodeWord: UInt {
        unsafe withUnsafeBytes(of: &pointee.node) { unsafe $0.load(as: UInt.self) }
    }
}
