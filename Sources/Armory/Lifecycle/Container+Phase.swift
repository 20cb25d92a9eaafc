// How far a container is between its build and its end, for load balancers and other observers.
//
//     notStarted --start()--> starting --success--> started --noteStopping()--> stopping --closed--> over
//         |                      |                     |                           ^                  ^
//         |                      |                     +--- shutdown(), close() ---+                  |
//         +----------------------+---------------- shutdown(), close(), a start that fails -----------+

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
        let own = base.ownPhase
        if own == .over { return own }
        let ends = base.ancestors.map(\.ownPhase)
        return ends.contains(.over) ? .over : ends.contains(.stopping) ? .stopping : own
    }

    private var ownPhase: Phase {
        control.lock.withLock {
            if control.isClosed { return .over }
            return switch control.startState {
            case .notStarted: control.rare?.isStopping == true ? .stopping : .notStarted
            case .starting(_, let isToEnd): isToEnd || control.rare?.isStopping == true ? .stopping : .starting
            case .started: control.rare?.isStopping == true ? .stopping : .started
            case .over: .stopping
            }
        }
    }

    /// Announces that the container is going to end, while its instances and services still work.
    package func noteStopping() {
        let control = applicationContainer.control
        control.lock.withLock { control.rareState.isStopping = true }
    }

    /// This container; for a module's view its container, and for a scope the container that it was opened in.
    package var applicationContainer: Container {
        var container = view?.base ?? self
        while container.plan != nil, let parent = container.parents.first { container = parent }
        return container
    }
}
