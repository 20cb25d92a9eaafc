// Checking the whole graph, without running a factory.
//
//     registrations --> DependencyGraph: the dependencies that parameters and declarations tell
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
    /// Building a container from a list runs the same check. Call this method to check again, such as after changes.
    ///
    /// For a child container, checks its own registrations only; for one that was derived by ``overriding(_:)``, also
    /// the registrations that depend on an override.
    ///
    /// - Returns: The warnings, and the registrations that could not be checked.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults, or
    ///   `closed`.
    /// - Complexity: O(*n* + *m*) for *n* registrations that need *m* others, with those of the containers that it was
    ///   derived from.
    @discardableResult
    public func validate() throws(ResolutionError) -> ValidationReport {
        try checkOpen()
        // The overrides of an observed container are its parent's.
        return try (watched ?? self).wholeValidation.checked(with: promisesOfTheScope)
    }

    /// Checks the graph, and registrations of the ancestors that depend on overrides of this container.
    ///
    /// Not when the container is derived: deriving does not go through all registrations of the base.
    private var wholeValidation: ValidationReport {
        guard derivation != nil else { return validation(of: nil) }
        return Validator(DependencyGraph(of: self, and: overriddenBelow())).report()
    }

    /// The ancestors' registrations whose instances depend on an override of this container, so that it keeps its own.
    ///
    /// Empty for a container that overrides nothing.
    func overriddenBelow(where isMeant: (Binding) -> Bool = { _ in true }) -> [Binding] {
        guard derivation != nil else { return [] }
        return ancestors.reversed().flatMap(\.ownBindingsInOrder).filter {
            isMeant($0) && registered($0.key) === $0 && overridesBelow($0)
        }
    }

    /// The promises of ancestors for every scope with this tag that this scope does not keep.
    ///
    /// Not checked when the container is built: otherwise each request's container would go through all of the
    /// application's registrations.
    var promisesOfTheScope: [ResolutionError] {
        guard let scope else { return [] }
        return ancestors.flatMap(\.ownBindings)
            .filter { $0.options.contains(.promise) && $0.scope == scope && registered($0.key) == nil }
            .map { ResolutionError(.promised, key: $0.key, location: $0.location) }
    }

    /// Checks the graph without running a factory.
    ///
    /// - Parameter bindings: The registrations to check: a fault is left out if it involves none of them. Nil: report
    ///   all faults.
    package func validation(of bindings: Set<ObjectIdentifier>?) -> ValidationReport {
        Validator(DependencyGraph(of: self), focus: bindings).report()
    }

    /// The faults of the graph, without the rest of a report, which takes longer than the check.
    package func validationFaults(of bindings: Set<ObjectIdentifier>? = nil) -> [ResolutionError] {
        Validator(DependencyGraph(of: self, isForFaults: true), focus: bindings).findings.map(\.fault)
    }
}
