// O4, C1: random graphs, overridden twice, and resolved on many threads, against what their edges say.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Foundation
import XCTest

/// An instance, and those that it was made from.
private final class Node: Sendable {
    let number: Int
    let parts: [Node]
    init(_ number: Int, _ parts: [Node]) { (self.number, self.parts) = (number, parts) }
}

/// A graph on paper: edges lead to lower numbers.
private struct Paper: Sendable {
    struct Entry: Sendable {
        let lifetime: Lifetime
        let needs: [Int]
        /// Whether the factory is a closure that may ask for anything.
        let isHidden: Bool
    }

    var entries: [Entry] = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for number in 0..<Int.random(in: 2...40, using: &generator) {
            entries.append(Self.entry(number, using: &generator))
        }
    }

    private static func entry(_ number: Int, using generator: inout SeededGenerator) -> Entry {
        let lifetimes: [Lifetime] = [.singleton, .singleton, .singleton, .transient, .graph]
        let count = number == 0 ? 0 : Int.random(in: 0...3, using: &generator)
        return Entry(
            lifetime: lifetimes[Int.random(in: 0..<5, using: &generator)],
            needs: (0..<count).map { _ in Int.random(in: 0..<number, using: &generator) },
            isHidden: Int.random(in: 0..<8, using: &generator) == 0)
    }

    /// Other entries for a few numbers.
    func changes(seed: UInt64) -> [Int: Entry] {
        var generator = SeededGenerator(seed: seed)
        var changes: [Int: Entry] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let number = Int.random(in: entries.indices, using: &generator)
            changes[number] = Self.entry(number, using: &generator)
        }
        return changes
    }

    func changed(by changes: [Int: Entry]) -> Paper {
        var paper = self
        for (number, entry) in changes { paper.entries[number] = entry }
        return paper
    }

    /// The numbers that an overriding container shares with its base.
    func shared(after changes: [Int: Entry]) -> Set<Int> {
        var isOwn: [Bool] = []
        for (number, entry) in entries.enumerated() {
            isOwn.append(changes[number] != nil || entry.isHidden || entry.needs.contains { isOwn[$0] })
        }
        return Set(entries.indices.filter { !isOwn[$0] && entries[$0].lifetime == .singleton })
    }
}

extension Plan {
    fileprivate init(_ entries: some Sequence<(Int, Paper.Entry)>) {
        self.init()
        for (number, entry) in entries {
            let keys = entry.needs.map { ServiceKey(Node.self, qualifier: Qualifier($0)) }
            let isHidden = entry.isHidden
            let parts =
                isHidden
                ? Record.Parts()
                : Record.Parts(asksForParametersAlone: true) { keys.map { Dependency($0) } }
            add(
                Record(
                    Node.self, entry.lifetime, qualifier: Qualifier(number), at: SourceLocation(), parts: parts
                ) { resolver in
                    var nodes: [Node] = []
                    for (position, need) in entry.needs.enumerated() {
                        nodes.append(
                            isHidden ? try resolver.resolve(qualifier: need) : try resolver.parameter(position))
                    }
                    return Node(number, nodes)
                })
        }
    }
}

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
            let made = Locked<[Node]>([])
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                var generator = SeededGenerator(seed: seed &+ UInt64(thread))
                for number in paper.entries.indices.shuffled(using: &generator) {
                    guard let node = try? containers[thread % 3].resolve(Node.self, qualifier: number) else { continue }
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
                base.resolve(Node.self, qualifier: number), other.resolve(Node.self, qualifier: number)
            )
            XCTAssertEqual(instances.0 === instances.1, shared.contains(number), "seed \(seed), \(number)")
        }
    }

    /// The parts of what a container gives out are what it gives out itself.
    private func checkParts(_ seed: UInt64, _ paper: Paper, _ container: Container) throws {
        for (number, entry) in paper.entries.enumerated() {
            let node = try container.resolve(Node.self, qualifier: number)
            XCTAssertEqual(node.parts.map(\.number), entry.needs, "seed \(seed), \(number)")
            if entry.lifetime == .singleton {
                XCTAssert(try container.resolve(Node.self, qualifier: number) === node, "seed \(seed), \(number)")
            }
            for part in node.parts where paper.entries[part.number].lifetime == .singleton {
                let own = try container.resolve(Node.self, qualifier: part.number)
                XCTAssert(own === part, "seed \(seed), \(part.number) of \(number)")
            }
        }
    }
}
