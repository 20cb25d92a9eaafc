import Armory
import ArmoryTestSupport
import XCTest

/// C3 on random graphs: constructor edges that form no cycle, and injection edges that form many.
///
/// `ARMORY_SEEDS` sets the number of graphs.
final class RandomGraphTests: LeakCheckedTestCase {
    /// One object of a graph; found by its number.
    private final class Node: @unchecked Sendable {  // Written in its injection, before it is published.
        let life = Counted()
        let number: Int
        let built: [Node]
        var injected: [Node] = []
        var isComplete = false

        init(number: Int, built: [Node]) {
            self.number = number
            self.built = built
        }
    }

    private struct Edges {
        var built: [Int] = []
        var injected: [Int] = []
        var isShared = false
    }

    private func randomGraph(size: Int, using generator: inout some RandomNumberGenerator) -> [Edges] {
        (0..<size).map { number in
            var edges = Edges()
            // A constructor needs lower numbers alone, so there is no constructor cycle.
            for _ in 0..<Int.random(in: 0...2, using: &generator) where number > 0 {
                edges.built.append(Int.random(in: 0..<number, using: &generator))
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                edges.injected.append(Int.random(in: 0..<size, using: &generator))
            }
            edges.isShared = Int.random(in: 0..<5, using: &generator) == 0
            return edges
        }
    }

    private func container(of graph: [Edges], made: [Counter]) throws -> Container {
        let container = Container()
        for (number, edges) in graph.enumerated() {
            let factory: @Sendable (Resolver) throws -> Node = { resolver in
                let built = try edges.built.map { try resolver.resolve(Node.self, qualifier: $0) }
                made[number].increment()
                if number % 7 == 0 { sched_yield() }
                return Node(number: number, built: built)
            }
            let injection: @Sendable (inout Node, Resolver) throws -> Void = { node, resolver in
                if number % 5 == 0 { usleep(20) }
                node.injected = try edges.injected.map { try resolver.resolve(Node.self, qualifier: $0) }
                node.isComplete = true
            }
            if edges.isShared {
                try container.register(Shared(factory).qualified(by: number).inject(injection))
            } else {
                try container.register(Singleton(factory).qualified(by: number).inject(injection))
            }
        }
        return container
    }

    /// Whether everything that can be reached from the node is complete and the one object of its number.
    private static func check(_ node: Node, _ known: inout [Int: Node]) {
        if let other = known[node.number] {
            XCTAssertTrue(other === node, "two objects numbered \(node.number)")
            return
        }
        known[node.number] = node
        XCTAssertTrue(node.isComplete, "\(node.number) was seen half-made")
        for next in node.built + node.injected { check(next, &known) }
    }

    func testC3_RandomGraphsResolveFromEveryNodeByEightThreadsAtOnce() throws {
        let seeds = ProcessInfo.processInfo.environment["ARMORY_SEEDS"].flatMap(Int.init) ?? 60
        for seed in 0..<seeds {
            var generator = SeededGenerator(seed: UInt64(seed))
            let graph = randomGraph(size: [3, 10, 40, 200][seed % 4], using: &generator)
            let made = graph.map { _ in Counter() }
            let container = try container(of: graph, made: made)
            let orders = (0..<8).map { _ in graph.indices.shuffled(using: &generator) }
            let results = race(threads: 8) { thread in
                try orders[thread].map { number in
                    let node = try container.resolve(Node.self, qualifier: number)
                    var reached: [Int: Node] = [:]
                    Self.check(node, &reached)
                    return node
                }
            }
            // All threads hold what they got, so that a shared one cannot be made again.
            let nodes = try results.map { try $0.get() }
            var known: [Int: Node] = [:]
            for node in nodes.joined() { Self.check(node, &known) }
            for (number, edges) in graph.enumerated() where !edges.isShared {
                XCTAssertEqual(made[number].value, 1, "seed \(seed): \(number) was made \(made[number].value) times")
            }
            for node in known.values { node.injected = [] }
        }
    }
}
