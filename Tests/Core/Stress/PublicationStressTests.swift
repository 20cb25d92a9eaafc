// Threads look for an instance at the moment when it becomes ready.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// C1: a look-up finds the instance when it lies in the cell, and not before.
///
/// A thread that waits for the instance is woken when all is over and sees nothing. So the threads come at every distance
/// from the one that makes it.
final class PublicationStressTests: LeakCheckedTestCase {
    /// The parts of a large value: putting it into the cell takes a while, and one that is read too soon is other words, and no crash.
    private struct Four<Part: Sendable>: Sendable {
        let parts: (Part, Part, Part, Part)
        init(_ part: Part) { parts = (part, part, part, part) }
    }

    private typealias Large = Four<Four<Four<Four<Four<UInt>>>>>

    private static func words(of large: Large) -> [UInt] {
        let (first, last) = (large.parts.0, large.parts.3)
        return [first.parts.0.parts.0.parts.0.parts.0, last.parts.3.parts.3.parts.3.parts.3]
    }

    func testC1_AValueIsNeverSeenBeforeItIsInItsCell() {
        XCTAssertEqual(MemoryLayout<Large>.size, 8192)
        let label = "C1 a value of the core at the moment it is ready"
        let report = Barrage(
            label, threads: 3, rounds: StressScale.scaled(20_000, underThreadSanitizer: 2_000), isJostled: true
        ).run(
            prepare: { round in
                let word = UInt(round + 1) &* 0x9E37_79B9_7F4A_7C15
                let large = Large(Four(Four(Four(Four(word)))))
                let zero = Large(Four(Four(Four(Four(0)))))
                // In every other round the factory's value is not the one that is published.
                let plan = Plan { plan in
                    if round % 2 == 0 {
                        plan.singleton { _ in large }
                    } else {
                        plan.injected(.singleton, Large.self) { _ in
                            zero
                        } inject: { value, _ in
                            value = large
                        }
                    }
                }
                return (container: try Container(plan), word: word, delay: round * 7 % 600)
            },
            body: { stage, thread in
                for _ in 0..<(thread * stage.delay) { pass() }
                return Self.words(of: try stage.container.resolve(Large.self))
            },
            check: { stage, results in
                for result in results {
                    try expect(try result.get() == [stage.word, stage.word], "a value was seen before it was there")
                }
            })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "values")
        stated.add(report.rounds * 3, "looks")
        stated.state(misses: report.misses)
    }
}

/// Takes a little time.
@inline(never)
private func pass() {}
