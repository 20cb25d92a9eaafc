/// The longest time that an async closure may take.
package struct TimeLimit: Sendable {
    /// The error when the limit has passed.
    package struct Passed: Error {}

    private let limit: Duration?

    /// Creates a limit; nil means no limit.
    package init(_ limit: Duration?) {
        self.limit = limit
    }

    /// Runs `body` until it ends or the limit passes.
    ///
    /// `body`'s task is cancelled when the limit passes or the caller's task is cancelled. After the limit the caller
    /// stops waiting, so a `body` that never returns blocks no caller.
    ///
    /// - Throws: The error of `body`, or ``Passed`` after the limit.
    package func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        guard let limit else { return try await body() }
        let race = Race(body)
        let work = Task { race.end(await race.run()) }
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

/// The result of a race between `body` and the limit: the first end wins.
private final class Race: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = Lock()
    private var body: (@Sendable () async throws -> Void)?
    private var result: Result<Void, any Error>?
    private var waiter: CheckedContinuation<Void, any Error>?

    init(_ body: @escaping @Sendable () async throws -> Void) {
        self.body = body
    }

    /// Runs `body` once, and releases it.
    ///
    /// A task may release its closure after it has resumed a waiter. So the task's closure has only this object, and
    /// this call releases `body` before `end` resumes the waiter. After the limit, `body` may still be running.
    func run() async -> Result<Void, any Error> {
        do {
            try await lock.withLock { body.take() }?()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    func end(_ result: Result<Void, any Error>) {
        let waiter = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
            guard self.result == nil else { return nil }
            self.result = result
            return self.waiter.take()
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
