// A random graph in containers.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization

/// The key of a node: a name for the even ones, a number for the others.
struct GraphKey: Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }

    private var isNamed: Bool { number % 2 == 0 }

    /// The key as errors say it.
    var text: String { isNamed ? "GraphNode named \"n\(number)\"" : "GraphNode qualified by \(number)" }

    func register(_ registration: some Registration<GraphNode>, in container: Container) throws {
        if isNamed {
            try container.register(registration.named(Name("n\(number)")))
        } else {
            try container.register(registration.qualified(by: number))
        }
    }

    func resolve(from resolver: Resolver) throws -> GraphNode {
        isNamed
            ? try resolver.resolve(named: Name("n\(number)")) : try resolver.resolve(qualifier: number)
    }

    func resolve(from container: Container) throws -> GraphNode {
        isNamed
            ? try container.resolve(named: Name("n\(number)")) : try container.resolve(qualifier: number)
    }
}

/// An instance of a random graph.
final class GraphNode: @unchecked Sendable {  // Written by its maker before it is published; emptied by one thread.
    let number: Int
    /// The outermost resolve that it was made in.
    let resolve: Int
    var built: [GraphNode]
    var tried: [GraphNode?]
    var injected: [GraphNode] = []
    var isComplete = false
    /// The node that was made before it, in the list of all that were made.
    fileprivate var previous: UInt = 0
    private let population: Population

    init(_ number: Int, built: [GraphNode], tried: [GraphNode?], population: Population) {
        self.number = number
        self.built = built
        self.tried = tried
        self.population = population
        resolve = OutermostResolve.number
        population.begin()
    }

    deinit {
        population.end()
    }
}

/// The containers of a random graph, and every instance that was made in them.
final class GraphWorld: Sendable {
    let plan: GraphPlan
    let oracle: GraphOracle
    /// For each thread, and for one look afterwards, the order in which it resolves the nodes.
    let orders: [[Int]]
    private let containers: [Container]
    private let made: [Tally]
    private let population: Population
    /// The newest instance, which leads to all that were made: so a shared one never dies.
    private let newest = Atomic<UInt>(0)
    /// What a factory saw that must not be.
    private let misses = Mutex<[String]>([])

    init(_ plan: GraphPlan, threads: Int, population: Population) throws {
        self.plan = plan
        self.population = population
        oracle = GraphOracle(plan)
        var generator = SeededGenerator(seed: ~plan.seed)
        orders = (0...threads).map { _ in plan.nodes.indices.shuffled(using: &generator) }
        made = plan.nodes.map { _ in Tally() }
        containers = plan.buildings.map { Container(configuration: .init(building: $0)) }
        for number in plan.nodes.indices { try register(number) }
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

    /// Resolves the node from outside, as an outermost resolve of the given number.
    func resolve(_ number: Int, as resolve: Int) throws -> GraphNode {
        try OutermostResolve.$number.withValue(resolve) {
            try GraphKey(number).resolve(from: containers[plan.nodes[number].container])
        }
    }
}

// MARK: Registering

extension GraphWorld {
    private func register(_ number: Int) throws {
        let node = plan.nodes[number]
        let container = containers[node.container]
        let factory: @Sendable (Resolver) throws -> GraphNode = { [unowned self] in try make(number, $0) }
        switch node.lifetime {
        case .singleton: try register(number, Singleton(factory), in: container)
        case .shared: try register(number, Shared(factory), in: container)
        case .graph: try register(number, Graph.Unchecked(GraphNode.self, factory), in: container)
        case .scoped: try register(number, Scoped(factory), in: container)
        case .custom: try register(number, Armory.Kept(factory), in: container)
        case .transient: try register(number, Transient(factory).notedSendable(), in: container)
        }
    }

    /// With two injections where there are two edges to inject, and none where there are no edges.
    private func register(
        _ number: Int, _ registration: some Registration<GraphNode>, in container: Container
    ) throws {
        let node = plan.nodes[number]
        guard let first = node.injected.first else { return try GraphKey(number).register(registration, in: container) }
        let injected = registration.inject { [unowned self] instance, resolver in
            pause(number)
            instance.injected = [try ask(first, by: number, resolver)]
            instance.isComplete = node.injected.count == 1
        }
        guard node.injected.count > 1 else { return try GraphKey(number).register(injected, in: container) }
        let twice = injected.inject { [unowned self] instance, resolver in
            pause(number)
            instance.injected += try node.injected.dropFirst().map { try ask($0, by: number, resolver) }
            instance.isComplete = true
        }
        try GraphKey(number).register(twice, in: container)
    }

    private func make(_ number: Int, _ resolver: Resolver) throws -> GraphNode {
        let node = plan.nodes[number]
        let built = try node.built.map { try ask($0, by: number, resolver) }
        let tried = node.tried.map { attempt($0, by: number, resolver) }
        pause(number)
        made[number].increment()
        let instance = GraphNode(number, built: built, tried: tried, population: population)
        instance.isComplete = node.injected.isEmpty
        remember(instance)
        return instance
    }

    /// Asks for a node inside another one's factory or injection.
    private func ask(_ number: Int, by asker: Int, _ resolver: Resolver) throws -> GraphNode {
        let container = plan.nodes[number].container
        return container == plan.nodes[asker].container && !plan.nodes[asker].asksContainer
            ? try GraphKey(number).resolve(from: resolver)
            : try GraphKey(number).resolve(from: containers[container])
    }

    /// Asks for a node and does without where it cannot be built.
    private func attempt(_ number: Int, by asker: Int, _ resolver: Resolver) -> GraphNode? {
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
