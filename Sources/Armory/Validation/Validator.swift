// The faults of a graph. Each is found from one end, so that it is reported once.

/// Finds all faults of a graph.
struct Validator {
    let graph: DependencyGraph
    /// The registrations to report about: a fault is left out if it involves none of them.
    ///
    /// Nil: report all faults.
    let focus: Set<ObjectIdentifier>?
    /// The faults, each with the node that it belongs to.
    private(set) var findings: [(fault: ResolutionError, node: Int)] = []
    private lazy var near = NearMisses(graph.container)

    init(_ graph: DependencyGraph, focus: Set<ObjectIdentifier>? = nil) {
        self.graph = graph
        self.focus = focus
        findMissing()
        findUnfitChoices()
        findUnkeptPromises()
        findUncallable()
        findCycles()
        findCaptives()
    }

    func report() -> ValidationReport {
        var report = ValidationReport()
        report.faults = findings.map(\.fault).inOrderOfSource()
        report.opaque = opaque()
        report.warnings = mixedSendable()
        if let used = used() {
            report.findsUnused = true
            report.warnings += unused(used)
        }
        report.warnings = report.warnings.inOrderOfSource()
        return report
    }

    // MARK: Words

    func binding(_ node: Int) -> Binding { graph.nodes[node].binding }

    /// The steps of a path, without an instance's registration right after its further type: that step is obvious.
    func steps(_ way: [Int]) -> [ResolutionError.Step] {
        way.indices.compactMap { index in
            index > 0 && graph.representative(of: way[index - 1]) == way[index] ? nil : binding(way[index]).step
        }
    }

    /// Whether faults of the node are to be reported.
    private func isMeant(_ node: Int) -> Bool { focus?.contains(ObjectIdentifier(binding(node))) ?? true }

    /// Notes a fault of the first node, if `focus` contains one of the nodes, and the container has one of them itself:
    /// other faults are an ancestor's.
    mutating func report(_ fault: ResolutionError, of nodes: [Int]) {
        guard nodes.contains(where: isMeant), nodes.contains(where: { graph.nodes[$0].isOwn }) else { return }
        findings.append((fault, nodes[0]))
    }

    // MARK: Single edges

    private mutating func findMissing() {
        // Usually nothing is missing; the runtime's first look at the type of `seen` takes a third of a million instructions.
        guard !graph.missing.isEmpty else { return }
        var seen: [Int: Set<ServiceKey>] = [:]
        for missing in graph.missing where graph.nodes[missing.node].isOwn {
            let (node, key) = (missing.node, missing.key)
            guard seen[node, default: []].insert(key).inserted else { continue }
            guard isMeant(node) else { continue }
            let asker = binding(node).step
            var step = ResolutionError.Step(key: key, location: nil)
            step.parameters = binding(node).parameters(for: key)
            // Such a type needs no registration where the container does not forbid that.
            let isForbidden = key.qualifier == nil && key.type is any Resolvable.Type
            report(
                ResolutionError(
                    isForbidden ? .justInTimeForbidden : .missing, key: key, path: [asker, step],
                    location: asker.location,
                    detail: .near(near.steps(like: key))),
                of: [node])
        }
    }

    /// Finds registrations that have nothing to choose from, and choices that the threads of a scope may not share.
    private mutating func findUnfitChoices() {
        for number in graph.choosing {
            let binding = binding(number)
            guard let choices = binding.choices else { continue }
            let targets = graph.edges(of: number).filter { $0.choice != nil }.map(\.target)
            if targets.isEmpty, choices.other == nil, isMeant(number) {
                report(
                    ResolutionError(
                        .noChoices, key: binding.key, location: binding.location,
                        detail: .choice(nil, type: choices.value, of: [])),
                    of: [number])
            }
            for target in targets where self.binding(target).hidesSendable {
                let chosen = self.binding(target).step
                report(
                    ResolutionError(
                        .notSendable, key: chosen.key, path: [binding.step, chosen], location: binding.location),
                    of: [number, target])
            }
        }
    }

    private mutating func findUnkeptPromises() {
        let open = graph.openScopes
        for (number, node) in graph.nodes.enumerated() where node.isOwn && node.binding.options.contains(.promise) {
            if let tag = node.binding.scope, !open.contains(tag) { continue }
            guard isMeant(number) else { continue }
            let steps = near.steps(like: node.binding.key).filter { $0.location != node.binding.location }
            report(
                ResolutionError(
                    .promised, key: node.binding.key, location: node.binding.location, detail: .near(steps)),
                of: [number])
        }
    }

