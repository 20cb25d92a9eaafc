// Checking the whole graph, without running a factory.
//
//     plan, parents --> PlanGraph: the dependencies that parameters and declarations tell
//                   --> Validator: every fault, from the edges and the paths over them
//                   --> ValidationReport
//
// For a child container, the check covers its own registrations, in its view: a parent may have their dependencies.

extension Container {
    /// Checks the whole graph: without running a factory, or with the dependencies that factories turn out to have.
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
    /// A **dry run** also runs every factory and injection once, with all its side effects, in a copy of the container. Use it in tests.
    /// The copy has the same registrations and parents, but separate instances, and is closed at the end. Singletons of parents are created
    /// in the parents, as always. Scoped registrations run in scopes of their tags. It runs no factory that takes arguments or awaits, or
    /// that needs a value which is passed when a scope is opened. Further faults are then all failures of factories, and each dependency
    /// that a closure asks for without naming it in ``Registration/dependsOn(_:)``. One that is named but not asked for is a warning.
    ///
    /// - Parameter dryRun: Whether to run the factories too.
    /// - Returns: The warnings, and the registrations that could not be checked, or were not run.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults, or
    ///   `closed`.
    /// - Complexity: O(*n* + *m*) for *n* registrations that need *m* others, and for a dry run that of the factories. Any
    ///   thread may call it.
    @discardableResult
    public func validate(dryRun: Bool = false) throws(ResolutionError) -> ValidationReport {
        try checkOpen(forCall: dryRun ? "A dry run is not possible" : "The container cannot be validated")
        guard dryRun else { return try validation.throwingFaults() }
        return try DryRun(PlanSearch(of: self), parents: applicationContainer.parents).report.throwingFaults()
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
    func allFaults(ofPlan plan: Plan) -> [ResolutionError] {
        let faults = self.faults + plan.faults
        guard !faults.isEmpty || configuration.validates && plan.hasKnownNeeds else { return [] }
        let search = PlanSearch(plan, parents: parents, plan.companion as? Companion)
        guard configuration.validates else {
            var near = NearMatches(search)
            return faults.map { near.addingNearMatches(toPromiseFault: $0) }.sortedBySource()
        }
        let promised = Set(faults.lazy.filter { $0.code == .promised }.map(\.names.key))
        var validator = Validator(PlanGraph(search, promised: promised))
        return (faults.map { validator.addingNearMatches(toPromiseFault: $0) } + validator.faults).sortedBySource()
    }
}

extension Container {
    /// Creates the instance of a registration, or finds it.
    func createInstance(ofRecord record: Record) throws(ResolutionError) {
        func resolveInstance<T>(of type: T.Type) throws(ResolutionError) { _ = try resolve(type, ofRecord: record) }
        try resolveInstance(of: record.key.type)
    }

    /// Why this container uses its registrations, or does not use them: one entry for each registration that it was given.
    ///
    /// The registrations that are used come in the order of registration. Those with the same key that are not used follow
    /// them. Registrations whose key nothing else has come last, in the order of their places in the source.
    ///
    /// A condition is decided once, when the container is built. A child container lists only its own registrations. Any thread may call
    /// it.
    ///
    /// - Complexity: O(n log n) in the number of registrations.
    public var conditions: [ConditionInfo] {
        guard let features else { return [] }
        return features.report.explainWhyUsedOrNot(features.entries) { key in
            parents.lazy.compactMap { $0.registeredRecord(for: key) }.first
        }
    }
}
