// Factories that run at the same time, and hits that do not wait for them.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Foundation
import Synchronization
import XCTest

/// C2: while a factory or an injection runs, only those wait who want that very instance.
final class OverlapStressTests: LeakCheckedTestCase {
    private final class Ready: Sendable {
        let mark = 0x5AFE
    }

    /// Two singletons whose factories return when both have begun and others have counted their hits.
    private final class SlowPair: Sendable {
        let begun = [Latch(), Latch()]
        let enough = Latch()
        let hits = Atomic<Int>(0)
        let target: Int

        init(target: Int) { self.target = target }

        /// What both factories do: made one after the other, the first would wait in vain.
        func overlap(_ index: Int) throws {
            begun[index].open()
            try expect(begun[1 - index].wait(seconds: 120), "the other factory did not begin")
            try expect(enough.wait(seconds: 600), "the hits wait for the factories")
        }

        /// Resolves what is ready until all hits are counted; only while both factories run.
        func hit(_ container: Container, _ tick: () -> Void) throws {
            for latch in begun { try expect(latch.wait(seconds: 120), "a factory did not begin") }
            while hits.load(ordering: .relaxed) < target {
                for _ in 0..<1_000 {
                    try expect(container.resolve(Ready.self).mark == 0x5AFE, "not the ready one")
                }
                tick()
                if hits.add(1_000, ordering: .relaxed).newValue >= target { enough.open() }
            }
        }
    }

    func testC2_AMillionHitsGoOnWhileTwoSlowSingletonsAreMadeAtTheSameTime() throws {
        let pair = SlowPair(target: StressScale.scaled(1_000_000))
        let census = Census()
        let container = try Container(
            Plan { plan in
                plan.singleton { _ in Ready() }
                for index in 0..<2 {
                    plan.qualified(.singleton, Widget.self, by: index) { _ in
                        try pair.overlap(index)
                        return Widget(census)
                    }
                }
            })
        _ = try container.resolve(Ready.self)
        let label = "C2 hits of the core while two singletons are made"
        let watchdog = Watchdog(label, threads: 6, describe: Waits.described)
        defer { watchdog.disarm() }
        // Two threads hit; of the others, each of which wants a slow one, two make and two wait.
        let results = race(threads: 6) { thread in
            if thread < 2 {
                watchdog.note(thread, "hits, or waits for factory", thread)
                return try pair.hit(container, watchdog.tick)
            }
            watchdog.note(thread, "resolves the slow singleton", thread % 2)
            _ = try container.resolve(Widget.self, named: RegistrationName(thread % 2))
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertEqual(census.made, 2)
        let hits = pair.hits.load(ordering: .relaxed)
        XCTAssertGreaterThanOrEqual(hits, pair.target)
        var stated = Stated(label)
        stated.add(hits, "hits")
        stated.state(misses: results.count { (try? $0.get()) == nil })
    }

    /// A round in which all the factories, or all the injections, wait for one another.
    private final class Meeting: Sendable {
        let container: Container
        let censuses: [Census]

        init(round: Int, threads: Int) throws {
            let censuses = (0..<threads).map { _ in Census() }
            let met = Counter()
            @Sendable func meet() {
                met.increment()
                while met.value < threads { sched_yield() }
            }
            let isInFactory = round % 2 == 0
            container = try Container(
                Plan { plan in
                    for (index, census) in censuses.enumerated() {
                        plan.qualified(
                            .singleton, Widget.self, by: index,
                            injections: [
                                { widget, _ in
                                    if !isInFactory { meet() }
                                    widget.complete(.atOnce)
                                }
                            ]
                        ) { _ in
                            if isInFactory { meet() }
                            return Widget(census)
                        }
                    }
                })
            self.censuses = censuses
        }
    }

    func testC2_EightUnrelatedSingletonsAreAllMadeAtTheSameTime() {
        let threads = 8
        let label = "C2 \(threads) singletons of the core whose factories or injections meet"
        let rounds = StressScale.scaled(5_000, underThreadSanitizer: 2_000)
        let report = Barrage(
            label, threads: threads, rounds: rounds, isJostled: true, describe: Waits.described
        ).run(
            prepare: { try Meeting(round: $0, threads: threads) },
            body: { meeting, thread in
                try meeting.container.resolve(Widget.self, named: RegistrationName(thread)).expectComplete(
                    "an instance")
            },
            check: { meeting, results in
                for result in results { try result.get() }
                for census in meeting.censuses { try census.expectOne("an instance") }
            })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "containers")
        stated.add(report.rounds * threads, "instances")
        stated.state(misses: report.misses)
    }
}
