// The tools of the stress tests do what they say.

import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

final class SupportTests: LeakCheckedTestCase {
    func testABarrageRunsEveryRoundOnEveryThread() {
        let rounds = StressScale.scaled(20_000, underThreadSanitizer: 5_000)
        let inside = Atomic<Int>(0)
        let total = Atomic<Int>(0)
        let report = Barrage("barrage", threads: 64, rounds: rounds).run(
            prepare: { round in
                try expect(inside.load(ordering: .relaxed) == 0, "a thread is still in the round before")
                return round
            },
            body: { stage, thread in
                inside.add(1, ordering: .relaxed)
                total.add(1, ordering: .relaxed)
                inside.subtract(1, ordering: .relaxed)
                return stage * 64 + thread
            },
            check: { stage, results in
                try expect(results.map { try $0.get() } == (0..<64).map { stage * 64 + $0 }, "a result is lost")
            })
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
        XCTAssertEqual(total.load(ordering: .relaxed), rounds * 64)
        var stated = Stated("barrage, 64 threads")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
    }

    func testTheThreadsOfARoundAreInItTogether() {
        let inside = Atomic<Int>(0)
        let report = Barrage("together", threads: 8, rounds: 500, isJostled: true).run(
            prepare: { $0 },
            body: { round, _ in
                inside.add(1, ordering: .relaxed)
                while inside.load(ordering: .relaxed) < (round + 1) * 8 { sched_yield() }
            },
            check: { _, _ in })
        XCTAssertNil(report.miss)
        XCTAssertEqual(inside.load(ordering: .relaxed), 4_000)
    }

    func testAJostledThreadIsInterruptedAndItsCallsThatBlockGoOn() {
        let jostle = Jostle()
        let never = Latch()
        let waits = race(threads: 2) { _ in
            jostle.during { () -> Bool in
                var isOver = true
                // On a busy machine, the first interruption may come late.
                repeat { isOver = isOver && !never.wait(seconds: 0.01) } while jostle.interruptions < 20
                return isOver
            }
        }
        XCTAssertGreaterThan(jostle.stop(), 0)
        for result in waits { XCTAssertEqual(try result.get(), true) }
    }

    func testAMissEndsTheBarrageAndNamesItsRound() {
        let report = Barrage("seed 5", threads: 3, rounds: 100).run(
            prepare: { $0 },
            body: { _, _ in },
            check: { round, _ in try expect(round < 7, "seven is too many") })
        XCTAssertEqual(report.miss, "seed 5, round 7: seven is too many")
        XCTAssertEqual(report.rounds, 7)
        XCTAssertEqual(report.misses, 1)
    }

    func testABarrageLetsGoOfItsStagesAndResults() {
        let tracker = LifetimeTracker()
        let report = Barrage("let go", threads: 4, rounds: 200).run(
            prepare: { _ in Tracked(tracker) },
            body: { _, _ in Tracked(tracker) },
            check: { _, results in try expect(results.count == 4 && tracker.alive == 5, "something is gone too soon") },
            after: { _ in try expect(tracker.alive == 0, "something is kept") })
        XCTAssertNil(report.miss)
        XCTAssertEqual(tracker.made, 1_000)
    }

    func testStatedCountsHaveOneFormat() {
        var stated = Stated("C1 singleton, 64 threads")
        stated.add(20_000, "containers")
        stated.add(1_000, "instances")
        XCTAssertEqual(
            stated.line(misses: 0), "[count] C1 singleton, 64 threads: 20,000 containers, 1,000 instances, 0 misses")
        XCTAssertEqual(
            Stated("x").line(misses: 1_234_567), "[count] x: 1,234,567 misses")
        stated.add(500, "containers")
        XCTAssertEqual(
            stated.line(misses: 0), "[count] C1 singleton, 64 threads: 20,500 containers, 1,000 instances, 0 misses")
    }

    func testAWatchdogReportsWhereNothingMoves() {
        let reported = Latch()
        let report = Locked("")
        let watchdog = Watchdog(
            "seed 7", seconds: 0.2, threads: 2, describe: { "Slow waits for Ready" },
            end: { text in
                report.withLock { $0 = text }
                reported.open()
            })
        watchdog.note(1, "is in round", 12)
        XCTAssertTrue(reported.wait())
        watchdog.disarm()
        let text = report.withLock { $0 }
        for part in ["[hang] seed 7", "thread 0: no note", "thread 1: is in round 12", "Slow waits for Ready"] {
            XCTAssertTrue(text.contains(part), text)
        }
    }

    func testTheSeededGeneratorIsTheOneItSaysItIs() {
        // The first outputs of SplitMix64 for seed 0.
        var generator = SeededGenerator(seed: 0)
        XCTAssertEqual(
            [generator.next(), generator.next()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
    }
}
