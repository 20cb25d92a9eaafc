// Which open scopes an instance needs.
//
//     kept       singleton, shared, scoped,  created once, in the view of the container that keeps it
//                custom
//     passing    transient, graph            created in the asker's view: the asker needs their scopes too
//
// The search starts at scoped registrations and goes backwards over the edges. Passing nodes hand the need on to their
// askers; it ends at kept nodes. A kept node then either holds an instance that ends before it does, or needs a scope
// that is never open where it is created.

/// A scope that a node needs, and the edge over which it needs it.
struct ScopeNeed {
    let tag: ScopeTag
    /// The next node on the path to the scoped registration; nil: this node is the scoped registration.
    let next: Int?
    /// Whether some edge on the path is followed only later, after construction.
    let isLater: Bool
}

/// The scopes that each node of a graph needs, except those that are open.
struct ScopeNeeds {
    private let graph: DependencyGraph
    private var needs: [Int: [ScopeNeed]] = [:]

    init(_ graph: DependencyGraph) {
        self.graph = graph
        let open = Set(graph.openScopes)
        var scoped: [ScopeTag: [Int]] = [:]
        for (number, node) in graph.nodes.enumerated() {
            if let tag = node.binding.scope, !open.contains(tag) { scoped[tag, default: []].append(number) }
        }
        guard !scoped.isEmpty else { return }
        let askers = graph.askers
        for (tag, nodes) in scoped { search(tag, from: nodes, askers) }
    }

    func needs(of node: Int) -> [ScopeNeed] { needs[node] ?? [] }

    func need(of node: Int, _ tag: ScopeTag) -> ScopeNeed? { needs(of: node).first { $0.tag == tag } }

    /// The path from a node to the scoped registration whose scope it needs.
    func way(from node: Int, to tag: ScopeTag) -> [Int] {
        var way = [node]
        while let next = need(of: way[way.count - 1], tag)?.next { way.append(next) }
        return way
    }

    /// Whether a node's askers need the scopes that the node needs.
    func passesOn(_ node: Int) -> Bool { graph.nodes[node].binding.passesScopesOn }

    private mutating func search(_ tag: ScopeTag, from scoped: [Int], _ askers: [[DependencyGraph.Asker]]) {
        var queue = scoped
        for node in scoped { needs[node, default: []].append(ScopeNeed(tag: tag, next: nil, isLater: false)) }
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            let isLater = need(of: node, tag)?.isLater ?? false
            for (asker, edge) in askers[node] {
                if edge.isPossible || edge.isOwned && tag == .owned { continue }
                guard passesOn(asker), need(of: asker, tag) == nil else { continue }
                needs[asker, default: []].append(
                    ScopeNeed(tag: tag, next: node, isLater: isLater || edge.time == .later))
                queue.append(asker)
            }
        }
    }
}
