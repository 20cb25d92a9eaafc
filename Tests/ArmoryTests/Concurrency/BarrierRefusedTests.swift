import Armory
import ArmoryTestSupport
import XCTest

/// M3 where the kernel refuses the barrier after the process has registered for it.
final class BarrierRefusedTests: LeakCheckedTestCase {
    private var registry: ThreadRegistry { ThreadRegistry.shared }

    override func setUpWithError() throws {
        try super.setUpWithError()
        registry.restoreBarrier()
        guard registry.readers == .barrier else { throw XCTSkip("The system has no barrier to refuse.") }
    }

    override func tearDown() {
        registry.restoreBarrier()
        super.tearDown()
    }

    /// A thread that runs what it is given, one piece after the other, and waits in between.
    private final class Worker: @unchecked Sendable {  // `pieces` is guarded by `condition`.
        private let condition = NSCondition()
        private var pieces: [() -> Void] = []
        private var isOver = false

        init() {
            Thread { self.work() }.start()
        }

        private func work() {
            while true {
                condition.lock()
                while pieces.isEmpty && !isOver { condition.wait() }
                let piece = pieces.isEmpty ? nil : pieces.removeFirst()
                condition.unlock()
                guard let piece else { return }
                piece()
            }
        }

        func start(_ piece: @escaping () -> Void) {
            condition.lock()
            pieces.append(piece)
            condition.signal()
            condition.unlock()
        }

        func run<R: Sendable>(_ piece: @escaping @Sendable () throws -> R) throws -> R {
            let (result, done) = (Locked<Result<R, any Error>?>(nil), Latch())
            start {
                let outcome = Result { try piece() }
                result.withLock { $0 = outcome }
                done.open()
            }
            XCTAssertTrue(done.wait())
            return try XCTUnwrap(result.withLock { $0 }).get()
        }

        func end() {
            condition.lock()
            isOver = true
            condition.signal()
            condition.unlock()
        }
    }

