// An open-addressed hash table from keys to slots, read without a lock while a writer changes it.
//
//                   base (64-byte aligned)
//     +-------------+------+------+-------+-----------+---------+----------+-------------------------+
//     | 2^m hints   | mask | used | flags | hint mask | nothing | anything | entry 0 | . . . | 2^n-1 |
//     +-------------+------+------+-------+-----------+---------+----------+-------------------------+
//                   0      8      16      24          32        48         64   each: | key | slot |
//
//     key    meaning                                          compared by
//     0      free; ends every probe
//     even   an unqualified key: the address of the type      the word itself: the key whole
//     odd    a qualified key: its hash with bit 0 set         the word, then the key in the slot's binding
//
// An even key can also be the address of a binding. The slot is then this container's own slot for a registration of
// another container. The slot holds the binding, so no type can later have that address.
//
// The flags tell a lookup that found nothing what else to check.
//
// `mask` is (capacity - 1) * 16, so that hash & mask is a byte offset: the lowest four bits of a hash are not used.
// A hint saves the hash of an unqualified key, which takes longer than the rest of a lookup. A multiplication gives a key
// its hint, 2 bytes, and the hint says where to look: at the entry of the first such key, counted from offset 32.
//
//     hint   leads to            because                                         the lookup
//     0      "nothing", key 0    no key in the table has this hint               ends: the key is missing
//     1      "anything", key 1   the entry's number does not fit into 2 bytes    goes on by the hash
//     2...   an entry            it has the first key with this hint             ends if the keys are equal, else goes
//                                                                                on by the hash
//
// The slot of "nothing" is never read, so a table of `KnownSlots` has its stamp there. The slot of "anything" is never read either:
// it has the bits that the hashes of all keys in the table have. They are 0, or all ones in a test: then all keys have one hash,
// so only whole keys differ. Such a table uses one hint. Its hash belongs at the last entry, so every probe wraps around the end.
//
// Probing is linear. A key never leaves its entry: removing a registration points the entry at a slot that is marked as
// removed, and the next rebuild drops the entry.
//
// Capacity: a power of two, at least 64. The table is rebuilt before it is more than half full, or when a key would be
// 16 entries or more from its place. A rebuilt table has room for half as many keys again, so that the next rebuild is not
// needed soon:
//
//     keys       1...32   33...64   65...128   ...   8,193...16,384   n
//     capacity   64       128       256        ...   32,768           2^k with n <= 2^k / 2
//
// Orderings. A writer stores an entry's slot and then its key, both with release; a reader loads the key and then the
// slot, both with acquire. A reader that sees the key therefore sees a slot, and all of the slot's content from before
// the store. A hint is stored after the key, with release, and loaded before it, with acquire. Replacing stores only the
// slot.

public import CLookup
public import Synchronization

