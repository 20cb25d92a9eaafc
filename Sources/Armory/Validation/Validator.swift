// The faults of a graph. Each is found from one end, so that it is reported once.

/// Finds all faults of a graph.
struct Validator {
    let graph: PlanGraph
    /// Every fault, with the node that it is at.
    private(set) var findings: [(fault: ResolutionError, node: Int)] = []
    /// The cycles that are faults.
    var cycles: [[Int]] = []
    private var nearMatches: NearMatches

    init(_ graph: PlanGraph) {
        self.graph = graph
        nearMatches = NearMatches(graph.search)
        findMissingDependencies()
        findUncallableDependencies()
        findForbiddenJustInTime()
        findCycles()
        findCaptiveDependencies()
    }

    var faults: [ResolutionError] { findings.map(\.fault) }

    /// The whole report.
    var report: ValidationReport {
        var report = ValidationReport()
        report.faults = faults.sortedBySource()
        report.opaque = opaqueRegistrations
        report.warnings = mixedSendableWarnings
        if let used = reachableFromRoots {
            report.findsUnused = true
            report.warnings += warningsOfUnused(usedNodes: used)
        }
        report.warnings = report.warnings.sortedBySource()
        return report
    }

    func record(ofNode node: Int) -> Record { graph.record(ofNode: node) }

    /// The steps of a path, without an instance's registration right after its further type: that step is obvious.
    func steps(along path: [Int]) -> [ResolutionError.Step] {
        path.indices.compactMap { index in
            index > 0 && graph.creatingNode(of: path[index - 1]) == path[index]
                ? nil : step(of: record(ofNode: path[index]))
        }
    }

    /// The step of a registration, which a part stands for too.
    func step(of record: Record) -> ResolutionError.Step { ResolutionError.Step(record.key, record.location) }

    /// Notes a fault, if the container has one of its registrations itself: other faults are an ancestor's.
    mutating func report(_ fault: ResolutionError, of nodes: [Int]) {
        guard nodes.contains(where: { graph.nodes[$0].isOwn }) else { return }
        findings.append((fault, nodes[0]))
    }

    // MARK: Single edges

    private mutating func findMissingDependencies() {
        var seen: [Int: Set<ServiceKey>] = [:]
        for missing in graph.missing where graph.nodes[missing.node].isOwn {
            guard seen[missing.node, default: []].insert(missing.edge.key).inserted else { continue }
            let asker = record(ofNode: missing.node)
            let fault = ResolutionError(
                .missing, missing.edge.key, path: [step(of: asker), ResolutionError.Step(missing.edge.key)],
                location: asker.location,
                detail: .featureWords(nearMatches.makeMissingWords(for: missing.edge.key, asker: asker))
            )
            findings.append((fault, missing.node))
        }
    }

    /// The error of a promise that nothing keeps, with what may have been meant.
    mutating func addingNearMatches(toPromiseFault fault: ResolutionError) -> ResolutionError {
        nearMatches.addingNearMatches(toPromiseFault: fault)
    }

    /// Finds dependencies whose request cannot work: it lacks arguments, or does not await.
    private mutating func findUncallableDependencies() {
        for node in graph.nodes.indices {
            let asker = record(ofNode: node)
            // A further type passes its arguments on, and is awaited as its instance is.
            guard !asker.isAlias else { continue }
            var seen: Set<Int> = []
            // An override may be what an ancestor's registration cannot use.
            for edge in graph.edges(of: node) where graph.nodes[node].isOwn || graph.nodes[edge.target].isOwn {
                let target = record(ofNode: edge.target)
                let path = [step(of: asker), target.step]
                // A part and what is adapted get the arguments of their registration, and what a scope chooses gets the value.
                let passesOn =
                    asker.argumentType != nil && (target.isPart || asker.registrationNotes.options.contains(.adapted))
                    || asker.registrationNotes.options.contains(.choice) && edge.need.givesArguments
                let takesArguments =
                    target.argumentType != nil && !passesOn && !edge.need.isDeclared && !edge.isObserved
                if let arguments = target.argumentType, takesArguments, seen.insert(edge.target).inserted {
                    let fault = ResolutionError(
                        .wrongArguments, target.key, path: path, location: target.location,
                        detail: .arguments(taken: arguments, given: nil))
                    findings.append((fault, node))
                }
                // A caller that awaits prefetches what the factory then finds.
                let isAwaiting = asker.awaits || asker.rare?.parts.prefetch != nil
                // It awaits the kept instances that its decorators and injections resolve.
                let isTaken =
                    isAwaiting && (edge.need.isWithoutAwaiting || edge.need.time == .injection)
                    && [.transient, .graph].contains(target.lifetime) && target.awaits
                guard !isAwaiting || isTaken, edge.time != .later, mustBeAwaited(node: edge.target),
                    seen.insert(edge.target).inserted
                else { continue }
                let fault = ResolutionError(
                    .asynchronous, target.key, path: path, location: asker.location,
                    detail: isTaken
                        ? .featureWords(Words.takenWithoutAwaiting)
                        : target.isOfMainActor ? .featureWords(Words.ofMainActor) : .none)
                findings.append((fault, node))
            }
        }
    }

