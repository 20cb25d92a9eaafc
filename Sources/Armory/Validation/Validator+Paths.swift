// Faults of paths through the graph: cycles, and registrations that outlive the instances they hold.

extension Validator {
    // MARK: Cycles

    /// Finds cycles that no injection closes: at least one for each edge of such a cycle.
    ///
    /// A cycle begins with the registration that comes first in the source.
    mutating func findCycles() {
        // An injection closes a cycle only if some instance on it is kept: if all are transient, creating them never ends.
        var kinds: [(edges: PlanGraph.EdgeFilter, oneOf: PlanGraph.EdgeFilter)] = []
        let graph = graph
        kinds.append((graph.targetMustExistFirst, graph.targetMustExistFirst))
        if graph.edges.contains(where: { $0.time == .injection }) {
            let isInjection: PlanGraph.EdgeFilter = {
                graph.isBetweenTransients($0, $1) && !graph.targetMustExistFirst($0, $1)
            }
            kinds.append((graph.isBetweenTransients, isInjection))
        }
        for kind in kinds {
            for component in graph.stronglyConnectedComponents(overEdges: kind.edges) {
                let sorted = component.sortedBySource {
                    (graph.record(ofNode: $0).location, graph.record(ofNode: $0).key.description)
                }
                for cycle in graph.shortestCycles(in: sorted, overEdges: kind.edges, coveringEdges: kind.oneOf) {
                    reportCycle(cycle)
                }
            }
        }
    }

    /// - Parameter ring: Its nodes. The first node is not repeated at the end.
    private mutating func reportCycle(_ ring: [Int]) {
        // A registration comes before its part.
        let ring = record(ofNode: ring[0]).isPart ? Array(ring.suffix(1) + ring.dropLast()) : ring
        // The last node too, before the first one: the cycle may begin with the registration of its further type.
        let named = ring.count == 1 ? steps(along: ring) : Array(steps(along: ring.suffix(1) + ring).dropFirst())
        guard let first = named.first else { return }
        cycles.append(ring)
        let isDecorated = ring.indices.contains { index in
            graph.edges(of: ring[index]).contains { edge in
                edge.need.parameter == 0 && edge.target == ring[(index + 1) % ring.count]
            }
        }
        let detail: ResolutionError.Detail = isDecorated ? .decoratedCycleWords(first.key) : .none
        report(
            ResolutionError(.cycle, first.key, path: named + [first], location: first.location, detail: detail),
            of: ring)
    }

    // MARK: Scopes

    /// Finds registrations that hold instances which end before they do, or that need a scope which is never open where they are created.
    mutating func findCaptiveDependencies() {
        let needs = ScopeNeeds(graph)
        guard !needs.isEmpty else { return }
        for node in graph.nodes.indices where graph.nodes[node].isOwn {
            if record(ofNode: node).passesScopesOn {
                reportUnrelatedScopes(node, needs)
            } else {
                reportCaptives(by: node, needs)
            }
        }
    }

    private mutating func reportCaptives(by node: Int, _ needs: ScopeNeeds) {
        let holder = record(ofNode: node)
        // If a registration is needed both now and later, it is held.
        var scopedSteps: [ScopedStep: Bool] = [:]
        for edge in graph.edges(of: node) {
            for need in needs.scopeNeeds(of: edge.target) {
                if edge.isOwned && need.tag == .owned { continue }
                if let tag = holder.scopeTag, tag.isSameScope(asOrInside: need.tag) { continue }
                let step = ScopedStep(target: edge.target, tag: need.tag)
                scopedSteps[step] = (scopedSteps[step] ?? true) && (need.isLater || edge.time == .later)
            }
        }
        for (step, isLater) in scopedSteps {
            let nodes = [node] + needs.path(from: step.target, toScope: step.tag)
            let held = record(ofNode: nodes[nodes.count - 1]).step
            let words = CaptiveWords(holder, held, step.tag, isLater: isLater)
            report(
                ResolutionError(
                    words.code, holder.key, path: steps(along: nodes), location: holder.location,
                    detail: .featureWords(words)),
                of: nodes)
        }
    }

    /// Reports two needed scopes of which neither is inside the other: no container is in both.
    private mutating func reportUnrelatedScopes(_ node: Int, _ needs: ScopeNeeds) {
        let tags = needs.scopeNeeds(of: node).map(\.tag).filter { $0 != .owned }
        guard tags.count > 1 else { return }
        for (index, tag) in tags.enumerated() {
            for other in tags[..<index] where !tag.isSameScope(asOrInside: other) && !other.isSameScope(asOrInside: tag)
            {
                // If a dependency of the node needs both scopes, the fault is reported there.
                let isBelow = graph.edges(of: node).contains { edge in
                    record(ofNode: edge.target).passesScopesOn && needs.scopeNeed(of: edge.target, forTag: tag) != nil
                        && needs.scopeNeed(of: edge.target, forTag: other) != nil
                }
                guard !isBelow else { continue }
                let tags = [tag, other].sorted { $0.description < $1.description }
                let paths = tags.map { needs.path(from: node, toScope: $0) }
                let ends = paths.map { record(ofNode: $0[$0.count - 1]).step }
                report(
                    ResolutionError(
                        .unreachableScope, record(ofNode: node).key, path: steps(along: paths[1]),
                        location: record(ofNode: node).location,
                        detail: .featureWords(
                            Words.unrelatedScopesWords(ends[0], in: tags[0], ends[1], in: tags[1]))),
                    of: paths.flatMap(\.self))
            }
        }
    }
}

extension PlanGraph {
    /// Whether the target must exist before the node's instance does.
    ///
    /// A value cannot be handed out before its injections have run; an object can. A registration with arguments may lead to itself, with
    /// other arguments. What a dry run has observed is no cycle: the run itself would have failed.
    fileprivate func targetMustExistFirst(_ node: Int, _ edge: Edge) -> Bool {
        guard bothEndsTakeNoArguments(node, edge) else { return false }
        return edge.time == .construction || edge.time == .injection && !record(ofNode: node).isObject
    }

    /// Whether both ends of the edge are transient and take no arguments.
    fileprivate func isBetweenTransients(_ node: Int, _ edge: Edge) -> Bool {
        bothEndsTakeNoArguments(node, edge) && edge.time != .later && record(ofNode: node).lifetime == .transient
            && record(ofNode: edge.target).lifetime == .transient
    }

    private func bothEndsTakeNoArguments(_ node: Int, _ edge: Edge) -> Bool {
        !edge.isObserved && record(ofNode: node).argumentType == nil && record(ofNode: edge.target).argumentType == nil
    }
}

extension Record {
    /// Whether the instances are objects, as far as the type tells.
    fileprivate var isObject: Bool { key.type is AnyClass || TypeName.isExistential(key.type) }
}

/// The first step of a path to a scoped registration.
private struct ScopedStep: Hashable {
    let target: Int
    let tag: ScopeTag
}