@unsafe
@usableFromInline
package struct RegistrationTable {
    @unsafe
    @usableFromInline
    struct Entry: ~Copyable {
        @usableFromInline let key: Atomic<UInt>
        @usableFromInline let slot: Atomic<UInt>
    }

    @usableFromInline let base: UnsafeMutableRawPointer

    /// The address of the table, in the form that the container stores.
    @inlinable package var address: UInt { UInt(bitPattern: unsafe base) }

    @inlinable
    @inline(__always)
    package init(address: UInt) {
        unsafe base = UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }

    @inlinable static var entriesOffset: Int { clookup_entries_offset }
    /// The key of no entry: it is neither that of a type nor of a qualified key.
    private static let anyKey: UInt = 1
    static let minimumCapacity = 64
    static let probeLimit = 16

    /// The empty table that all closed containers share.
    static let closedAddress = unsafe sharedAddress(flags: closedFlag)

    /// The empty table that all views of modules share: every lookup goes on to other containers.
    ///
    /// It is also the table of each `KnownSlots` that knows nothing: whatever its stamp, it has no keys.
    package static let emptyAddress = unsafe sharedAddress(flags: parentsFlag)

    private static func sharedAddress(flags: UInt) -> UInt {
        // The process's own: no container leaves it behind.
        defer { Census.end(.table) }
        return unsafe allocate(flags: flags, collisions: 0).address
    }

    @usableFromInline static let closedFlag: UInt = 1
    static let parentsFlag: UInt = 2

    /// The flags, set before the table is published.
    @inlinable
    @inline(__always)
    var flags: UInt {
        get { unsafe base.load(fromByteOffset: 16, as: UInt.self) }
        nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: 16, as: UInt.self) }
    }

    /// The stamp of a table of `KnownSlots`, in place of the slot of "nothing".
    var stamp: UInt {
        get { unsafe base.load(fromByteOffset: clookup_stamp_offset, as: UInt.self) }
        nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: clookup_stamp_offset, as: UInt.self) }
    }

    /// The bits that the hashes of all keys have, set before the table has keys; 0, except in tests.
    @inlinable
    @inline(__always)
    var collisions: UInt {
        get { unsafe base.load(fromByteOffset: clookup_collisions_offset, as: UInt.self) }
        nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: clookup_collisions_offset, as: UInt.self) }
    }

    /// The `collisions` of tables that are made from no other table.
    package static let collisionsOfNewTables = Atomic<UInt>(0)

    /// Whether a key that is not in the table is registered nowhere; false if the container is closed or has parents.
    @inlinable
    @inline(__always)
    var hasAllKeys: Bool { unsafe flags == 0 }

    /// Whether the container is closed.
    @inlinable package var isClosed: Bool { unsafe flags & Self.closedFlag != 0 }

    package static func allocate(
        capacity: Int = 0, flags: UInt = 0,
        // Relaxed: a test sets it before it starts threads.
        collisions: UInt = collisionsOfNewTables.load(ordering: .relaxed)
    ) -> RegistrationTable {
        let capacity = unsafe max(capacity, minimumCapacity)
        let hintCount = unsafe hintCount(capacity: capacity)
        // A multiple of 64, as the least number is.
        let hintBytes = hintCount * MemoryLayout<UInt16>.stride
        let bytes = unsafe hintBytes + entriesOffset + capacity * MemoryLayout<Entry>.stride
        let memory = unsafe allocateLines(bytes)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        let base = unsafe memory + hintBytes
        unsafe base.storeBytes(of: UInt(capacity - 1) * 16, as: UInt.self)
        unsafe base.storeBytes(
            of: collisions == 0 ? -hintCount : -1, toByteOffset: clookup_hint_mask_offset, as: Int.self)
        unsafe base.storeBytes(of: anyKey, toByteOffset: clookup_hinted_offset + 16, as: UInt.self)
        Census.begin(.table)
        let table = unsafe RegistrationTable(address: UInt(bitPattern: base))
        unsafe table.flags = flags
        unsafe table.collisions = collisions
        return unsafe table
    }

    /// The number of hints: more than entries in a small table, so that few types have one hint.
    private static func hintCount(capacity: Int) -> Int { max(capacity, 256) }

    /// The size of the hints, which come before the table's address.
    package var hintBytes: Int { unsafe Self.hintCount(capacity: capacity) * MemoryLayout<UInt16>.stride }

    package func deallocate() {
        #if ARMORY_INTERNAL_CHECKS
        precondition(
            unsafe address != Self.closedAddress && address != Self.emptyAddress, "a shared table is the process's")
        #endif
        unsafe Self.deallocateLines(base - hintBytes)
        Census.end(.table)
    }

    /// Allocates memory at the beginning of a cache line.
    ///
    /// The word before it is the address of the allocation. The allocator takes several times as long for aligned memory.
    private static func allocateLines(_ bytes: Int) -> UnsafeMutableRawPointer {
        let allocation = UnsafeMutableRawPointer.allocate(byteCount: bytes + 64, alignment: 16)
        let memory = unsafe (allocation + 16).alignedUp(toMultipleOf: 64)
        unsafe memory.storeBytes(of: allocation, toByteOffset: -8, as: UnsafeMutableRawPointer.self)
        return unsafe memory
    }

    private static func deallocateLines(_ memory: UnsafeMutableRawPointer) {
        unsafe memory.load(fromByteOffset: -8, as: UnsafeMutableRawPointer.self).deallocate()
    }
}

@available(*, unavailable, message: "Pinned threads alone may hold a table.")
extension RegistrationTable: Sendable {}

@available(*, unavailable, message: "Pinned threads alone may hold a table.")
extension RegistrationTable.Entry: Sendable {}

// MARK: Size

extension RegistrationTable {
    @inlinable
    @inline(__always)
    var mask: UInt { unsafe base.load(as: UInt.self) }

    package var capacity: Int { Int(unsafe mask / 16) + 1 }

    /// The number of keys, including those of removed registrations.
    ///
    /// Guarded by the container's lock.
    package var used: Int {
        get { unsafe base.load(fromByteOffset: 8, as: Int.self) }
        nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
    }

    /// The least capacity of which `count` keys fill at most half.
    static func capacity(for count: Int) -> Int {
        var capacity = unsafe minimumCapacity
        while count * 2 > capacity { capacity *= 2 }
        return capacity
    }

    @inlinable
    @inline(__always)
    func entry(at offset: UInt) -> UnsafeMutablePointer<Entry> {
        unsafe (base + Self.entriesOffset + Int(bitPattern: offset))
            .assumingMemoryBound(to: Entry.self)
    }
}
