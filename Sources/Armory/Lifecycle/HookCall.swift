/// A start or stop hook, with the instance that it is called with.
struct HookCall: Sendable {
    let record: Record
    let time: HookTime
    let limit: Duration?
    let location: CodeLocation
    let body: @Sendable () async throws -> Void

    /// Calls the hook, and returns its error.
    ///
    /// - Parameters:
    ///   - limit: The time limit if the hook sets none.
    ///   - deadline: When it is not waited for any longer.
    ///   - threads: Run the hook; nil: it runs as other tasks do.
    func runHook(
        within limit: Duration?, until deadline: ContinuousClock.Instant? = nil, onThreads threads: HookThreads? = nil
    ) async -> ResolutionError? {
        do {
            try await TimeLimit(self.limit ?? limit, until: deadline).runWithinTimeLimit(on: threads, body)
            return nil
        } catch {
            return ResolutionError(of: self, error)
        }
    }
}

/// An instance to start, with its hooks.
package struct Startable: Sendable {
    package let record: Record
    /// In the order of their calls.
    let start: [HookCall]
    let stop: [HookCall]

    /// One whose hooks are not called.
    package init(unstarted record: Record) {
        self.record = record
        (start, stop) = ([], [])
    }

    init<T>(_ record: Record, _ instance: T) {
        // A registration with hooks requires that its type is `Sendable`, or unchecked.
        nonisolated(unsafe) let instance = instance
        let hooks = record.registrationNotes.hooks.compactMap { $0 as? Hook<T> }
        func hookCalls(at time: HookTime) -> [HookCall] {
            hooks.filter { $0.time == time }.map { hook in
                HookCall(record: record, time: time, limit: hook.limit, location: hook.location) {
                    try await unsafe hook.body(instance)
                }
            }
        }
        self.record = record
        start = hookCalls(at: .start)
        stop = hookCalls(at: .stop).reversed()
    }

    /// Runs the start hooks one after the other, and returns the error of the first that fails.
    ///
    /// A hook that is given up at its limit may succeed later: then the instance is stopped at once, since the start was undone.
    func runStartHooks(
        within limit: Duration?, reportingLateErrors report: @escaping @Sendable (ResolutionError) -> Void
    ) async -> ResolutionError? {
        for call in start {
            let outcome = Guarded<HookOutcome?>(nil)
            @Sendable func recordFirstOutcome(_ own: HookOutcome) -> HookOutcome {
                outcome.withLock { outcome in
                    outcome = outcome ?? own
                    return outcome ?? own
                }
            }
            let guarded = HookCall(record: record, time: .start, limit: call.limit, location: call.location) {
                try await call.body()
                guard recordFirstOutcome(.ended) == .givenUp else { return }
                // In a separate task: this one is cancelled.
                Task.detached {
                    for call in stop { if let failure = await call.runHook(within: limit) { report(failure) } }
                }
            }
            guard let failure = await guarded.runHook(within: limit) else { continue }
            if recordFirstOutcome(.givenUp) == .givenUp { return failure }
        }
        return nil
    }
}

/// Which came first: that a start hook ended, or that it was given up.
private enum HookOutcome {
    case ended, givenUp
}
