// Random graphs without circles, whose edges are declared or hidden.

import ArmoryCore
import ArmoryTestSupport

/// An instance, and those that it was made from.
final class PaperNode: Sendable {
    let number: Int
    let parts: [PaperNode]
    init(_ number: Int, _ parts: [PaperNode]) { (self.number, self.parts) = (number, parts) }
}

/// A graph on paper: edges lead to lower numbers.
struct Paper: Sendable {
    struct Entry: Sendable {
        let lifetime: Lifetime
        let needs: [Int]
        /// Whether the factory is a closure that may ask for anything.
        let isHidden: Bool
    }

    var entries: [Entry] = []
    private let lifetimes: [Lifetime]

    init(seed: UInt64, _ lifetimes: [Lifetime] = [.singleton, .singleton, .singleton, .transient, .graph]) {
        self.lifetimes = lifetimes
        var generator = SeededGenerator(seed: seed)
        for number in 0..<Int.random(in: 2...40, using: &generator) {
            entries.append(entry(number, using: &generator))
        }
    }

    private func entry(_ number: Int, using generator: inout SeededGenerator) -> Entry {
        let count = number == 0 ? 0 : Int.random(in: 0...3, using: &generator)
        return Entry(
            lifetime: lifetimes[Int.random(in: lifetimes.indices, using: &generator)],
            needs: (0..<count).map { _ in Int.random(in: 0..<number, using: &generator) },
            isHidden: Int.random(in: 0..<8, using: &generator) == 0)
    }

    /// Other entries for a few numbers.
    func changes(seed: UInt64) -> [Int: Entry] {
        var generator = SeededGenerator(seed: seed)
        var changes: [Int: Entry] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let number = Int.random(in: entries.indices, using: &generator)
            changes[number] = entry(number, using: &generator)
        }
        return changes
    }

    func changed(by changes: [Int: Entry]) -> Paper {
        var paper = self
        for (number, entry) in changes { paper.entries[number] = entry }
        return paper
    }

    /// The numbers of singletons that an overriding container shares with its base.
    ///
    /// - Parameter inherited: The numbers that the base has from a parent. It is not known what the parent makes at each resolve.
    func shared(after changes: [Int: Entry], inherited: Set<Int>) -> Set<Int> {
        var isOwn: [Bool] = []
        for (number, entry) in entries.enumerated() {
            let isParents = inherited.contains(number)
            let isOther = !isParents && (entry.isHidden || entry.needs.contains { isOwn[$0] })
            isOwn.append(
                changes[number] != nil || isOther || entry.lifetime == .graph
                    || isParents && entry.lifetime != .singleton)
        }
        return Set(entries.indices.filter { !isOwn[$0] && entries[$0].lifetime == .singleton })
    }
}

extension Plan {
    init(_ entries: some Sequence<(Int, Paper.Entry)>) {
        self.init()
        for (number, entry) in entries {
            let keys = entry.needs.map { ServiceKey(PaperNode.self, qualifier: Qualifier($0)) }
            let isHidden = entry.isHidden
            let tag = entry.lifetime == .scoped ? ScopeTag.request : nil
            let parts =
                isHidden
                ? Record.Parts(tag: tag)
                : Record.Parts(tag: tag) { keys.map { Dependency($0) } }
            addRecord(
                Record(
                    PaperNode.self, entry.lifetime, qualifier: Qualifier(number), at: CodeLocation(), parts: parts
                ) { resolver in
                    var nodes: [PaperNode] = []
                    for (position, need) in entry.needs.enumerated() {
                        nodes.append(
                            isHidden
                                ? try resolver.resolve(named: RegistrationName(need))
                                : try resolver.resolveParameter(at: position)
                        )
                    }
                    return PaperNode(number, nodes)
                })
        }
    }
}
