// Searches in the graph: the sets of nodes that form cycles, and the shortest path around one. Nothing here recurses:
// stacks are lists.

extension DependencyGraph {
    /// Whether an edge of a node is of the kind that the search follows.
    typealias EdgeFilter = (_ node: Int, _ edge: Edge) -> Bool

    /// The sets of nodes that all lead to each other over edges of one kind.
    ///
    /// A single node counts if it leads to itself.
    ///
    /// Gabow's algorithm (Path-based depth-first search for strong and biconnected components, 2000), O(nodes + edges).
    func circles(over isMeant: EdgeFilter) -> [[Int]] {
        var found: [[Int]] = []
        /// The reached nodes whose sets are not known yet, in the order in which the search reached them.
        var open: [Int] = []
        /// For each node, its index in `open`; nil: it is not reached; the largest number: its set is known.
        var places: [Int?] = Array(repeating: nil, count: nodes.count)
        /// The indices in `open` at which sets begin, as far as the edges that were followed tell.
        var begins: [Int] = []
        var next = nodes.map(\.edges.lowerBound)
        for start in nodes.indices where places[start] == nil {
            var path = [start]
            while let node = path.last {
                let place = places[node] ?? open.count
                if place == open.count {
                    places[node] = place
                    begins.append(place)
                    open.append(node)
                }
                if next[node] < nodes[node].edges.upperBound {
                    let edge = edges[next[node]]
                    next[node] += 1
                    guard places[edge.target] != Int.max, isMeant(node, edge) else { continue }
                    guard let reached = places[edge.target] else {
                        path.append(edge.target)
                        continue
                    }
                    // All that were reached since then lead to each other.
                    while let last = begins.last, last > reached { begins.removeLast() }
                    continue
                }
                path.removeLast()
                guard begins.last == place else { continue }
                begins.removeLast()
                // A record comes before its inner records, whose numbers are higher.
                let circle = open[place...].sorted()
                open.removeSubrange(place...)
                for member in circle { places[member] = .max }
                if circle.count > 1 || edges(of: node).contains(where: { $0.target == node && isMeant(node, $0) }) {
                    found.append(circle)
                }
            }
        }
        return found
    }

    /// The shortest path from one node to another over edges of one kind, with both ends in it.
    ///
    /// From a node to itself: the shortest cycle.
    func way(from start: Int, to end: Int, within nodes: Set<Int>, over isMeant: EdgeFilter) -> [Int] {
        var before: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        search: while next < queue.count {
            let node = queue[next]
            next += 1
            for edge in edges(of: node) where isMeant(node, edge) && nodes.contains(edge.target) {
                guard before[edge.target] == nil else { continue }
                before[edge.target] = node
                if edge.target == end { break search }
                queue.append(edge.target)
            }
        }
        var way = [end]
        var node = end
        repeat {
            guard let previous = before[node] else { break }
            way.append(previous)
            node = previous
        } while node != start
        return way.reversed()
    }
}
