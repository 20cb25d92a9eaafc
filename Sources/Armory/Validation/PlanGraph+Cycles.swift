// Searches in the graph: the sets of nodes that form cycles, and the shortest path around one. Nothing here recurses: stacks are lists.

extension PlanGraph {
    /// Whether the search follows an edge of a node.
    typealias EdgeFilter = (_ node: Int, _ edge: Edge) -> Bool

    /// The sets of nodes that all lead to each other over edges of one kind.
    ///
    /// A single node counts if it leads to itself.
    ///
    /// Gabow's algorithm (Path-based depth-first search for strong and biconnected components, 2000), O(nodes + edges).
    func stronglyConnectedComponents(overEdges isMeant: EdgeFilter) -> [[Int]] {
        var found: [[Int]] = []
        /// The reached nodes whose sets are not known yet, in the order in which the search reached them.
        var open: [Int] = []
        /// For each node, its index in `open`; -1: it is not reached; the largest number: its set is known.
        var places = Array(repeating: -1, count: nodes.count)
        /// The indices in `open` at which sets begin, as far as the edges that were followed tell.
        var begins: [Int] = []
        var next = nodes.map(\.edges.lowerBound)
        for start in nodes.indices where places[start] == -1 {
            var path = [start]
            while let node = path.last {
                if places[node] == -1 {
                    places[node] = open.count
                    begins.append(open.count)
                    open.append(node)
                }
                if next[node] < nodes[node].edges.upperBound {
                    let edge = edges[next[node]]
                    next[node] += 1
                    guard places[edge.target] != Int.max, isMeant(node, edge) else { continue }
                    if places[edge.target] == -1 {
                        path.append(edge.target)
                    } else {
                        // All that were reached since then lead to each other.
                        while let last = begins.last, last > places[edge.target] { begins.removeLast() }
                    }
                    continue
                }
                path.removeLast()
                guard begins.last == places[node] else { continue }
                begins.removeLast()
                let component = Array(open[places[node]...])
                open.removeSubrange(places[node]...)
                for member in component { places[member] = .max }
                if component.count > 1 || edges(of: node).contains(where: { $0.target == node && isMeant(node, $0) }) {
                    found.append(component)
                }
            }
        }
        return found
    }

    /// The shortest cycle through each edge of a component, unless an earlier cycle has the edge.
    ///
    /// The edges from a node to itself come first. When the work exceeds a limit, the search ends: nobody reads thousands of cycles.
    ///
    /// - Parameters:
    ///   - component: Nodes that all lead to each other, in the order of the search.
    ///   - isMeant: Whether cycles may contain an edge.
    ///   - isWanted: Whether a cycle is wanted for an edge, out of those that cycles may contain.
    /// - Returns: The nodes of each cycle, the first one of the order first. It is not repeated at the end.
    func shortestCycles(
        in component: [Int], overEdges isMeant: EdgeFilter, coveringEdges isWanted: EdgeFilter
    ) -> [[Int]] {
        let members = Set(component)
        let places = Dictionary(uniqueKeysWithValues: component.enumerated().map { ($1, $0) })
        let size = component.reduce(component.count) { $0 + edges(of: $1).count }
        var budget = max(300_000, size)
        var cycles: [[Int]] = []
        var covered: Set<Arrow> = []
        for node in component
        where edges(of: node).contains(where: { $0.target == node && isMeant(node, $0) && isWanted(node, $0) }) {
            cycles.append([node])
            covered.insert(Arrow(from: node, to: node))
        }
        for node in component {
            for edge in edges(of: node)
            where isMeant(node, edge) && isWanted(node, edge) && members.contains(edge.target) {
                guard !covered.contains(Arrow(from: node, to: edge.target)) else { continue }
                guard budget > 0 else { return cycles }
                budget -= size
                let ring =
                    [node] + shortestPath(from: edge.target, to: node, within: members, overEdges: isMeant).dropLast()
                // It begins with the node that comes first.
                let first = ring.indices.min { places[ring[$0], default: 0] < places[ring[$1], default: 0] } ?? 0
                let cycle = Array(ring[first...] + ring[..<first])
                for (index, step) in cycle.enumerated() {
                    covered.insert(Arrow(from: step, to: cycle[(index + 1) % cycle.count]))
                }
                cycles.append(cycle)
            }
        }
        return cycles
    }

    private struct Arrow: Hashable {
        let from: Int
        let to: Int
    }

    /// The shortest path from one node to another over edges of one kind, with both ends in it.
    private func shortestPath(
        from start: Int, to end: Int, within nodes: Set<Int>, overEdges isMeant: EdgeFilter
    ) -> [Int] {
        var before: [Int: Int] = [start: start]
        var queue = [start]
        var next = 0
        while before[end] == nil, next < queue.count {
            let node = queue[next]
            next += 1
            for edge in edges(of: node)
            where nodes.contains(edge.target) && before[edge.target] == nil && isMeant(node, edge) {
                before[edge.target] = node
                queue.append(edge.target)
            }
        }
        var path = [end]
        while let node = path.last, node != start, let previous = before[node] { path.append(previous) }
        return path.reversed()
    }
}
