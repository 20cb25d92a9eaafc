// Faults of ways through the graph: circles, and what outlives what it holds.

extension Validator {
    /// Circles that no injection closes, one for each set of registrations that all lead to each other.
    mutating func findCycles() {
        for circle in graph.circles(over: isNeededFirst) {
            guard let first = first(of: circle) else { continue }
            reportCycle(graph.way(from: first, to: first, within: Set(circle), over: isNeededFirst))
        }
        // An injection closes a circle where some instance on it is kept: new ones all the way round never end.
        guard graph.edges.contains(where: { $0.time == .injection }) else { return }
        for circle in graph.circles(over: isMadeAnew) {
            let members = Set(circle)
            let injected = circle.filter { node in
                graph.edges(of: node).contains { isInjection(node, $0) && members.contains($0.target) }
            }
            guard let first = first(of: injected),
                let edge = graph.edges(of: first).first(where: { isInjection(first, $0) && members.contains($0.target) }
                )
            else { continue }
            if edge.target == first {
                reportCycle([first, first])
            } else {
                reportCycle([first] + graph.way(from: edge.target, to: first, within: members, over: isMadeAnew))
            }
        }
    }

    /// Whether the target has to be there before the node's instance is.
    ///
    /// A value cannot be handed out before its injections are over, as an object can. A registration with arguments may lead
    /// to itself, with others.
    func isNeededFirst(_ node: Int, _ edge: DependencyGraph.Edge) -> Bool {
        guard binding(node).argumentType == nil, binding(edge.target).argumentType == nil, !edge.isPossible else {
            return false
        }
        return edge.time == .construction || edge.time == .injection && !binding(node).isObject
    }

    /// Whether both ends are made anew each time.
    func isMadeAnew(_ node: Int, _ edge: DependencyGraph.Edge) -> Bool {
        guard edge.time != .later, !edge.isPossible else { return false }
        return [node, edge.target].allSatisfy {
            binding($0).lifetime == .transient && binding($0).argumentType == nil
        }
    }

    func isInjection(_ node: Int, _ edge: DependencyGraph.Edge) -> Bool {
        isMadeAnew(node, edge) && !isNeededFirst(node, edge)
    }

    /// - Parameter circle: Its nodes, the first one again at the end.
    private mutating func reportCycle(_ circle: [Int]) {
        guard circle.contains(where: { graph.nodes[$0].isOwn }) else { return }
        // An instance's registration after its further type goes without saying, also where the circle begins with it.
        let ring = circle.dropLast()
        let named = ring.indices.filter { index in
            let before = index == 0 ? ring[ring.count - 1] : ring[index - 1]
            return ring.count == 1 || graph.aliased(before) != ring[index]
        }.map { binding(ring[$0]).step }
        guard let first = named.first else { return }
        report(
            ResolutionError(
                .cycle, key: first.key, path: named + [first], location: first.location,
                detail: ring.contains { binding($0).isDecorated } ? .decoratedCycle : .none),
            of: Array(ring))
    }

    // MARK: Scopes

    /// What holds what ends before it does, or looks for a scope that is never open where it is made.
    mutating func findCaptives() {
        let needs = ScopeNeeds(graph)
        for (number, node) in graph.nodes.enumerated() where node.isOwn {
            if needs.passesOn(number) {
                reportUnrelated(number, needs)
            } else {
                reportHeld(by: number, needs)
            }
        }
    }

    private mutating func reportHeld(by node: Int, _ needs: ScopeNeeds) {
        let keeper = binding(node)
        // Asked for twice, it is held where it is held once.
        var ways: [Way: Bool] = [:]
        var order: [Way] = []
        for edge in graph.edges(of: node) {
            for need in needs.needs(of: edge.target) where !edge.isPossible {
                if edge.isOwned && need.tag == .owned { continue }
                if let tag = keeper.scope, tag.isSame(asOrInside: need.tag) { continue }
                let way = Way(target: edge.target, tag: need.tag)
                let isLater = need.isLater || edge.time == .later
                if ways[way] == nil { order.append(way) }
                ways[way] = (ways[way] ?? true) && isLater
            }
        }
        for way in order {
            let isLater = ways[way] ?? false
            let nodes = [node] + needs.way(from: way.target, to: way.tag)
            let outlives = keeper.scope.map { way.tag.lies(inside: $0) } ?? true
            let conflict = ScopeConflict(
                keeper: keeper.lifetime, keeperTag: keeper.scope, held: binding(nodes[nodes.count - 1]).step,
                tag: way.tag, isLater: isLater)
            report(
                ResolutionError(
                    outlives && !isLater ? .captive : .unreachableScope, key: keeper.key, path: steps(nodes),
                    location: keeper.location, detail: .conflict(conflict)),
                of: nodes)
        }
    }

    /// Two scopes of which neither lies in the other: no container is in both.
    private mutating func reportUnrelated(_ node: Int, _ needs: ScopeNeeds) {
        let tags = needs.needs(of: node).map(\.tag).filter { $0 != .owned }
        guard tags.count > 1 else { return }
        for (index, tag) in tags.enumerated() {
            for other in tags[..<index] where !tag.isSame(asOrInside: other) && !other.isSame(asOrInside: tag) {
                // Where something that it needs needs both, that is where it is said.
                let isBelow = graph.edges(of: node).contains { edge in
                    needs.passesOn(edge.target) && needs.need(of: edge.target, tag) != nil
                        && needs.need(of: edge.target, other) != nil
                }
                guard !isBelow else { continue }
                let tags = [tag, other].sorted { $0.description < $1.description }
                let ways = tags.map { needs.way(from: node, to: $0) }
                let ends = ways.map { binding($0[$0.count - 1]).step }
                let conflict = ScopeConflict(
                    keeper: binding(node).lifetime, held: ends[1], tag: tags[1], other: ends[0], otherTag: tags[0])
                report(
                    ResolutionError(
                        .unreachableScope, key: binding(node).key, path: steps(ways[1]),
                        location: binding(node).location, detail: .conflict(conflict)),
                    of: ways.flatMap(\.self))
            }
        }
    }
}

/// The first step of a way to what lives in a scope.
private struct Way: Hashable {
    let target: Int
    let tag: ScopeTag
}

/// What does not go together: a registration, and what lives in a scope that it cannot hold or reach.
struct ScopeConflict: Sendable {
    /// How long the one that needs it lives.
    let keeper: Lifetime
    var keeperTag: ScopeTag?
    /// What lives in the scope.
    let held: ResolutionError.Step
    let tag: ScopeTag
    /// Something in a scope that has nothing to do with the first one.
    var other: ResolutionError.Step?
    var otherTag: ScopeTag?
    /// Whether it is asked for when the one that needs it is there.
    var isLater = false
}