    /// Finds dependencies whose request cannot work: it lacks arguments, or does not await.
    private mutating func findUncallable() {
        for (number, node) in graph.nodes.enumerated() where graph.isChecked(number) {
            var seen: Set<Int> = []
            for edge in graph.edges(of: number) {
                let target = binding(edge.target)
                let path = [node.binding.step, target.step]
                // A further type passes on the arguments that it is given.
                let passesOn = node.binding.argumentType != nil && node.binding.options.contains(.alias)
                let isGiven = edge.choice.map { $0 == target.argumentType } ?? edge.isDeclared
                if let arguments = target.argumentType, !passesOn, !isGiven, seen.insert(edge.target).inserted {
                    report(
                        ResolutionError(
                            .wrongArguments, key: target.key, path: path, location: target.location,
                            detail: .arguments(taken: arguments, given: edge.choice)),
                        of: [number, edge.target])
                }
                let isAwaited =
                    node.binding.options.contains(.asynchronous) || edge.time == .later
                    // A choice is awaited first, and then found.
                    || edge.choice != nil && target.lifetime.sharesInstances
                if target.options.contains(.asynchronous) || target.isChosen, !isAwaited,
                    graph.awaits(edge.target, for: node.binding), seen.insert(edge.target).inserted
                {
                    report(
                        ResolutionError(
                            .asynchronous, key: target.key, path: path, location: node.binding.location),
                        of: [number, edge.target])
                }
            }
        }
    }

    /// The parameters of `Sendable` instances that find a registration of `any P` or of a class, and may be of type `any P &
    /// Sendable`.
    private func mixedSendable() -> [ResolutionError] {
        graph.nodes.indices.filter { number in
            let binding = binding(number)
            return graph.nodes[number].isOwn && isMeant(number) && binding.isShareable && binding.note != .unchecked
                && binding.options.isDisjoint(with: [.adapted, .alias])
        }.flatMap { number in
            graph.edges(of: number).filter { edge in
                let target = binding(edge.target)
                return !edge.isDeclared && !edge.isObserved && target.note == .isConfined
                    && target.key.type != binding(number).key.type && TypeName.hidesSendable(target.key.type)
            }.map { edge in
                let path = [binding(number).step, binding(edge.target).step]
                return ResolutionError(
                    .notSendable, key: binding(edge.target).key, path: path, location: binding(number).location)
            }
        }
    }

    // MARK: Opaque and unused registrations

    private func opaque() -> [ValidationReport.OpaqueRegistration] {
        var seen: Set<ServiceKey> = []
        var layers: Set<ObjectIdentifier> = []
        var list: [ValidationReport.OpaqueRegistration] = []
        for node in graph.nodes where node.isOwn && node.isOpaque && !node.binding.options.contains(.alias) {
            let (binding, layering) = (node.binding, node.binding.layering)
            let isLayered = binding.options.contains(.inner) || layering != nil
            // A record and its inner record are one registration.
            if binding.base.isOpaque, !isLayered || seen.insert(binding.key).inserted {
                list.append(
                    ValidationReport.OpaqueRegistration(key: binding.key.description, location: binding.location))
            }
            // A layer hides what its own closure asks for, however many registrations it is around.
            for layer in layering?.layers ?? []
            where layer.needs == nil && layers.insert(ObjectIdentifier(layer)).inserted {
                let key =
                    "the \(layer.noun) of \(layer.type.map { ServiceKey($0, qualifier: layer.qualifier).description } ?? "many types")"
                list.append(ValidationReport.OpaqueRegistration(key: key, location: layer.location))
            }
        }
        return list.inOrderOfSource { ($0.location, [$0.key]) }
    }

    /// The nodes that the roots lead to; nil: there are no roots, or they lead to a registration with unknown
    /// dependencies.
    private func used() -> Set<Int>? {
        func own(_ option: RegistrationOptions) -> [Int] {
            graph.nodes.indices.filter { graph.nodes[$0].isOwn && binding($0).options.contains(option) }
        }
        let roots = own(.root)
        guard !roots.isEmpty else { return nil }
        let used = graph.reached(from: roots + own(.eager))
        return used.contains { graph.nodes[$0].isOpaque } ? nil : used
    }

    private func unused(_ used: Set<Int>) -> [ResolutionError] {
        graph.nodes.indices.filter { number in
            let node = graph.nodes[number]
            guard node.isOwn, !used.contains(number), node.binding.options.isDisjoint(with: [.alias, .promise, .inner])
            else {
                return false
            }
            return isMeant(number)
        }.map { ResolutionError(.unused, key: binding($0).key, location: binding($0).location) }
    }
}
