// One check of one registration, which runs once at a time.
//
//     idle --asked--> running --returns, throws--> idle, with the outcome
//                        |
//                        +--- limit passed ------> overdue, with the outcome "down" --its task ends--> idle
//
// Callers that ask while it runs wait for its outcome. While it is overdue, they get "down" at once: a check that never
// returns holds one task, and not one for each poll.

internal import Armory

/// Runs one check, and keeps its outcome for a while.
final class CheckRunner: Sendable {
    /// What a run has found.
    struct Outcome: Sendable {
        let state: HealthState
        let duration: Duration
        /// When it ended.
        let end: ContinuousClock.Instant
    }

    /// A run that has not ended.
    private final class Run: @unchecked Sendable {  // The runner's state guards every `var`.
        let begin: ContinuousClock.Instant
        /// The check, until it runs.
        var check: HealthCheck?
        var waiters: [CheckedContinuation<Outcome, Never>] = []
        var isOverdue = false
        var task: Task<Void, Never>?

        init(_ check: HealthCheck, at begin: ContinuousClock.Instant) {
            self.check = check
            self.begin = begin
        }
    }

    private struct State {
        /// The instance that the outcome is of: its number in the order of creation.
        var order: UInt?
        var run: Run?
        var last: Outcome?
        /// The word of the last state, and when it came.
        var word = ""
        var since: ContinuousClock.Instant?
    }

    private let state = Guarded(State())

    /// The outcome of the check: the last one, that of the running check, or of another run.
    ///
    /// The check runs in a separate task: the cancellation of one caller does not end it for the others.
    ///
    /// - Parameters:
    ///   - order: The number of the instance.
    ///   - now: The clock.
    func outcome(
        of check: HealthCheck, order: UInt, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) async -> Outcome {
        await withCheckedContinuation { waiter in
            let time = now()
            enum Step { case known(Outcome), wait, begin(Run) }
            let step = state.withLock { state -> Step in
                if state.order != order {
                    // A run for another instance goes on for its own callers.
                    (state.order, state.run, state.last) = (order, nil, nil)
                }
                if let last = state.last, state.run?.isOverdue == true || time - last.end < check.cacheTime {
                    return .known(last)
                }
                if let run = state.run {
                    run.waiters.append(waiter)
                    return .wait
                }
                let run = Run(check, at: time)
                run.waiters = [waiter]
                state.run = run
                return .begin(run)
            }
            switch step {
            case .known(let outcome): waiter.resume(returning: outcome)
            case .wait: break
            case .begin(let run): begin(run, check.limit, now)
            }
        }
    }

    /// How long the state has had this word, from now on if it is another one.
    func age(of word: String, at time: ContinuousClock.Instant) -> Duration {
        state.withLock { state in
            if state.word != word || state.since == nil { (state.word, state.since) = (word, time) }
            return state.since.map { time - $0 } ?? .zero
        }
    }

    private func begin(_ run: Run, _ limit: Duration, _ now: @escaping @Sendable () -> ContinuousClock.Instant) {
        let alarm = Alarms.shared.scheduleAlarm(after: limit) {
            let task = self.end(run, .down("no answer within \(limit)"), at: now(), isOverdue: true)
            task?.cancel()
        }
        // Without the caller's task-locals and cancellation: other callers get the outcome too.
        let task = Task.detached {
            // The check is released before anyone learns its outcome: it holds the instance.
            let state = await self.state(of: run)
            Alarms.shared.cancelAlarm(alarm)
            _ = self.end(run, state, at: now(), isOverdue: false)
        }
        let isOverdue = state.withLock { _ in
            run.task = task
            return run.isOverdue
        }
        if isOverdue { task.cancel() }
    }

    private func state(of run: Run) async -> HealthState {
        do {
            return try await state.withLock { _ in run.check.take() }?.body() ?? .up
        } catch {
            return .down("\(error)")
        }
    }

    /// Resumes the callers that wait, unless the run was overdue before; returns the run's task.
    private func end(
        _ run: Run, _ state: HealthState, at time: ContinuousClock.Instant, isOverdue: Bool
    ) -> Task<Void, Never>? {
        let outcome = Outcome(state: state, duration: time - run.begin, end: time)
        let (waiters, task) = self.state.withLock { state in
            let waiters = run.waiters
            let task = run.task
            run.waiters = []
            // The run of an earlier instance changes nothing here.
            if state.run === run {
                if !run.isOverdue { state.last = outcome }
                if !isOverdue { state.run = nil }
            }
            if isOverdue { run.isOverdue = true } else { run.task = nil }
            return (waiters, task)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
        return task
    }
}
