// LIFE2, O2, C1: random graphs with instances of scopes, resolved from several scopes on many threads.

import ArmoryCore
import ArmoryTestSupport
import Foundation
import XCTest

final class RandomScopeStressTests: WatchedTestCase {
    /// What a number leads to: an instance everywhere, in scopes alone, or nowhere.
    private enum Reach { case anywhere, scopes, nowhere }

    /// A singleton is made in the container's view, where no scope is open.
    private func reaches(of paper: Paper) -> [Reach] {
        var reaches: [Reach] = []
        for entry in paper.entries {
            let needs = entry.needs.map { reaches[$0] }
            let isInScope = entry.lifetime == .scoped || needs.contains(.scopes)
            if needs.contains(.nowhere) || entry.lifetime == .singleton && isInScope {
                reaches.append(.nowhere)
            } else {
                reaches.append(isInScope ? .scopes : .anywhere)
            }
        }
        return reaches
    }

    func testLIFE2_RandomGraphsInScopes() throws {
        for seed in 0..<UInt64(StressScale.scaled(2_000, underThreadSanitizer: 100)) {
            let paper = Paper(seed: seed, [.singleton, .singleton, .scoped, .scoped, .transient, .graph])
            let reaches = reaches(of: paper)
            let container = try container(of: paper, seed)
            let scopes = try (0..<3).map { _ in try container.openScope() }
            let handles = [container] + scopes
            let seen = Locked<[(handle: Int, number: Int, node: PaperNode?, code: ResolutionError.Code?)]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                var generator = SeededGenerator(seed: seed &+ UInt64(thread))
                for number in paper.entries.indices.shuffled(using: &generator) {
                    let handle = thread % handles.count
                    do throws(ResolutionError) {
                        let node = try handles[handle].resolve(PaperNode.self, named: RegistrationName(number))
                        seen.withLock { $0.append((handle, number, node, nil)) }
                    } catch {
                        seen.withLock { [code = error.code] in $0.append((handle, number, nil, code)) }
                    }
                }
            }
            var kept: [[Int: PaperNode]] = Array(repeating: [:], count: handles.count)
            for (handle, number, node, code) in seen.withLock({ $0 }) {
                let isThere = reaches[number] == .anywhere || reaches[number] == .scopes && handle != 0
                XCTAssertEqual(node != nil, isThere, "seed \(seed), \(number) in \(handle)")
                if !isThere { XCTAssertEqual(code, .outsideScope, "seed \(seed), \(number) in \(handle)") }
                if let node { look(at: node, in: handle, paper, &kept, seed) }
            }
            if testRun?.failureCount != 0 { return }
        }
    }

    /// A container with all entries, or a child whose parent has the first ones, or all of them.
    private func container(of paper: Paper, _ seed: UInt64) throws -> Container {
        let entries = paper.entries.enumerated().map { ($0, $1) }
        let ofParent = [0, entries.count / 2, entries.count][Int(seed % 3)]
        guard ofParent != 0 else { return try Container(Plan(entries)) }
        let parent = try Container(Plan(Array(entries[..<ofParent])))
        return try Container(Plan(Array(entries[ofParent...])), parents: [parent])
    }

    /// Looks whether an instance and its parts are those of the handle that keeps them.
    private func look(
        at node: PaperNode, in handle: Int, _ paper: Paper, _ kept: inout [[Int: PaperNode]], _ seed: UInt64
    ) {
        let entry = paper.entries[node.number]
        XCTAssertEqual(node.parts.map(\.number), entry.needs, "seed \(seed), \(node.number)")
        let owner = entry.lifetime == .singleton ? 0 : handle
        if entry.lifetime == .singleton || entry.lifetime == .scoped {
            let known = kept[owner][node.number]
            XCTAssert(known == nil || known === node, "seed \(seed), two of \(node.number)")
            guard known == nil else { return }
            kept[owner][node.number] = node
        }
        for part in node.parts { look(at: part, in: owner, paper, &kept, seed) }
    }
}
