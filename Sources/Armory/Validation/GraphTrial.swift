/// A module that is checked as the contents of a container, of which none is built.
///
/// No eager instance is created, and nobody is told of events.
package struct GraphTrial {
    private let planning: Planning
    package let plan: Plan
    private let parents: [Container]
    package let search: PlanSearch
    private let companion: Companion

    package init(of module: Module, parents: [Container] = [], configuration: Container.Configuration) {
        planning = Planning([module], configuration, parents: parents, isTrial: true)
        var plan = planning.plan
        companion = Companion(configuration, planning, plan.entries, creating: [])
        plan.companion = companion
        self.plan = plan
        self.parents = parents
        search = PlanSearch(plan, parents: parents, companion)
    }

    /// Why registrations are used or not.
    package var conditions: [ConditionInfo] { companion.conditions }

    /// The report of the whole check, with its faults.
    ///
    /// - Parameter dryRun: Whether to run the factories too.
    package func makeReport(dryRun: Bool) -> ValidationReport {
        let promised = Set(planning.faults.lazy.filter { $0.code == .promised }.map(\.names.key))
        // A plan with faults of its own has no container for a run.
        let run =
            dryRun && plan.faults.isEmpty
            ? try? DryRun(search, parents: parents, promised: promised) : nil
        var report = run?.report ?? Validator(PlanGraph(search, promised: promised)).report
        var near = NearMatches(search)
        report.faults =
            (report.faults + (planning.faults + plan.faults).map { near.addingNearMatches(toPromiseFault: $0) })
            .sortedBySource()
        return report
    }

    /// A container of the module, also of one with faults, to look at; the caller closes it.
    ///
    /// - Throws: ``ResolutionError`` if two registrations have one key.
    package func makeContainerDespiteFaults() throws(ResolutionError) -> Container {
        try Container(plan, parents: parents)
    }
}
