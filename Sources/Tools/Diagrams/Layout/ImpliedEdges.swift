// Needs that follow from other needs.

package import Armory

/// The transitive reduction of a graph.
///
/// A. Aho, M. Garey, J. Ullman, "The transitive reduction of a directed graph", SIAM Journal on
/// Computing 1 (1972).
package enum ImpliedEdges {
    /// The maximum number of nodes of a graph: each node takes as many bits.
    private static let mostNodes = 20_000

    /// The edges without those that a longer path implies, or all edges if the graph is too large.
    ///
    /// An edge that is resolved later, is optional or is on a cycle always stays, and is never part of such a path.
    package static func removed(from graph: ContainerGraph, _ edges: [Int]) -> [Int] {
        let count = graph.nodes.count
        guard count <= mostNodes else { return edges }
        var firm = edges.filter {
            let edge = graph.edges[$0]
            return edge.time != .later && !edge.isOptional && edge.from != edge.to
        }
        func pairs() -> [(from: Int, to: Int)] { firm.map { (graph.edges[$0].from, graph.edges[$0].to) } }
        let ended = DepthFirst.ends(from: Array(0..<count), Neighbours(count: count, pairs: pairs())).joined()
        let back = Neighbours(count: count, pairs: pairs().map { ($0.to, $0.from) })
        var component = Array(repeating: 0, count: count)
        for (number, nodes) in DepthFirst.ends(from: ended.reversed(), back).enumerated() {
            for node in nodes { component[node] = number }
        }
        firm.removeAll { component[graph.edges[$0].from] == component[graph.edges[$0].to] }
        // A node has a smaller component than the nodes it needs. In descending order, all nodes below are already
        // known.
        let order = (0..<count).sorted { (component[$0], $0) > (component[$1], $1) }
        let below = Neighbours(count: count, pairs: pairs())
        // The nodes that each node reaches: one bit per node.
        let words = (count + 63) / 64
        var reached = Array(repeating: [UInt64](), count: count)
        var isImplied: Set<Int> = []
        for node in order {
            var far = Array(repeating: UInt64(0), count: words)
            for target in below[node] {
                for word in reached[target].indices { far[word] |= reached[target][word] }
            }
            for target in below[node] where far[target / 64] & (1 << (target % 64)) != 0 {
                isImplied.insert(node * count + target)
            }
            for target in below[node] { far[target / 64] |= 1 << (target % 64) }
            reached[node] = far
        }
        let isFirm = Set(firm)
        return edges.filter {
            !isFirm.contains($0) || !isImplied.contains(graph.edges[$0].from * count + graph.edges[$0].to)
        }
    }
}
