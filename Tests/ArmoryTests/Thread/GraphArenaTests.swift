import Armory
import ArmoryTestSupport
import XCTest

// The arena by itself. A slot is any multiple of 16 to it.
final class GraphArenaTests: LeakCheckedTestCase {
    private func slot(_ number: Int) -> UInt { UInt(4096 + 16 * number) }

    private func insert<T>(_ number: Int, _ value: T) {
        _ = unsafe ThreadContext.current.pointee.graph.insert(slot(number), value)
    }

    private func value<T>(_ number: Int, as type: T.Type = T.self) -> T? {
        guard let entry = unsafe ThreadContext.current.pointee.graph.find(slot(number)) else { return nil }
        return unsafe GraphArena.value(of: entry, as: type).pointee
    }

    private func empty() {
        unsafe ThreadContext.current.removeGraph()
    }

    func testAnInstanceIsFoundByItsSlot() {
        XCTAssertNil(value(1, as: Int.self))
        insert(1, 10)
        insert(2, "two")
        XCTAssertEqual(value(1), 10)
        XCTAssertEqual(value(2), "two")
        XCTAssertNil(value(3, as: Int.self))
        empty()
        XCTAssertNil(value(1, as: Int.self))
        assertThreadIsIdle()
    }

    func testInstancesOfEverySizeAndAlignmentAreWhole() {
        for round in 0..<200 {
            insert(4 * round, UInt8(round))
            insert(4 * round + 1, SIMD4<Float>(repeating: Float(round)))
            insert(4 * round + 2, SIMD16<Double>(repeating: Double(round)))
            insert(4 * round + 3, (round, "\(round)", [round]))
        }
        for round in 0..<200 {
            XCTAssertEqual(value(4 * round), UInt8(round))
            XCTAssertEqual(value(4 * round + 1), SIMD4<Float>(repeating: Float(round)))
            XCTAssertEqual(value(4 * round + 2), SIMD16<Double>(repeating: Double(round)))
            XCTAssertEqual(value(4 * round + 3, as: (Int, String, [Int]).self)?.2, [round])
        }
        empty()
        assertThreadIsIdle()
    }

    func testValuesLieAtTheirAlignment() {
        for number in 0..<50 {
            insert(2 * number, UInt8(number))
            let context = unsafe ThreadContext.current
            let entry = unsafe context.pointee.graph.insert(
                slot(2 * number + 1), SIMD16<Double>(repeating: 1))
            let address = unsafe UInt(bitPattern: GraphArena.value(of: entry, as: SIMD16<Double>.self))
            XCTAssertEqual(address % UInt(MemoryLayout<SIMD16<Double>>.alignment), 0)
        }
        empty()
    }

    func testAValueLargerThanAChunkHasOneOfItsOwn() {
        let large = SIMD64<UInt64>(repeating: 7)
        typealias Huge = InlineArray<2000, Int>
        insert(1, large)
        insert(2, Huge(repeating: 9))
        insert(3, 3)
        XCTAssertEqual(value(1), large)
        XCTAssertEqual(value(2, as: Huge.self)?[1999], 9)
        XCTAssertEqual(value(3), 3)
        empty()
        assertThreadIsIdle()
    }

    func testEntriesLeaveInTheReverseOrderOfTheirComing() {
        let tracker = LifetimeTracker()
        for number in 0..<100 { insert(number, Tracked(tracker)) }
        for number in 0..<100 { XCTAssertEqual(value(number, as: Tracked.self)?.serial, number + 1) }
        empty()
        XCTAssertEqual(tracker.releaseOrder, Array((1...100).reversed()))
        assertThreadIsIdle()
    }

    func testM2_TheArenaIsUsedAgain() {
        insert(1, 1)
        let first = unsafe ThreadContext.current.pointee.graph.newest
        empty()
        for _ in 0..<10_000 {
            insert(1, 1)
            XCTAssertTrue(unsafe ThreadContext.current.pointee.graph.newest == first)
            insert(2, SIMD64<UInt64>(repeating: 7))
            empty()
        }
    }

    func testM2_ManyLargeGraphsDoNotGrowTheHeap() throws {
        func round() {
            for number in 0..<300 { insert(number, SIMD64<UInt64>(repeating: 7)) }
            empty()
        }
        for _ in 0..<20 { round() }
        XCTAssertLessThan(Heap.growth { _ in for _ in 0..<100 { round() } }, 100 * 16)
    }

    func testSlotsOfInstancesAreHazards() {
        for number in 0..<30 { insert(number, number) }
        XCTAssertTrue(ThreadRegistry.shared.hazards().isSuperset(of: (0..<30).map(slot)))
        empty()
        XCTAssertTrue(ThreadRegistry.shared.hazards().isDisjoint(with: (0..<30).map(slot)))
    }
}