    /// Whether a caller has to await the instance: its factory awaits, and no start creates it.
    ///
    /// - Parameter depth: How many registrations lead to it: faulty ones may lead to each other.
    private func mustBeAwaited(node: Int, depth: Int = 0) -> Bool {
        let record = record(ofNode: node)
        guard depth < 64, !record.isCreatedByStart else { return false }
        if record.awaits { return true }
        guard record.isAlias || record.rare?.parts.prefetch != nil else { return false }
        // A scope may choose each of the choices.
        let isChoice = record.registrationNotes.options.contains(.choice)
        let edges = graph.edges(of: node)
        return (isChoice ? edges.filter(\.need.givesArguments)[...] : edges.prefix(1)).contains {
            mustBeAwaited(node: $0.target, depth: depth + 1)
        }
    }

    /// Finds dependencies on types that the container must not create by their own rule.
    private mutating func findForbiddenJustInTime() {
        for node in graph.nodes.indices where graph.nodes[node].isOwn {
            var seen: Set<Int> = []
            for edge in graph.edges(of: node)
            where graph.nodes[edge.target].isJustInTime && record(ofNode: edge.target).registrationNotes.fault != nil {
                guard seen.insert(edge.target).inserted else { continue }
                let (asker, key) = (record(ofNode: node), record(ofNode: edge.target).key)
                let path = [step(of: asker), ResolutionError.Step(key)]
                findings.append((.justInTimeForbidden(key, path, at: asker.location), node))
            }
        }
    }

    /// The parameters of `Sendable` instances that find a registration of `any P` or of a class, and may be of type `any P & Sendable`.
    private var mixedSendableWarnings: [ResolutionError] {
        graph.nodes.indices.filter { node in
            graph.nodes[node].isOwn && record(ofNode: node).isMarkedSendable && !record(ofNode: node).isAlias
                && !record(ofNode: node).registrationNotes.options.contains(.adapted)
        }.flatMap { node in
            graph.edges(of: node).filter { edge in
                let target = record(ofNode: edge.target)
                return !edge.need.isDeclared && !edge.isObserved
                    && target.registrationNotes.sendability == .isNotSendable
                    && target.key.type != record(ofNode: node).key.type
                    && TypeName.isSendabilityUnknown(fromMetatype: target.key.type)
            }.map { edge in
                let path = [record(ofNode: node).step, record(ofNode: edge.target).step]
                return ResolutionError(
                    .notSendable, record(ofNode: edge.target).key, path: path, location: record(ofNode: node).location,
                    detail: .featureWords(Words.notSendable))
            }
        }
    }

    // MARK: Opaque and unused registrations

    private var opaqueRegistrations: [RegistrationInfo] {
        // A registration and its part are one.
        var seen: Set<RegistrationIdentity> = []
        return graph.nodes.filter { $0.isOwn && $0.isOpaque && !$0.record.isAlias }.map(\.record).filter {
            seen.insert(RegistrationIdentity($0.key, $0.location)).inserted
        }.map(RegistrationInfo.init).sortedBySource { ($0.location, $0.key) }
    }

    /// The nodes that the roots lead to; nil: there are no roots, or they lead to a registration with unknown dependencies.
    private var reachableFromRoots: Set<Int>? {
        func nodesOfContainer(with option: RegistrationOptions) -> [Int] {
            graph.nodes.indices.filter {
                graph.nodes[$0].isOwn && record(ofNode: $0).registrationNotes.options.contains(option)
            }
        }
        let roots = nodesOfContainer(with: .root)
        guard !roots.isEmpty else { return nil }
        let used = graph.nodesReachable(from: roots + nodesOfContainer(with: .eager))
        return used.contains { graph.nodes[$0].isOpaque } ? nil : used
    }

    private func warningsOfUnused(usedNodes used: Set<Int>) -> [ResolutionError] {
        graph.nodes.indices.filter { node in
            graph.nodes[node].isOwn && !used.contains(node) && !record(ofNode: node).isAlias
                && !record(ofNode: node).isPart
        }.map {
            ResolutionError(
                .unused, record(ofNode: $0).key, location: record(ofNode: $0).location,
                detail: .featureWords(Words.unused))
        }
    }
}

extension Record {
    /// Whether the start of the container creates the instance.
    var isCreatedByStart: Bool {
        lifetime == .singleton && (registrationNotes.options.contains(.eager) || registrationNotes.hasStartHooks)
    }

    /// Whether threads share the instances, by their type.
    fileprivate var isMarkedSendable: Bool {
        switch registrationNotes.sendability {
        case .isSendable: true
        case .isNotSendable, .unchecked: false
        case .unknown: lifetime != .transient && lifetime != .graph
        }
    }
}
