// Which open scopes an instance needs.
//
//     kept       singleton, shared, scoped     created once, in the view of the container that keeps it
//     passing    transient, graph              created in the asker's view: the asker needs their scopes too
//
// The search starts at scoped registrations and goes backwards over the edges. Passing nodes hand the need on to their askers; it ends at
// kept nodes. A kept node then either holds an instance that ends before it does, or needs a scope that is never open where it is created.

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
    private let graph: PlanGraph
    private var needs: [Int: [ScopeNeed]] = [:]

    init(_ graph: PlanGraph) {
        self.graph = graph
        let open = graph.search.openTags
        var scoped: [ScopeTag: [Int]] = [:]
        for node in graph.nodes.indices {
            if let tag = graph.record(ofNode: node).scopeTag, !open.contains(tag) {
                scoped[tag, default: []].append(node)
            }
        }
        guard !scoped.isEmpty else { return }
        let incomingEdges = graph.incomingEdges
        for (tag, nodes) in scoped { propagateNeeds(tag, from: nodes, incomingEdges) }
    }

    var isEmpty: Bool { needs.isEmpty }

    func scopeNeeds(of node: Int) -> [ScopeNeed] { needs[node] ?? [] }

    func scopeNeed(of node: Int, forTag tag: ScopeTag) -> ScopeNeed? { scopeNeeds(of: node).first { $0.tag == tag } }

    /// The path from a node to the scoped registration whose scope it needs.
    func path(from node: Int, toScope tag: ScopeTag) -> [Int] {
        var path = [node]
        while let next = scopeNeed(of: path[path.count - 1], forTag: tag)?.next { path.append(next) }
        return path
    }

    private mutating func propagateNeeds(
        _ tag: ScopeTag, from scoped: [Int], _ incomingEdges: [[(node: Int, edge: PlanGraph.Edge)]]
    ) {
        var queue = scoped
        for node in scoped { needs[node, default: []].append(ScopeNeed(tag: tag, next: nil, isLater: false)) }
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            let isLater = scopeNeed(of: node, forTag: tag)?.isLater ?? false
            for (asker, edge) in incomingEdges[node] {
                guard !(edge.isOwned && tag == .owned), graph.record(ofNode: asker).passesScopesOn,
                    scopeNeed(of: asker, forTag: tag) == nil
                else { continue }
                needs[asker, default: []].append(
                    ScopeNeed(tag: tag, next: node, isLater: isLater || edge.time == .later))
                queue.append(asker)
            }
        }
    }
}
