// Rebuilding: a new table with the keys that are kept. The old one is retired, because readers may be in it.

internal import Synchronization

extension RegistrationTable {
    /// A table with room for one more key and without the keys whose slots `isKept` refuses.
    package func rebuilt(where isKept: (UnsafeMutableRawPointer) -> Bool) -> RegistrationTable {
        var kept: [(key: UInt, slot: UnsafeMutableRawPointer)] = unsafe []
        unsafe forEachEntry { entry in
            let slot = unsafe Self.slot(of: entry)
            if unsafe isKept(slot) {
                unsafe kept.append((entry.pointee.key.load(ordering: .relaxed), slot))
            }
        }
        var capacity = unsafe Self.capacity(for: kept.count + 1)
        // A chain at the limit asks for more room than the count does.
        if unsafe capacity <= self.capacity && kept.count == used { capacity = unsafe self.capacity * 2 }
        while true {
            let table = unsafe RegistrationTable.allocate(capacity: capacity)
            if unsafe kept.allSatisfy({ key, slot in
                unsafe table.insert(key: key, hash: Self.hash(of: key), slot: slot)
            }) {
                return unsafe table
            }
            unsafe table.deallocate()
            capacity *= 2
        }
    }

    /// A table with every key at its place, and for each slot the one that `successor` gives.
    package func copied(_ successor: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer) -> RegistrationTable {
        let table = unsafe RegistrationTable.allocate(capacity: capacity)
        unsafe table.used = used
        for index in 0..<(unsafe capacity) {
            let old = unsafe entry(at: UInt(index) * 16)
            let key = unsafe old.pointee.key.load(ordering: .relaxed)
            if key == 0 { continue }
            let new = unsafe table.entry(at: UInt(index) * 16)
            // Relaxed: the table's own publication orders them.
            unsafe new.pointee.slot.store(UInt(bitPattern: successor(Self.slot(of: old))), ordering: .relaxed)
            unsafe new.pointee.key.store(key, ordering: .relaxed)
        }
        unsafe table.checkInvariants()
        return unsafe table
    }

    /// The part of a key's hash that a table uses.
    static func hash(of key: UInt) -> UInt {
        guard key & 1 == 0 else { return key }
        return unsafe KeyHash.hash(unsafeBitCast(key, to: ObjectIdentifier.self))
    }
}
