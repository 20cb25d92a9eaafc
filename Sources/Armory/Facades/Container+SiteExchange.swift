// A site that is requested as several types: its record is exchanged for one that accepts any type.
//
//     slot of T ----exchange----> slot of Any        the same number; earlier lookups find the state `absent`
//       empty, or its instance is dead, or in graphs only
//
// A kept instance has one slot. So a slot is exchanged only while it is empty and no thread creates its instance, in
// one step with its state. A running graph may have an instance of the earlier slot, which is found by the number.

internal import Synchronization

extension Container {
    /// Exchanges a site's record, unless an instance exists or is being created.
    func exchange(_ old: Binding, for new: Binding) throws(ResolutionError) {
        // Its `deinit` may run user code: not under the control block's lock.
        var alive: AnyObject?
        defer { withExtendedLifetime(alive) {} }
        unsafe try change(new.key) { found, hash throws(ResolutionError) in
            guard let found = unsafe found else { return [] }
            let base = unsafe base(of: found)
            guard unsafe base.binding === old, let cells = unsafe base.vacate(&alive) else { return [] }
            return unsafe put(makeSlot(new, insteadOf: base), hash: hash, insteadOf: found) + cells
        }
    }
}

extension Slot {
    /// Takes the slot out of use and returns further memory to retire; nil: an instance exists or is being created.
    fileprivate func vacate(_ alive: inout AnyObject?) -> [ControlBlock.Retired]? {
        let state = unsafe state
        switch state {
        case SlotState.graph, SlotState.guarded:
            // Release: as in `Slot.leaveWatched`; there is nothing to publish.
            unsafe stateWord.pointee.store(SlotState.absent, ordering: .releasing)
            return []
        case SlotState.empty, SlotState.fresh, SlotState.weak:
            // Either another thread claims the slot first, or this thread does.
            guard unsafe exchange(state, for: SlotState.absent) else { return nil }
            guard state == SlotState.weak else { return [] }
            // No thread changes the cell now. It may be a new one, set since the instance was found dead.
            alive = unsafe loadShared(as: AnyObject.self)
            guard alive == nil else {
                unsafe stateWord.pointee.store(SlotState.weak, ordering: .releasing)
                return nil
            }
            return [.object(unsafe cellWord.pointee.load(ordering: .relaxed))]
        default:
            return nil
        }
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The earlier slot of a site, if the running graph has an instance of it.
    func formerSite(of slot: Slot) -> Slot? {
        let lastings = unsafe (pointee.graph.lastings ?? []).map {
            unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())
        }
        var next = unsafe pointee.graph.newest
        while let entry = unsafe next {
            let identifier = unsafe pointee.graph.index[Int(entry.pointee.position)].slot.load(ordering: .relaxed)
            unsafe next = entry.pointee.previous
            // A lasting graph's mark is not a slot.
            guard !lastings.contains(identifier), unsafe identifier != GraphArena.disowned else { continue }
            let former = unsafe Slot(identifier: identifier)
            guard unsafe former.number == slot.number else { continue }
            if unsafe former.binding.key == slot.binding.key { return unsafe former }
        }
        return nil
    }
}
