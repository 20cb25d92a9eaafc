import Armory
import ArmoryTestSupport
import XCTest

private final class Buffer: Tracked, @unchecked Sendable {}  // As `Tracked`.

private final class Farewell: Sendable {
    let life = Counted()
    let last: @Sendable () -> Void
    init(_ last: @escaping @Sendable () -> Void) { self.last = last }
    deinit { last() }
}

// What each thread has for itself.
final class PerThreadTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    private func buffer() -> Kept<Buffer> { Kept { [tracker] in Buffer(tracker) }.lifetime(PerThread()) }

    func testEachThreadHasOne() throws {
        let container = try Container { buffer() }
        let results = race(threads: 20) { _ in
            let buffer = try container.resolve(Buffer.self)
            for _ in 0..<100 { try expect(try container.resolve(Buffer.self) === buffer, "another") }
            return buffer.serial
        }
        XCTAssertEqual(try Set(results.map { try $0.get() }).count, 20)
        XCTAssertEqual(tracker.made, 20)
    }

    func testM1_TheyGoWhenTheThreadEndsTheNewestFirst() throws {
        let container = try Container {
            buffer()
            buffer().named("second")
        }
        let other = try Container { buffer() }
        try onEndedThread { [tracker] in
            _ = try container.resolve(Buffer.self)
            _ = try other.resolve(Buffer.self)
            _ = try container.resolve(Buffer.self, named: "second")
            try expect(tracker.alive == 3, "kept")
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1])
        XCTAssertEqual(container.customInstanceCount(Buffer.self), 0)
        XCTAssertEqual(other.customInstanceCount(Buffer.self), 0)
    }

    func testM1_ThousandsOfThreadsLeaveNothing() throws {
        let container = try Container { buffer() }
        let count = StressScale.scaled(2000, underThreadSanitizer: 300)
        for _ in 0..<count { try onEndedThread { _ = try container.resolve(Buffer.self) } }
        XCTAssertEqual(tracker.made, count)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(container.customInstanceCount(Buffer.self), 0)
        print("[count] M1 threads that ended: \(count) threads, \(tracker.alive) instances left")
    }

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

    func testAThreadThatOutlivesManyContainersKeepsNothingOfThem() throws {
        for _ in 0..<1000 {
            let container = try Container { buffer() }
            _ = try container.resolve(Buffer.self)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_AnInstanceMayResolveWhenItsThreadEnds() throws {
        let container = Container()
        try container.register(buffer())
        try container.register(
            Kept { [tracker, weak container] in
                Farewell {
                    guard let container else { return }
                    _ = try? container.resolve(Buffer.self)
                    XCTAssertEqual(tracker.alive, 1)
                }
            }.lifetime(PerThread()))
        try onEndedThread { _ = try container.resolve(Farewell.self) }
        XCTAssertEqual(tracker.made, 1)
        XCTAssertEqual(tracker.alive, 0)
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
