// The parts of a graph that every export and picture needs: the modules and the cycles.

package import Armory

/// A graph's modules, edges and cycles, with every number checked.
///
/// The fields of a graph can be set to anything, so an edge that leads to no node is left out.
package struct DiagramOutline: Sendable {
    /// The names of the modules, in the order in which nodes name them.
    package private(set) var modules: [String] = []
    /// The module of each node.
    package private(set) var moduleOf: [Int?] = []
    /// The indices of the edges that lead from a node to a node.
    package private(set) var edges: [Int] = []
    /// Whether each node is on a cycle.
    package private(set) var isOnCycle: [Bool]
    /// The steps of the cycles, with `from` and `to` in one number.
    private var steps: Set<Int> = []
    private let count: Int

    /// Creates the outline of a graph.
    package init(_ graph: ContainerGraph) {
        count = graph.nodes.count
        isOnCycle = Array(repeating: false, count: count)
        var numbers: [String: Int] = [:]
        moduleOf.reserveCapacity(count)
        for node in graph.nodes {
            moduleOf.append(
                node.module.map { name in
                    if let number = numbers[name] { return number }
                    numbers[name] = modules.count
                    modules.append(name)
                    return modules.count - 1
                })
        }
        let nodes = graph.nodes.indices
        edges = graph.edges.indices.filter {
            nodes.contains(graph.edges[$0].from) && nodes.contains(graph.edges[$0].to)
        }
        for cycle in graph.cycles {
            for (place, node) in cycle.enumerated() where nodes.contains(node) {
                isOnCycle[node] = true
                let next = cycle[place + 1 < cycle.count ? place + 1 : 0]
                if nodes.contains(next) { steps.insert(node * count + next) }
            }
        }
    }

    /// Whether an edge is a step of a cycle.
    package func isStepOfCycle(_ edge: ContainerGraph.Edge) -> Bool {
        !steps.isEmpty && steps.contains(edge.from * count + edge.to)
    }

    /// The nodes of each module, followed by the nodes without a module.
    package func members() -> [[Int]] {
        var members = Array(repeating: [Int](), count: modules.count + 1)
        for (node, module) in moduleOf.enumerated() { members[module ?? modules.count].append(node) }
        return members
    }
}
