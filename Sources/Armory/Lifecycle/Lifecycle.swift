// How far a container is between its build and its end.
//
//     notStarted --start()--> starting --success--> started --end--> stopping --> over
//         |                      |                                      ^          ^
//         |                      +-- a failure, a cancellation, an end -+          |
//         +------------------------------- end -----------------------------------+
//
// An end is a shutdown, a close or a release. While it is stopping, the container is open: its stop hooks run.

/// The start and the stop of a container's instances.
final class Lifecycle: Sendable {
    private enum State {
        case notStarted
        /// The task ends the container itself if it is to end.
        case starting(Task<[ResolutionError], Never>?, isToEnd: Bool)
        case started(EndStep.Work)
        case stopping
        case over(wasStarted: Bool)
    }

    private struct LockedState {
        var state = State.notStarted
        /// Whether somebody has announced the end.
        var isAnnounced = false
    }

    /// The registrations whose instances a start creates: eager ones, and those with hooks.
    let startable: [Record]
    /// The registrations that are listed for products.
    let listed: [Record]
    private let locked = Guarded(LockedState())

    /// - Parameter records: Those with hooks, and eager ones; others too.
    init(_ records: [Record]) {
        listed = records.filter { $0.registrationNotes.hooks.contains { $0.time == .listed } }
        startable = records.filter { record in
            record.registrationNotes.hasStartHooks || record.registrationNotes.options.contains(.eager)
        }
    }

    /// Whether an instance has hooks that only a start calls.
    var hasHooks: Bool { startable.contains { $0.registrationNotes.hasStartHooks } }

    // MARK: The start

    /// Begins the start by the task that `run` makes, without running it.
    func beginContainerStart(
        makingTask run: () -> Task<[ResolutionError], Never>
    ) throws(ResolutionError) -> Task<[ResolutionError], Never> {
        try locked.withLock { (locked) throws(ResolutionError) in
            switch locked.state {
            case .notStarted: break
            case .over:
                throw .startError(
                    .closed, "The container cannot start: the container is closed.", fix: "start a new one.")
            case .starting, .started, .stopping: throw .alreadyStarted
            }
            let task = run()
            locked.state = .starting(task, isToEnd: false)
            return task
        }
    }

    /// Ends the start; false: it has failed, or the container is to end, so that its caller stops what it has started.
    func endContainerStart(succeeded hasSucceeded: Bool, storingStop stop: @escaping EndStep.Work) -> Bool {
        locked.withLock { locked in
            guard hasSucceeded, case .starting(_, isToEnd: false) = locked.state else {
                locked.state = .stopping
                return false
            }
            locked.state = .started(stop)
            return true
        }
    }

    /// Notes that the stop hooks have run.
    func markStopped() { locked.withLock { $0.state = .over(wasStarted: true) } }

    // MARK: The end

    /// What comes first now that an end is asked for.
    func requestEndReturningFirstStep() -> EndStep {
        var start: Task<[ResolutionError], Never>?
        let step = locked.withLock { locked -> EndStep in
            switch locked.state {
            case .notStarted:
                locked.state = .over(wasStarted: false)
                return .close
            case .starting(let task, _):
                start = task
                locked.state = .starting(task, isToEnd: true)
                return .wait
            case .started(let stop):
                locked.state = .stopping
                return .run { deadline in
                    let failures = await stop(deadline)
                    self.markStopped()
                    return failures
                }
            case .stopping: return .wait
            case .over: return .close
            }
        }
        start?.cancel()
        return step
    }

    /// The errors of instances that are closed and were never started.
    func errorsOfNeverStarted(among records: [Record]) -> [ResolutionError] {
        guard locked.withLock({ if case .over(wasStarted: false) = $0.state { true } else { false } }) else {
            return []
        }
        return records.filter(\.registrationNotes.hasStartHooks).map(ResolutionError.endedWithoutStart)
    }

    /// Notes that the container is going to end, while its instances still work.
    func markAboutToStop() { locked.withLock { $0.isAnnounced = true } }

    /// How far an open container is.
    var phase: Container.Phase {
        locked.withLock { locked in
            switch locked.state {
            case .notStarted: locked.isAnnounced ? .stopping : .notStarted
            case .starting(_, let isToEnd): isToEnd || locked.isAnnounced ? .stopping : .starting
            case .started: locked.isAnnounced ? .stopping : .started
            case .stopping, .over: .stopping
            }
        }
    }
}

extension Notes {
    /// Whether it has start or stop hooks.
    var hasStartHooks: Bool { hooks.contains { $0.time == .start || $0.time == .stop } }
}