    func testM3_ARefusedBarrierIsNoErrorAndReadersChangeToFences() throws {
        for code in [EPERM, ENOSYS] {
            registry.restoreBarrier()
            let tracker = LifetimeTracker()
            let container = try Container { Singleton { Tracked(tracker) } }
            let done = Latch()
            let results = race(threads: 4) { thread in
                if thread == 0 {
                    defer { done.open() }
                    // After the refusal each change takes the settling time, because the thread of the test sleeps.
                    for round in 0..<StressScale.scaled(1_000, atLeast: 130) {
                        if round == 100 { Platform.refuseProcessBarrier(with: code) }
                        try container.replace(Singleton { Tracked(tracker) })
                    }
                    return
                }
                while !done.wait(seconds: 0) {
                    XCTAssertGreaterThan(try container.resolve(Tracked.self).serial, 0)
                    XCTAssertGreaterThan(try container.with(Tracked.self) { $0.serial }, 0)
                }
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
            XCTAssertNotEqual(registry.readers, .barrier)
            // What a reader used at the moment of its replacement goes with the next change.
            try container.replace(Singleton { Tracked(tracker) })
            XCTAssertEqual(tracker.alive, 0)
        }
    }

    func testM3_AThreadThatIsPinnedWhenTheBarrierIsRefusedIsWaitedFor() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Tracked(tracker) } }
        let (reader, isPinned, mayEnd) = (Worker(), Latch(), Latch())
        defer { reader.end() }
        let before = try reader.run { try container.resolve(Tracked.self).serial }
        reader.start {
            let pin = Pin()
            isPinned.open()
            mayEnd.wait()
            pin.end()
        }
        XCTAssertTrue(isPinned.wait())
        Platform.refuseProcessBarrier(with: EPERM)
        let writer = Worker()
        defer { writer.end() }
        let isReplaced = Latch()
        writer.start {
            do { try container.replace(Singleton { Tracked(tracker) }) } catch { XCTFail("\(error)") }
            isReplaced.open()
        }
        let limit = Date(timeIntervalSinceNow: 120)
        while registry.readers == .barrier, Date() < limit { usleep(100) }
        // A writer that does not wait for readers ends after the settling time. On a busy machine it may take longer: then
        // this shows less, but it never fails.
        XCTAssertFalse(isReplaced.wait(seconds: 10 * Double(ThreadRegistry.settlingTime) / 1e9))
        XCTAssertEqual(tracker.alive, 1, "the thread may read the instance")
        mayEnd.open()
        XCTAssertTrue(isReplaced.wait())
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertGreaterThan(try container.resolve(Tracked.self).serial, before)
    }

    func testM3_AThreadThatSleepsHoldsBackNoMemory() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Tracked(tracker) } }
        let sleeper = Worker()
        defer { sleeper.end() }
        try sleeper.run { _ = try container.resolve(Tracked.self) }
        Platform.refuseProcessBarrier(with: EPERM)
        for _ in 0..<3 {
            let start = Platform.now
            try container.replace(Singleton { Tracked(tracker) })
            XCTAssertEqual(tracker.alive, 0, "it is freed though the thread was not seen to pin with a fence")
            XCTAssertEqual(registry.readers, .settling)
            XCTAssertGreaterThanOrEqual(Platform.now - start, ThreadRegistry.settlingTime)
            _ = try container.resolve(Tracked.self)
        }
    }

    func testM3_WhileAThreadSleepsOnlyChangesFreeMemory() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Singleton { Tracked(tracker) }; Singleton { 1 }; Singleton { "one" }
        }
        let sleeper = Worker()
        defer { sleeper.end() }
        try sleeper.run { _ = try container.resolve(Tracked.self) }
        Platform.refuseProcessBarrier(with: EPERM)
        try container.with(Tracked.self) { _ in try container.replace(Singleton { Tracked(tracker) }) }
        XCTAssertEqual(registry.readers, .settling)
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertEqual(tracker.alive, 1, "a resolve does not wait for the settling time")
        try container.replace(Singleton { 2 })
        XCTAssertEqual(tracker.alive, 0)
        try container.with(Tracked.self) { _ in try container.replace(Singleton { Tracked(tracker) }) }
        registry.restoreBarrier()
        XCTAssertEqual(try container.resolve(String.self), "one")
        XCTAssertEqual(tracker.alive, 0, "otherwise a resolve that creates an instance frees it")
    }

    func testM3_OnceEveryThreadHasPinnedWithAFenceWritersWaitNoMore() throws {
        let container = try Container { Singleton { 1 } }
        let workers = (0..<4).map { _ in Worker() }
        for worker in workers { try worker.run { _ = try container.resolve(Int.self) } }
        Platform.refuseProcessBarrier(with: ENOSYS)
        try container.replace(Singleton { 2 })
        defer { for worker in workers { worker.end() } }
        // Threads of other tests may be asleep, too.
        let before = registry.plainReaderCount
        XCTAssertGreaterThanOrEqual(before, 4)
        // Two ways to leave the state: to resolve, and to end.
        for worker in workers.prefix(2) { XCTAssertEqual(try worker.run { try container.resolve(Int.self) }, 2) }
        XCTAssertLessThanOrEqual(registry.plainReaderCount, before - 2)
        for worker in workers.dropFirst(2) { worker.end() }
        let limit = Date(timeIntervalSinceNow: 120)
        while registry.plainReaderCount > before - 4, Date() < limit { usleep(200) }
        XCTAssertLessThanOrEqual(registry.plainReaderCount, before - 4)
        var (count, readers) = (0, registry.readers)
        repeat {
            (count, readers) = (registry.plainReaderCount, registry.readers)
            // A thread of another test may have ended in between.
        } while registry.plainReaderCount != count
        XCTAssertEqual(readers, count == 0 ? .fences : .settling)
    }

    /// A new thread pins with fences from the beginning.
    func testM3_AThreadThatBeginsAfterwardsPinsWithFences() throws {
        let container = try Container { Singleton { 1 } }
        Platform.refuseProcessBarrier(with: EPERM)
        try container.replace(Singleton { 2 })
        let worker = Worker()
        defer { worker.end() }
        XCTAssertEqual(try worker.run { try container.resolve(Int.self) }, 2)
        XCTAssertTrue(try worker.run { unsafe Platform.threadPointer == nil })
        XCTAssertTrue(try worker.run { unsafe Platform.slowThreadPointer != nil })
    }
}
