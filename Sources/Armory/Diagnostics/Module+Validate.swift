extension Module {
    /// Checks a container of this module without running a factory, in one line of a test.
    ///
    /// ```swift
    /// func testTheWiring() throws { try Wiring.module.validate() }
    /// ```
    ///
    /// - Parameters:
    ///   - parents: The containers to search for registrations that the module does not have.
    ///   - scope: The tag of the scope, if the container is to be a scope.
    ///   - configuration: The configuration of the container; its environment decides conditions.
    ///   - dryRun: Whether to run the factories too: see ``Container/dryRun()``.
    /// - Returns: The warnings, and the registrations that could not be checked.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults.
    @discardableResult
    public func validate(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Container.Configuration = .init(),
        dryRun: Bool = false
    ) throws(ResolutionError) -> ValidationReport {
        let trial = GraphTrial(of: self, parents: parents, scope: scope, configuration: configuration)
        defer { trial.container.close() }
        return try trial.report(dryRun: dryRun).checked(with: [])
    }
}
