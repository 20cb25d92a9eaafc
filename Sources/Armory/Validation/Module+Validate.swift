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
    ///   - dryRun: Whether to run the factories too: see ``Container/validate(dryRun:)``.
    /// - Returns: The warnings, and the registrations that could not be checked.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults.
    @discardableResult
    public func validate(
        parents: [Container] = [], configuration: Container.Configuration = .init(), dryRun: Bool = false
    ) throws(ResolutionError) -> ValidationReport {
        try GraphTrial(of: self, parents: parents, configuration: configuration).makeReport(dryRun: dryRun)
            .throwingFaults()
    }
}
