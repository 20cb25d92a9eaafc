/// The longest time that an async closure may take.
package struct TimeLimit: Sendable {
    /// The error when the limit has passed.
    package struct Passed: Error {}

    private let limit: Duration?

    /// Creates a limit; nil means none.
    package init(_ limit: Duration?) {
        self.limit = limit
    }

    /// Runs `body` until it ends or the limit passes; then its task is cancelled, and the caller stops waiting.
    ///
    /// - Throws: The error of `body`, or ``Passed``.
    package func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        guard let limit else { return try await body() }
        let race = Race()
        let work = Task {
            do {
                try await body()
                race.end(.success(()))
            } catch {
                race.end(.failure(error))
            }
        }
        let alarm = Task {
            try await Task.sleep(for: limit)
            race.end(.failure(Passed()))
        }
        defer {
            alarm.cancel()
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

    func end(_ result: Result<Void, any Error>) {
        outcome.withLock { if $0 == nil { $0 = result } }
        gate.open()
    }

    func result() async throws {
        await gate.pass()
        try outcome.withLock { $0 }?.get()
    }
}
