// All cycles that cannot be created, unless there are too many.

extension Validator {
    /// Cycles that no injection closes.
    ///
    /// Finds at least one for each set of registrations that all lead to each other. As long as the work
    /// stays within a limit, also finds one for each edge that no earlier cycle contains.
    ///
    /// - Parameters:
    ///   - budget: The limit of the work. With none, finds one cycle for each set.
    ///   - sorted: The nodes of a set in the order of the search.
    /// - Returns: The nodes of each cycle. The first node is not repeated at the end.
    func circles(within budget: Int, sorted: ([Int]) -> [Int]) -> [[Int]] {
        var budget = budget
        var found: [[Int]] = []
        for kind in cycleKinds {
            for circle in graph.circles(over: kind.edges) {
                found += ways(over: kind.edges, through: kind.oneOf, sorted(circle), &budget)
            }
        }
        return found
    }

    /// The shortest cycle through each wanted edge that no earlier cycle contains.
    ///
    /// - Parameters:
    ///   - isMeant: Whether cycles may contain an edge.
    ///   - isWanted: Whether an edge is wanted, out of those that cycles may contain.
    ///   - nodes: Nodes that all lead to each other.
    private func ways(
        over isMeant: DependencyGraph.EdgeFilter, through isWanted: DependencyGraph.EdgeFilter, _ nodes: [Int],
        _ budget: inout Int
    ) -> [[Int]] {
        let members = Set(nodes)
        let size = nodes.reduce(0) { $0 + graph.edges(of: $1).count }
        var ways: [[Int]] = []
        /// By the node that an edge leads from: the nodes that it leads to.
        var covered: [Int: Set<Int>] = [:]
        for node in nodes {
            for edge in graph.edges(of: node) where isWanted(node, edge) && members.contains(edge.target) {
                guard covered[node]?.contains(edge.target) != true else { continue }
                guard budget > 0 || ways.isEmpty else { return ways }
                budget -= size
                var way = [node]
                if edge.target != node {
                    way += graph.way(from: edge.target, to: node, within: members, over: isMeant).dropLast()
                }
                for (index, step) in way.enumerated() {
                    covered[step, default: []].insert(way[(index + 1) % way.count])
                }
                ways.append(way)
            }
        }
        return ways
    }
}
