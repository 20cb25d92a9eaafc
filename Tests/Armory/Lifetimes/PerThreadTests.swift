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
final class PerThreadTests: LeakCheckedTestCase {
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
        XCTAssertEqual(container.keptInstanceCount(of: Buffer.self), 0)
        XCTAssertEqual(other.keptInstanceCount(of: Buffer.self), 0)
    }

    func testM1_ThousandsOfThreadsLeaveNothing() throws {
        let container = try Container { buffer() }
        let count = StressScale.scaled(2000, underThreadSanitizer: 300)
        for _ in 0..<count { try onEndedThread { _ = try container.resolve(Buffer.self) } }
        XCTAssertEqual(tracker.made, count)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(container.keptInstanceCount(of: Buffer.self), 0)
        print("[count] M1 threads that ended: \(count) threads, \(tracker.alive) instances left")
    }

    func testAThreadThatOutlivesManyContainersKeepsNothingOfThem() throws {
        for _ in 0..<1000 {
            let container = try Container { buffer() }
            _ = try container.resolve(Buffer.self)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_AnInstanceMayResolveWhenItsThreadEnds() throws {
        let own = Shelf<Container?>(nil)
        let container = try Container {
            buffer()
            Kept { [tracker] in
                Farewell {
                    guard let container = own.value else { return }
                    _ = try? container.resolve(Buffer.self)
                    XCTAssertEqual(tracker.alive, 1)
                }
            }.lifetime(PerThread())
        }
        own.value = container
        defer { own.value = nil }
        try onEndedThread { _ = try container.resolve(Farewell.self) }
        XCTAssertEqual(tracker.made, 1)
        XCTAssertEqual(tracker.alive, 0)
    }
}
