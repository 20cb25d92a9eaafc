// Searches in the graph: the sets of nodes that form cycles, and the shortest path around one. Nothing here recurses:
// stacks are lists.

extension DependencyGraph {
    /// Whether an edge of a node is of the kind that the search follows.
    typealias EdgeFilter = (_ node: Int, _ edge: Edge) -> Bool

    /// The sets of nodes that all lead to each other over edges of one kind.
    ///
    /// A single node counts if it leads to itself.
    ///
    /// Kosaraju's algorithm (Aho, Hopcroft and Ullman: Data Structures and Algorithms, 6.7), O(nodes + edges).
    func circles(over isMeant: EdgeFilter) -> [[Int]] {
        let (left, hasCircles) = depthFirst(over: isMeant)
        guard hasCircles else { return [] }
        let askers = askers
        var isTaken = Array(repeating: false, count: nodes.count)
        var found: [[Int]] = []
        // A node that was left last leads to all nodes from which the edges lead back to it.
        for start in left.reversed() where !isTaken[start] {
            isTaken[start] = true
            var circle: [Int] = []
            var open = [start]
            while let node = open.popLast() {
                circle.append(node)
                for (asker, edge) in askers[node] where !isTaken[asker] && isMeant(asker, edge) {
                    isTaken[asker] = true
                    open.append(asker)
                }
            }
            if circle.count > 1 || edges(of: start).contains(where: { $0.target == start && isMeant(start, $0) }) {
                // A record comes before its inner records, whose numbers are higher.
                found.append(circle.sorted())
            }
        }
        return found
    }

    /// The nodes in the order in which a depth-first search over edges of one kind leaves them, and whether some of the
    /// edges form a cycle.
    private func depthFirst(over isMeant: EdgeFilter) -> (left: [Int], hasCircles: Bool) {
        var left: [Int] = []
        var hasCircles = false
        var isReached = Array(repeating: false, count: nodes.count)
        var isLeft = isReached
        var next = nodes.map(\.edges.lowerBound)
        for start in nodes.indices where !isReached[start] {
            isReached[start] = true
            var open = [start]
            while let node = open.last {
                guard next[node] < nodes[node].edges.upperBound else {
                    isLeft[node] = true
                    left.append(open.removeLast())
                    continue
                }
                let edge = edges[next[node]]
                next[node] += 1
                guard !isLeft[edge.target], isMeant(node, edge) else { continue }
                if isReached[edge.target] {
                    hasCircles = true
                } else {
                    isReached[edge.target] = true
                    open.append(edge.target)
                }
            }
        }
        return (left, hasCircles)
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
