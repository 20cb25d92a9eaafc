// The order in which a container starts its instances.
//
//     created  1  2  3  4  5       (in this order)
//     needs    1 <-- 3,  2 <-- 5   known: 3 begins when 1 has ended
//     opaque   4                   its closure hides its dependencies: it begins when 1, 2 and 3 have ended
//
// Dependencies of construction are created before, so their edges form no cycle. Edges of lazy dependencies and
// injections may lead to instances that are created later: such an edge counts if it closes no cycle with the edges
// that count already.

/// An instance to start.
struct Startable: Sendable {
    let binding: AnyBinding
    /// The number of instances that the container had kept when it kept this one.
    let order: UInt
    let start: [HookCall]
    let stop: [HookCall]
}

/// A start order: each member comes after those that it waits for, except for lazy dependencies.
struct StartPlan {
    /// The instances to start, in order of creation.
    let items: [Startable]
    /// For each instance: those that must start before it.
    private(set) var needs: [Set<Int>]

    init(_ items: [Startable], in container: Container) {
        self.items = items.sorted { $0.order < $1.order }
        needs = Array(repeating: [], count: items.count)
        let (edges, opaque) = Self.ways(between: self.items.map(\.binding), in: container)
        var lastOpaque: Int?
        for item in self.items.indices {
            needs[item].formUnion(edges[item].filter { $0 < item })
            if opaque[item] {
                // The last opaque instance has waited for all those before it.
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

    /// All items, each after those that it waits for; otherwise in order of creation.
    var sequence: [Int] {
        var sequence: [Int] = []
        var isDone = Array(repeating: false, count: items.count)
        for item in items.indices {
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
        return sequence
    }

    /// For each registration: those that it leads to, not through another of them; and whether some dependency on the
    /// paths is unknown.
    private static func ways(
        between bindings: [AnyBinding], in container: Container
    ) -> (edges: [Set<Int>], opaque: [Bool]) {
        let graph = DependencyGraph(of: container)
        let nodes = bindings.map { graph.node(of: $0) }
        var items: [Int: Int] = [:]
        for (item, node) in nodes.enumerated() { if let node { items[node] = item } }
        var edges: [Set<Int>] = []
        var opaque: [Bool] = []
        for (item, node) in nodes.enumerated() {
            let reached = graph.reached(from: node.map { [$0] } ?? []) { items[$0] == nil || $0 == node }
            let others = reached.compactMap { items[$0] }.filter { $0 != item }
            edges.append(Set(others))
            let isUnknown = reached.contains { (items[$0] ?? item) == item && graph.nodes[$0].mayNeedMore }
            opaque.append(node == nil || isUnknown)
        }
        return (edges, opaque)
    }
}
