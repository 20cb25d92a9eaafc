// Graphs of every shape and size, made by hand and from seeds.

package import Armory
import ArmoryTestSupport

package enum GraphSamples {
    /// Names that nobody should have and somebody will.
    package static let hostileNames: [String] = [
        "Quote\"d", "It's<Generic<A & B>>", "two\nlines\r\nand\rmore", "back\\slash\\", "trailing\\", "\\\"",
        "</text></svg>",
        "<script>alert(1)</script>", "👩‍👩‍👧‍👦🏳️‍🌈", "\u{0}\u{1}\u{7}\u{8}\u{B}\u{1B}[31m\u{7F}\u{85}", "tab\tbed",
        "\u{202E}desrever\u{202C}\u{2066}x\u{2069}\u{200F}\u{200E}", "שלום.Type", "]]>", "<!--", "--", "&amp;&lt;&#0;",
        "%s%n", "",
        " ", "\u{FFFE}\u{FFFF}\u{1FFFE}", "end", "subgraph", "graph", "#quot;", "`code`", "1. list", "a;b:c|d{e}[f](g)",
        "a" + String(repeating: "\u{301}", count: 10_000) + "b", String(repeating: "A<\"&\\", count: 2000),
        String(repeating: "漢", count: 10_000), String(repeating: "W", count: 10_000),
        "\u{2028}\u{2029}\u{FEFF}\u{200B}",
    ]

    package static func node(
        _ id: Int, _ key: String, _ lifetime: Lifetime? = .singleton, module: String? = nil
    ) -> ContainerGraph.Node {
        .init(id: id, key: key, lifetime: lifetime, module: module, state: lifetime == nil ? .missing : .none)
    }

    /// A graph of nodes without modules, by pairs.
    package static func graph(
        _ count: Int, _ pairs: [(Int, Int)], modules: [String?] = [], cycles: [[Int]] = []
    ) -> ContainerGraph {
        ContainerGraph(
            nodes: (0..<count).map { node($0, "Node\($0)", module: $0 < modules.count ? modules[$0] : nil) },
            edges: pairs.map { .init(from: $0.0, to: $0.1) }, cycles: cycles)
    }

    /// One with a node for each hostile name, which is a module's name, a scope and a fault too.
    package static var hostile: ContainerGraph {
        let count = hostileNames.count
        return ContainerGraph(
            nodes: hostileNames.enumerated().map { number, name in
                .init(
                    id: number, key: name, lifetime: .scoped, scope: name, module: hostileNames[(number + 1) % count],
                    file: name, line: number, state: .ready, faults: [name])
            },
            edges: (1..<count).map { .init(from: $0 - 1, to: $0) }, cycles: [[0, 1, 2]])
    }

    /// Three circles within each other.
    package static var nestedCycles: ContainerGraph {
        graph(
            8, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 3), (4, 2), (4, 1), (4, 5), (6, 0), (5, 7)],
            modules: ["A", "A", "B", "B", "A", "B", "A", nil], cycles: [[3, 4], [2, 3, 4], [1, 2, 3, 4]])
    }

    package static func star(_ rays: Int) -> ContainerGraph { graph(rays + 1, (1...rays).map { (0, $0) }) }

    package static func chain(_ length: Int) -> ContainerGraph {
        graph(length, (1..<length).map { ($0 - 1, $0) })
    }

    /// A graph from a seed: modules, every lifetime and state, needs of every kind, circles, faults, missing nodes.
    package static func random(
        seed: UInt64, nodes count: Int, modules: Int, edgesPerNode: Double, backwards: Double = 0
    ) -> ContainerGraph {
        var random = SeededGenerator(seed: seed)
        let lifetimes = Lifetime.allCases
        let states: [ContainerGraph.Node.State] = [.none, .empty, .building, .ready]
        var nodes: [ContainerGraph.Node] = []
        for id in 0..<count {
            let isMissing = Int.random(in: 0..<30, using: &random) == 0
            let isLoose = modules == 0 || isMissing || Int.random(in: 0..<20, using: &random) == 0
            let length = Int.random(in: 3...50, using: &random)
            nodes.append(
                .init(
                    id: id, key: "any " + String(repeating: "Type", count: length / 4) + "\(id)",
                    lifetime: isMissing ? nil : lifetimes.randomElement(using: &random),
                    module: isLoose ? nil : "Module\(min(modules - 1, id * modules / count))", file: "M/F.swift",
                    line: id,
                    state: isMissing ? .missing : states.randomElement(using: &random) ?? .none,
                    isInherited: Int.random(in: 0..<15, using: &random) == 0,
                    isOpaque: Int.random(in: 0..<15, using: &random) == 0,
                    faults: Int.random(in: 0..<20, using: &random) == 0 ? ["It cannot be made."] : [],
                    activity: Bool.random(using: &random)
                        ? .init(made: 3, failed: 1, makingNanoseconds: 5_000_000) : nil))
        }
        var edges: [ContainerGraph.Edge] = []
        for _ in 0..<Int(Double(count) * edgesPerNode) {
            let (one, other) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
            let isBackwards = Double.random(in: 0..<1, using: &random) < backwards
            guard isBackwards || one != other else { continue }
            let kind = Int.random(in: 0..<10, using: &random)
            edges.append(
                .init(
                    from: isBackwards ? max(one, other) : min(one, other),
                    to: isBackwards ? min(one, other) : max(one, other),
                    origin: kind == 0 ? .observed : .parameter, time: kind == 1 ? .later : .construction,
                    isOptional: kind == 2))
        }
        return ContainerGraph(nodes: nodes, edges: edges)
    }
}
