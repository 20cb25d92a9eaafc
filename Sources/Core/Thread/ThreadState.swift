public import CCore

extension ThreadState {
    /// The state of the calling thread.
    @inlinable
    @inline(__always)
    package static var current: ThreadState { unsafe ccore_this_thread() }

    /// The slots on the path, outermost first.
    ///
    /// Read by the thread itself, or by another one while this one sleeps and the wait-for graph is locked.
    package var path: [Slot] { unsafe levels.map { unsafe Slot(mutating: $0.slot) } }

    /// The levels of the path, as long as it does not change.
    var levels: UnsafeBufferPointer<ccore_level> {
        unsafe UnsafeBufferPointer(start: pointee.path, count: Int(ccore_depth(self)))
    }

    /// Adds a slot to the path, on which it may be already; false: the stack is used up.
    @inline(__always)
    func pushSlotAllowingRepeat(_ slot: Slot, _ context: Context) -> Bool {
        unsafe ccore_push_again(self, slot, context) || pushSlotGrowingPath(slot, context)
    }

    /// Adds a slot to the path, which grows if it is full; false: the stack is used up.
    @inline(never)
    func pushSlotGrowingPath(_ slot: Slot, _ context: Context) -> Bool {
        if unsafe pointee.path_used == pointee.path_size { unsafe ccore_deepen(self) }
        return unsafe ccore_push_again(self, slot, context)
    }

    /// Whether a slot of a context may be made in the plain way: the context is open, and nothing that the thread makes is unfinished.
    @inline(__always)
    func allowsMakingWithoutBuild(in context: Context) -> Bool {
        unsafe ccore_mark(context) | pointee.unfinished == UInt32(ccore_open)
    }

    /// The last position of a slot, made for a handle, on the path, not before a depth; nil: it is not there.
    func pathPosition(of slot: Slot, in context: Context, since depth: UInt32 = 0) -> UInt32? {
        let levels = unsafe levels
        return unsafe levels[Int(depth)...].lastIndex { level in
            unsafe level.slot == UnsafePointer(slot) && level.context == context
        }.map(UInt32.init)
    }
}

extension Slot {
    /// The step of an error's path; the slot has a record.
    package var step: ResolutionError.Step { unsafe record?.step ?? ResolutionError.Step(ServiceKey(Never.self)) }
}
