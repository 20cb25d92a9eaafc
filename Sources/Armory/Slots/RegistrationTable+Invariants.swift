internal import Synchronization

extension RegistrationTable {
    #if ARMORY_INTERNAL_CHECKS
    /// Checks that no free entry is between a key and its place, and that the table is at most half full.
    package func checkInvariants() {
        let capacity = unsafe capacity
        precondition(capacity & (capacity - 1) == 0, "the capacity is a power of two")
        precondition(unsafe used * 2 <= capacity, "at most half of the table is used")
        // A larger table is checked only when `used` is a power of two, because the check visits the whole table.
        guard unsafe capacity <= 128 || used & (used - 1) == 0 else { return }
        var count = 0
        unsafe forEachEntry { entry in
            count += 1
            let key = unsafe entry.pointee.key.load(ordering: .relaxed)
            precondition(
                unsafe key & 1 != 0 || hint(for: key).pointee.load(ordering: .relaxed) != Hint.nothing,
                "an unqualified key has a hint")
            var offset = unsafe (Self.hash(of: key) | collisions) & mask
            while unsafe self.entry(at: offset) != entry {
                precondition(
                    unsafe self.entry(at: offset).pointee.key.load(ordering: .relaxed) != 0,
                    "no free entry stands before a key's own")
                offset = unsafe (offset &+ 16) & mask
            }
        }
        precondition(unsafe count == used, "every key is counted")
    }
    #else
    @inline(__always)
    package func checkInvariants() {}
    #endif
}
