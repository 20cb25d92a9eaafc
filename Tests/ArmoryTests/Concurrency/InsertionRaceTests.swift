// Lookups of a key that another thread inserts at that moment.

import Armory
import ArmoryTestSupport
import CLookup
import Synchronization
import XCTest

final class InsertionRaceTests: LeakCheckedTestCase {
    /// A thread looks for each key while another inserts it.
    func testC1_AKeyThatIsFoundHasItsSlot() throws { try checkInsertions(isQualified: false) }

    /// A qualified key has no hint, so a lookup reads the entry that is being written.
    func testC1_AQualifiedKeyThatIsFoundHasItsSlot() throws { try checkInsertions(isQualified: true) }

    private func checkInsertions(isQualified: Bool) throws {
        try skipWithOneHash("the table has no room for so many keys with one place")
        let report = Barrage(
            "C1 a key is looked for while it is inserted", threads: 2, rounds: StressScale.scaled(50, atLeast: 10),
            isJostled: true
        ).run { _ in
            ReadTable(isQualified: isQualified)
        } body: { stage, thread in
            if thread == 0 { try stage.insertAll() } else { try stage.findNext() }
        } check: { _, results in
            for result in results { try result.get() }
        }
        XCTAssertNil(report.miss)
    }
}

/// A table that one thread reads while another inserts keys.
@safe
private final class ReadTable: @unchecked Sendable {  // The table is made for that; the rest is immutable or atomic.
    /// The keys that the table has room for.
    private static let count = 1 << 13

    private let table: RegistrationTable
    /// What lookups in C read of a container and of its slots.
    private let container: UnsafeMutableBufferPointer<UInt>
    private let slots: UnsafeMutableBufferPointer<UInt>
    /// The number of the key that is inserted next or at this moment.
    private let next = Atomic<Int>(0)
    private let isQualified: Bool

    init(isQualified: Bool) {
        self.isQualified = isQualified
        unsafe table = RegistrationTable.allocate(capacity: 8 * Self.count)  // No key is far from its place.
        unsafe container = .allocate(capacity: 4)
        unsafe container.initialize(repeating: table.address)
        unsafe slots = .allocate(capacity: Self.count)
        for number in 0..<Self.count { unsafe slots.initializeElement(at: number, to: state(of: number)) }
    }

    deinit {
        unsafe slots.deallocate()
        unsafe container.deallocate()
        unsafe table.deallocate()
    }

    private func key(_ number: Int) -> UInt { UInt(number + 1) << 4 }

    /// The state word in the slot of a key.
    private func state(of number: Int) -> UInt { UInt(clookup_missing + 1 + number) }

    func insertAll() throws {
        defer { next.store(Self.count, ordering: .releasing) }
        for number in 0..<Self.count {
            next.store(number, ordering: .relaxed)
            let key = key(number)
            let hash = isQualified ? key : unsafe KeyHash.hash(unsafeBitCast(key, to: ObjectIdentifier.self))
            let isInserted = unsafe table.insert(
                key: isQualified ? hash | 1 : key, hash: hash, slot: slots.baseAddress! + number)
            try expect(isInserted, "no room")
        }
    }

    /// Looks for the key that is being inserted, until all are.
    func findNext() throws {
        // The thread has its context from here on.
        Pin().end()
        while true {
            let number = next.load(ordering: .acquiring)
            if number == Self.count { return }
            let state = isQualified ? findQualified(key(number)) : find(key(number))
            try expect(state == clookup_missing || state == self.state(of: number), "the slot of another key")
        }
    }

    private func find(_ key: UInt) -> UInt {
        let lookup = unsafe clookup_find(container.baseAddress!, key)
        unsafe clookup_unpin(lookup.context)
        return unsafe lookup.state
    }

    private func findQualified(_ hash: UInt) -> UInt {
        let pin = Pin()
        let slot = unsafe table.find(qualifiedHash: hash) { _ in true }.slot
        let state = unsafe slot.map { unsafe Slot($0).state } ?? UInt(clookup_missing)
        pin.end()
        return state
    }
}
