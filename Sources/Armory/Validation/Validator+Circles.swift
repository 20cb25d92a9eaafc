// All circles that cannot be made, as far as there are not too many.

extension Validator {
    /// Circles that no injection closes: of each set of registrations that all lead to each other one at least, and, as long as
    /// it does not take too long, one over each edge that none before leads over.
    ///
    /// - Parameter order: For each node, its place in the order in which circles are looked for.
    /// - Returns: For each its nodes, the first one not again at the end.
    func circles(inOrder order: [Int]) -> [[Int]] {
        // A set of n nodes with m edges may have m circles of n nodes.
        var budget = 200_000
        var found: [[Int]] = []
        for circle in graph.circles(over: isNeededFirst) {
            let nodes = circle.sorted { order[$0] < order[$1] }
            found += ways(over: isNeededFirst, through: isNeededFirst, nodes, &budget)
        }
        guard graph.edges.contains(where: { $0.time == .injection }) else { return found }
        for circle in graph.circles(over: isMadeAnew) {
            let nodes = circle.sorted { order[$0] < order[$1] }
            found += ways(over: isMadeAnew, through: isInjection, nodes, &budget)
        }
        return found
    }

    /// The shortest circle through each edge of a kind that none before leads over.
    ///
    /// - Parameters:
    ///   - isMeant: Over which edges the circles lead.
    ///   - isWanted: Through which of these.
    ///   - nodes: All lead to each other.
    private func ways(
        over isMeant: DependencyGraph.EdgeFilter, through isWanted: DependencyGraph.EdgeFilter, _ nodes: [Int],
        _ budget: inout Int
    ) -> [[Int]] {
        let members = Set(nodes)
        let size = nodes.reduce(0) { $0 + graph.edges(of: $1).count }
        var ways: [[Int]] = []
        var covered: Set<Step> = []
        for node in nodes {
            for edge in graph.edges(of: node) where isWanted(node, edge) && members.contains(edge.target) {
                guard !covered.contains(Step(from: node, to: edge.target)) else { continue }
                guard budget > 0 || ways.isEmpty else { return ways }
                budget -= size
                var way = [node]
                if edge.target != node {
                    way += graph.way(from: edge.target, to: node, within: members, over: isMeant).dropLast()
                }
                for (index, step) in way.enumerated() {
                    covered.insert(Step(from: step, to: way[(index + 1) % way.count]))
                }
                ways.append(way)
            }
        }
        return ways
    }

    private struct Step: Hashable {
        let from: Int
        let to: Int
    }
}
