import Armory
import ArmoryTestSupport
import XCTest

private final class Trace: Tracked, @unchecked Sendable {}  // As `Tracked`.

// What each task has for itself.
final class PerTaskTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private func trace() -> Kept<Trace> { Kept { [tracker] in Trace(tracker) }.lifetime(PerTask()) }

    func testATaskAndItsChildrenHaveOneEach() async throws {
        let container = try Container { trace() }
        try await PerTask.withTaskInstances {
            let own = try container.resolve(Trace.self).serial
            await Task.yield()
            XCTAssertEqual(try container.resolve(Trace.self).serial, own)
            async let child = { () async throws -> Int in
                let serial = try container.resolve(Trace.self).serial
                await Task.yield()
                XCTAssertEqual(try container.resolve(Trace.self).serial, serial)
                return serial
            }()
            let childs = try await child
            XCTAssertNotEqual(childs, own)
            XCTAssertEqual([own, childs], [1, 2])
            let serials = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        let serial = try container.resolve(Trace.self).serial
                        await Task.yield()
                        try expect(try container.resolve(Trace.self).serial == serial, "another")
                        return serial
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            XCTAssertEqual(serials.count, 50)
            XCTAssertTrue(serials.isDisjoint(with: [own, childs]))
            XCTAssertEqual(try container.resolve(Trace.self).serial, own)
        }
        XCTAssertEqual(tracker.made, 52)
        XCTAssertEqual(tracker.alive, 0)
        // Of those that were made at the same time nobody knows which was there first.
        XCTAssertEqual(tracker.releaseOrder.suffix(2), [2, 1])
        XCTAssertEqual(Set(tracker.releaseOrder), Set(1...52))
        XCTAssertEqual(container.keptInstanceCount(of: Trace.self), 0)
    }

    func testM1_TenThousandTasksLeaveNothing() async throws {
        let container = try Container { trace() }
        let count = StressScale.scaled(10_000, underThreadSanitizer: 2000)
        let most = Shelf(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 100 { try await group.next() }
                group.addTask { [tracker] in
                    try await PerTask.withTaskInstances {
                        let trace = try container.resolve(Trace.self)
                        await Task.yield()
                        try expect(try container.resolve(Trace.self) === trace, "another")
                        most.value = max(most.value, tracker.alive)
                    }
                }
            }
            try await group.waitForAll()
        }
        XCTAssertEqual(tracker.made, count)
        XCTAssertEqual(tracker.alive, 0)
        // A hundred run at once; a thread that looks for stale places may have some more at that moment.
        XCTAssertLessThanOrEqual(most.value, 1000)
        XCTAssertEqual(container.keptInstanceCount(of: Trace.self), 0)
        print("[count] M1 tasks with instances: \(count) tasks, \(most.value) at most alive")
    }

    func testEachCallHasItsOwnAndEndsItAlsoByAThrow() async throws {
        let container = try Container { trace() }
        try await PerTask.withTaskInstances {
            let outer = try container.resolve(Trace.self)
            await Task.yield()
            do {
                try PerTask.withTaskInstances {
                    XCTAssertFalse(try container.resolve(Trace.self) === outer)
                    throw Mishap(1)
                }
            } catch {
                XCTAssertEqual(error as? Mishap, Mishap(1))
            }
            XCTAssertEqual(tracker.alive, 1)
            XCTAssertTrue(try container.resolve(Trace.self) === outer)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testCodeThatRunsInNoTaskCountsAsOne() throws {
        let container = try Container { trace() }
        try PerTask.withTaskInstances {
            XCTAssertTrue(try container.resolve(Trace.self) === container.resolve(Trace.self))
        }
        XCTAssertEqual(tracker.made, 1)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testE1_OutsideOfACallIsAnError() async throws {
        let container = try Container {
            Kept(fileID: "Shop/Wiring.swift", line: 4) { [tracker] in Trace(tracker) }.lifetime(PerTask())
        }
        let error = failure(.outsideTask) { try container.resolve(Trace.self) }
        assertErrorText(error, "outsideTask: later registered")
        let gate = Latch()
        let late = PerTask.withTaskInstances {
            Task { () -> ResolutionError? in
                await pass(gate)
                return failure(.outsideTask) { try container.resolve(Trace.self) }
            }
        }
        gate.open()
        let lateError = await late.value
        XCTAssertNotNil(lateError)
        XCTAssertEqual(tracker.made, 0)
    }

    func testWhatIsBeingMadeWhenTheCallEndsGoesToItsAsker() async throws {
        let (begun, ended) = (Latch(), Latch())
        let container = try Container {
            Kept { [tracker] in
                begun.open()
                ended.wait()
                return Trace(tracker)
            }.lifetime(PerTask())
        }
        let task = PerTask.withTaskInstances { () -> Task<Int, any Error> in
            let task = Task { try container.resolve(Trace.self).serial }
            begun.wait()
            return task
        }
        ended.open()
        let serial = try await task.value
        XCTAssertEqual(serial, 1)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(container.keptInstanceCount(of: Trace.self), 0)
    }
}
