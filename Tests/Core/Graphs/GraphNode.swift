// The instances of a random graph, and their keys.

import ArmoryCore
import ArmoryTestSupport

/// The key of a node: a name for the even ones, a number for the others.
struct GraphKey: Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }

    private var isNamed: Bool { number % 2 == 0 }
    private var name: RegistrationName { RegistrationName("n\(number)") }

    /// The key as errors say it.
    var text: String { isNamed ? "GraphNode named \"n\(number)\"" : "GraphNode named \(number)" }

    func register(
        _ lifetime: Lifetime, in plan: inout Plan, injections: [@Sendable (inout GraphNode, Resolver) throws -> Void],
        _ make: @escaping @Sendable (Resolver) throws -> GraphNode
    ) {
        var parts = Record.Parts()
        if lifetime == .custom { parts.route = OneCell() }
        var all = Injections<GraphNode>()
        for injection in injections { all.addInjection(injection) }
        plan.addRecord(
            Record(
                GraphNode.self, lifetime, qualifier: isNamed ? Qualifier(name) : Qualifier(number),
                at: CodeLocation(),
                parts: parts, injections: injections.isEmpty ? nil : all, make))
    }

    func resolve(from resolver: borrowing Resolver) throws -> GraphNode {
        isNamed ? try resolver.resolve(named: name) : try resolver.resolve(named: RegistrationName(number))
    }

    func resolve(from container: Container) throws -> GraphNode {
        isNamed ? try container.resolve(named: name) : try container.resolve(named: RegistrationName(number))
    }
}

/// Where a resolve asked.
struct GraphPlace: Hashable, Sendable {
    /// The number of the graph that ran.
    let graph: Int
    /// The container that was asked.
    let view: Int
}

/// A reference to an instance, and where it was asked for.
struct GraphEdge: Sendable {
    let node: GraphNode
    let place: GraphPlace
}

/// An instance of a random graph.
final class GraphNode: @unchecked Sendable {  // Written by its maker before it is published; emptied by one thread.
    let number: Int
    /// Where it was made.
    let place: GraphPlace
    var built: [GraphEdge]
    var tried: [GraphEdge?]
    var injected: [GraphEdge] = []
    var isComplete = false
    /// The node that was made before it, in the list of all that were made.
    var previous: UInt = 0
    private let population: Population

    init(_ number: Int, at place: GraphPlace, built: [GraphEdge], tried: [GraphEdge?], population: Population) {
        self.number = number
        self.place = place
        self.built = built
        self.tried = tried
        self.population = population
        population.begin()
    }

    deinit {
        population.end()
    }

    var edges: [GraphEdge] { built + injected + tried.compactMap { $0 } }
}

/// The number of the container in whose view a factory runs: each container has its own.
struct GraphView: Sendable {
    let number: Int
}
