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
            // Every second base is a child whose parent has some of the entries.
            let inherited = Set(0..<(seed.isMultiple(of: 2) ? 0 : paper.entries.count / 3))
            let base = try base(of: paper, inherited)
            let first = paper.changes(seed: ~seed)
            let other = try overriding(base, first, inherited)
            let changed = paper.changed(by: first)
            let second = changed.changes(seed: seed &* 31)
            // What was added is there to be overridden.
            let left = inherited.subtracting(first.keys)
            let third = try overriding(other, second, left)
            let containers = [base, other, third]
            let made = Locked<[PaperNode]>([])
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                var generator = SeededGenerator(seed: seed &+ UInt64(thread))
                for number in paper.entries.indices.shuffled(using: &generator) {
                    guard
                        let node = try? containers[thread % 3].resolve(PaperNode.self, named: RegistrationName(number))
                    else {
                        continue
                    }
                    made.withLock { $0.append(node) }
                }
            }
            XCTAssertEqual(made.withLock(\.count), 6 * paper.entries.count, "seed \(seed)")
            try check(seed, paper, base, other, shares: paper.shared(after: first, inherited: inherited))
            try check(seed, changed, other, third, shares: changed.shared(after: second, inherited: left))
            try checkParts(seed, paper, base, but: inherited)
            try checkParts(seed, changed, other, but: left)
            try checkParts(seed, changed.changed(by: second), third, but: left.subtracting(second.keys))
            if testRun?.failureCount != 0 { return }
        }
    }

    private func base(of paper: Paper, _ inherited: Set<Int>) throws -> Container {
        let entries = paper.entries.enumerated().map { ($0, $1) }
        guard !inherited.isEmpty else { return try Container(Plan(entries)) }
        let parent = try Container(Plan(entries.filter { inherited.contains($0.0) }))
        return try Container(Plan(entries.filter { !inherited.contains($0.0) }), parents: [parent])
    }

    /// A container with other entries: those that the base has from a parent are added.
    private func overriding(
        _ base: Container, _ changes: [Int: Paper.Entry], _ inherited: Set<Int>
    ) throws -> Container {
        try base.overriding(
            Plan(changes.filter { !inherited.contains($0.key) }.map { ($0, $1) }),
            adding: Plan(changes.filter { inherited.contains($0.key) }.map { ($0, $1) }))
    }

    private func check(
        _ seed: UInt64, _ paper: Paper, _ base: Container, _ other: Container, shares shared: Set<Int>
    ) throws {
        for number in paper.entries.indices where paper.entries[number].lifetime == .singleton {
            let instances = try (
                base.resolve(PaperNode.self, named: RegistrationName(number)),
                other.resolve(PaperNode.self, named: RegistrationName(number))
            )
            XCTAssertEqual(instances.0 === instances.1, shared.contains(number), "seed \(seed), \(number)")
        }
    }

    /// The parts of what a container gives out are what it gives out itself, but for what a parent has made for itself.
    private func checkParts(
        _ seed: UInt64, _ paper: Paper, _ container: Container, but inherited: Set<Int>
    ) throws {
        for (number, entry) in paper.entries.enumerated() {
            let node = try container.resolve(PaperNode.self, named: RegistrationName(number))
            XCTAssertEqual(node.parts.map(\.number), entry.needs, "seed \(seed), \(number)")
            if entry.lifetime == .singleton {
                XCTAssert(
                    try container.resolve(PaperNode.self, named: RegistrationName(number)) === node,
                    "seed \(seed), \(number)")
            }
            guard entry.lifetime != .singleton || !inherited.contains(number) else { continue }
            for part in node.parts where paper.entries[part.number].lifetime == .singleton {
                let own = try container.resolve(PaperNode.self, named: RegistrationName(part.number))
                XCTAssert(own === part, "seed \(seed), \(part.number) of \(number)")
            }
        }
    }
}
