// The C functions of the fast path reach into memory that belongs to Swift types: the offsets on both sides are the same.

import Armory
import ArmoryTestSupport
import CLookup
import XCTest

final class LookupLayoutTests: LeakCheckedTestCase {
    func testP4_TheOffsetsOfAThreadsRecordAndContext() {
        let context = unsafe ThreadContext.current
        let address = UnsafeRawPointer(context)
        func word(_ offset: Int) -> UInt { unsafe address.load(fromByteOffset: offset, as: UInt.self) }

        XCTAssertEqual(word(-clookup_record_size), 0)
        unsafe context.pin()
        XCTAssertEqual(word(-clookup_record_size), 1)
        unsafe clookup_unpin(context)
        XCTAssertEqual(word(-clookup_record_size), 0)

        unsafe XCTAssertEqual(word(clookup_path_top_offset - clookup_record_size), context.pathPosition)
        unsafe XCTAssertEqual(word(clookup_path_base_offset - clookup_record_size), context.pathBase)
        unsafe XCTAssertEqual(word(clookup_path_end_offset), context.pointee.pathEnd)
        unsafe XCTAssertEqual(word(clookup_stack_limit_offset), context.pointee.stackLimit)
        XCTAssertEqual(UInt(clookup_path_stride), HazardList.stride)
        // `clookup_enter` puts as many slots beyond the end as there are marks.
        unsafe XCTAssertGreaterThan(ThreadContext.pathSlack, 64)
        // Values that no other field has.
        let (marks, count) = unsafe (context.pointee.pathMarks, context.pointee.graph.count)
        unsafe (context.pointee.pathMarks, context.pointee.graph.count) = (0x5EED, 0xBEAD)
        XCTAssertEqual(word(0), 0x5EED)
        XCTAssertEqual(word(clookup_graph_count_offset), 0xBEAD)
        unsafe (context.pointee.pathMarks, context.pointee.graph.count) = (marks, count)
    }

    func testP4_TheOffsetsOfATableAndItsSlots() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 16)
        defer { unsafe memory.deallocate() }
        for (offset, word) in [(0, SlotState.graph), (8, 0), (clookup_number_offset, 0xC0DE)] {
            unsafe memory.storeBytes(of: word, toByteOffset: offset, as: UInt.self)
        }
        let slot = unsafe Slot(memory)
        unsafe XCTAssertEqual(slot.state, SlotState.graph)
        unsafe XCTAssertEqual(slot.number, 0xC0DE)

        let table = unsafe RegistrationTable.allocate(capacity: 64)
        defer { unsafe table.deallocate() }
        // No more than may have one place, where all hashes collide.
        let keys = (1...16).map { UInt($0 * 16) }
        func hash(_ key: UInt) -> UInt { KeyHash.hash(unsafe unsafeBitCast(key, to: ObjectIdentifier.self)) }
        for key in keys { unsafe XCTAssertTrue(table.insert(key: key, hash: hash(key), slot: memory)) }
        for key in keys { unsafe XCTAssertEqual(clookup_search(table.address, key, hash(key)), slot.identifier) }
        unsafe XCTAssertEqual(clookup_search(table.address, 8, hash(8)), 0)
    }

    func testP4_TheTableOfAContainerIsFoundInC() throws {
        let container = Container()
        try container.register(Singleton { 42 })
        _ = try container.resolve(Int.self)
        guard unsafe Platform.threadPointer != nil else { throw XCTSkip("this system has no fast pointer") }
        func find<T>(_ type: T.Type) -> clookup_found {
            unsafe clookup_find(
                Unmanaged.passUnretained(container).toOpaque(), UInt(bitPattern: ObjectIdentifier(type)),
                KeyHash.hash(ObjectIdentifier(type)))
        }

        let found = unsafe find(Int.self)
        unsafe XCTAssertEqual(found.state, SlotState.ready)
        unsafe XCTAssertEqual(Slot(found.slot).instance(as: Int.self).pointee, 42)
        let context = unsafe ThreadContext.current
        unsafe XCTAssertEqual(found.context, UnsafeMutableRawPointer(context))
        unsafe clookup_unpin(found.context)
        unsafe XCTAssertEqual(find(String.self).state, UInt(clookup_missing))
        unsafe clookup_unpin(context)
    }
    func testP4_WhatIsNoSlotHasNoStateOfASlot() {
        for state in [clookup_missing, clookup_unpinned].map({ UInt($0) }) {
            XCTAssertGreaterThan(state, SlotState.told)
            XCTAssertFalse(SlotState.isBuild(state))
        }
    }
}
