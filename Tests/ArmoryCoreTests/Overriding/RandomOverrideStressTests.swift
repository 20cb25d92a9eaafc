// O4, C1: random graphs, overridden twice, and resolved on many threads, against what their edges say.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Foundation
import XCTest

final class RandomOverrideStressTests: WatchedTestCase {
    func testO4_RandomGraphsShareWhatTheirEdgesSay() throws {
        for seed in 0..<UInt64(StressScale.scaled(1_500, underThreadSanitizer: 100)) {
            let paper = Paper(seed: seed)
            let base = try Container(Plan(paper.entries.enumerated().map { ($0, $1) }))
            let first = paper.changes(seed: ~seed)
            let other = try base.overriding(Plan(first.map { ($0, $1) }))
            let changed = paper.changed(by: first)
            let second = changed.changes(seed: seed &* 31)
            let third = try other.overriding(Plan(second.map { ($0, $1) }))
            let containers = [base, other, third]
            let made = Locked<[PaperNode]>([])
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                var generator = SeededGenerator(seed: seed &+ UInt64(thread))
                for number in paper.entries.indices.shuffled(using: &generator) {
                    guard let node = try? containers[thread % 3].resolve(PaperNode.self, qualifier: number) else {
                        continue
                    }
                    made.withLock { $0.append(node) }
                }
            }
            XCTAssertEqual(made.withLock(\.count), 6 * paper.entries.count, "seed \(seed)")
            try check(seed, paper, base, other, shares: paper.shared(after: first))
            try check(seed, changed, other, third, shares: changed.shared(after: second))
            try checkParts(seed, paper, base)
            try checkParts(seed, changed, other)
            try checkParts(seed, changed.changed(by: second), third)
            if testRun?.failureCount != 0 { return }
        }
    }

    private func check(
        _ seed: UInt64, _ paper: Paper, _ base: Container, _ other: Container, shares shared: Set<Int>
    ) throws {
        for number in paper.entries.indices where paper.entries[number].lifetime == .singleton {
            let instances = try (
                base.resolve(PaperNode.self, qualifier: number), other.resolve(PaperNode.self, qualifier: number)
            )
            XCTAssertEqual(instances.0 === instances.1, shared.contains(number), "seed \(seed), \(number)")
        }
    }

    /// The parts of what a container gives out are what it gives out itself.
    private func checkParts(_ seed: UInt64, _ paper: Paper, _ container: Container) throws {
        for (number, entry) in paper.entries.enumerated() {
            let node = try container.resolve(PaperNode.self, qualifier: number)
            XCTAssertEqual(node.parts.map(\.number), entry.needs, "seed \(seed), \(number)")
            if entry.lifetime == .singleton {
                XCTAssert(try container.resolve(PaperNode.self, qualifier: number) === node, "seed \(seed), \(number)")
            }
            for part in node.parts where paper.entries[part.number].lifetime == .singleton {
                let own = try container.resolve(PaperNode.self, qualifier: part.number)
                XCTAssert(own === part, "seed \(seed), \(part.number) of \(number)")
            }
        }
    }
}
