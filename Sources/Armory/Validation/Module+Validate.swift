extension Module {
    /// Checks a container of this module without running a factory, in one line of a test.
    ///
    /// ```swift
    /// func testTheWiring() throws { try Wiring.module.validate() }
    /// ```
    ///
    /// - Parameters:
    ///   - parents: The containers to search for registrations that the module does not have.
    ///   - configuration: The configuration of the container; its environment decides conditions.
    ///   - dryRun: Whether to run the factories too: see ``Container/dryRun()``.
    /// - Returns: The warnings, and the registrations that could not be checked.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults.
    @discardableResult
    public func validate(
        parents: [Container] = [], configuration: Container.Configuration = .init(), dryRun: Bool = false
    ) throws(ResolutionError) -> ValidationReport {
        let planning = Planning([self], configuration, parents: parents)
        var plan = planning.plan
        plan.companion = Companion(configuration, planning, plan.entries, creating: [])
        let search = PlanSearch(plan, parents: parents, plan.companion as? Companion)
        let promised = planning.faults.filter { $0.code == .promised }.map(\.names.key)
        var report: ValidationReport
        if dryRun, plan.faults.isEmpty {
            report = try DryRun(plan, parents: parents, tags: [], search, promised: promised).report
        } else {
            report = Validator(PlanGraph(search, promised: promised)).report
        }
        var near = NearHits(search)
        report.faults = (report.faults + (planning.faults + plan.faults).map { near.told($0) }).inOrderOfSource()
        return try report.checked()
    }
}
