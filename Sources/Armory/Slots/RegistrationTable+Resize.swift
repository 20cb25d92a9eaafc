// A rebuild creates a new table with the kept keys. The old table is retired, because readers may still use it.

internal import Synchronization

extension RegistrationTable {
    /// Creates a table with room for more keys, and without the keys for whose slots `isKept` returns false.
    ///
    /// - Parameter count: The number of further keys.
    package func rebuilt(for count: Int = 1, where isKept: (UnsafeMutableRawPointer) -> Bool) -> RegistrationTable {
        var kept: [(key: UInt, slot: UnsafeMutableRawPointer)] = unsafe []
        unsafe forEachEntry { entry in
            let slot = unsafe Self.slot(of: entry)
            if unsafe isKept(slot) {
                unsafe kept.append((entry.pointee.key.load(ordering: .relaxed), slot))
            }
        }
        var capacity = unsafe Self.capacity(for: kept.count + max(count, kept.count / 2 + 1))
        // A probe chain at the limit needs more room than the number of keys does.
        if unsafe capacity <= self.capacity && kept.count == used { capacity = unsafe self.capacity * 2 }
        while true {
            let table = unsafe RegistrationTable.allocate(capacity: capacity, collisions: collisions)
            if unsafe kept.allSatisfy({ key, slot in
                unsafe table.insert(key: key, hash: Self.hash(of: key), slot: slot)
            }) {
                return unsafe table
            }
            unsafe table.deallocate()
            capacity *= 2
        }
    }

    /// Creates a table with every key at the same place and each slot replaced by the one that `successor` returns.
    package func copied(_ successor: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer) -> RegistrationTable {
        let table = unsafe RegistrationTable.allocate(capacity: capacity, collisions: collisions)
        unsafe table.used = used
        for index in 0..<(unsafe capacity) {
            let old = unsafe entry(at: UInt(index) * 16)
            let key = unsafe old.pointee.key.load(ordering: .relaxed)
            if key == 0 { continue }
            let new = unsafe table.entry(at: UInt(index) * 16)
            // Relaxed: the table's own publication orders them.
            unsafe new.pointee.slot.store(UInt(bitPattern: successor(Self.slot(of: old))), ordering: .relaxed)
            unsafe new.pointee.key.store(key, ordering: .relaxed)
            // Each key has the hint that it has here, since the tables have the same size.
            if key & 1 == 0 {
                unsafe table.hint(for: key).pointee.store(
                    hint(for: key).pointee.load(ordering: .relaxed), ordering: .relaxed)
            }
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
