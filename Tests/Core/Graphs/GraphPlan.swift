// A random graph on paper: what is registered, and what each registration asks for.

import ArmoryCore
import ArmoryTestSupport

struct GraphPlan: Sendable {
    /// One registration.
    struct Node: Sendable {
        var lifetime: Lifetime
        /// The container that it is registered in.
        var container: Int
        /// What its factory asks for.
        var built: [Int] = []
        /// What its factory asks for too, and does without where that fails.
        var tried: [Int] = []
        /// What its injections ask for.
        var injected: [Int] = []
        /// How long its factory and its injections take: nothing, a yield, or microseconds.
        var pause: UInt32 = 0
        /// Whether its factory asks the container by name instead of the resolver.
        var asksContainer = false

        /// Whether everybody is given one instance.
        var isKept: Bool { lifetime != .transient && lifetime != .graph }

        /// What cannot be done without.
        var needed: [Int] { built + injected }
    }

    /// What a random graph may have.
    struct Shape: Sendable {
        var sizes = [3, 10, 40, 200]
        /// Whether factories may form cycles, which cannot be built.
        var hasConstructorCycles = false
        /// The most containers of one graph.
        var containers = 1
        /// Whether each container but the first is the child of another one.
        var isFamily = false
    }

    let seed: UInt64
    let nodes: [Node]
    /// The parent of each container, which comes before it.
    let parents: [Int?]

    /// The container and those around it.
    static func family(of container: Int, _ parents: [Int?]) -> [Int] {
        var family = [container]
        while let next = parents[family[family.count - 1]] { family.append(next) }
        return family
    }

    /// Whether the resolve of an edge is a graph of its own, because it asks a container instead of the factory's resolver.
    static func isApart(_ from: Node, _ to: Node, _ parents: [Int?]) -> Bool {
        from.asksContainer || !family(of: from.container, parents).contains(to.container)
    }

    func isApart(_ from: Int, _ to: Int) -> Bool { Self.isApart(nodes[from], nodes[to], parents) }
}

// MARK: Drawing one

extension GraphPlan {
    init(seed: UInt64, shape: Shape) {
        var generator = SeededGenerator(seed: seed)
        self.seed = seed
        let size = Int.random(in: 2...shape.sizes[Int(seed) % shape.sizes.count], using: &generator)
        let containers = Int.random(in: 1...shape.containers, using: &generator)
        parents = (0..<containers).map { number in
            shape.isFamily && number > 0 ? Int.random(in: 0..<number, using: &generator) : nil
        }
        // Where a cycle spoils all that lead to it, edges between islands lead one way, so that much is left to be made.
        let islands = Self.islands(of: size, isOne: !shape.hasConstructorCycles, using: &generator)
        var nodes = (0..<size).map { _ in Self.node(containers: containers, using: &generator) }
        for number in 0..<size { Self.addEdges(to: number, of: &nodes, islands[number], shape, using: &generator) }
        if shape.hasConstructorCycles { Self.closeCycles(of: &nodes, islands, using: &generator) }
        Self.keepCirclesApart(of: &nodes, parents)
        for number in 0..<size where Int.random(in: 0..<6, using: &generator) == 0 {
            Self.addTried(to: number, of: &nodes, using: &generator)
        }
        self.nodes = nodes
    }

