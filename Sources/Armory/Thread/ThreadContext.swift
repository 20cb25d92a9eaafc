// The data that the library keeps for each thread of the process.
//
//     +--------------------------------------------------------------------------+
//     | HazardRecord   pin, path, borrows, graph                                 |  read by writers of tables
//     +--------------------------------------------------------------------------+  128 bytes
//     | ThreadContext  pathMarks  a Bloom filter over the marks of the path      |
//     |                pathEnd    where checks end the path; `pathSlack` follows |  this
//     |                stackLimit the lowest address a nested resolve may reach  |  thread
//     |                thrown..   the error that a factory has just thrown to C  |  alone
//     |                buildCount not 0 if it makes only transients fast         |
//     |                outerm..   whether a container's resolve is apart         |
//     |                graph      the instances of the running outermost resolve |
//     +--------------------------------------------------------------------------+
//
//     path       [ slot | slot | slot | . . . ]     from the outermost resolve inwards
//                 ^pathBase            ^pathTop
//
// The path has four uses for one store: the path in errors, the check for cycles, the measure of depth, and the hazard
// pointers that keep a replaced slot alive while its factory runs.
//
// Reclamation. A reader pins, looks up a slot, and either takes a ready instance (retains it) or enters the slot on its
// path; then it unpins. No user code runs while a thread is pinned, so a pin is short. A writer unlinks a slot, makes
// every thread pass a barrier (`membarrier`), waits until it has seen each pin at 0, and then frees the slot unless a
// path, a borrow list, a graph or a running build still contains it:
//
//     reader                                  writer
//     pin.store(1)                            table entry := new slot        (release)
//     -- compiler barrier --                  -- barrier in every thread --
//     slot = table entry    (acquire)         while pin.load() != 0 { yield }
//     path[top] = slot; pathTop.store(+1)     free the slot unless a path holds it
//     pin.store(0, releasing)
//
// If the reader's lookup comes before the barrier, the writer sees its pin, waits, and then sees its path. If the
// lookup comes after the barrier, the reader sees the new slot. The reader needs only plain stores.

public import CLookup
public import Synchronization

