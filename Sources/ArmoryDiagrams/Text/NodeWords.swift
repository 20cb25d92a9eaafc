// What is said of nodes and edges in a few words.

import Armory

extension ContainerGraph.Node {
    /// The lifetime as it is said in a line: `scoped in request`; of what is missing, that it is.
    var lifetimeWords: String {
        guard let lifetime else { return "missing" }
        guard let scope else { return "\(lifetime)" }
        return lifetime == .scoped ? "scoped in \(scope)" : "\(lifetime) in \(scope)"
    }

    /// `Shop/Wiring.swift:12`, where it is written somewhere.
    var place: String? {
        guard let file else { return nil }
        return line.map { "\(file):\($0)" } ?? file
    }

    /// The lifetime, and what is wrong or special.
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
    /// What sets it apart from a plain need.
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

/// Who needs whom, by node.
struct NeedLists {
    /// The edges from each node.
    private(set) var needs: [[ContainerGraph.Edge]]
    /// The edges to each node.
    private(set) var needers: [[ContainerGraph.Edge]]

    /// Edges that lead nowhere are left out.
    init(_ graph: ContainerGraph) {
        needs = Array(repeating: [], count: graph.nodes.count)
        needers = needs
        for edge in graph.edges where needs.indices.contains(edge.from) && needs.indices.contains(edge.to) {
            needs[edge.from].append(edge)
            needers[edge.to].append(edge)
        }
    }
}
