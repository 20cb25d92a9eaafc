// The open-addressed table of a layout: written once, then only read.

public import CCore

extension ccore_table {
    private var size: Int { unsafe Int(mask) / MemoryLayout<ccore_entry>.size + 1 }

    /// Creates a table without keys, with room for some; who has it frees its entries.
    ///
    /// - Parameter missing: What every other key leads to.
    init(for count: Int, missing: Slot) {
        // A power of two, and at most half of it in use: a search ends soon, and at an empty entry. Few keys need few bytes anyway.
        var size = 32
        while size < 2 * count { size *= 2 }
        let entries = UnsafeMutablePointer<ccore_entry>.allocate(capacity: size)
        unsafe entries.initialize(repeating: ccore_entry(key: 0, slot: missing), count: size)
        unsafe self.init(entries: entries, mask: UInt64((size - 1) * MemoryLayout<ccore_entry>.size))
    }

    /// Creates a table with the keys of another one, which lead to the same places among other slots.
    ///
    /// - Parameter count: How many keys it will have.
    init(copyOf other: ccore_table, from former: Slot, to slots: Slot, for count: Int) {
        unsafe self.init(for: count, missing: slots)
        for position in unsafe 0..<other.size {
            let entry = unsafe other.entries[position]
            guard unsafe entry.key != 0 else { continue }
            let slot = unsafe slots + (entry.slot - former)
            // In a table of the same size, each key has the same place.
            if unsafe size == other.size {
                unsafe setEntry(entry.key, slot, at: entries + position)
            } else {
                unsafe add(entry.key, slot)
            }
        }
    }

    /// Adds a key before others have the table.
    func add(_ word: UInt64, _ slot: Slot) {
        // An entry is free if its key is zero.
        unsafe setEntry(word, slot, at: ccore_search(self, 0, ccore_start(word, mask)))
    }

    private func setEntry(_ word: UInt64, _ slot: Slot, at entry: UnsafePointer<ccore_entry>) {
        unsafe UnsafeMutablePointer(mutating: entry).pointee = unsafe ccore_entry(key: word, slot: slot)
    }
}

extension ccore_table {
    /// The slot of a key; nil: the table has none.
    func find(_ key: ServiceKey) -> Slot? {
        let word = key.word
        var entry = unsafe firstEntry(forHash: word)
        while let record = unsafe entry.pointee.slot.record {
            if key.qualifier == nil || record.key == key { return unsafe entry.pointee.slot }
            unsafe entry = unsafe nextEntry(forHash: word, after: entry)
        }
        return nil
    }

    /// The entry of a key's first word; one with the table's slot for what is missing if it has none.
    @inlinable
    @inline(__always)
    func firstEntry(forHash word: UInt64) -> UnsafePointer<ccore_entry> {
        unsafe ccore_search(self, word, ccore_start(word, mask))
    }

    /// The next entry of a word: two qualified keys may have one.
    @inlinable
    func nextEntry(forHash word: UInt64, after entry: UnsafePointer<ccore_entry>) -> UnsafePointer<ccore_entry> {
        let position = unsafe UInt64(UnsafeRawPointer(entry) - UnsafeRawPointer(entries))
        return unsafe ccore_search(self, word, ccore_position_after(position, mask))
    }
}

extension Slot {
    /// The record; nil: the slot is that of missing keys.
    package var record: Record? {
        unsafe pointee.record.map { unsafe Unmanaged<Record>.fromOpaque($0.pointee.object).takeUnretainedValue() }
    }
}
