// Nodes and edges in a few words.

import Armory

extension ContainerGraph.Node {
    /// The lifetime in words, such as `scoped in request`, or `missing`.
    var lifetimeWords: String {
        guard let lifetime else { return "missing" }
        guard let scope else { return "\(lifetime)" }
        return lifetime == .scoped ? "scoped in \(scope)" : "\(lifetime) in \(scope)"
    }

    /// The place of the registration, such as `Shop/Wiring.swift:12`, or `nil` if there is none.
    var place: String? {
        guard let file else { return nil }
        return line.map { "\(file):\($0)" } ?? file
    }

    /// The lifetime, special properties, and whether the node has faults.
    var words: [String] {
        var words = [lifetimeWords]
        if isAlias { words.append("another type of") }
        if isInherited { words.append("of a parent") }
        if isOpaque { words.append("may need more") }
        if !faults.isEmpty { words.append("at fault") }
        return words
    }
}

extension ContainerGraph.Edge {
    /// The differences from an ordinary need.
    var words: [String] {
        var words: [String] = []
        switch time {
        case .construction: break
        case .injection: words.append("injected")
        case .later: words.append("later")
        }
        if isOptional { words.append("optional") }
        if origin == .observed { words.append("seen") }
        return words
    }
}

/// The needs of each node, in both directions.
struct NeedLists {
    /// The edges from each node.
    private(set) var needs: [[ContainerGraph.Edge]]
    /// The edges to each node.
    private(set) var needers: [[ContainerGraph.Edge]]

    /// Collects the edges, except those that lead to no node.
    init(_ graph: ContainerGraph) {
        needs = Array(repeating: [], count: graph.nodes.count)
        needers = needs
        for edge in graph.edges where needs.indices.contains(edge.from) && needs.indices.contains(edge.to) {
            needs[edge.from].append(edge)
            needers[edge.to].append(edge)
        }
    }
}
