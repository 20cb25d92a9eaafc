import Armory
import ArmoryTestSupport
import XCTest

/// M3 where the system has no barrier across threads: readers pin with an exchange.
final class WithoutBarrierTests: LeakCheckedTestCase {
    func testM3_ReadersWithoutTheBarrierAreWaitedForToo() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Tracked(tracker) } }
        let done = Latch()
        let results = race(threads: 4) { thread in
            ThreadRegistry.withholdFastPointer()
            if thread == 0 {
                for _ in 0..<StressScale.scaled(1_000, atLeast: 200) {
                    try container.replace(Singleton { Tracked(tracker) })
                }
                done.open()
                return
            }
            while !done.wait(seconds: 0) {
                XCTAssertGreaterThan(try container.resolve(Tracked.self).serial, 0)
                XCTAssertGreaterThan(try container.with(Tracked.self) { $0.serial }, 0)
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        // What a reader used at the moment of its replacement goes with the next change.
        try container.replace(Singleton { Tracked(tracker) })
        XCTAssertEqual(tracker.alive, 0)
    }

    /// Threads begin one after another, and none waits for another's end: only the registry's lock is between a thread
    /// that gives up its context and the one that gets it.
    func testAnEndedThreadsContextServesTheNext() throws {
        let container = try Container {
            Graph { Counter() }
            Transient([Counter].self) { [try $0(), try $0()] }
        }
        let count = min(StressScale.scaled(800, atLeast: 400), 10_000)
        let pairs = Log<Result<[Counter], any Error>>()
        let (ended, done) = (Counter(), Latch())
        for _ in 0..<count {
            Thread {
                pairs.add(Result { try container.resolve([Counter].self) })
                if ended.increment() == count { done.open() }
            }.start()
        }
        XCTAssertTrue(done.wait())
        for pair in pairs.all {
            let pair = try pair.get()
            XCTAssertTrue(pair[0] === pair[1])
        }
    }
}
