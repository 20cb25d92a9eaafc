// The graph as a tree of lines.

public import Armory

extension ContainerGraph {
    /// The graph as a tree, with the needs of each node below it.
    ///
    /// ```
    /// Checkout · transient
    /// ├─ Mailer · missing
    /// └─ Orders · singleton
    ///    └─ Database · singleton
    /// ```
    ///
    /// A node that several nodes need is shown with its own needs only once; later places refer to the first one. A
    /// path that returns to an earlier node of the path ends there and says so.
    ///
    /// - Parameters:
    ///   - query: The node to begin with, as for ``node(matching:)``; `nil` for all nodes that no other node needs.
    ///   - depth: The number of levels shown below the first.
    ///   - columns: The maximum number of columns of a key; a longer key loses its middle.
    /// - Throws: `NodeSearchError` if the query matches no node, or several.
    /// - Complexity: O(nodes + edges).
    public func tree(
        from query: String? = nil, depth: Int = 64, columns: Int = 72
    ) throws(NodeSearchError) -> String {
        var tree = GraphTree(self, depth: depth, columns: columns)
        if let query {
            tree.add(try place(matching: query))
        } else {
            tree.addAll()
        }
        return tree.lines.joined(separator: "\n")
    }
}

/// The lines of a tree.
///
/// A list of open tasks replaces recursion, because a chain may be as long as the graph.
private struct GraphTree {
    private let graph: ContainerGraph
    private let neighbours: NeedLists
    private let depth: Int
    private let columns: Int
    private(set) var lines: [String] = []
    private var isShown: [Bool]
    /// Whether the node is on the path from the root to the current line.
    private var isOnWay: [Bool]

    /// A line to add, or the end of the lines below a node.
    private enum Task {
        case line(node: Int, edge: ContainerGraph.Edge?, depth: Int, isLast: Bool)
        case leave(node: Int)
    }

    init(_ graph: ContainerGraph, depth: Int, columns: Int) {
        self.graph = graph
        self.depth = max(0, depth)
        self.columns = max(2, columns)
        neighbours = NeedLists(graph)
        isShown = Array(repeating: false, count: graph.nodes.count)
        isOnWay = isShown
    }

    /// Adds all nodes: first those below nodes that no other node needs, then those that only cycles lead to.
    mutating func addAll() {
        var isReached = Array(repeating: false, count: graph.nodes.count)
        let roots = graph.nodes.indices.filter { node in neighbours.needers[node].allSatisfy { $0.from == node } }
        for node in roots + graph.nodes.indices where !isReached[node] {
            add(node)
            reach(node, &isReached)
        }
    }

    /// Marks all nodes that a node leads to, including those too deep to be shown.
    private func reach(_ node: Int, _ isReached: inout [Bool]) {
        guard !isReached[node] else { return }
        var open = [node]
        isReached[node] = true
        while let next = open.popLast() {
            for edge in neighbours.needs[next] where !isReached[edge.to] {
                isReached[edge.to] = true
                open.append(edge.to)
            }
        }
    }

    /// Adds a node and all nodes below it.
    mutating func add(_ root: Int) {
        var tasks = [Task.line(node: root, edge: nil, depth: 0, isLast: true)]
        // The text before the lines of each level.
        var prefixes = [""]
        while let task = tasks.popLast() {
            switch task {
            case .leave(let node): isOnWay[node] = false
            case .line(let node, let edge, let level, let isLast):
                prefixes.removeLast(prefixes.count - 1 - level)
                let branch = level == 0 ? "" : isLast ? "└─ " : "├─ "
                let needs = neighbours.needs[node]
                let isOpened = !isShown[node] && !isOnWay[node] && !needs.isEmpty && level < depth
                let words = graph.nodes[node].words + (edge?.words ?? []) + ending(of: node, isOpened, level)
                lines.append(prefixes[level] + branch + label(node, words))
                guard isOpened else {
                    isShown[node] = isShown[node] || needs.isEmpty
                    continue
                }
                isShown[node] = true
                isOnWay[node] = true
                prefixes.append(prefixes[level] + (level == 0 ? "" : isLast ? "   " : "│  "))
                tasks.append(.leave(node: node))
                for (index, need) in needs.enumerated().reversed() {
                    tasks.append(
                        .line(node: need.to, edge: need, depth: level + 1, isLast: index == needs.count - 1))
                }
            }
        }
    }

    private func label(_ node: Int, _ words: [String]) -> String {
        let key = TerminalText.shortened(graph.nodes[node].key, to: columns)
        return "\(key) · \(TerminalText.visible(words.joined(separator: ", ")))"
    }

    /// The reason why a node with needs has no lines below it.
    private func ending(of node: Int, _ isOpened: Bool, _ level: Int) -> [String] {
        let count = neighbours.needs[node].count
        guard !isOpened, count > 0 else { return [] }
        if isOnWay[node] { return ["a cycle: see above"] }
        return [isShown[node] ? "see above" : "\(count) below"]
    }
}
