import Armory
import ArmoryTestSupport
import XCTest

private final class Buffer: Tracked, @unchecked Sendable {}  // As `Tracked`.

// What each thread has for itself, in a container that changes.
final class PerThreadChangeTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    private func buffer() -> Kept<Buffer> { Kept { [tracker] in Buffer(tracker) }.lifetime(PerThread()) }

    func testM1_TheyGoWithTheContainerTheNewestFirst() throws {
        let container = try Container { buffer() }
        let (made, closed) = (Counter(), Latch())
        // One after the other, so that the order in which they are made is that in which they are kept.
        let one = NSLock()
        let results = race(threads: 5) { [tracker] thread in
            _ = try one.withLock { try container.resolve(Buffer.self) }
            if made.increment() == 5 {
                container.close()
                closed.open()
            }
            closed.wait()
            try expect(tracker.alive == 0, "\(tracker.alive) alive")
        }
        for result in results { try result.get() }
        XCTAssertEqual(tracker.releaseOrder, [5, 4, 3, 2, 1])
    }

    func testM1_ThreadsThatEndRaceWithChanges() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 40)
        var made = 0
        for round in 0..<rounds {
            let container = try Container { buffer() }
            let changer = Thread { [tracker] in
                for _ in 0..<10 {
                    switch round % 4 {
                    case 0: try? container.reset(Buffer.self)
                    case 1: try? container.reset(all: .kept(for: PerThread.self))
                    case 2:
                        try? container.replace(Kept { Buffer(tracker) }.lifetime(PerThread()))
                    default: container.close()
                    }
                }
            }
            changer.start()
            for _ in 0..<4 { try onEndedThread { _ = try? container.resolve(Buffer.self) } }
            made = tracker.made
            while !changer.isFinished { sched_yield() }
        }
        XCTAssertEqual(tracker.alive, 0)
        print("[count] M1 threads that end under changes: \(rounds) containers, \(made) instances")
    }
}
