// Checking the whole graph, without running a factory.
//
//     plan, parents --> PlanGraph: the dependencies that parameters and declarations tell
//                   --> Validator: every fault, from the edges and the paths over them
//                   --> ValidationReport
//
// For a child container, the check covers its own registrations, in its view: a parent may have their dependencies.

extension Container {
    /// Checks the whole graph without running a factory.
    ///
    /// Throws all faults at once, in one error:
    ///
    /// - missing registrations, and promises that are not kept
    /// - cycles of constructors
    /// - registrations that outlive a scoped instance which they hold, and scopes that cannot be reached
    /// - registrations that await and are needed without awaiting
    ///
    /// Building a container runs the same check, unless ``Configuration/validates`` is false.
    ///
    /// For a child container, checks its own registrations only; for a scope, those of its container.
    ///
    /// - Returns: The warnings, and the registrations that could not be checked.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults, or
    ///   `closed`.
    /// - Complexity: O(*n* + *m*) for *n* registrations that need *m* others. Any thread may call it.
    @discardableResult
    public func validate() throws(ResolutionError) -> ValidationReport {
        try checkOpen("The container cannot be validated")
        return try validation.checked()
    }

    /// The results of the check, with its faults.
    package var validation: ValidationReport { Validator(PlanGraph(PlanSearch(of: self))).report }
}

extension Plan {
    /// Whether a dependency is known: without any, there is nothing that may be missing, or be in a cycle.
    fileprivate var hasKnownNeeds: Bool { entries.contains { $0.record.hasKnownNeeds } }
}

extension Planning {
    /// Every reason why no container can be built from the plan, in the order of the source.
    ///
    /// - Parameter plan: The plan that was made.
    func allFaults(of plan: Plan) -> [ResolutionError] {
        let faults = self.faults + plan.faults
        guard !faults.isEmpty || configuration.validates && plan.hasKnownNeeds else { return [] }
        let search = PlanSearch(plan, parents: parents, plan.companion as? Companion)
        guard configuration.validates else {
            var near = NearHits(search)
            return faults.map { near.told($0) }.inOrderOfSource()
        }
        let promised = Set(faults.lazy.filter { $0.code == .promised }.map(\.names.key))
        var validator = Validator(PlanGraph(search, promised: promised))
        return (faults.map { validator.told($0) } + validator.faults).inOrderOfSource()
    }
}
