/// A module that is checked as the contents of a container, of which none is built.
///
/// No eager instance is created, and nobody is told of events.
package struct GraphTrial {
    private let planning: Planning
    private let plan: Plan
    private let parents: [Container]
    private let search: PlanSearch
    private let companion: Companion

    package init(of module: Module, parents: [Container] = [], configuration: Container.Configuration) {
        var configuration = configuration
        configuration.isTrial = true
        planning = Planning([module], configuration, parents: parents)
        var plan = planning.plan
        companion = Companion(configuration, planning, plan.entries, creating: [])
        plan.companion = companion
        self.plan = plan
        self.parents = parents
        search = PlanSearch(plan, parents: parents, companion)
    }

    /// How many registrations the module has.
    package var registrationCount: Int {
        plan.entries.count { entry in
            !entry.record.isAlias && !entry.record.isPart && !(entry.record.key.type is any EntryType.Type)
        }
    }

    /// Why registrations are used or not.
    package var conditions: [ConditionInfo] { companion.conditions }

    /// The report of the whole check, with its faults.
    ///
    /// - Parameter dryRun: Whether to run the factories too.
    package func report(dryRun: Bool) -> ValidationReport {
        let promised = Set(planning.faults.lazy.filter { $0.code == .promised }.map(\.names.key))
        // A plan with faults of its own has no container for a run.
        let run =
            dryRun && plan.faults.isEmpty
            ? try? DryRun(plan, parents: parents, tags: [], search, promised: promised) : nil
        var report = run?.report ?? Validator(PlanGraph(search, promised: promised)).report
        var near = NearHits(search)
        report.faults = (report.faults + (planning.faults + plan.faults).map { near.told($0) }).inOrderOfSource()
        return report
    }

    /// A container of the module, also of one with faults, to look at; the caller closes it.
    ///
    /// - Throws: ``ResolutionError`` if two registrations have one key.
    package func container() throws(ResolutionError) -> Container { try Container(plan, parents: parents) }

    /// The faults of opening scopes with values of some types, as their opening or their resolves would throw them.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scopes.
    ///   - seeds: The keys that the scopes get values for.
    /// - Returns: For each value that no registration declares its fault and its place in `seeds`; then the fault of each
    ///   declared value that is not among them.
    package func seedFaults(
        of tag: ScopeTag, given seeds: [ServiceKey]
    ) -> [(fault: ResolutionError, seed: Int?)] {
        var faults: [(fault: ResolutionError, seed: Int?)] = []
        for (number, key) in seeds.enumerated() {
            let record = search.find(key).map { search.all[$0.index].plan.entries[$0.entry].record }
            guard record?.scopeTag != tag else { continue }
            let detail = ResolutionError.Detail.seed(tag, near: near(key))
            faults.append((ResolutionError(.seedNotDeclared, key, location: record?.location, detail: detail), number))
        }
        let declared = plan.entries.map(\.record).filter {
            $0.noted.options.contains(.seeded) && $0.scopeTag == tag && !seeds.contains($0.key)
        }
        for record in declared.inOrderOfSource({ ($0.location, [$0.key.description]) }) {
            faults.append((ResolutionError.notSeeded(record.key, record.location ?? SourceLocation()), nil))
        }
        return faults
    }

    /// Registrations whose types have the name of a key's.
    private func near(_ key: ServiceKey) -> [ResolutionError.Step] {
        let name = TypeName.of(key.type)
        let near = plan.entries.lazy.filter { $0.tableView == 0 && TypeName.of($0.record.key.type) == name }
        return near.prefix(3).map(\.record.step)
    }
}

/// A type that stands for code outside of the graph, as a registration that needs what the code resolves.
///
/// No layer is around it.
package protocol EntryType: Sendable {}

extension ResolutionError {
    /// The place in the source that a compiler would mark: of two registrations of a key the second.
    package var place: SourceLocation? { names.secondLocation ?? location }

    /// The error that a resolve of the second key of the path throws, if the first key is that of an entry; otherwise the error itself.
    package var seenFromEntry: ResolutionError {
        guard names.path.first?.key.type is any EntryType.Type else { return self }
        if code == .missing || code == .justInTimeForbidden { return moved(from: 1, to: []) }
        guard let captive = names.words as? CaptiveWords else { return self }
        return ResolutionError(
            .outsideScope, captive.held.key, path: Array(names.path.dropFirst()), location: captive.held.location,
            detail: .scope(captive.tag))
    }
}
