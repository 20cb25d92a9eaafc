package import CLookup
internal import Synchronization

/// The end of a thread's path before a slot was added.
///
/// Every creation of an instance begins and ends in the same way:
///
///     let entry = context.pathEntry            // the position of the slot on the path
///     pin.enter(slot, at: entry)               // the path protects the slot from here on, and the pin ends
///     ... the factory ...
///     context.leave(entry)                     // or `fail`, which also describes the error
package typealias PathEntry = clookup_path_entry

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The position of the next slot.
    @inline(__always)
    package var pathEntry: PathEntry {
        // Relaxed: the thread itself stored it.
        unsafe PathEntry(top: hazards.pointee.pathTop.load(ordering: .relaxed), marks: pointee.pathMarks)
    }

    /// The position of the innermost slot, for code that kept only the marks.
    package func innermostEntry(_ marks: UInt) -> PathEntry {
        unsafe PathEntry(top: pathPosition &- HazardList.stride, marks: marks)
    }

    /// Whether a slot needs the slow path: the path or the stack may end, or the slot is on the path already.
    @inline(__always)
    package func isBlocked(_ slot: Slot, at entry: PathEntry) -> Bool {
        unsafe clookup_is_blocked(self, slot.address, entry) && !ignoresStackLimit(for: slot)
    }

    /// Puts a slot on the path.
    ///
    /// Does not change whether the thread is pinned.
    @inline(__always)
    package func push(_ slot: Slot, at entry: PathEntry) { unsafe clookup_push(self, slot.address, entry) }

    /// Takes the slot off the path; the graph goes on.
    package func pop(_ entry: PathEntry) { unsafe clookup_pop(self, entry) }

    /// Takes the slot off the path, and ends the graph if that was the outermost resolve.
    @inline(__always)
    package func leave(_ entry: PathEntry) {
        unsafe clookup_leave(self, entry)
    }
}
