import ArmoryCore
import ArmoryTestSupport
import XCTest

// Time limits.
final class AlarmTests: LeakCheckedTestCase {
    func testAnAlarmRingsOnceAndNeverEarlyThoughALaterOneWasSetBefore() async throws {
        let rung = Log<Int>()
        let late = Alarms.shared.scheduleAlarm(after: .seconds(3600)) { rung.add(0) }
        defer { Alarms.shared.cancelAlarm(late) }
        let early = Log<Int>()
        for (number, milliseconds) in [(1, 60), (2, 20), (3, 40)] {
            let due = ContinuousClock.now + .milliseconds(milliseconds)
            _ = Alarms.shared.scheduleAlarm(after: .milliseconds(milliseconds)) {
                if ContinuousClock.now < due { early.add(number) }
                rung.add(number)
            }
        }
        await eventually("all three have rung") { rung.all.count >= 3 }
        // The next alarm finds all that are due, so that it also shows one that rings twice.
        _ = Alarms.shared.scheduleAlarm(after: .milliseconds(1)) { rung.add(4) }
        await eventually("the fourth has rung") { rung.all.last == 4 }
        XCTAssertEqual(rung.all.sorted(), [1, 2, 3, 4])
        XCTAssertEqual(early.all, [])
    }

    func testAnAlarmThatIsTakenBackDoesNotRing() async throws {
        let rung = Log<Int>()
        let limit = Duration.milliseconds(200)
        while true {
            let due = ContinuousClock.now + limit
            let removed = Alarms.shared.scheduleAlarm(after: limit) { rung.add(1) }
            Alarms.shared.cancelAlarm(removed)
            // A busy machine may have let the time pass before: then this says nothing, and is tried again.
            if ContinuousClock.now < due { break }
        }
        let before = rung.all.count
        _ = Alarms.shared.scheduleAlarm(after: limit) { rung.add(2) }
        await eventually("the other one has rung") { rung.all.last == 2 }
        XCTAssertEqual(rung.all.count, before + 1)
    }

    func testADelayBeyondAllTimeDoesNotTrap() {
        for delay in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero - .seconds(Int64.max)] {
            Alarms.shared.cancelAlarm(Alarms.shared.scheduleAlarm(after: delay) {})
        }
    }

    func testM1_ALimitThatDoesNotPassLeavesNothing() async throws {
        await eventually("the alarms of other tests are over") { Alarms.shared.pendingCount == 0 }
        func run(_ count: Int) async throws {
            for _ in 0..<count { try await TimeLimit(.seconds(60)).runWithinTimeLimit { await Task.yield() } }
        }
        try await run(100)
        let growth = try await Heap.growth { _ in try await run(1000) }
        XCTAssertLessThan(growth, 64 * 1024, "a sleeping task for each limit is more")
        XCTAssertEqual(Alarms.shared.pendingCount, 0)
    }

    // The waiter may resume before the body's task has ended. The body's captures must be released by then.
    func testNothingThatABodyCapturesOutlivesTheWait() async throws {
        let tracker = LifetimeTracker()
        for round in 0..<20_000 {
            let isFailing = round.isMultiple(of: 2)
            do {
                let captured = Tracked(tracker)
                try await TimeLimit(.seconds(60)).runWithinTimeLimit {
                    await Task.yield()
                    if isFailing { throw CancellationError() }
                    withExtendedLifetime(captured) {}
                }
            } catch is CancellationError {}
            guard tracker.alive == 0 else { return XCTFail("alive after the wait of round \(round)") }
        }
    }

    func testALimitThatPassesCancelsAndGoesOn() async throws {
        let cancelled = Log<Bool>()
        do {
            try await TimeLimit(.milliseconds(10)).runWithinTimeLimit {
                try? await Task.sleep(for: .seconds(60))
                cancelled.add(Task.isCancelled)
            }
            XCTFail("the limit has passed")
        } catch {
            XCTAssertTrue(error is TimeLimit.Passed)
        }
        await eventually("the body has ended") { !cancelled.all.isEmpty }
        XCTAssertEqual(cancelled.all, [true])
    }

    /// Returns when a condition holds; fails when it does not in a minute.
    private func eventually(_ what: String, _ condition: () -> Bool) async {
        let limit = ContinuousClock.now.advanced(by: .seconds(60))
        while !condition() {
            guard ContinuousClock.now < limit else { return XCTFail("never: \(what)") }
            try? await Task.sleep(for: .microseconds(200))
        }
    }
}
