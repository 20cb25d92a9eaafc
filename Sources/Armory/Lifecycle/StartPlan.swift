// In which order a container's instances are started.
//
//     made     1  2  3  4  5       (the order of their making)
//     needs    1 <-- 3,  2 <-- 5   known: 3 begins when 1 has ended
//     opaque   4                   its closure hides what it needs: it begins when 1, 2 and 3 have ended
//
// What is needed for construction was made before, so these edges form no circle. Those of lazy dependencies and injections may
// lead to what was made later: each counts where it closes no circle with those that count already.

/// An instance that is to be started.
struct Startable: Sendable {
    let binding: AnyBinding
    /// How many instances the container had kept when this one was there.
    let order: UInt
    let start: [HookCall]
    let stop: [HookCall]
}

/// The order of a start: in a list whose every member comes after those that it waits for, but for lazy dependencies.
struct StartPlan {
    /// What is started, in the order of making.
    let items: [Startable]
    /// For each: those that have to be started before.
    private(set) var needs: [Set<Int>]

    init(_ items: [Startable], in container: Container) {
        self.items = items.sorted { $0.order < $1.order }
        needs = Array(repeating: [], count: items.count)
        let (edges, opaque) = StartWays(self.items.map(\.binding), in: container).all()
        var lastOpaque: Int?
        for item in self.items.indices {
            needs[item].formUnion(edges[item].filter { $0 < item })
            if opaque[item] {
                // What comes before the last such one has been waited for by that.
                needs[item].formUnion((lastOpaque ?? 0)..<item)
                lastOpaque = item
            }
        }
        for item in self.items.indices {
            for need in edges[item].sorted() where need > item && !leads(from: need, to: item) {
                needs[item].insert(need)
            }
        }
    }

    /// Whether an item waits for another one, through any number of others.
    private func leads(from item: Int, to other: Int) -> Bool {
        var open = [item]
        var seen: Set<Int> = [item]
        while let next = open.popLast() {
            if next == other { return true }
            for need in needs[next] where seen.insert(need).inserted { open.append(need) }
        }
        return false
    }

    /// All in an order in which each comes after those that it waits for; the one that was made first goes first.
    var sequence: [Int] {
        var sequence: [Int] = []
        var isDone = Array(repeating: false, count: items.count)
        func visit(_ item: Int) {
            var stack = [item]
            while let top = stack.last {
                if isDone[top] {
                    stack.removeLast()
                } else if let open = needs[top].filter({ !isDone[$0] }).min() {
                    stack.append(open)
                } else {
                    isDone[top] = true
                    sequence.append(top)
                }
            }
        }
        for item in items.indices { visit(item) }
        return sequence
    }
}

/// The ways from one to another of some of a container's registrations.
private struct StartWays {
    private let graph: DependencyGraph
    private let nodes: [Int?]
    private var items: [Int: Int] = [:]

    init(_ bindings: [AnyBinding], in container: Container) {
        graph = DependencyGraph(of: container)
        var numbers: [ObjectIdentifier: Int] = [:]
        for (number, node) in graph.nodes.enumerated() { numbers[ObjectIdentifier(node.binding)] = number }
        nodes = bindings.map { numbers[ObjectIdentifier($0)] }
        for (item, node) in nodes.enumerated() { if let node { items[node] = item } }
    }

    /// For each registration: those that it leads to, not through another of them; and whether something there is not known.
    func all() -> (edges: [Set<Int>], opaque: [Bool]) {
        var edges: [Set<Int>] = []
        var opaque: [Bool] = []
        for (item, node) in nodes.enumerated() {
            var found: Set<Int> = []
            var isOpaque = node == nil
            var seen: Set<Int> = []
            var open = node.map { [$0] } ?? []
            while let next = open.popLast() {
                guard seen.insert(next).inserted else { continue }
                isOpaque = isOpaque || isUnknown(graph.nodes[next])
                for edge in graph.edges(of: next) {
                    if let other = items[edge.target] {
                        if other != item { found.insert(other) }
                    } else {
                        open.append(edge.target)
                    }
                }
            }
            edges.append(found)
            opaque.append(isOpaque)
        }
        return (edges, opaque)
    }

    private func isUnknown(_ node: DependencyGraph.Node) -> Bool {
        node.isOpaque || node.binding.options.contains(.asksForCurrent)
    }
}
