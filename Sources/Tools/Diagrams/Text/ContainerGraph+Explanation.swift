// One node in words.

public import Armory

extension ContainerGraph {
    /// Explains one registration: its place, lifetime and owner, its needs, the nodes that need it, and its faults.
    ///
    /// - Parameter query: The registration, as for ``node(matching:)``.
    /// - Throws: `NodeSearchError` if the query matches no node, or several.
    /// - Complexity: O(nodes + edges).
    public func explanation(of query: String) throws(NodeSearchError) -> String {
        Explanation(self, of: try place(matching: query)).text
    }
}

/// The lines about one node.
private struct Explanation {
    private let graph: ContainerGraph
    private let neighbours: NeedLists
    private let place: Int
    private let node: ContainerGraph.Node

    init(_ graph: ContainerGraph, of place: Int) {
        self.graph = graph
        self.place = place
        node = graph.nodes[place]
        neighbours = NeedLists(graph)
    }

    var text: String {
        let needers = neighbours.needers[place]
        let needs = neighbours.needs[place]
        var lines = [TerminalText.shortened(node.key, to: 200)]
        lines += registration + lifetime
        if let activity = node.activity { lines += words(of: activity) }
        lines += section(
            needers.isEmpty ? "No registration in the graph needs it." : "Needed by", needers.map { line($0.from, $0) })
        lines += section(needsHeading(isEmpty: needs.isEmpty), needs.map { line($0.to, $0) })
        if node.isOpaque { lines.append("  Its closures hide their dependencies: there may be more.") }
        lines += section(
            circles.isEmpty ? nil : "Cycles that cannot be created", circles.map { TerminalText.shortened($0, to: 300) }
        )
        if !node.faults.isEmpty {
            lines.append("  Its faults:")
            for fault in node.faults {
                lines += fault.split(separator: "\n").map { "    " + TerminalText.visible(String($0)) }
            }
        }
        return lines.joined(separator: "\n")
    }

    private func needsHeading(isEmpty: Bool) -> String? {
        guard isEmpty else { return "It needs" }
        guard node.state != .missing else { return nil }
        return node.isOpaque ? "Its dependencies are not known." : "It needs nothing."
    }

    private func section(_ heading: String?, _ items: [String]) -> [String] {
        guard let heading else { return [] }
        return items.isEmpty ? ["  " + heading] : TerminalText.section(heading, items)
    }

    private func line(_ other: Int, _ edge: ContainerGraph.Edge?) -> String {
        let node = graph.nodes[other]
        let words = node.words + (edge?.words ?? [])
        return "\(TerminalText.shortened(node.key, to: 100)) · \(TerminalText.visible(words.joined(separator: ", ")))"
    }

    // MARK: The registration

    private var registration: [String] {
        guard node.state != .missing else {
            return ["  It is not registered." + (node.place.map { " It was promised at \($0)." } ?? "")]
        }
        let place = node.place.map { "Registered at \($0)" } ?? "Not registered: its type creates it just in time"
        let parts = [
            place, node.module.map { "in module \($0)" }, node.isInherited ? "in a parent of this container" : nil,
        ]
        return ["  " + TerminalText.visible(parts.compactMap(\.self).joined(separator: ", ")) + "."]
    }

    /// Where the instances live, and for how long.
    private var lifetime: [String] {
        guard let lifetime = node.lifetime else { return [] }
        let owner = node.isInherited ? "the container that registered it" : "this container"
        let what =
            switch lifetime {
            case .transient: "a new instance for each resolve, which its caller holds"
            case .singleton: "one instance, which \(owner) keeps until it closes"
            case .shared: "one instance as long as other code holds it"
            case .graph: "one instance within one resolve"
            case .scoped: "one instance in each scope \(node.scope ?? ""), which keeps it until it ends"
            case .custom: "instances that \(owner) keeps as long as a custom lifetime says"
            }
        var lines = ["  \(lifetime): \(TerminalText.visible(what))" + state + "."]
        if node.isAlias { lines.append("  It is an additional type of the instance that it needs.") }
        if lifetime == .transient || lifetime == .graph {
            let keepers = keepers.map { line($0, nil) }
            if !keepers.isEmpty { lines += section("So it lives as long as its holders", keepers) }
        }
        return lines
    }

    private var state: String {
        switch node.state {
        case .none, .missing: ""
        case .empty: "; it has not been created"
        case .building: "; it is being created"
        case .ready: "; it exists"
        }
    }

    /// The nodes that are kept and hold this node, directly or through nodes that are not kept.
    private var keepers: [Int] {
        var seen: Set<Int> = [place]
        var open = [place]
        var keepers: [Int] = []
        while let next = open.popLast() {
            for edge in neighbours.needers[next] where edge.time != .later && seen.insert(edge.from).inserted {
                switch graph.nodes[edge.from].lifetime {
                case .transient, .graph: open.append(edge.from)
                case .singleton, .shared, .scoped, .custom: keepers.append(edge.from)
                case nil: break
                }
            }
        }
        return keepers.sorted()
    }

    private func words(of activity: ContainerGraph.Activity) -> [String] {
        guard activity.made + activity.failed + activity.waits > 0 else { return ["  Its factory has not run."] }
        func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
        var parts = ["Created \(times(activity.made)) in \(shownDuration(activity.makingNanoseconds))"]
        if activity.failed > 0 { parts.append("failed \(times(activity.failed))") }
        if activity.waits > 0 {
            parts.append("waited for \(times(activity.waits)), \(shownDuration(activity.waitingNanoseconds))")
        }
        return ["  " + parts.joined(separator: ", ") + "."]
    }

    private var circles: [String] {
        graph.cycles.filter { $0.contains(place) }.map { cycle in
            (cycle + cycle.prefix(1)).map { graph.nodes.indices.contains($0) ? graph.nodes[$0].key : "?" }
                .joined(separator: " → ")
        }
    }
}
