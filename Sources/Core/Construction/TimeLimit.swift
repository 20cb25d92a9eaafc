/// The longest time that an async closure may take.
package struct TimeLimit: Sendable {
    /// The error when the limit has passed.
    package struct Passed: Error {}

    private let limit: Duration?
    /// When it passes, if it begins now; nil: never.
    var deadline: ContinuousClock.Instant? { limit.map { .now + $0 } }

    /// Creates the shorter one of a limit and the time until a deadline; nil means none.
    package init(_ limit: Duration?, until deadline: ContinuousClock.Instant?) {
        let left = deadline.map { max($0 - .now, .zero) }
        self.init(limit.map { limit in left.map { min($0, limit) } ?? limit } ?? left)
    }

    /// Creates a limit; nil means none, and so does a century, since clocks do not count to the longest durations.
    package init(_ limit: Duration?) {
        self.limit = limit.flatMap { $0 < .seconds(3_200_000_000) ? max($0, .zero) : nil }
    }

    /// Runs `body` until it ends or the limit passes; then its task is cancelled, and the caller stops waiting.
    ///
    /// - Parameter executor: Runs `body`; nil: what runs other tasks does.
    /// - Throws: The error of `body`, or ``Passed``.
    package func runWithinTimeLimit(
        on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard limit != nil || executor != nil else { return try await body() }
        // The first of two ends counts.
        let gate = Gate<Result<Void, any Error>>()
        // A task may release its closure after it has let a waiter go on. So it has the body in a box, and releases it before
        // the end. After the limit, it may still run.
        let box = Guarded(Optional(body))
        let work = Task(executorPreference: executor) {
            do {
                try await box.withLock { $0.take() }?()
                gate.openAndResumeWaiters(with: .success(()))
            } catch {
                gate.openAndResumeWaiters(with: .failure(error))
            }
        }
        let alarm = limit.map {
            Alarms.shared.scheduleAlarm(after: $0) { gate.openAndResumeWaiters(with: .failure(Passed())) }
        }
        defer {
            if let alarm { Alarms.shared.cancelAlarm(alarm) }
            work.cancel()
        }
        try await withTaskCancellationHandler {
            try await gate.waitUntilOpen().get()
        } onCancel: {
            work.cancel()
        }
    }
}