@unsafe
@usableFromInline
package struct ThreadContext: ~Copyable {
    @usableFromInline package var pathMarks: UInt = 0
    @usableFromInline package var pathEnd: UInt = 0
    @usableFromInline package var borrowEnd: UInt = 0
    @usableFromInline package var stackLimit: UInt = 0
    /// The error that the factory of the innermost slot has thrown to C, and the marks of the path before that slot.
    ///
    /// Read at once, before any other code runs on the thread.
    package var thrownError: UInt = 0
    package var thrownMarks: UInt = 0
    /// Not 0 while the fast path must not create kept or graph instances.
    ///
    /// It is the number of builds that have a frame, plus the number of injections that are put off. Without these it
    /// is 1 if the thread has taken an unfinished instance early, else 0. See `ThreadNode.recount`.
    @usableFromInline package var buildCount = 0
    /// The end of the path at which a container's resolve is a separate graph; 0: none, because the thread resolves in a
    /// lasting graph.
    package var outermostTop: UInt = 0
    @usableFromInline package var graph: GraphArena

    package var stackTop: UInt = 0
    /// The position on the path where the innermost level begins, or the innermost resolve in a lasting graph; 0: there
    /// is none.
    package var levelStart: UInt = 0
    /// The thread's node in the wait-for graph, a `ThreadNode`, created when first needed.
    package var node: AnyObject?
    /// The current container of the synchronous code on the thread, held by that code's caller; nil: that of the task.
    var current: UnsafeRawPointer?
    /// The task of that code, which is still running.
    ///
    /// Another task may run inside it, on a run loop that the code waits in.
    var currentTask: UInt = 0
    /// Whether the thread is notifying a subscriber of an event.
    var isReporting = false
    /// The thread's `LifeSpan`, which ends with the thread; created when first needed.
    package var span: ThreadSpan?
    /// The stack that is left below the deepest resolve, for the factory's own frames and for building the error.
    ///
    /// The first error of a process takes 13 KiB, because the runtime creates the types of the error's parts.
    static let stackReserve: UInt = 20 * 1024
    /// The additional stack for the code between two lookups through another library's API: generic code and closures.
    ///
    /// A level takes 3 KiB without optimisation, and the message with the path needs more.
    static let libraryReserve: UInt = 28 * 1024
    /// The least stack that one level of nesting uses.
    ///
    /// A path with one entry for each such piece of the stack cannot overflow before the stack does.
    static let leastStackPerLevel = 64
    /// The entries beyond `pathEnd`: for slots with new marks (`clookup_is_blocked`), and for those that are refused
    /// because the path is full.
    package static let pathSlack: UInt = 64 + 16

    init(_ hazards: UnsafeMutablePointer<HazardRecord>) {
        unsafe graph = GraphArena(hazards)
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// Prepares the context for a thread with this stack; the context is new, or its previous thread has ended.
    func adopt(_ stack: Range<UInt>) {
        unsafe pointee.stackLimit = stack.lowerBound + ThreadContext.stackReserve
        unsafe pointee.stackTop = stack.upperBound
        if unsafe pointee.borrowEnd == 0 {
            let borrows = HazardList.allocate(capacity: 64)
            unsafe pointee.borrowEnd = borrows.upperBound
            unsafe hazards.pointee.borrowBase.store(borrows.lowerBound, ordering: .relaxed)
            unsafe hazards.pointee.borrowTop.store(borrows.lowerBound, ordering: .relaxed)
        }
        // A system without a limit on the stack gets a path of 32 MiB, of which only the used pages are touched.
        let capacity = unsafe min(max(stack.count / ThreadContext.leastStackPerLevel, 1024), 1 << 22)
        let slack = unsafe ThreadContext.pathSlack * HazardList.stride
        let base = unsafe hazards.pointee.pathBase.load(ordering: .relaxed)
        guard unsafe UInt(capacity) * HazardList.stride > pointee.pathEnd - base + slack else { return }
        if base != 0 { unsafe HazardList.deallocate(base..<(pointee.pathEnd + slack)) }
        let path = HazardList.allocate(capacity: capacity)
        unsafe pointee.pathEnd = path.upperBound - slack
        // Relaxed: the registry's lock is held, and the thread does not use the context yet.
        unsafe hazards.pointee.pathBase.store(path.lowerBound, ordering: .relaxed)
        unsafe hazards.pointee.pathTop.store(path.lowerBound, ordering: .relaxed)
        unsafe pointee.outermostTop = path.lowerBound
    }
}

@available(*, unavailable, message: "A context belongs to its thread.")
extension ThreadContext: Sendable {}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// Begins a lookup.
    ///
    /// Relaxed: the writer's barrier orders the store before the following reads; a compiler barrier is needed here.
    @inlinable
    @inline(__always)
    package func pin() {
        unsafe hazards.pointee.pin.store(1, ordering: .relaxed)
        Platform.compilerBarrier()
    }

    /// Begins a lookup on a system that may have no barrier across threads.
    package func pinWithFence() {
        // Sequentially consistent: with the writer's load in `waitForReaders`, either the writer sees the pin, or this
        // thread sees the writer's unlinking.
        _ = unsafe hazards.pointee.pin.exchange(1, ordering: .sequentiallyConsistent)
    }

    /// Ends a lookup.
    @inlinable
    @inline(__always)
    package func unpin() {
        unsafe clookup_unpin(self)
    }

    /// Stops a debug build if the running thread is pinned when it must not be, or is not when it must be.
    @inlinable
    @inline(__always)
    func checkIsPinned(_ isPinned: Bool) {
        #if ARMORY_INTERNAL_CHECKS
        // Relaxed: the thread itself stored it.
        let isIt = unsafe hazards.pointee.pin.load(ordering: .relaxed) != 0
        precondition(isIt == isPinned, "Armory: the thread is \(isIt ? "" : "not ")pinned")
        #endif
    }

    /// Whether an instance may be created as on the fast path although the stack limit seems to be passed.
    ///
    /// It is not passed if the code runs on another stack than the thread's. A long path needs the fast path most: a
    /// level takes a quarter of the stack that it takes on the slow path.
    @inline(never)
    package func ignoresStackLimit(for slot: Slot) -> Bool {
        unsafe !isTooDeep && clookup_fits_path(self, slot.address)
    }

    /// The address of the path's outermost slot.
    package var pathBase: UInt { unsafe hazards.pointee.pathBase.load(ordering: .relaxed) }

    /// The address for the path's next slot.
    package var pathPosition: UInt { unsafe hazards.pointee.pathTop.load(ordering: .relaxed) }

    /// The slots on the path, outermost first.
    package var path: [UInt] {
        unsafe HazardList.contents(
            hazards.pointee.pathBase.load(ordering: .relaxed)..<hazards.pointee.pathTop.load(ordering: .relaxed))
    }

    /// Whether the slot is on the path also below the last entry.
    package func isOnPathTwice(_ slot: Slot) -> Bool {
        unsafe clookup_is_on_path(self, slot.address, pathPosition &- HazardList.stride)
    }

    /// Whether no resolve runs on the thread.
    package var isOutermost: Bool {
        unsafe hazards.pointee.pathTop.load(ordering: .relaxed) == hazards.pointee.pathBase.load(ordering: .relaxed)
    }

    /// Whether a nested resolve would overflow the stack or the path.
    package var isTooDeep: Bool {
        if unsafe hazards.pointee.pathTop.load(ordering: .relaxed) > pointee.pathEnd { return true }
        // The bounds of a stack that is not the thread's own are unknown here; the path's capacity limits the depth.
        let pointer = Platform.stackPointer
        let isOwnStack = unsafe pointer < pointee.stackTop && pointer >= pointee.stackLimit - ThreadContext.stackReserve
        return unsafe isOwnStack && pointer < pointee.stackLimit
    }

    /// Whether a nested resolve would overflow the stack if another library's code is between it and its caller.
    package var isTooDeepForLibraries: Bool {
        let pointer = Platform.stackPointer
        let limit = unsafe pointee.stackLimit + ThreadContext.libraryReserve
        return unsafe pointer < limit && pointer < pointee.stackTop
            && pointer >= pointee.stackLimit - ThreadContext.stackReserve
    }

    /// Enters a slot whose instance is lent without a retain.
    @inlinable
    @inline(__always)
    package func pushBorrow(_ slot: UInt) {
        let top = unsafe hazards.pointee.borrowTop.load(ordering: .relaxed)
        if unsafe top == pointee.borrowEnd { return unsafe growBorrowsAndPush(slot) }
        HazardList.store(slot, at: top)
        // Release: the entry below is written; pairs with the acquire in `ThreadRegistry.hazards`.
        unsafe hazards.pointee.borrowTop.store(top &+ HazardList.stride, ordering: .releasing)
    }

    @inlinable
    @inline(__always)
    package func popBorrow() {
        // As in `unpin`, the store does not order a retain, and `body` may have retained the instance to keep it.
        Platform.compilerBarrier()
        let top = unsafe hazards.pointee.borrowTop.load(ordering: .relaxed)
        // Release: the instance was last used before; pairs with the acquire in `ThreadRegistry.hazards`.
        unsafe hazards.pointee.borrowTop.store(top &- HazardList.stride, ordering: .releasing)
    }

    @usableFromInline
    @inline(never)
    package func growBorrowsAndPush(_ slot: UInt) {
        // Under the registry's lock, because a writer that looks for hazards reads the list.
        ThreadRegistry.shared.withLock {
            let old = unsafe hazards.pointee.borrowBase.load(ordering: .relaxed)..<pointee.borrowEnd
            let new = HazardList.allocate(capacity: old.count * 2 / Int(HazardList.stride))
            let slots = HazardList.contents(old) + [slot]
            for (index, slot) in slots.enumerated() {
                HazardList.store(slot, at: new.lowerBound + UInt(index) * HazardList.stride)
            }
            unsafe hazards.pointee.borrowBase.store(new.lowerBound, ordering: .relaxed)
            unsafe pointee.borrowEnd = new.upperBound
            // Relaxed: the lock orders the store for the writer.
            unsafe hazards.pointee.borrowTop.store(
                new.lowerBound + UInt(slots.count) * HazardList.stride, ordering: .relaxed)
            HazardList.deallocate(old)
        }
    }
}
