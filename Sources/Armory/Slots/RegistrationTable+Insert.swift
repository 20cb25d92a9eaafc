// Changes of the table. There is one writer at a time: the container's lock is held.

internal import CLookup
internal import Synchronization

extension RegistrationTable {
    /// Adds a key that is not in the table.
    ///
    /// - Returns: False if the table must be rebuilt first.
    package func insert(key: UInt, hash: UInt, slot: UnsafeMutableRawPointer) -> Bool {
        #if ARMORY_INTERNAL_CHECKS
        precondition(unsafe address != Self.closedAddress, "nothing is in the closed containers' table")
        #endif
        let capacity = unsafe capacity
        guard unsafe (used + 1) * 2 <= capacity else { return false }
        let key = unsafe key & 1 == 0 ? key : key | collisions
        let mask = unsafe mask
        var offset = unsafe (hash | collisions) & mask
        var distance = 0
        while unsafe entry(at: offset).pointee.key.load(ordering: .relaxed) != 0 {
            offset = (offset &+ 16) & mask
            distance += 1
            // A sparse table with a long probe chain contains equal hashes, so growing would not help.
            if unsafe distance >= Self.probeLimit && used * 16 > capacity { return false }
        }
        let entry = unsafe entry(at: offset)
        // Release: pairs with the acquire in `slot(of:)`.
        unsafe entry.pointee.slot.store(UInt(bitPattern: slot), ordering: .releasing)
        // Release: after the slot; pairs with the acquire in `find`.
        unsafe entry.pointee.key.store(key, ordering: .releasing)
        if key & 1 == 0 { unsafe addHint(to: offset, for: key) }
        unsafe used += 1
        unsafe checkInvariants()
        return true
    }

    /// Lets the hint of an unqualified key lead to its entry, unless it leads to that of another key.
    private func addHint(to offset: UInt, for key: UInt) {
        let hint = unsafe hint(for: key)
        guard unsafe hint.pointee.load(ordering: .relaxed) == Hint.nothing else { return }
        let number = UInt16(exactly: offset / 16 + 2) ?? Hint.anything
        // Release: after the key; pairs with the acquire in `clookup_slot`.
        unsafe hint.pointee.store(number, ordering: .releasing)
    }

    /// The hint of an unqualified key.
    func hint(for key: UInt) -> UnsafeMutablePointer<Atomic<UInt16>> {
        unsafe UnsafeMutableRawPointer(clookup_hint(address, key)).assumingMemoryBound(to: Atomic<UInt16>.self)
    }

    /// The hints that lead to no entry.
    enum Hint {
        static let nothing: UInt16 = 0
        static let anything: UInt16 = 1
    }

    /// Points the entry that holds `old` at another slot.
    ///
    /// - Returns: Whether the table had such an entry.
    package func replace(
        _ old: UnsafeMutableRawPointer, hash: UInt, by new: UnsafeMutableRawPointer
    ) -> Bool {
        let mask = unsafe mask
        var offset = unsafe (hash | collisions) & mask
        while true {
            let entry = unsafe entry(at: offset)
            if unsafe entry.pointee.key.load(ordering: .relaxed) == 0 { return false }
            if unsafe entry.pointee.slot.load(ordering: .relaxed) == UInt(bitPattern: old) {
                // Release: pairs with the acquire in `slot(of:)`.
                unsafe entry.pointee.slot.store(UInt(bitPattern: new), ordering: .releasing)
                return true
            }
            offset = (offset &+ 16) & mask
        }
    }

    /// Calls `body` for all slots, in no particular order.
    package func forEachSlot(_ body: (UnsafeMutableRawPointer) -> Void) {
        unsafe forEachEntry { entry in unsafe body(Self.slot(of: entry)) }
    }

    /// Calls `body` for all slots, each with its key in the table.
    func forEachKeyedSlot(_ body: (_ slot: UnsafeMutableRawPointer, _ key: UInt) -> Void) {
        // Relaxed: the control block's lock orders it.
        unsafe forEachEntry { entry in unsafe body(Self.slot(of: entry), entry.pointee.key.load(ordering: .relaxed)) }
    }

    func forEachEntry(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
        for index in 0..<(unsafe capacity) {
            let entry = unsafe entry(at: UInt(index) * 16)
            if unsafe entry.pointee.key.load(ordering: .relaxed) != 0 { unsafe body(entry) }
        }
    }
}