    private static func node(containers: Int, using generator: inout SeededGenerator) -> Node {
        let lifetimes: [Lifetime] = [.singleton, .singleton, .shared, .custom, .graph, .graph, .transient]
        var node = Node(
            lifetime: lifetimes.randomElement(using: &generator) ?? .singleton,
            container: Int.random(in: 0..<containers, using: &generator))
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<12: node.pause = 0
        case 12..<17: node.pause = 1
        default: node.pause = UInt32.random(in: 2...60, using: &generator)
        }
        node.asksContainer = Int.random(in: 0..<6, using: &generator) == 0
        return node
    }

    /// For each node, the numbers of its island.
    private static func islands(
        of size: Int, isOne: Bool, using generator: inout SeededGenerator
    ) -> [Range<Int>] {
        guard !isOne else { return Array(repeating: 0..<size, count: size) }
        var islands: [Range<Int>] = []
        while islands.count < size {
            let end = min(size, islands.count + Int.random(in: 1...30, using: &generator))
            islands += Array(repeating: islands.count..<end, count: end - islands.count)
        }
        return islands
    }

    /// Adds edges to the node's island and a few to those before it.
    ///
    /// Constructors need lower numbers alone, so they form no cycle; injections need any.
    private static func addEdges(
        to number: Int, of nodes: inout [Node], _ island: Range<Int>, _ shape: Shape,
        using generator: inout SeededGenerator
    ) {
        func target(in island: Range<Int>) -> Int? {
            let isFar = Int.random(in: 0..<8, using: &generator) == 0
            return (isFar ? 0..<island.lowerBound : island).randomElement(using: &generator)
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            if let target = target(in: island.lowerBound..<number) { nodes[number].built.append(target) }
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            guard let target = target(in: island) else { continue }
            // Transients that need each other in a circle are as endless as constructors are.
            let isEndless = nodes[number].lifetime == .transient && nodes[target].lifetime == .transient
            if !isEndless || shape.hasConstructorCycles || target < number { nodes[number].injected.append(target) }
        }
    }

    /// Adds a few constructor edges to higher numbers of the island or to the same.
    private static func closeCycles(
        of nodes: inout [Node], _ islands: [Range<Int>], using generator: inout SeededGenerator
    ) {
        for _ in 0..<Int.random(in: 1...(1 + nodes.count / 40), using: &generator) {
            let number = Int.random(in: nodes.indices, using: &generator)
            let target = Int.random(in: number..<islands[number].upperBound, using: &generator)
            nodes[number].built.insert(target, at: Int.random(in: 0...nodes[number].built.count, using: &generator))
        }
    }

    /// Makes singletons of what is on a circle with a resolve apart.
    ///
    /// Each such resolve is a graph of its own. So an instance of the graph on that circle is another one on each way round: it has no
    /// end, or nobody may wait for the instance, by what the circle is entered from.
    private static func keepCirclesApart(of nodes: inout [Node], _ parents: [Int?]) {
        let reached = nodes.indices.map { number in
            GraphOracle.reached(from: nodes[number].needed) { nodes[$0].needed }
        }
        for from in nodes.indices {
            for to in nodes[from].needed where reached[to].contains(from) && isApart(nodes[from], nodes[to], parents) {
                for node in reached[from] where reached[node].contains(from) { nodes[node].lifetime = .singleton }
            }
        }
        // An edge to itself.
        for number in nodes.indices where nodes[number].needed.contains(number) && nodes[number].asksContainer {
            nodes[number].lifetime = .singleton
        }
    }

    /// Adds an edge whose failure the factory swallows.
    ///
    /// Never one that is part of a circle: which of a circle's threads meets the error would decide what is swallowed.
    private static func addTried(to number: Int, of nodes: inout [Node], using generator: inout SeededGenerator) {
        let target = Int.random(in: nodes.indices, using: &generator)
        let reached = GraphOracle.reached(from: [target]) { nodes[$0].needed + nodes[$0].tried }
        if !reached.contains(number) { nodes[number].tried.append(target) }
    }
}

// MARK: Saying it

extension GraphPlan: CustomStringConvertible {
    /// A line for each node, without what it has none of.
    var description: String {
        let lines = nodes.indices.map { number in
            let node = nodes[number]
            let edges = [("needs", node.built), ("tries", node.tried), ("injects", node.injected)]
                .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }
            let asks = node.asksContainer ? ", asks its container" : ""
            return "\(number): \(node.lifetime) in \(node.container)\(asks)" + edges.map { ", \($0)" }.joined()
        }
        let containers = parents.map { $0.map { "child of \($0)" } ?? "alone" }
        return "seed \(seed), containers \(containers)\n" + lines.joined(separator: "\n")
    }
}
