// The indices of arenas, as other threads read them. The registry's lock is held, so an index is not moved. The thread
// may be running.

internal import Synchronization

extension UnsafeMutableBufferPointer where Element == GraphArena.Position {
    /// The positions of the index of a thread's arena.
    init(of record: UnsafeMutablePointer<HazardRecord>) {
        unsafe self.init(
            start: UnsafeMutablePointer(bitPattern: record.pointee.graphIndex.load(ordering: .relaxed)),
            count: record.pointee.graphCapacity.load(ordering: .relaxed))
    }

    /// Adds the slots whose instances are in the arena.
    func appendHazards(to hazards: inout Set<UInt>) {
        for position in indices {
            let slot = unsafe self[position].slot.load(ordering: .relaxed)
            if slot != 0 { hazards.insert(slot) }
        }
    }

    /// Makes the instances of slots impossible to find in the graph.
    ///
    /// The thread removes its entries by their positions, whatever value these have.
    func disown(where isDisowned: (_ slot: UInt) -> Bool) {
        for position in indices {
            let slot = unsafe self[position].slot.load(ordering: .relaxed)
            guard slot != 0, isDisowned(slot) else { continue }
            // Relaxed: the slot's memory is freed by the caller, and reused only after this. Exchanged, because the
            // thread may free the position meanwhile.
            _ = unsafe self[position].slot.compareExchange(
                expected: slot, desired: GraphArena.disowned, ordering: .relaxed)
        }
    }
}
