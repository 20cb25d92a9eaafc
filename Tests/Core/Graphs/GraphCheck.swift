// Whether what threads got from a random graph is what the oracle says.

import ArmoryCore
import ArmoryTestSupport

/// What one outermost resolve came to.
struct GraphOutcome: Sendable {
    let number: Int
    let place: GraphPlace
    let result: Result<GraphNode, any Error>
}

/// Looks at what one thread is given, at the very moment: what it leads to is complete.
struct GraphGlance {
    private var seen: Set<ObjectIdentifier> = []

    /// Throws a `Miss` where the instance leads to one that is half-made.
    mutating func look(at instance: GraphNode) throws {
        var open = [instance]
        while let next = open.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            try expect(next.isComplete, "\(next.number) was handed out half-made")
            open += next.edges.map(\.node)
        }
    }
}

/// Looks at every instance that the outcomes lead to, once.
struct GraphCheck {
    private let world: GraphWorld
    private var seen: Set<ObjectIdentifier> = []
    /// The one instance of each node that is kept.
    private var kept: [Int: GraphNode] = [:]
    /// The one instance of each node in each graph, and view.
    private var graph: [Membership: GraphNode] = [:]
    /// The transients that somebody holds.
    private var held: Set<ObjectIdentifier> = []
    /// How often each node that is kept, and can be made, had been made at the last look; empty before the first.
    private var made: [Int: Int] = [:]
    /// How many errors were looked at.
    private(set) var errors = 0

    private struct Membership: Hashable {
        let number: Int
        let place: GraphPlace
    }

    /// How many nodes had to be made exactly once.
    var once: Int {
        nodes.indices.filter {
            nodes[$0].isKept && !world.oracle.failing.contains($0) && !world.oracle.maybeGivenUp.contains($0)
        }.count
    }
    /// How many instances were looked at.
    var instances: Int { seen.count }

    init(_ world: GraphWorld) {
        self.world = world
    }

    private var nodes: [GraphPlan.Node] { world.plan.nodes }

    /// Throws a `Miss` where the outcome is not the one that the oracle says.
    mutating func look(at outcome: GraphOutcome) throws {
        let mustFail = world.oracle.failing.contains(outcome.number)
        switch outcome.result {
        case .success(let instance):
            try expect(!mustFail, "\(outcome.number) was made, though it cannot be")
            try look(at: GraphEdge(node: instance, place: outcome.place), as: outcome.number)
        case .failure(let error):
            try expect(mustFail, "\(outcome.number) failed: \(error)")
            errors += 1
            if let fault = world.oracle.fault(of: error, resolving: outcome.number) {
                throw Miss("the error of \(outcome.number) has \(fault)")
            }
        }
    }

    /// Looks at a reference: one that an instance holds, or the result of an outermost resolve.
    private mutating func look(at edge: GraphEdge, as number: Int) throws {
        let instance = edge.node
        try expect(instance.number == number, "\(instance.number) stands where \(number) was asked for")
        switch nodes[number].lifetime {
        case .singleton, .scoped, .shared, .custom:
            try expect(kept[number, default: instance] === instance, "two instances of \(number)")
            kept[number] = instance
            try expect(instance.place.view == nodes[number].container, "\(number) was not made in its owner's view")
        case .graph:
            try expect(instance.place == edge.place, "\(number) of another graph or view")
            let membership = Membership(number: number, place: edge.place)
            try expect(graph[membership, default: instance] === instance, "two instances of \(number) in one graph")
            graph[membership] = instance
        case .transient:
            try expect(instance.place == edge.place, "transient \(number) of another resolve or view")
            try expect(held.insert(ObjectIdentifier(instance)).inserted, "transient \(number) is held twice")
        }
        guard seen.insert(ObjectIdentifier(instance)).inserted else { return }
        try lookInto(instance)
    }

    private mutating func lookInto(_ instance: GraphNode) throws {
        let node = nodes[instance.number]
        try expect(instance.isComplete, "\(instance.number) was seen half-made")
        let numbers = node.built + node.injected
        let references = instance.built + instance.injected
        try expect(references.count == numbers.count, "\(instance.number) lacks what it needs")
        for (reference, number) in zip(references, numbers) { try look(at: reference, as: number) }
        for (reference, number) in zip(instance.tried, node.tried) {
            let mustFail = world.oracle.failing.contains(number)
            try expect(
                (reference == nil) == mustFail, "\(instance.number) tried \(number), and it failed: \(!mustFail)")
            if let reference { try look(at: reference, as: number) }
        }
    }

    /// Throws a `Miss` unless each node that is kept, and can be made, was made once, or was made and not made again since
    /// the last look where its first instance may have been given up.
    mutating func lookAtCounts() throws {
        if let miss = world.firstMiss { throw Miss(miss) }
        for number in nodes.indices where nodes[number].isKept && !world.oracle.failing.contains(number) {
            let times = world.made(number)
            if world.oracle.maybeGivenUp.contains(number) {
                try expect(times >= 1, "\(number) was not made")
            } else {
                try expect(times == 1, "\(number) was made \(times) times")
            }
            try expect(made[number, default: times] == times, "\(number) was made again, though it was there")
            made[number] = times
        }
    }
}
