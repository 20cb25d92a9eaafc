import Armory
import ArmoryTestSupport
import XCTest

/// M3: replacing under readers is safe, visible when it returns, and bounded.
final class ReplacementUnderReadersTests: LeakCheckedTestCase {
    private final class Versioned: Tracked, @unchecked Sendable {  // Immutable.
        let version: Int
        init(_ version: Int, _ tracker: LifetimeTracker) {
            self.version = version
            super.init(tracker)
        }
    }

    func testM3_NoResolveIsStaleAfterTheReplacingCallReturned() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Versioned(0, tracker) } }
        let done = Latch()
        let published = Counter()
        let results = race(threads: 4) { thread in
            if thread == 0 {
                for version in 1...StressScale.scaled(2_000, atLeast: 400) {
                    try container.replace(Singleton { Versioned(version, tracker) })
                    published.increment()
                }
                done.open()
                return
            }
            while !done.wait(seconds: 0) {
                let least = published.value
                let version =
                    thread == 1
                    ? try container.with(Versioned.self) { $0.version }
                    : try container.resolve(Versioned.self).version
                XCTAssertGreaterThanOrEqual(version, least)
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        // What a reader used at the moment of its replacement goes with the next change.
        try container.replace(Singleton { Versioned(0, tracker) })
        XCTAssertEqual(tracker.alive, 0, "replaced instances are kept")
    }

    func testM3_WhatIsLentOutlivesItsReplacement() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Versioned(0, tracker) } }
        _ = try container.resolve(Versioned.self)
        try container.with(Versioned.self) { lent in
            try container.replace(Singleton { Versioned(1, tracker) })
            XCTAssertEqual(try container.resolve(Versioned.self).version, 1)
            XCTAssertEqual(lent.version, 0)
            XCTAssertEqual(tracker.alive, 2)
        }
        try container.replace(Singleton { Versioned(2, tracker) })
        XCTAssertEqual(tracker.alive, 0, "both are gone, and the new one is not made yet")
    }

    func testM3_RegisteringManyTypesWhileOthersResolve() throws {
        let count = CollidingHashes.areOn ? 500 : 5_000
        let container = Container()
        try container.register(Singleton { LifetimeTracker() })
        let done = Latch()
        let results = race(threads: 4) { thread in
            if thread == 0 {
                for number in 0..<count { try container.register(Transient { number }.qualified(by: number)) }
                done.open()
                return
            }
            while !done.wait(seconds: 0) { _ = try container.resolve(LifetimeTracker.self) }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        for number in 0..<count { XCTAssertEqual(try container.resolve(Int.self, qualifier: number), number) }
    }

    /// A search among equal hashes reads much of the table at once, so a new table often comes meanwhile.
    func testM3_RegisteringWhileOthersSearchAmongEqualHashes() throws {
        for _ in 0..<10 {
            let container = Container()
            let done = Latch()
            let results = race(threads: 3) { thread in
                if thread == 0 {
                    defer { done.open() }
                    for number in 0..<300 {
                        try container.register(Transient { number }.qualified(by: Same(number: number)))
                    }
                    return
                }
                while !done.wait(seconds: 0) {
                    XCTAssertNil(try container.resolveOptional(Int.self, qualifier: Same(number: -1)))
                }
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
            for number in 0..<300 {
                XCTAssertEqual(try container.resolve(Int.self, qualifier: Same(number: number)), number)
            }
        }
    }

    /// All have one hash.
    private struct Same: Hashable {
        let number: Int
        func hash(into hasher: inout Hasher) {}
    }

    func testM3_OverlaysSwitchUnderReadersAndBringTheEarlierInstanceBack() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Versioned(0, tracker) } }
        let original = try container.resolve(Versioned.self)
        let done = Latch()
        let results = race(threads: 4) { thread in
            if thread == 0 {
                for _ in 0..<StressScale.scaled(1_000, atLeast: 200) {
                    let overlay = try container.overlay(Singleton { Versioned(1, tracker) })
                    XCTAssertEqual(try container.resolve(Versioned.self).version, 1)
                    overlay.remove()
                    XCTAssertTrue(try container.resolve(Versioned.self) === original)
                }
                done.open()
                return
            }
            while !done.wait(seconds: 0) {
                XCTAssertTrue([0, 1].contains(try container.resolve(Versioned.self).version))
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertEqual(tracker.alive, 1)
    }
}
