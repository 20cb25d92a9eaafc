// Threads look for an instance at the moment when it becomes ready.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// C1: the state says `ready` when the instance lies in the slot, and not before.
///
/// A thread that waits for the instance is woken when all is over and sees nothing. So the threads come at every distance
/// from the one that makes it. The instance is a value: one that is read too soon is other words, and no crash. It is a
/// large one, so that putting it into the slot takes a while.
final class PublicationStressTests: LeakCheckedTestCase {
    private struct Four<Part: Sendable>: Sendable {
        let parts: (Part, Part, Part, Part)
        init(_ part: Part) { parts = (part, part, part, part) }
    }

    private typealias Large = Four<Four<Four<Four<Four<UInt>>>>>

    private static func words(of large: Large) -> [UInt] {
        let (first, last) = (large.parts.0, large.parts.3)
        return [first.parts.0.parts.0.parts.0.parts.0, last.parts.3.parts.3.parts.3.parts.3]
    }

    func testC1_AValueIsNeverSeenBeforeItIsInItsSlot() {
        XCTAssertEqual(MemoryLayout<Large>.size, 8192)
        let label = "C1 a value at the moment it is ready"
        let report = Barrage(
            label, threads: 3, rounds: StressScale.scaled(20_000, underThreadSanitizer: 2_000), isJostled: true
        ).run(
            prepare: { round in
                let word = UInt(round + 1) &* 0x9E37_79B9_7F4A_7C15
                let large = Large(Four(Four(Four(Four(word)))))
                return (container: try Container { Singleton { large } }, word: word, delay: round * 7 % 600)
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
