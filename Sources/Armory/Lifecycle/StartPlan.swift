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
    let binding: Binding
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

    /// - Parameter inherited: The ancestors' registrations among those of the items.
    init(_ items: [Startable], in container: Container, and inherited: [Binding] = []) {
        self.items = items.sorted { $0.order < $1.order }
        needs = Array(repeating: [], count: items.count)
        let (edges, opaque) = Self.ways(
            between: self.items.map(\.binding), in: DependencyGraph(of: container, and: inherited))
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
        between bindings: [Binding], in graph: DependencyGraph
    ) -> (edges: [Set<Int>], opaque: [Bool]) {
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

// MARK: Running it

extension StartPlan {
    /// Runs all start hooks, independent ones in parallel.
    ///
    /// After a failure or a cancellation of the task, no further hook begins, and running hooks are cancelled.
    ///
    /// - Returns: The stop hooks of the started instances, in reverse dependency order, and the errors that hooks threw.
    func run(hookLimit: Duration?) async -> (stops: [HookCall], faults: [ResolutionError]) {
        var faults: [ResolutionError] = []
        // For each item, the number of its dependencies that have not started yet.
        var missing = needs.map(\.count)
        var started: Set<Int> = []
        await withTaskGroup(of: (item: Int, fault: ResolutionError?).self) { group in
            func begin(_ item: Int) {
                let calls = items[item].start
                group.addTask { (item, await Self.fault(of: calls, hookLimit)) }
            }
            for item in items.indices where missing[item] == 0 && !Task.isCancelled { begin(item) }
            for await (item, fault) in group {
                if let fault {
                    faults.append(fault)
                    group.cancelAll()
                    continue
                }
                started.insert(item)
                for waiter in items.indices where needs[waiter].contains(item) {
                    missing[waiter] -= 1
                    if missing[waiter] == 0 && faults.isEmpty && !Task.isCancelled { begin(waiter) }
                }
            }
        }
        if faults.isEmpty && started.count < items.count { faults.append(.startCancelled) }
        return (sequence.reversed().filter(started.contains).flatMap { items[$0].stop }, faults)
    }

    private static func fault(of calls: [HookCall], _ hookLimit: Duration?) async -> ResolutionError? {
        for call in calls {
            if let fault = await call.run(.completed, within: hookLimit, failing: .startFailed) { return fault }
        }
        return nil
    }
}

extension ResolutionError {
    /// The error of a cancelled start.
    static var startCancelled: ResolutionError {
        ResolutionError(.startFailed, key: ServiceKey(Container.self), underlying: CancellationError())
    }
}
