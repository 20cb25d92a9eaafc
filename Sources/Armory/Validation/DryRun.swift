// Runs every factory once, in a trial container, to learn what closures resolve.
//
//     plan --> trial container: the same records, and a listener that notes who asks for what
//          --> creates every registration without arguments once, scoped ones in scopes of their tags
//          --> the graph with the observed edges --> the same checks as without a run

/// The findings of a run of all factories.
struct DryRun {
    let validator: Validator
    /// The errors of the factories.
    let errors: [ResolutionError]
    /// The registrations whose instances were created, so that their observed dependencies are complete.
    private let made: Set<ObjectIdentifier>

    /// Runs all factories.
    ///
    /// - Parameters:
    ///   - search: The plan and its ancestors.
    ///   - promised: Keys that count as registered.
    init(_ search: PlanSearch, parents: [Container], promised: Set<ServiceKey> = []) throws(ResolutionError) {
        let recorder = DependencyRecorder()
        var trialPlan = search.all[0].plan
        trialPlan.listener = recorder
        // The hooks of the original are not the trial's, and nobody is told of it.
        trialPlan.companion = search.all[0].companion.map(Companion.init(ofTrial:))
        trialPlan.handleListener = nil
        var trial = TrialContainer(
            try Container(trialPlan, parents: parents, waitLimit: .seconds(60)),
            search.openTags.subtracting(search.all[0].tags))
        PerTask.withTaskInstances { trial.createInstances(of: trialPlan.entries.map(\.record).filter(\.isRun)) }
        (errors, made) = (trial.errors, trial.made)
        let observed = search.observedDependenciesByRecord(from: recorder.observedNeeds)
        validator = Validator(PlanGraph(search, promised: promised, observed: observed, complete: made))
    }

    /// The report of the check, with what the run has shown.
    var report: ValidationReport {
        var report = validator.report
        report.faults = (report.faults + unreportedErrors(beside: report.faults) + undeclaredFaults).sortedBySource()
        report.warnings = (report.warnings + unaskedFaults).sortedBySource()
        return report
    }

    private var graph: PlanGraph { validator.graph }

    /// The errors that the graph's faults do not report already, each once.
    private func unreportedErrors(beside faults: [ResolutionError]) -> [ResolutionError] {
        var seen = Set(faults.map(Identity.init))
        var cyclic = Set(faults.lazy.filter { $0.code == .cycle }.flatMap(\.path))
        let held = Set(faults.lazy.filter { [.captive, .unreachableScope].contains($0.code) }.compactMap(\.path.last))
        // Prefers the error with the shortest path.
        return errors.sorted { $0.path.count < $1.path.count }.filter { error in
            if error.code == .cycle {
                guard cyclic.isDisjoint(with: error.path) else { return false }
                cyclic.formUnion(error.path)
            }
            // The container's start, which a dry run does not do, creates the instance.
            if error.code == .asynchronous,
                graph.search.record(forPublicKey: error.names.key)?.isCreatedByStart ?? false
            {
                return false
            }
            if let end = error.path.last, [.captive, .unreachableScope, .outsideScope].contains(error.code),
                held.contains(end)
            {
                return false
            }
            return seen.insert(Identity(error)).inserted
        }
    }

    private struct Identity: Hashable {
        let code: ResolutionError.Code
        let key: ServiceKey
        let location: CodeLocation?

        init(_ error: ResolutionError) { (code, key, location) = (error.code, error.names.key, error.location) }
    }

    /// The nodes of registrations that declare all their dependencies.
    private var declaringNodes: [Int] {
        graph.nodes.indices.filter {
            graph.nodes[$0].isOwn && !graph.record(ofNode: $0).isOpaque && !graph.record(ofNode: $0).isAlias
        }
    }

    private var undeclaredFaults: [ResolutionError] {
        declaringNodes.flatMap { node in
            var known = Set(graph.edges(of: node).lazy.filter { !$0.isObserved }.map(\.target))
            return graph.edges(of: node).filter { $0.isObserved && known.insert($0.target).inserted }.map { edge in
                makeFault(.undeclared, of: node, about: graph.record(ofNode: edge.target).key)
            }
        }
    }

    private var unaskedFaults: [ResolutionError] {
        declaringNodes.filter { made.contains(ObjectIdentifier(graph.record(ofNode: $0))) }.flatMap { node in
            let asked = Set(graph.edges(of: node).lazy.filter(\.isObserved).map(\.target))
            let declared = graph.edges(of: node).filter { $0.need.isDeclared && $0.time != .later && !$0.isObserved }
            let found = Set(declared.lazy.filter { asked.contains($0.target) }.map(\.need.key))
            var named: Set<ServiceKey> = []
            return declared.map(\.need.key).filter { !found.contains($0) && named.insert($0).inserted }.map {
                makeFault(.unasked, of: node, about: $0)
            }
        }
    }

