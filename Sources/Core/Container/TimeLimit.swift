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
    package func run(
        on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard limit != nil || executor != nil else { return try await body() }
        let race = Race(body)
        let work = Task(executorPreference: executor) { race.end(await race.run()) }
        let alarm = limit.map { Alarms.shared.set(after: $0) { race.end(.failure(Passed())) } }
        defer {
            if let alarm { Alarms.shared.remove(alarm) }
            work.cancel()
        }
        try await withTaskCancellationHandler {
            try await race.result()
        } onCancel: {
            work.cancel()
        }
    }
}

/// The first of two ends counts.
private final class Race: Sendable {
    private let gate = Gate()
    private let outcome = Guarded<Result<Void, any Error>?>(nil)
    private let body: Guarded<(@Sendable () async throws -> Void)?>

    init(_ body: @escaping @Sendable () async throws -> Void) {
        self.body = Guarded(body)
    }

    /// Runs the body, and releases it.
    ///
    /// A task may release its closure after it has let a waiter go on. So that closure has this object alone, and the body is released
    /// before the end. After the limit, it may still run.
    func run() async -> Result<Void, any Error> {
        do {
            try await body.withLock { $0.take() }?()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    func end(_ result: Result<Void, any Error>) {
        outcome.withLock { if $0 == nil { $0 = result } }
        gate.open()
    }

    func result() async throws {
        await gate.pass()
        try outcome.withLock { $0 }?.get()
    }
}
