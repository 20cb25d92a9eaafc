extension Resolver {
    /// Resolves the instance registered for a type in a graph of its own.
    ///
    /// Nobody else has what is created there for that graph, so it may be sent to another task or stored in an actor.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) throws(ResolutionError) -> sending T {
        // A graph of its own: nobody else has what is not `Sendable`.
        nonisolated(unsafe) let instance = try apart(type, by: name?.qualifier)
        return unsafe instance
    }
}
