import Armory
import ArmoryTestSupport
import XCTest

// O3: changes reach the owner. And what is removed in a child is had from its parents.
final class ParentChangeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testO3_ResetOnAChildReachesTheOwner_D10() throws {
        let parent = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Singleton { [tracker] in Tracked(tracker) }.named("a")
            Singleton { [tracker] in Tracked(tracker) }.qualified(by: 1)
        }
        let child = Container(parents: [Container(parents: [parent])])
        let serials = [
            try child.resolve(Tracked.self).serial, try child.resolve(Tracked.self, named: "a").serial,
            try child.resolve(Tracked.self, qualifier: 1).serial,
        ]
        XCTAssertEqual(serials, [1, 2, 3])
        try child.reset(Tracked.self)
        XCTAssertEqual(try parent.resolve(Tracked.self).serial, 4)
        XCTAssertEqual(try child.resolve(Tracked.self).serial, 4)
        XCTAssertEqual(try child.resolve(Tracked.self, named: "a").serial, 2)
        try child.reset(Tracked.self, named: "a")
        try child.reset(Tracked.self, qualifier: 1)
        XCTAssertEqual(try child.resolve(Tracked.self, named: "a").serial, 5)
        XCTAssertEqual(try parent.resolve(Tracked.self, qualifier: 1).serial, 6)
        XCTAssertEqual(tracker.alive, 3)
    }

    func testO3_ResetOnAChildThatHasTheKeyLeavesTheParents() throws {
        let registration = Singleton { [tracker] in Tracked(tracker) }
        let parent = try Container { registration }
        let child = try Container(parents: [parent]) { registration }
        let (own, others) = (try child.resolve(Tracked.self), try parent.resolve(Tracked.self))
        try child.reset(Tracked.self)
        XCTAssertFalse(try child.resolve(Tracked.self) === own)
        XCTAssertTrue(try parent.resolve(Tracked.self) === others)
    }

    func testO3_ResettingAllOfAChildLeavesItsParents() throws {
        let parent = try Container { Singleton { [tracker] in Tracked(tracker) } }
        let child = Container(parents: [parent])
        let before = try child.resolve(Tracked.self)
        try child.reset()
        XCTAssertTrue(try child.resolve(Tracked.self) === before)
        try parent.reset()
        XCTAssertFalse(try child.resolve(Tracked.self) === before)
    }

    func testO3_ReplaceOnAChildReachesTheOwner() throws {
        let parent = try Container {
            Singleton(value: 1)
            Transient { "parent" }
            Graph { 1.5 }
        }
        let child = Container(parents: [Container(), parent])
        XCTAssertEqual(try child.resolve(String.self), "parent")
        XCTAssertEqual(try child.resolve(Double.self), 1.5)
        try child.replace(Singleton(value: 2))
        try child.replace(Transient { "replaced" })
        try child.replace(Graph { 2.5 })
        XCTAssertEqual(try parent.resolve(Int.self), 2)
        XCTAssertEqual(try child.resolve(Int.self), 2)
        XCTAssertEqual(try parent.resolve(String.self), "replaced")
        XCTAssertEqual(try child.resolve(String.self), "replaced")
        XCTAssertEqual(try child.resolve(Double.self), 2.5)
    }

    func testO3_ReplaceReachesTheFirstOwnerInTheOrderOfTheSearch() throws {
        let second = try Container { Singleton(value: 2) }
        let first = try Container { Singleton(value: 1) }
        let child = Container(parents: [first, second])
        try child.replace(Singleton(value: 3))
        XCTAssertEqual(try first.resolve(Int.self), 3)
        XCTAssertEqual(try second.resolve(Int.self), 2)
    }

    func testO3_RemoveOnAChildReachesTheOwner() throws {
        let parent = try Container { Singleton(value: 1) }
        let child = Container(parents: [parent])
        try child.remove(Int.self)
        failure(.removed) { try parent.resolve(Int.self) }
        XCTAssertNil(try child.resolveOptional(Int.self))
        failure(.missing) { try child.remove(Int.self) }
        failure(.missing) { try child.reset(Int.self) }
    }

    func testO3_AnOverlayOnAChildReachesTheOwnerAndComesOff() throws {
        let parent = try Container { Transient { "parent" } }
        let child = Container(parents: [parent])
        XCTAssertEqual(try child.resolve(String.self), "parent")
        let overlay = try child.overlay(Transient { "overlay" })
        XCTAssertEqual(try parent.resolve(String.self), "overlay")
        XCTAssertEqual(try child.resolve(String.self), "overlay")
        overlay.remove()
        XCTAssertEqual(try parent.resolve(String.self), "parent")
        XCTAssertEqual(try child.resolve(String.self), "parent")
    }

    func testO1_WhatIsRemovedInAChildIsHadFromItsParents() throws {
        let parent = try Container {
            Singleton(value: 1)
            Singleton(value: 1).named("a")
            Transient(arguments: Int.self) { _, number in "parent \(number)" }
            Singleton(value: 1.5)
        }
        let child = try Container(parents: [parent]) {
            Singleton(value: 2)
            Singleton(value: 2).named("a")
            Transient(arguments: Int.self) { _, number in "child \(number)" }
            Transient { 2.5 }
            Singleton(value: UInt8(2))
        }
        try child.remove(Int.self)
        try child.remove(Int.self, named: "a")
        try child.remove(String.self)
        try child.remove(Double.self)
        try child.remove(UInt8.self)
        XCTAssertEqual(try child.resolve(Int.self), 1)
        XCTAssertEqual(try child.resolveOptional(Int.self), 1)
        XCTAssertEqual(try child.resolve(Int.self, named: "a"), 1)
        XCTAssertEqual(try child.resolveOptional(Int.self, named: "a"), 1)
        XCTAssertEqual(try child.with(Int.self) { $0 }, 1)
        XCTAssertEqual(try child.resolve(String.self, arguments: 3), "parent 3")
        XCTAssertEqual(try child.resolve(Double.self), 1.5)
        // Only when nobody has it any more, the error says that it was removed.
        failure(.removed) { try child.resolve(UInt8.self) }
        XCTAssertNil(try child.resolveOptional(UInt8.self))
        try parent.remove(Int.self)
        try parent.remove(Int.self, named: "a")
        try parent.remove(String.self)
        failure(.removed) { try child.resolve(Int.self) }
        failure(.removed) { try child.resolve(Int.self, named: "a") }
        failure(.removed) { try child.resolve(String.self, arguments: 3) }
        XCTAssertNil(try child.resolveOptional(Int.self, named: "a"))
        assertThreadIsIdle()
    }

    func testO1_WhatIsRemovedInTheFirstParentIsHadFromTheSecond() throws {
        let first = try Container { Singleton(value: 1) }
        let second = try Container { Singleton(value: 2) }
        let child = Container(parents: [first, second])
        try first.remove(Int.self)
        XCTAssertEqual(try child.resolve(Int.self), 2)
        try child.replace(Singleton(value: 3))
        XCTAssertEqual(try second.resolve(Int.self), 3)
    }

    func testM3_ManyReplacementsInAParentLeaveNothingInAChild() throws {
        let parent = try Container { Transient { 0 } }
        let child = Container(parents: [parent])
        for round in 0..<StressScale.scaled(10_000, atLeast: 2_000) {
            XCTAssertEqual(try child.resolve(Int.self), round)
            try parent.replace(Transient { round + 1 })
        }
        XCTAssertLessThanOrEqual(child.ownSlotCount, 64)
    }

    func testO3_ClosingAChildLeavesTheParentsInstances() throws {
        let parent = try Container { Singleton { [tracker] in Tracked(tracker) } }
        let child = Container(parents: [parent])
        let before = try child.resolve(Tracked.self)
        child.close()
        XCTAssertTrue(try parent.resolve(Tracked.self) === before)
    }
}
