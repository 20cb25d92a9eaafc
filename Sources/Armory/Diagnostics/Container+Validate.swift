// Checking the whole graph, without running a factory.
//
//     registrations --> DependencyGraph: who needs whom, as far as parameters and declarations tell
//                   --> Validator: every fault, from the edges and the ways over them
//                   --> ValidationReport
//
// Of a child, its own registrations are checked, in its view: what they need may be a parent's.

internal import Synchronization

extension Container {
    /// Checks the whole graph without running a factory.
    ///
    /// All faults are thrown at once, in one error: what is missing, cycles of constructors, what lives longer and holds what
    /// lives in a scope, scopes that cannot be reached, what awaits and is needed without awaiting, promises nobody kept. A
    /// container that is built from a list has been checked so; this one checks again, after changes for one.
    ///
    /// Of a child, the registrations of its own are checked.
    ///
    /// - Returns: What is worth a look, and what is not known.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all there are, or `closed`.
    /// - Complexity: O(*n* + *m*) for *n* registrations that need *m* others.
    @discardableResult
    public func validate() throws(ResolutionError) -> ValidationReport {
        guard !isClosed else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        let report = validation(of: nil)
        let faults = report.faults + promisesOfTheScope
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        return report
    }

    /// What ancestors promise for every scope like this one, and this one does not have.
    ///
    /// Not looked for when the container is built: a request's container would go through all of the application's
    /// registrations each time.
    var promisesOfTheScope: [ResolutionError] {
        guard let scope else { return [] }
        return ancestors.flatMap(\.ownBindings)
            .filter { $0.options.contains(.promise) && $0.scope == scope && registered($0.key) == nil }
            .map { ResolutionError(.promised, key: $0.key, location: $0.location) }
    }

    /// What is known without running a factory.
    ///
    /// - Parameter bindings: What to look at: faults that none of these has a part in are left out; nil: all there is.
    package func validation(of bindings: Set<ObjectIdentifier>?) -> ValidationReport {
        Validator(DependencyGraph(of: self), focus: bindings).report()
    }
}

extension Module {
    /// Checks what a container of this module would be, without running a factory: one line in a test.
    ///
    /// ```swift
    /// func testTheWiring() throws { try Wiring.module.validate() }
    /// ```
    ///
    /// - Parameters:
    ///   - parents: The containers that would be searched for what the module does not have.
    ///   - scope: The tag of the scope that the container would be.
    ///   - configuration: How the container would behave; its environment decides conditions.
    ///   - dryRun: Whether to run the factories too: see ``Container/dryRun()``.
    /// - Returns: What is worth a look, and what is not known.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all there are.
    @discardableResult
    public func validate(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Container.Configuration = .init(),
        dryRun: Bool = false
    ) throws(ResolutionError) -> ValidationReport {
        var configuration = configuration
        configuration.isTrial = true
        let container = Container(parents: parents, scope: scope, configuration: configuration)
        defer { container.close() }
        var (_, faults) = container.collect([self])
        let report = dryRun ? container.dryRunReport() : container.validation(of: nil)
        faults += report.faults + container.promisesOfTheScope
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        return report
    }
}
