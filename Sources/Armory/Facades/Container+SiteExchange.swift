// One site asked for as several types: its record is exchanged for one of instances of any type.
//
//     slot of T ----exchange----> slot of Any        the same number; what was looked up before finds the state `absent`
//       empty, or its instance is dead, or in graphs only
//
// What is kept has one place: a slot is exchanged while nothing is in it and nobody makes it, in one step with its state. A running
// graph may have an instance of the slot before, which is found by the number.

internal import Synchronization

extension Container {
    /// Has a site's record be another, unless an instance is there or is being made.
    func exchange(_ old: any SiteRecord, for new: AnyBinding) throws(ResolutionError) {
        // Its `deinit` may be the user's: not under the ledger's lock.
        var alive: AnyObject?
        defer { withExtendedLifetime(alive) {} }
        unsafe try change(new.key) { found, hash throws(ResolutionError) in
            guard let found = unsafe found else { return [] }
            let base = unsafe base(of: found)
            guard unsafe base.binding === old, let cells = unsafe base.vacate(&alive) else { return [] }
            return unsafe put(makeSlot(new, inPlaceOf: base), hash: hash, inPlaceOf: found) + cells
        }
    }
}

extension Slot {
    /// Takes the slot out of use, and returns what is to be retired beside it; nil where an instance is there or is being made.
    fileprivate func vacate(_ alive: inout AnyObject?) -> [Ledger.Retired]? {
        let state = unsafe state
        switch state {
        case SlotState.graph, SlotState.guarded:
            // Release: as in `Slot.leaveWatched`; there is nothing to publish.
            unsafe stateWord.pointee.store(SlotState.absent, ordering: .releasing)
            return []
        case SlotState.empty, SlotState.fresh, SlotState.weak:
            // Who claims it is first, or this thread is.
            guard
                unsafe stateWord.pointee.compareExchange(
                    expected: state, desired: SlotState.absent, ordering: .acquiringAndReleasing
                ).exchanged
            else { return nil }
            guard state == SlotState.weak else { return [] }
            // Nobody changes the cell now; one was made anew since the instance was found dead, perhaps.
            alive = unsafe loadShared(as: AnyObject.self)
            guard alive == nil else {
                unsafe stateWord.pointee.store(SlotState.weak, ordering: .releasing)
                return nil
            }
            return [.cell(unsafe cellWord.pointee.load(ordering: .relaxed))]
        default:
            return nil
        }
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The slot that a site had before, where the running graph has an instance of it.
    func formerSite(of slot: Slot) -> (slot: Slot, record: any SiteRecord)? {
        let keeper = unsafe pointee.graph.keeper.map {
            unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())
        }
        var next = unsafe pointee.graph.newest
        while let entry = unsafe next {
            let identifier = unsafe pointee.graph.index[Int(entry.pointee.position)].slot.load(ordering: .relaxed)
            unsafe next = entry.pointee.previous
            // The keeper's mark is no slot.
            guard identifier != keeper, unsafe identifier != GraphArena.disowned else { continue }
            let former = unsafe Slot(identifier: identifier)
            guard unsafe former.number == slot.number, let record = unsafe former.binding as? any SiteRecord else {
                continue
            }
            if unsafe record.key == slot.binding.key { return unsafe (former, record) }
        }
        return nil
    }
}
