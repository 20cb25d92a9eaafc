// Searches in the graph: the sets of nodes that form cycles, and the shortest path around one. Nothing here recurses:
// stacks are lists.

extension DependencyGraph {
    /// Whether an edge of a node is of the kind that the search follows.
    typealias EdgeFilter = (_ node: Int, _ edge: Edge) -> Bool

    /// The sets of nodes that all lead to each other over edges of one kind.
    ///
    /// A single node counts if it leads to itself.
    ///
    /// Tarjan's algorithm (https://doi.org/10.1137/0201010), O(nodes + edges).
    func circles(over isMeant: EdgeFilter) -> [[Int]] {
        guard !edges.isEmpty else { return [] }
        var search = CircleSearch(count: nodes.count)
        for node in nodes.indices { search.run(from: node, self, isMeant) }
        return search.found
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

/// The state of one search for cycles.
private struct CircleSearch {
    /// The position of the search in a node's edges.
    private struct Frame {
        let node: Int
        var edge: Int
    }

    private(set) var found: [[Int]] = []
    /// The order in which the search reached the nodes, from 1; 0: not reached yet.
    private var orders: [Int]
    /// For each node, the lowest order that it leads back to.
    private var lowest: [Int]
    private var isOpen: [Bool]
    /// Nodes whose cycle is not known yet.
    private var open: [Int] = []
    private var count = 0

    init(count: Int) {
        orders = Array(repeating: 0, count: count)
        lowest = orders
        isOpen = Array(repeating: false, count: count)
    }

    mutating func run(from start: Int, _ graph: DependencyGraph, _ isMeant: DependencyGraph.EdgeFilter) {
        guard orders[start] == 0 else { return }
        var frames = [enter(start, graph)]
        while var frame = frames.popLast() {
            let end = graph.nodes[frame.node].edges.upperBound
            var inner: Int?
            while frame.edge < end {
                let edge = graph.edges[frame.edge]
                frame.edge += 1
                guard isMeant(frame.node, edge) else { continue }
                if orders[edge.target] == 0 {
                    inner = edge.target
                    break
                }
                if isOpen[edge.target] { lowest[frame.node] = min(lowest[frame.node], orders[edge.target]) }
            }
            if let inner {
                frames.append(frame)
                frames.append(enter(inner, graph))
                continue
            }
            leave(frame.node, graph, isMeant)
            if let outer = frames.last { lowest[outer.node] = min(lowest[outer.node], lowest[frame.node]) }
        }
    }

    private mutating func enter(_ node: Int, _ graph: DependencyGraph) -> Frame {
        count += 1
        orders[node] = count
        lowest[node] = count
        isOpen[node] = true
        open.append(node)
        return Frame(node: node, edge: graph.nodes[node].edges.lowerBound)
    }

    private mutating func leave(
        _ node: Int, _ graph: DependencyGraph, _ isMeant: DependencyGraph.EdgeFilter
    ) {
        guard lowest[node] == orders[node], let start = open.lastIndex(of: node) else { return }
        let circle = Array(open[start...])
        open.removeSubrange(start...)
        for member in circle { isOpen[member] = false }
        if circle.count > 1 || graph.edges(of: node).contains(where: { $0.target == node && isMeant(node, $0) }) {
            found.append(circle)
        }
    }
}
