import Armory
import ArmoryTestSupport
import XCTest

final class ResetTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    private final class Holder: Sendable {
        let life = Counted()
        let held: Tracked
        init(_ held: Tracked) { self.held = held }
    }

    func testLIFE6_AResetSingletonIsMadeAnewAndTheOldOneIsLetGo() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 1)
        XCTAssertEqual(tracker.alive, 1)
        try container.reset(Tracked.self)
        XCTAssertEqual(tracker.alive, 0, "the container holds nothing")
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
    }

    func testLIFE6_OneKeyIsResetAndTheOthersStay() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Singleton { [tracker] in Tracked(tracker) }.named("a")
            Singleton { [tracker] in Tracked(tracker) }.qualified(by: 7)
        }
        func serials() throws -> [Int] {
            [
                try container.resolve(Tracked.self).serial, try container.resolve(Tracked.self, named: "a").serial,
                try container.resolve(Tracked.self, qualifier: 7).serial,
            ]
        }
        XCTAssertEqual(try serials(), [1, 2, 3])
        try container.reset(Tracked.self, named: "a")
        XCTAssertEqual(try serials(), [1, 4, 3])
        try container.reset(Tracked.self, qualifier: 7)
        XCTAssertEqual(try serials(), [1, 4, 5])
        try container.reset(Tracked.self)
        XCTAssertEqual(try serials(), [6, 4, 5])
    }

    func testLIFE6_ASharedInstanceIsForgottenWhileItIsHeld() throws {
        let container = try Container { Shared { [tracker] in Tracked(tracker) } }
        let old = try container.resolve(Tracked.self)
        try container.reset(Tracked.self)
        let new = try container.resolve(Tracked.self)
        XCTAssertFalse(old === new)
        XCTAssertTrue(try container.resolve(Tracked.self) === new)
    }

    func testLIFE6_AReadyValueIsThereAgainAndATransientIsLeftAlone() throws {
        let container = try Container {
            Singleton(value: 5)
            Transient { "new" }
        }
        try container.reset(Int.self)
        try container.reset(String.self)
        try container.reset()
        XCTAssertEqual(try container.resolve(Int.self), 5)
        XCTAssertEqual(try container.resolve(String.self), "new")
    }

    func testM1_ReadyValuesAreLetGoNewestFirstAlsoAfterAReset() throws {
        for resetsAll in [false, true] {
            let tracker = LifetimeTracker()
            let container = Container()
            for number in 0..<10 {
                try container.register(Singleton(value: Tracked(tracker)).qualified(by: number))
            }
            if resetsAll {
                try container.reset()
            } else {
                try container.reset(Tracked.self, qualifier: 3)
            }
            container.close()
            XCTAssertEqual(tracker.releaseOrder, (1...10).reversed())
        }
    }

    func testLIFE6_ResetOfOneLeavesWhatHoldsItAlone() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Singleton { Holder(try $0()) }
        }
        XCTAssertEqual(try container.resolve(Holder.self).held.serial, 1)
        try container.reset(Tracked.self)
        XCTAssertEqual(try container.resolve(Holder.self).held.serial, 1)
        try container.reset()
        XCTAssertEqual(try container.resolve(Holder.self).held.serial, 2)
    }

    func testLIFE6_ResettingAllForgetsNewestFirst() throws {
        let container = Container()
        for number in 0..<40 {
            try container.register(Singleton { [tracker] in Tracked(tracker) }.qualified(by: number))
        }
        let order = (0..<40).shuffled()
        for number in order { _ = try container.resolve(Tracked.self, qualifier: number) }
        try container.reset()
        XCTAssertEqual(tracker.releaseOrder, (1...40).reversed())
        for number in order { _ = try container.resolve(Tracked.self, qualifier: number) }
        XCTAssertEqual(tracker.made, 80)
        try container.register(Singleton(value: 1))
        XCTAssertEqual(try container.resolve(Int.self), 1, "registering goes on")
    }

    func testLIFE6_ResetReachesTheOverlayOnTopAndResettingAllReachesThoseBelow() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 1)
        let lower = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
        let upper = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 3)
        try container.reset(Tracked.self)
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 4)
        XCTAssertEqual(tracker.releaseOrder, [3])
        upper.remove()
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
        try container.reset()
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 5)
        lower.remove()
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 6)
        XCTAssertEqual(tracker.alive, 1)
    }

    func testLIFE6_WhatIsBeingMadeIsNotKept() throws {
        for resetsAll in [false, true] {
            let container = Container()
            try container.register(
                Singleton { [tracker] resolver in
                    if tracker.made == 0 || tracker.made == 2 {
                        if resetsAll { try container.reset() } else { try container.reset(Tracked.self) }
                    }
                    return Tracked(tracker)
                })
            let made = tracker.made
            XCTAssertEqual(try container.resolve(Tracked.self).serial, made + 1)
            XCTAssertEqual(try container.resolve(Tracked.self).serial, made + 2)
            XCTAssertEqual(try container.resolve(Tracked.self).serial, made + 2)
            // The factory holds the container.
            container.close()
        }
        assertThreadIsIdle()
    }

    func testLIFE6_AGraphThatRunsHoldsNothingForgottenInWhatItMakesNext() throws {
        let container = Container()
        try container.register(Singleton { [tracker] in Tracked(tracker) })
        try container.register(Graph { Holder(try $0()) })
        try container.register(Singleton([Holder].self) { [try $0()] })
        try container.register(
            Transient { [unowned container] resolver -> (Int, Int) in
                let before = try resolver.resolve(Holder.self).held.serial
                try container.reset()
                return (before, try resolver.resolve([Holder].self)[0].held.serial)
            })
        XCTAssertTrue(try container.resolve((Int, Int).self) == (1, 2))
        XCTAssertEqual(try container.resolve([Holder].self)[0].held.serial, 2)
        assertThreadIsIdle()
    }

    func testLIFE6_WhatIsNotThereCannotBeReset() throws {
        let container = try Container { Singleton(value: 1).named("a") }
        failure(.missing) { try container.reset(Int.self) }
        failure(.missing) { try container.reset(Int.self, qualifier: "a") }
        try container.remove(Int.self, named: "a")
        failure(.missing) { try container.reset(Int.self, named: "a") }
        try container.reset()
        failure(.removed) { try container.resolve(Int.self, named: "a") }
        container.close()
        failure(.closed) { try container.reset(Int.self, named: "a") }
        assertErrorText(failure(.closed) { try container.reset() }, "closed: reset")
    }

    func testLIFE6_TwentyThousandResetsDoNotGrowTheProcess() throws {
        let container = try Container {
            Singleton { LifetimeTracker() }
            Singleton(value: 1)
        }
        func run(_ count: Int) throws {
            for number in 0..<count {
                _ = try container.resolve(LifetimeTracker.self)
                if number % 4 == 0 { try container.reset() } else { try container.reset(LifetimeTracker.self) }
            }
        }
        try run(1000)
        // One small object for each reset is more than the limit.
        let count = StressScale.scaled(4_000, atLeast: 1_000)
        XCTAssertLessThan(try Heap.growth { _ in try run(count) }, count * 16)
    }

    /// What was forgotten cannot come back in something that is made after it was.
    func testC2_NothingMadeAfterAResetOfAllHoldsWhatWasForgotten() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Singleton { Holder(try $0()) }
        }
        let done = Latch()
        let results = race(threads: 4) { thread in
            if thread == 0 {
                for _ in 0..<StressScale.scaled(3_000, atLeast: 500) {
                    let latest = try container.resolve(Tracked.self).serial
                    try container.reset()
                    XCTAssertGreaterThan(try container.resolve(Holder.self).held.serial, latest)
                }
                done.open()
                return
            }
            while !done.wait(seconds: 0) { _ = try container.resolve(Holder.self) }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
    }

    /// A method that takes only a type can be named without its arguments.
    func testLIFE6_TheFormsWithoutANameAreFunctionsOfAType() async throws {
        let container = Container()
        try container.register(Singleton { [tracker] in Holder(Tracked(tracker)) })
        let first = try container.resolve(Holder.self)
        let reset: (Holder.Type) throws -> Void = container.reset(_:)
        try reset(Holder.self)
        let resolve: (Holder.Type) async throws -> Holder = container.resolveAsync(_:)
        let second = try await resolve(Holder.self)
        XCTAssertFalse(second === first)
        let remove: (Holder.Type) throws -> Void = container.remove(_:)
        try remove(Holder.self)
        failure(.removed) { try container.resolve(Holder.self) }
    }
}
