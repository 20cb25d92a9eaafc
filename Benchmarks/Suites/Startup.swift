// `bench startup`: building a container and resolving its root for the first time, compared with building the same
// objects by hand. The objects are a binary tree of singletons of distinct types:
//
//     0 -> 1, 2     1 -> 3, 4     2 -> 5, 6     . . .

import Armory

enum StartupSuite {
    private static let counts = [10, 100, 1_000]

    static func run() throws -> [Table] {
        let trees = counts.map { Tree(count: $0) }
        for tree in trees { try tree.verify() }
        // Measures each size twice: through a container and by hand.
        let rounds = try interleaved(
            trees.count * 2, progress: Progress("startup"), name: { "\(counts[$0 / 2]) objects" }
        ) { contender in
            let tree = trees[contender / 2]
            return try microseconds(
                repeating: max(1, 2_000 / counts[contender / 2]),
                contender % 2 == 0 ? { keep(object: try tree.resolve()) } : { keep(object: tree.build()) })
        }
        return [table(rounds)]
    }

    private static func microseconds(repeating count: Int, _ body: () throws -> Void) rethrows -> Double {
        try Clock.time { for _ in 0..<count { try body() } } / 1000 / Double(count)
    }

    private static func table(_ rounds: [[Double]]) -> Table {
        let rows = counts.indices.map { index in
            let (container, hand) = (rounds[index * 2], rounds[index * 2 + 1])
            return [
                .count(counts[index]), Cell.spread(Spread(container), decimals: 1),
                .spread(Spread(hand), decimals: 1),
                .spread(Spread(zip(container, hand).map { $0 / $1 }), decimals: 1),
                .text(fixed(Spread(container).median * 1000 / Double(counts[index]), 0)),
            ]
        }
        return Table(
            "startup: microseconds until the root is there, median (min-max) (\(Results.build) build)",
            columns: ["objects", "container", "by hand", "ratio", "ns each"], rows: rows,
            notes: [
                "With the container: building it, the first resolve of the root, and releasing it all.",
                "The types are made at run time, so no resolve is specialised; a program's own types are resolved faster.",
            ],
            chart: Chart(
                title: "Until the root is there for the first time", axis: "microseconds",
                groups: counts.map { "\(grouped($0)) objects" },
                series: [
                    Chart.Series(name: "container", values: counts.indices.map { Spread(rounds[$0 * 2]) }),
                    Chart.Series(name: "by hand", values: counts.indices.map { Spread(rounds[$0 * 2 + 1]) }),
                ], isLogarithmic: true))
    }
}

// MARK: The tree

/// An object with up to two child objects.
private class Node: @unchecked Sendable {  // It and its subclasses are immutable.
    let left: Node?
    let right: Node?

    required init(left: Node?, right: Node?) {
        self.left = left
        self.right = right
    }

    var count: Int { 1 + (left?.count ?? 0) + (right?.count ?? 0) }
}

private final class TypedNode<Tag>: Node, @unchecked Sendable {}

/// A tree of nodes of distinct types, and both ways to build it.
private struct Tree {
    private let types: [Node.Type]
    private let registrations: [(_ left: Child?, _ right: Child?) -> any ModuleElement]
    private let resolveByIndex: [Child]

    /// A closure that resolves a node of one of the types.
    private typealias Child = @Sendable (Resolver) throws -> Node

    init(count: Int) {
        struct Collector: TypeVisitor {
            var types: [Node.Type] = []
            var registrations: [(Child?, Child?) -> any ModuleElement] = []
            var resolve: [Child] = []

            mutating func visit<T>(_ type: T.Type) {
                types.append(TypedNode<T>.self)
                resolve.append { try $0.resolve(TypedNode<T>.self) }
                registrations.append { left, right in
                    Singleton(TypedNode<T>.self) { resolver in
                        TypedNode(left: try left?(resolver), right: try right?(resolver))
                    }
                }
            }
        }
        var collector = Collector()
        DistinctTypes.show(count, to: &collector)
        types = collector.types
        registrations = collector.registrations
        resolveByIndex = collector.resolve
    }

    func resolve() throws -> Node {
        let container = try Container {
            for index in types.indices {
                registrations[index](child(at: 2 * index + 1), child(at: 2 * index + 2))
            }
            Transient(Node.self, resolveByIndex[0])
        }
        return try container.resolve()
    }

    func build(_ index: Int = 0) -> Node {
        types[index].init(
            left: 2 * index + 1 < types.count ? build(2 * index + 1) : nil,
            right: 2 * index + 2 < types.count ? build(2 * index + 2) : nil)
    }

    /// Checks that both ways build a whole tree.
    func verify() throws {
        let (resolved, built) = (try resolve().count, build().count)
        precondition(resolved == types.count && built == types.count, "a tree is not whole")
    }

    private func child(at index: Int) -> Child? {
        index < types.count ? resolveByIndex[index] : nil
    }
}
