import Armory
import XCTest

/// A table driven as a container drives it, beside a dictionary that says what it must hold.
@safe
final class TableModel {
    private(set) var table = unsafe RegistrationTable.allocate(capacity: 0)
    /// The slots by number; the table never looks into them.
    private var slots: [Int: (key: UInt, hash: UInt)] = [:]
    private(set) var rebuilds = 0

    deinit {
        unsafe table.deallocate()
    }

    static func slot(_ number: Int) -> UnsafeMutableRawPointer {
        unsafe UnsafeMutableRawPointer(bitPattern: 4096 + number * 16).unsafelyUnwrapped
    }

    static func number(_ slot: UnsafeMutableRawPointer) -> Int {
        (Int(bitPattern: slot) - 4096) / 16
    }

    func insert(key: UInt, hash: UInt, slot number: Int) {
        while unsafe !table.insert(key: key, hash: hash, slot: Self.slot(number)) {
            keep { _ in true }
        }
        slots[number] = (key, hash)
    }

    func insertQualified(hash: UInt, slot number: Int) {
        insert(key: hash | 1, hash: hash, slot: number)
    }

    func insert(_ type: any Any.Type, slot number: Int) {
        let identifier = ObjectIdentifier(type)
        insert(key: UInt(bitPattern: identifier), hash: KeyHash.hash(identifier), slot: number)
    }

    func keep(where isKept: (Int) -> Bool) {
        let new = unsafe table.rebuilt { unsafe isKept(Self.number($0)) }
        unsafe table.deallocate()
        unsafe table = unsafe new
        slots = slots.filter { isKept($0.key) }
        rebuilds += 1
    }

    func replace(_ old: Int, by new: Int) -> Bool {
        guard let (key, hash) = slots[old] else {
            return unsafe table.replace(Self.slot(old), hash: 0, by: Self.slot(new))
        }
        slots[old] = nil
        slots[new] = (key, hash)
        return unsafe table.replace(Self.slot(old), hash: hash, by: Self.slot(new))
    }

    /// Every key is found, its own slot is, and the table keeps its promises about size.
    func check(file: StaticString = #filePath, line: UInt = #line) {
        for (number, entry) in slots where entry.key & 1 == 1 {
            XCTAssertEqual(find(hash: entry.hash) { $0 == number }, number, file: file, line: line)
            XCTAssertNil(find(hash: entry.hash) { _ in false }, file: file, line: line)
        }
        var seen: Set<Int> = []
        unsafe table.forEachSlot { slot in unsafe seen.insert(Self.number(slot)) }
        XCTAssertEqual(seen, Set(slots.keys), file: file, line: line)
        XCTAssertEqual(used, slots.count, file: file, line: line)
        XCTAssertGreaterThanOrEqual(capacity, 64, file: file, line: line)
        XCTAssertEqual(capacity & (capacity - 1), 0, file: file, line: line)
        XCTAssertLessThanOrEqual(used * 2, capacity, "load at most 1/2", file: file, line: line)
        XCTAssertEqual(unsafe table.address % 64, 0, "begins a cache line", file: file, line: line)
    }

    var used: Int { unsafe table.used }

    var capacity: Int { unsafe table.capacity }

    func find(hash: UInt, where isMatch: (Int) -> Bool = { _ in true }) -> Int? {
        unsafe table.find(qualifiedHash: hash) { unsafe isMatch(Self.number($0)) }
            .slot.map { unsafe Self.number($0) }
    }

    func find(_ type: any Any.Type) -> Int? {
        unsafe table.find(ObjectIdentifier(type)).slot.map { unsafe Self.number($0) }
    }

    /// How many entries a lookup of each key passes, its own included: read from the table's memory, whose layout
    /// RegistrationTable.swift draws.
    func probeLengths() -> [Int] {
        let capacity = capacity
        let entries = unsafe UnsafeRawPointer(bitPattern: table.address + 64).unsafelyUnwrapped
        return (0..<capacity).compactMap { index in
            let key = unsafe entries.load(fromByteOffset: index * 16, as: UInt.self)
            if key == 0 { return nil }
            let slot = unsafe entries.load(fromByteOffset: index * 16 + 8, as: Int.self)
            let hash = slots[(slot - 4096) / 16]?.hash ?? 0
            let home = Int(hash / 16 % UInt(capacity))
            return (index - home + capacity) % capacity + 1
        }
    }
}
