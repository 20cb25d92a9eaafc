// Faults of paths through the graph: cycles, and registrations that outlive the instances they hold.

extension Validator {
    /// The kinds of cycles that cannot be created: by the edges of such a cycle, and the edges of which it has at least
    /// one.
    ///
    /// An injection closes a cycle only if some instance on it is kept: if all are transient, creating them never ends.
    var cycleKinds: [(edges: DependencyGraph.EdgeFilter, oneOf: DependencyGraph.EdgeFilter)] {
        let hasInjections = graph.edges.contains { $0.time == .injection }
        return [(isNeededFirst, isNeededFirst)] + (hasInjections ? [(isMadeAnew, isInjection)] : [])
    }

    /// Finds cycles that no injection closes, one for each set of registrations that all lead to each other.
    ///
    /// A cycle begins with the node that comes first in the source, whatever the order of the table is.
    mutating func findCycles() {
        let cycles = circles(within: 0) { nodes in
            nodes.inOrderOfSource { (binding($0).location, [binding($0).key.description]) }
        }
        for cycle in cycles { reportCycle(cycle) }
    }

    /// Whether the target must exist before the node's instance does.
    ///
    /// A value cannot be handed out before its injections have run; an object can. A registration with arguments may
    /// lead to itself, with other arguments.
    func isNeededFirst(_ node: Int, _ edge: DependencyGraph.Edge) -> Bool {
        guard binding(node).argumentType == nil, binding(edge.target).argumentType == nil, !edge.isPossible else {
            return false
        }
        return edge.time == .construction || edge.time == .injection && !binding(node).isObject
    }

    /// Whether both ends of the edge are transient and take no arguments.
    func isMadeAnew(_ node: Int, _ edge: DependencyGraph.Edge) -> Bool {
        guard edge.time != .later, !edge.isPossible else { return false }
        return [node, edge.target].allSatisfy {
            binding($0).lifetime == .transient && binding($0).argumentType == nil
        }
    }

    func isInjection(_ node: Int, _ edge: DependencyGraph.Edge) -> Bool {
        isMadeAnew(node, edge) && !isNeededFirst(node, edge)
    }

    /// - Parameter ring: Its nodes. The first node is not repeated at the end.
    private mutating func reportCycle(_ ring: [Int]) {
        guard ring.contains(where: { graph.nodes[$0].isOwn }) else { return }
        // The last node too, before the first one: the cycle may begin with the registration of its further type.
        let named = ring.count == 1 ? steps(ring) : Array(steps(ring.suffix(1) + ring).dropFirst())
        guard let first = named.first else { return }
        report(
            ResolutionError(
                .cycle, key: first.key, path: named + [first], location: first.location,
                detail: ring.contains { binding($0).isDecorated } ? .decoratedCycle : .none),
            of: ring)
    }

    // MARK: Scopes

    /// Finds registrations that hold instances which end before they do, or that need a scope which is never open where
    /// they are created.
    mutating func findCaptives() {
        let needs = ScopeNeeds(graph)
        for number in graph.nodes.indices where graph.isChecked(number) {
            if needs.passesOn(number) {
                reportUnrelated(number, needs)
            } else {
                reportHeld(by: number, needs)
            }
        }
    }

    private mutating func reportHeld(by node: Int, _ needs: ScopeNeeds) {
        let holder = binding(node)
        // If a registration is needed both now and later, it is held.
        var ways: [Way: Bool] = [:]
        for edge in graph.edges(of: node) {
            for need in needs.needs(of: edge.target) where !edge.isPossible {
                if edge.isOwned && need.tag == .owned { continue }
                if let tag = holder.scope, tag.isSame(asOrInside: need.tag) { continue }
                let way = Way(target: edge.target, tag: need.tag)
                let isLater = need.isLater || edge.time == .later
                ways[way] = (ways[way] ?? true) && isLater
            }
        }
        for (way, isLater) in ways {
            let nodes = [node] + needs.way(from: way.target, to: way.tag)
            let held = binding(nodes[nodes.count - 1])
            report(holder.fault(holding: held, of: way.tag, path: steps(nodes), isLater: isLater), of: nodes)
        }
    }

    /// Reports two needed scopes of which neither is inside the other: no container is in both.
    private mutating func reportUnrelated(_ node: Int, _ needs: ScopeNeeds) {
        let tags = needs.needs(of: node).map(\.tag).filter { $0 != .owned }
        guard tags.count > 1 else { return }
        for (index, tag) in tags.enumerated() {
            for other in tags[..<index] where !tag.isSame(asOrInside: other) && !other.isSame(asOrInside: tag) {
                // If a dependency of the node needs both scopes, the fault is reported there.
                let isBelow = graph.edges(of: node).contains { edge in
                    needs.passesOn(edge.target) && needs.need(of: edge.target, tag) != nil
                        && needs.need(of: edge.target, other) != nil
                }
                guard !isBelow else { continue }
                let tags = [tag, other].sorted { $0.description < $1.description }
                let ways = tags.map { needs.way(from: node, to: $0) }
                let ends = ways.map { binding($0[$0.count - 1]).step }
                let conflict = ScopeConflict(
                    holder: binding(node).lifetime, held: ends[1], tag: tags[1], other: ends[0], otherTag: tags[0])
                report(
                    ResolutionError(
                        .unreachableScope, key: binding(node).key, path: steps(ways[1]),
                        location: binding(node).location, detail: .conflict(conflict)),
                    of: ways.flatMap(\.self))
            }
        }
    }
}

/// The first step of a path to a scoped registration.
private struct Way: Hashable {
    let target: Int
    let tag: ScopeTag
}