    private func makeFault(_ code: ResolutionError.Code, of node: Int, about key: ServiceKey) -> ResolutionError {
        let asker = graph.record(ofNode: node)
        return ResolutionError(
            code, key, path: [asker.step, ResolutionError.Step(key)], location: asker.location,
            detail: .featureWords(
                code == .unasked
                    ? Words.unasked : Words.undeclaredDependencyWords(besideDeclared: (asker.needs ?? []).map(\.key))
            ))
    }
}

/// A container whose factories run only to see what they ask for.
private struct TrialContainer {
    private let container: Container
    /// The tags of the scopes that are open around it.
    private let openTags: Set<ScopeTag>
    private var scopes: [(tag: ScopeTag, scope: Container)] = []
    private(set) var errors: [ResolutionError] = []
    private(set) var made: Set<ObjectIdentifier> = []

    init(_ container: Container, _ openTags: Set<ScopeTag>) { (self.container, self.openTags) = (container, openTags) }

    /// Creates an instance of each registration, in the order of the source, and ends the container.
    mutating func createInstances(of records: [Record]) {
        for record in records.sortedBySource(locatedBy: { ($0.location, $0.key.description) }) {
            createInstance(of: record)
        }
        for (_, scope) in scopes.reversed() { scope.close() }
        container.close()
    }

    private mutating func createInstance(of record: Record) {
        var tried: Set<ScopeTag> = []
        var tag = record.scopeTag
        while true {
            do throws(ResolutionError) {
                let handle = try tag.map { (tag) throws(ResolutionError) in try openScope(tagged: tag) } ?? container
                try handle.createInstance(ofRecord: record)
                made.insert(ObjectIdentifier(record))
                // Its parts have been made with it.
                for part in (record.needs ?? []).compactMap(\.record) where part.isPart {
                    made.insert(ObjectIdentifier(part))
                }
                return
            } catch {
                // What is created in the view of the asker may need a scope.
                if error.code == .outsideScope, record.passesScopesOn, let needed = error.names.scopeTag,
                    tried.insert(needed).inserted
                {
                    tag = needed
                    continue
                }
                let isNotSeeded = [error, error.underlying as? ResolutionError].contains { $0?.code == .notSeeded }
                if !isNotSeeded { errors.append(error) }
                return
            }
        }
    }

    /// A scope of the tag, inside the scopes that the tag requires.
    private mutating func openScope(tagged tag: ScopeTag) throws(ResolutionError) -> Container {
        if openTags.contains(tag) { return container }
        if let open = scopes.first(where: { $0.tag == tag }) { return open.scope }
        let outer = try tag.outer.map { (outer) throws(ResolutionError) in try openScope(tagged: outer) } ?? container
        let opened = try outer.openScope(tag)
        scopes.append((tag, opened))
        return opened
    }
}

extension PlanSearch {
    /// What each registration was seen to ask for, as its dependencies.
    func observedDependenciesByRecord(from needs: (Record) -> [Record]) -> [ObjectIdentifier: [Dependency]] {
        var seen: [ObjectIdentifier: [Dependency]] = [:]
        for records in all.map({ $0.plan.entries.map(\.record) }) {
            let own = Set(records.map { ObjectIdentifier($0) })
            for record in records {
                // What another container has, or an overriding one instead, stands under the key.
                seen[ObjectIdentifier(record)] = needs(record).map {
                    own.contains(ObjectIdentifier($0)) ? Dependency(on: $0) : Dependency($0.key)
                }
            }
        }
        return seen
    }
}

extension Record {
    /// Whether a dry run calls the factory.
    fileprivate var isRun: Bool {
        argumentType == nil && !awaits && !isPart && !registrationNotes.options.contains(.seeded)
    }
}

/// Notes which registration asks for which.
private final class DependencyRecorder: ResolveWitness {
    private let asks = Guarded<[ObjectIdentifier: [Record]]>([:])

    func resolveWillBegin(_ resolve: ResolveNotice) {
        guard let asker = resolve.askers.first else { return }
        let asked = resolve.record
        asks.withLock { asks in
            let known = asks[ObjectIdentifier(asker)] ?? []
            if !known.contains(where: { $0 === asked }) { asks[ObjectIdentifier(asker)] = known + [asked] }
        }
    }

    func resolveDidSucceed<T>(_ resolve: ResolveNotice, with instance: T) {}

    /// What a registration has asked for, each once.
    func observedNeeds(of record: Record) -> [Record] { asks.withLock { $0[ObjectIdentifier(record)] ?? [] } }
}
