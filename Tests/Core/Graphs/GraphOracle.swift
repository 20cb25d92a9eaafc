// What must come out of a random graph, found without resolving anything.
//
// There are two circles that nobody can build: one of constructors alone, because each needs another one's result, and
// one of transients alone, because each is a new instance of which there is no end. An injection that asks for what
// cannot be built throws, and its instance is dropped with it: so whoever needs such a circle, by its constructor or by
// its injection, directly or through others, fails with the circle's error. All others are built.
//
// What is kept is made once, but for one case: an instance that tried what cannot be built may have been handed that
// early, unfinished, before the thread that makes the rest of it met the circle. Then it holds what is given up, and is
// given up with it and made again, and so is what needs it. How often is a matter of luck.

import ArmoryCore

struct GraphOracle: Sendable {
    let plan: GraphPlan
    /// The nodes whose resolve is the error `cycle`, on every thread and every time.
    let failing: Set<Int>
    /// The nodes that can be built but may be given up on the way: what they need or try leads to what cannot be built.
    let maybeGivenUp: Set<Int>
    private let keys: [String: Int]

    init(_ plan: GraphPlan) {
        self.plan = plan
        let nodes = plan.nodes
        let circles = nodes.indices.filter { number in
            Self.reached(from: nodes[number].built, by: { nodes[$0].built }).contains(number)
                || Self.isTransientCircle(number, of: nodes)
        }
        let failing = Set(
            nodes.indices.filter { number in
                !Self.reached(from: [number], by: { nodes[$0].needed }).isDisjoint(with: circles)
            })
        self.failing = failing
        maybeGivenUp = Set(
            nodes.indices.filter { number in
                !failing.contains(number)
                    && !Self.reached(from: [number], by: { nodes[$0].needed + nodes[$0].tried })
                        .isDisjoint(with: failing)
            })
        keys = Dictionary(uniqueKeysWithValues: nodes.indices.map { (GraphKey($0).text, $0) })
    }

    /// Whether the node is a transient that needs itself through transients alone.
    private static func isTransientCircle(_ number: Int, of nodes: [GraphPlan.Node]) -> Bool {
        func transients(_ numbers: [Int]) -> [Int] { numbers.filter { nodes[$0].lifetime == .transient } }
        return nodes[number].lifetime == .transient
            && reached(from: transients(nodes[number].needed), by: { transients(nodes[$0].needed) }).contains(number)
    }

    /// The given nodes and all that can be reached from them.
    static func reached(from starts: [Int], by edges: (Int) -> [Int]) -> Set<Int> {
        var reached = Set(starts)
        var rest = starts
        while let next = rest.popLast() {
            for target in edges(next) where reached.insert(target).inserted { rest.append(target) }
        }
        return reached
    }
}

// MARK: The error

extension GraphOracle {
    /// What is wrong with the error of a resolve of the node; nil: nothing.
    ///
    /// Its path has to be a walk through the graph that begins with the node and ends with one of the two circles.
    func fault(of error: any Error, resolving number: Int) -> String? {
        guard let error = error as? ResolutionError, error.code == .cycle else { return "another error: \(error)" }
        let path = error.path.compactMap { keys[$0] }
        guard path.count == error.path.count else { return "a path of other keys: \(error.path)" }
        guard path.first == number else { return "a path from elsewhere: \(path)" }
        guard let end = path.last, let start = path.dropLast().lastIndex(of: end) else {
            return "an open path: \(path)"
        }
        let circle = Array(path[start...])
        guard isClosedByConstructors(circle) || isOfTransients(circle) else { return "no circle: \(path)" }
        guard keys[error.key].map(circle.contains) ?? false else { return "\(error.key) is not on the circle \(path)" }
        for (from, to) in zip(path[..<start], path[1...]) where !leads(from, to) {
            return "no way from \(from) to \(to): \(path)"
        }
        return nil
    }

    private func isClosedByConstructors(_ circle: [Int]) -> Bool {
        zip(circle, circle.dropFirst()).allSatisfy { plan.nodes[$0].built.contains($1) }
    }

    private func isOfTransients(_ circle: [Int]) -> Bool {
        zip(circle, circle.dropFirst()).allSatisfy { from, to in
            plan.nodes[from].lifetime == .transient && plan.nodes[from].needed.contains(to)
        }
    }

    /// Whether one node can follow the other on the way to the circle.
    ///
    /// Where an injection was put off, its instance follows the one it waited for, which needs it through others.
    private func leads(_ from: Int, _ to: Int) -> Bool {
        let nodes = plan.nodes
        return (nodes[from].needed + nodes[from].tried).contains(to)
            || Self.reached(from: [from], by: { nodes[$0].needed }).contains(to)
    }
}
