// How far a container is between its build and its end, for load balancers and other observers.

extension Container {
    /// How far a container is between its build and its end.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// ``Container/start()`` was not called.
        case notStarted = "not started"
        /// ``Container/start()`` runs.
        case starting
        /// ``Container/start()`` has succeeded.
        case started
        /// The end was announced, or stop hooks run: instances and services still work.
        case stopping
        /// The container is closed, so it resolves nothing any more. Its instances may still be closing.
        case over
    }

    /// How far the container is between its build and its end.
    ///
    /// A container whose parent is stopping or over is in that phase too. A scope has the phase of the container that
    /// it was opened in. Any thread may read it.
    ///
    /// - Complexity: O(*p*) for *p* ancestors.
    public var phase: Phase {
        let base = applicationContainer
        let own = base.isClosed ? .over : base.features?.lifecycle.phase ?? .notStarted
        if own == .over { return own }
        let ends = base.parents.map(\.phase)
        return ends.contains(.over) ? .over : ends.contains(.stopping) ? .stopping : own
    }

    /// Announces that the container is going to end, while its instances and services still work.
    package func noteStopping() { applicationContainer.features?.lifecycle.announceEnd() }
}
