// A random graph in containers.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Foundation
import Synchronization

/// The containers of a random graph, and every instance that was made in them.
final class GraphWorld: @unchecked Sendable {  // `containers` is written in `init` alone.
    let plan: GraphPlan
    let oracle: GraphOracle
    /// For each thread, and for one look afterwards, the order in which it resolves the nodes.
    let orders: [[Int]]
    private var containers: [Container] = []
    private let made: [Tally]
    private let population: Population
    /// The newest instance, which leads to all that were made.
    private let newest = Atomic<UInt>(0)
    /// How many resolves inside of factories were graphs of their own.
    private let apart = Atomic<Int>(0)
    /// What a factory saw that must not be.
    private let misses = Locked<[String]>([])

    init(_ plan: GraphPlan, threads: Int, population: Population) throws {
        self.plan = plan
        self.population = population
        oracle = GraphOracle(plan)
        var generator = SeededGenerator(seed: ~plan.seed)
        orders = (0...threads).map { _ in plan.nodes.indices.shuffled(using: &generator) }
        made = plan.nodes.map { _ in Tally() }
        for (container, parent) in plan.parents.enumerated() {
            let registrations = Plan { registrations in
                registrations.singleton(GraphView.self) { _ in GraphView(number: container) }
                for number in plan.nodes.indices where plan.nodes[number].container == container {
                    register(number, in: &registrations)
                }
            }
            containers.append(try Container(registrations, parents: parent.map { [containers[$0]] } ?? []))
        }
    }

    deinit {
        // Nodes hold each other in circles.
        var next = newest.load(ordering: .acquiring)
        while let pointer = unsafe UnsafeRawPointer(bitPattern: next) {
            let node = unsafe Unmanaged<GraphNode>.fromOpaque(pointer).takeRetainedValue()
            next = node.previous
            (node.built, node.tried, node.injected) = ([], [], [])
        }
    }

    /// How often the node's factory has run to success.
    func made(_ number: Int) -> Int { made[number].count }

    var firstMiss: String? { misses.withLock(\.first) }

    /// Resolves the node from outside, as an outermost resolve of the given number; children of its container are asked too.
    func resolve(_ number: Int, as graph: Int) -> (place: GraphPlace, result: Result<GraphNode, any Error>) {
        let own = plan.nodes[number].container
        let views = plan.parents.indices.filter { GraphPlan.family(of: $0, plan.parents).contains(own) }
        let place = GraphPlace(graph: graph, view: views[graph % views.count])
        let result = RunningGraph.$number.withValue(graph) {
            Result { try GraphKey(number).resolve(from: containers[place.view]) }
        }
        return (place, result)
    }
}

// MARK: Registering

extension GraphWorld {
    /// With two injections where there are two edges to inject, and none where there are no edges.
    private func register(_ number: Int, in registrations: inout Plan) {
        let node = plan.nodes[number]
        var injections: [@Sendable (inout GraphNode, Resolver) throws -> Void] = []
        if let first = node.injected.first {
            injections.append { [unowned self] instance, resolver in
                pause(number)
                instance.injected = [try ask(first, by: number, resolver)]
                instance.isComplete = node.injected.count == 1
            }
        }
        if node.injected.count > 1 {
            injections.append { [unowned self] instance, resolver in
                pause(number)
                for next in node.injected.dropFirst() { instance.injected.append(try ask(next, by: number, resolver)) }
                instance.isComplete = true
            }
        }
        GraphKey(number).register(node.lifetime, in: &registrations, injections: injections) { [unowned self] in
            try make(number, $0)
        }
    }

    private func make(_ number: Int, _ resolver: Resolver) throws -> GraphNode {
        let node = plan.nodes[number]
        var built: [GraphEdge] = []
        for next in node.built { built.append(try ask(next, by: number, resolver)) }
        var tried: [GraphEdge?] = []
        for next in node.tried { tried.append(attempt(next, by: number, resolver)) }
        pause(number)
        let place = GraphPlace(graph: RunningGraph.number, view: try resolver.resolve(GraphView.self).number)
        made[number].increment()
        let instance = GraphNode(number, at: place, built: built, tried: tried, population: population)
        instance.isComplete = node.injected.isEmpty
        remember(instance)
        return instance
    }

    /// Asks for a node inside another one's factory or injection.
    private func ask(_ number: Int, by asker: Int, _ resolver: Resolver) throws -> GraphEdge {
        guard plan.isApart(asker, number) else {
            let view = try resolver.resolve(GraphView.self).number
            let node = try GraphKey(number).resolve(from: resolver)
            return GraphEdge(node: node, place: GraphPlace(graph: RunningGraph.number, view: view))
        }
        let graph = -apart.add(1, ordering: .relaxed).newValue
        let view = plan.nodes[number].container
        return try RunningGraph.$number.withValue(graph) {
            let node = try GraphKey(number).resolve(from: containers[view])
            return GraphEdge(node: node, place: GraphPlace(graph: graph, view: view))
        }
    }

    /// Asks for a node and does without where it cannot be built.
    private func attempt(_ number: Int, by asker: Int, _ resolver: Resolver) -> GraphEdge? {
        do {
            return try ask(number, by: asker, resolver)
        } catch {
            if (error as? ResolutionError)?.code != .cycle { miss("\(asker) tried \(number) and met: \(error)") }
            return nil
        }
    }

    private func pause(_ number: Int) {
        switch plan.nodes[number].pause {
        case 0: break
        case 1: sched_yield()
        case let microseconds: usleep(microseconds)
        }
    }

    private func miss(_ text: String) {
        misses.withLock { $0.append(text) }
    }

    /// Puts the instance into the list of all, in an order that no other thread learns from.
    private func remember(_ instance: GraphNode) {
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        var head = newest.load(ordering: .relaxed)
        while true {
            instance.previous = head
            // Release: pairs with the acquire in `deinit`.
            let (isExchanged, original) = newest.compareExchange(
                expected: head, desired: address, successOrdering: .releasing, failureOrdering: .relaxed)
            if isExchanged { return }
            head = original
        }
    }
}
