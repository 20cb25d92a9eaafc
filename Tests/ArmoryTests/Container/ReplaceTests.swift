import Armory
import ArmoryTestSupport
import XCTest

final class ReplaceTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    func testREG17_ReplacedRegistrationsAreSeenAtOnce() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: 1).named("a")
            Transient { "\(try $0(Int.self))" }
        }
        XCTAssertEqual(try container.resolve(String.self), "1")
        try container.replace(Transient { 2 })
        XCTAssertEqual(try container.resolve(String.self), "2")
        XCTAssertEqual(try container.resolve(Int.self, named: "a"), 1)
        try container.replace(Graph { 3 })
        XCTAssertEqual(try container.resolve(String.self), "3")
    }

    func testREG17_AReplacedSingletonIsLetGoAndItsHoldersKeepIt() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        var held: Tracked? = try container.resolve(Tracked.self)
        try container.replace(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
        XCTAssertEqual(held?.serial, 1)
        held = nil
        XCTAssertEqual(tracker.releaseOrder, [1])
        try container.replace(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(tracker.releaseOrder, [1, 2], "nobody but the container held it")
    }

    func testREG17_WhatWasBuiltBeforeKeepsWhatItHolds() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Singleton { [try $0(Tracked.self)] }
        }
        _ = try container.resolve([Tracked].self)
        try container.replace(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(try container.resolve([Tracked].self)[0].serial, 1)
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
    }

    func testREG17_TheLifetimeMayChange() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        XCTAssertTrue(try container.resolve(Tracked.self) === container.resolve(Tracked.self))
        try container.replace(Transient { [tracker] in Tracked(tracker) })
        XCTAssertFalse(try container.resolve(Tracked.self) === container.resolve(Tracked.self))
        try container.replace(Shared { [tracker] in Tracked(tracker) })
        let held = try container.resolve(Tracked.self)
        XCTAssertTrue(try container.resolve(Tracked.self) === held)
        try container.replace(Transient(arguments: Int.self) { [tracker] _, _ in Tracked(tracker) })
        XCTAssertFalse(try container.resolve(Tracked.self, arguments: 1) === held)
        failure(.wrongArguments) { try container.resolve(Tracked.self) }
    }

    func testREG17_ReplacingOrRemovingWhatIsNotRegisteredIsMissing() throws {
        let container = try Container { Singleton(value: 1).named("a") }
        failure(.missing) { try container.replace(Singleton(value: 2)) }
        failure(.missing) { try container.remove(Int.self) }
        failure(.missing) { try container.remove(Int.self, named: "b") }
        failure(.missing) { try container.remove(Int.self, qualifier: "a") }
        failure(.missing) { _ = try container.overlay(Singleton(value: 2)) }
        try container.remove(Int.self, named: "a")
        failure(.missing) { try container.remove(Int.self, named: "a") }
        failure(.missing) { try container.replace(Singleton(value: 2).named("a")) }
    }

    func testREG17_RemovedIsRemovedUntilItIsRegisteredAgain() throws {
        let container = Container()
        for round in 0..<5 {
            try container.register(Singleton { [tracker] in Tracked(tracker) })
            XCTAssertEqual(try container.resolve(Tracked.self).serial, round + 1)
            try container.remove(Tracked.self)
            XCTAssertEqual(tracker.alive, 0)
            failure(.removed) { try container.resolve(Tracked.self) }
            failure(.removed) { try container.resolve(Tracked.self, arguments: 1) }
            failure(.removed) { try container.with(Tracked.self) { _ in } }
        }
    }

    // Below a derived container no lookup is specialised.
    func testREG17_RemovedBelowADerivedContainerToo() throws {
        let container = Container(parents: [try Container().overriding {}])
        try container.register(Transient(Tracked.self, arguments: Int.self) { [tracker] _, _ in Tracked(tracker) })
        try container.register(
            Transient(Tracked.self, arguments: Int.self) { [tracker] _, _ in Tracked(tracker) }.named("a"))
        XCTAssertEqual(try container.resolve(Tracked.self, arguments: 1).serial, 1)
        XCTAssertEqual(try container.resolve(Tracked.self, named: "a", arguments: 1).serial, 2)
        try container.remove(Tracked.self)
        try container.remove(Tracked.self, named: "a")
        failure(.removed) { try container.resolve(Tracked.self, arguments: 1) }
        failure(.removed) { try container.resolve(Tracked.self, named: "a", arguments: 1) }
        failure(.removed) { try container.resolve(Tracked.self) }
        XCTAssertNil(try container.resolve(Tracked?.self))
        XCTAssertNil(try container.resolve(Tracked?.self, named: "a"))
        failure(.removed) { try container.resolve(Tracked?.self, arguments: 1) }
    }

    func testREG17_RemovingByNameAndQualifierLeavesTheOthers() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("a")
            Singleton(value: 3).qualified(by: 1)
        }
        try container.remove(Int.self, named: "a")
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertEqual(try container.resolve(Int.self, qualifier: 1), 3)
        try container.remove(Int.self, qualifier: 1)
        XCTAssertEqual(try container.resolve(Int.self), 1)
        failure(.removed) { try container.resolve(Int.self, named: "a") }
        failure(.removed) { try container.resolve(Int.self, qualifier: 1) }
    }

    func testREG17_AFactoryMayReplaceItsOwnRegistration() throws {
        let shelf = Shelf<Container?>(nil)
        let tracker = tracker
        let container = try Container {
            Singleton { () throws -> Tracked in
                try shelf.value?.replace(Singleton { Tracked(tracker) })
                return Tracked(tracker)
            }
            Transient { () throws -> Int in
                try shelf.value?.remove(Int.self)
                return 5
            }
        }
        shelf.value = container
        let first = try container.resolve(Tracked.self)
        let second = try container.resolve(Tracked.self)
        XCTAssertFalse(first === second)
        XCTAssertTrue(try container.resolve(Tracked.self) === second)
        XCTAssertEqual(try container.resolve(Int.self), 5, "a running factory's registration stays until it returns")
        failure(.removed) { try container.resolve(Int.self) }
        shelf.value = nil
    }

    func testREG17_AGraphInstanceOfAReplacedRegistrationStaysInItsGraph() throws {
        let shelf = Shelf<Container?>(nil)
        let container = try Container {
            Graph { 1 }
            Transient { resolver -> [Int] in
                let first = try resolver.resolve(Int.self)
                try shelf.value?.replace(Graph { 2 })
                return try [first, resolver.resolve(Int.self), resolver.resolve(Int.self)]
            }
        }
        shelf.value = container
        XCTAssertEqual(try container.resolve([Int].self), [1, 2, 2])
        shelf.value = nil
        assertThreadIsIdle()
    }

    func testM3_TwentyThousandReplacementsDoNotGrowMemory() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Shared { LatchHolder() }
            Transient { resolver in (try resolver.resolve(Tracked.self), 0) }
        }
        func round(_ count: Int) throws {
            for _ in 0..<count {
                _ = try container.resolve((Tracked, Int).self)
                XCTAssertEqual(tracker.alive, 1)
                try container.replace(Singleton { [tracker] in Tracked(tracker) })
                _ = try container.resolve(LatchHolder.self)
            }
        }
        let count = StressScale.scaled(2_000, atLeast: 300)
        // So many that the tracker's list of serials doubles in two of the measured rounds at most.
        try round(5 * count)
        let growth = try Heap.growth { _ in try round(count) }
        XCTAssertEqual(tracker.made, 10 * count)
        XCTAssertLessThan(growth, count * 16, "one small object for each replacement is more")
    }

    func testM3_RegisteringAndRemovingManyKeysDoesNotGrowMemory() throws {
        let container = Container()
        func round(_ numbers: Range<Int>) throws {
            for number in numbers {
                try container.register(Singleton { "\(number)" }.qualified(by: number))
                _ = try container.resolve(String.self, qualifier: number)
                try container.remove(String.self, qualifier: number)
            }
        }
        try round(0..<2000)
        let count = StressScale.scaled(4_000, atLeast: 500)
        let growth = try Heap.growth { try round((2000 + $0 * count)..<(2000 + ($0 + 1) * count)) }
        XCTAssertLessThan(growth, count * 16, "one small object for each key is more")
    }

    func testFrozenContainersCanBeChangedByReplaceRemoveAndOverlay() throws {
        let container = try Container { Singleton(value: 1) }
        try container.replace(Singleton(value: 2))
        XCTAssertEqual(try container.resolve(Int.self), 2)
        let overlay = try container.overlay(Singleton(value: 3))
        XCTAssertEqual(try container.resolve(Int.self), 3)
        overlay.remove()
        try container.remove(Int.self)
        failure(.removed) { try container.resolve(Int.self) }
    }
}

private final class LatchHolder: Sendable { let life = Counted() }
