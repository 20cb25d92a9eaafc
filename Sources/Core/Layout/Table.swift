// The open-addressed table of a layout: written once, then only read.

public import CCore

/// The memory of a table.
@safe
final class TableMemory {
    private let entries: UnsafeMutablePointer<ccore_entry>
    private let mask: UInt64
    /// How many keys it has.
    private var count = 0

    private var size: Int { unsafe Int(mask) / MemoryLayout<ccore_entry>.size + 1 }

    /// Creates an empty table with room for some keys.
    ///
    /// - Parameter missing: What every other key leads to.
    init(for count: Int, missing: Slot) {
        // A power of two, and at most half of it in use: a search ends soon, and at an empty entry. Few keys need few bytes anyway.
        var size = 32
        while size < 2 * count { size *= 2 }
        unsafe entries = .allocate(capacity: size)
        unsafe entries.initialize(repeating: ccore_entry(key: 0, slot: missing), count: size)
        mask = unsafe UInt64((size - 1) * MemoryLayout<ccore_entry>.size)
    }

    /// A table with the keys of another one, which lead to the same places among other slots, and with room for more.
    convenience init(copyOf other: TableMemory, from former: Slot, to slots: Slot, adding count: Int) {
        let size = other.size
        guard 2 * (other.count + count) <= size else {
            unsafe self.init(for: other.count + count, missing: slots)
            for position in 0..<size {
                let entry = unsafe other.entries[position]
                if unsafe entry.key != 0 { unsafe add(entry.key, slots + (entry.slot - former)) }
            }
            return
        }
        unsafe self.init(movedBy: UnsafeRawPointer(slots) - UnsafeRawPointer(former), other)
    }

    /// The same entries, with slots that lie so many bytes further on.
    private init(movedBy distance: Int, _ other: TableMemory) {
        (mask, count) = (other.mask, other.count)
        let size = other.size
        unsafe entries = .allocate(capacity: size)
        for position in 0..<size {
            let entry = unsafe other.entries[position]
            let slot = unsafe (UnsafeMutableRawPointer(entry.slot) + distance).assumingMemoryBound(to: ccore_slot.self)
            unsafe (entries + position).initialize(to: ccore_entry(key: entry.key, slot: slot))
        }
    }

    deinit { unsafe entries.deallocate() }

    func add(_ word: UInt64, _ slot: Slot) {
        count += 1
        // An entry is free if its key is zero.
        let entry = unsafe ccore_search(table, 0, ccore_start(word, mask))
        unsafe UnsafeMutablePointer(mutating: entry).pointee = unsafe ccore_entry(key: word, slot: slot)
    }

    /// The table as look-ups read it.
    var table: ccore_table { unsafe ccore_table(entries: entries, mask: mask) }
}

extension ccore_table {
    /// The slot of a key; nil: the table has none.
    func find(_ key: ServiceKey) -> Slot? {
        let word = key.word
        var entry = unsafe first(word)
        while let record = unsafe entry.pointee.slot.record {
            if key.qualifier == nil || record.key == key { return unsafe entry.pointee.slot }
            unsafe entry = unsafe next(word, after: entry)
        }
        return nil
    }

    /// The entry of a key's first word; one with the table's slot for what is missing if it has none.
    @inlinable
    @inline(__always)
    func first(_ word: UInt64) -> UnsafePointer<ccore_entry> {
        unsafe ccore_search(self, word, ccore_start(word, mask))
    }

    /// The next entry of a word: two qualified keys may have one.
    @inlinable
    func next(_ word: UInt64, after entry: UnsafePointer<ccore_entry>) -> UnsafePointer<ccore_entry> {
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
