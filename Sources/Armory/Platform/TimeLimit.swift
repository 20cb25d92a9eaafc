internal import Synchronization

/// How long something that awaits may take.
package struct TimeLimit: Sendable {
    /// What is thrown where the limit has passed.
    package struct Passed: Error {
        package init() {}
    }

    private let limit: Duration?

    /// A limit; nil: none.
    package init(_ limit: Duration?) {
        self.limit = limit
    }

    /// Runs `body` until it ends or the limit passes.
    ///
    /// Where the limit passes, or the caller's task is cancelled, `body`'s task is cancelled. After the limit it is waited for no
    /// longer: what never returns holds nobody up.
    ///
    /// - Throws: What `body` throws; ``Passed``.
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
        let alarm = Alarms.shared.set(after: limit) { race.end(.failure(Passed())) }
        defer {
            Alarms.shared.remove(alarm)
            work.cancel()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { race.wait($0) }
        } onCancel: {
            work.cancel()
        }
    }
}

/// The first of two ends.
private final class Race: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = Lock()
    private var result: Result<Void, any Error>?
    private var waiter: CheckedContinuation<Void, any Error>?

    func end(_ result: Result<Void, any Error>) {
        let waiter = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
            guard self.result == nil else { return nil }
            self.result = result
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(with: result)
    }

    func wait(_ continuation: CheckedContinuation<Void, any Error>) {
        let ended = lock.withLock { () -> Result<Void, any Error>? in
            if result == nil { waiter = continuation }
            return result
        }
        if let ended { continuation.resume(with: ended) }
    }
}
