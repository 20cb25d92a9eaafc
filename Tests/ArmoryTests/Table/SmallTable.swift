// A table of the least capacity beside what its bytes must be, for tests that go through every small case.

import Armory
import ArmoryTestSupport
import CLookup
import Foundation

/// A table of 64 entries and a model of its memory, byte by byte.
///
/// RegistrationTable.swift draws the layout. The model inserts by the definition of linear probing: the first free entry from
/// a key's place on. Both can be saved and put back, so that cases with the same beginning share it.
@safe
final class SmallTable {
    static let capacity = 64
    /// The hints come before the address of the table: 256 in a small one, of two bytes.
    static let hintBytes = 512
    static let byteCount = hintBytes + 64 + capacity * 16

    let table = unsafe RegistrationTable.allocate(capacity: 0)
    private let expected = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    private var saved: [UnsafeMutableRawPointer] = unsafe []

    init() {
        unsafe precondition(table.capacity == Self.capacity)
        unsafe expected.copyMemory(from: table.memory, byteCount: Self.byteCount)
    }

    deinit {
        unsafe table.deallocate()
        unsafe expected.deallocate()
        for index in unsafe saved.indices { unsafe saved[index].deallocate() }
    }

    /// Whether the table is, byte by byte, what it must be.
    var isAsExpected: Bool { unsafe memcmp(table.memory, expected, Self.byteCount) == 0 }

    /// Remembers the table as it must be, as what a case of `depth` operations came to.
    func save(at depth: Int) {
        while unsafe saved.count <= depth {
            unsafe saved.append(.allocate(byteCount: Self.byteCount, alignment: 64))
        }
        unsafe saved[depth].copyMemory(from: expected, byteCount: Self.byteCount)
    }

    /// Puts back what was saved.
    func restore(from depth: Int) {
        unsafe expected.copyMemory(from: saved[depth], byteCount: Self.byteCount)
        unsafe table.memory.copyMemory(from: saved[depth], byteCount: Self.byteCount)
    }

    // MARK: The operations, on the table and on the model

    /// Inserts, and returns the entry at which the model has the key.
    @discardableResult
    func insert(_ key: SmallKey, slot number: Int) -> (isInserted: Bool, index: Int) {
        let header = unsafe expected + Self.hintBytes
        var index = key.home
        while unsafe header.load(fromByteOffset: 64 + index * 16, as: UInt.self) != 0 {
            index = (index + 1) % Self.capacity
        }
        unsafe header.storeBytes(of: key.word, toByteOffset: 64 + index * 16, as: UInt.self)
        unsafe header.storeBytes(of: Self.word(number), toByteOffset: 72 + index * 16, as: UInt.self)
        let used = unsafe header.load(fromByteOffset: 8, as: Int.self)
        unsafe header.storeBytes(of: used + 1, toByteOffset: 8, as: Int.self)
        // The first key with a hint has it.
        if key.isType {
            let hint = unsafe header + (UnsafeMutableRawPointer(clookup_hint(table.address, key.word)) - table.header)
            if unsafe hint.load(as: UInt16.self) == 0 { unsafe hint.storeBytes(of: UInt16(index + 2), as: UInt16.self) }
        }
        let isInserted = unsafe table.insert(key: key.word, hash: key.hash, slot: TableModel.slot(number))
        return (isInserted, index)
    }

    /// Replaces in the table; in the model, at the entry that is known to hold the slot.
    func replace(_ old: Int, of key: SmallKey, at index: Int, by new: Int) -> Bool {
        unsafe expected.storeBytes(of: Self.word(new), toByteOffset: Self.hintBytes + 72 + index * 16, as: UInt.self)
        return unsafe table.replace(TableModel.slot(old), hash: key.hash, by: TableModel.slot(new))
    }

    /// Whether a slot is replaced that the table does not hold.
    func replacesWhatIsNotThere(_ old: Int, of key: SmallKey) -> Bool {
        unsafe table.replace(TableModel.slot(old), hash: key.hash, by: TableModel.slot(999))
    }

    private static func word(_ number: Int) -> UInt { unsafe UInt(bitPattern: TableModel.slot(number)) }

    /// The slot that a lookup of the key finds where `isMatch` accepts it; a type's lookup asks nobody.
    func find(_ key: SmallKey, where isMatch: (Int) -> Bool) -> Int? {
        let found =
            key.isType
            ? unsafe table.find(key.type)
            : unsafe table.find(qualifiedHash: key.hash) { unsafe isMatch(TableModel.number($0)) }
        return unsafe found.slot.map { unsafe TableModel.number($0) }
    }
}

/// A key of a table of 64 entries: where it wants to lie, and which of the keys there it is.
struct SmallKey {
    let word: UInt
    let hash: UInt
    let home: Int

    /// A qualified key; those with one home and one group have one hash.
    ///
    /// Homes below 0 count from the end, in a larger table too. Where hashes collide every key wants the last place.
    init(home: Int, group: Int) {
        hash = UInt(bitPattern: home) << 4 ^ UInt(group) << 40 | 1 | CollidingHashes.bits
        word = hash
        self.home = Int(hash >> 4 & 63)
    }

    /// The unqualified key of a type that wants to lie at `home`: one of eight, and the table never looks at the type.
    ///
    /// Where hashes collide every key wants the last place.
    init(typeAt home: Int, group: Int) {
        let home = (home + SmallTable.capacity) % SmallTable.capacity
        self = CollidingHashes.areOn ? Self(address: UInt(home * 8 + group + 1) << 10) : Self.types[home][group]
    }

    private init(address: UInt) {
        word = address
        hash = KeyHash.hash(Self.type(address)) | CollidingHashes.bits
        home = Int(hash >> 4 & 63)
    }

    var isType: Bool { word & 1 == 0 }

    var type: ObjectIdentifier { Self.type(word) }

    private static func type(_ address: UInt) -> ObjectIdentifier {
        unsafe unsafeBitCast(address, to: ObjectIdentifier.self)
    }

    /// Eight keys for each of the 64 places, found by trying addresses.
    private static let types: [[SmallKey]] = {
        var types = [[SmallKey]](repeating: [], count: SmallTable.capacity)
        var address: UInt = 1 << 20
        while types.contains(where: { $0.count < 8 }) {
            let key = SmallKey(address: address)
            if types[key.home].count < 8 { types[key.home].append(key) }
            address += 16
        }
        return types
    }()
}

extension RegistrationTable {
    /// The bytes of the table, from its hints on.
    var memory: UnsafeMutableRawPointer { unsafe header - hintBytes }

    var header: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped }
}
