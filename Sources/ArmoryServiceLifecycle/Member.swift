// One service of a group.
//
// On graceful shutdown ServiceGroup tells one service after the other. When a service fails it cancels all of them at once: here
// each has a task of its own, which is cancelled when those have ended that depend on it. So it is on cancellation from outside,
// which comes by Cancellation.

#if ServiceLifecycle
import ServiceLifecycle

/// A service that begins after others and ends before them.
struct Member: Service, CustomStringConvertible {
    let service: any Service
    let name: String
    let limit: Duration?
    /// Whether the others go on when it fails.
    let failsAlone: Bool
    let cancellation: Cancellation
    let stage: Stage
    /// Those that begin before.
    let needs: [Stage]
    /// Those that end before.
    let dependents: [Stage]

    var description: String { name }

    func run() async throws {
        do {
            try await runToTheEnd()
        } catch {
            await cancellation.memberEnded(stage, failsAlone ? nil : error)
            throw error
        }
        await cancellation.memberEnded(stage, nil)
    }

    private func runToTheEnd() async throws {
        for need in needs { await need.begun.wait() }
        try Task.checkCancellation()
        guard !cancellation.isCalled else { throw CancellationError() }
        let work = Task {
            stage.begun.open()
            try await service.run()
        }
        let end = End()
        let watch = Task { end.come(await work.result) }
        defer { watch.cancel() }
        let overdue = Overdue(limit: limit, name: name, work: work, end: end)
        defer { overdue.cancel() }
        let cancelInTurn: @Sendable () -> Void = { [dependents] in
            overdue.add(
                Task {
                    for dependent in dependents { await dependent.ended.wait() }
                    work.cancel()
                    await overdue.giveUp()
                })
        }
        cancellation.onCall(cancelInTurn)
        try await withTaskCancellationOrGracefulShutdown {
            try await end.value
        } onCancel: {
            cancelInTurn()
        } onGracefulShutdown: {
            overdue.add(
                Task {
                    guard await overdue.pass() else { return }
                    work.cancel()
                    await overdue.giveUp()
                })
        }
    }

    private func withTaskCancellationOrGracefulShutdown(
        _ body: () async throws -> Void, onCancel: @escaping @Sendable () -> Void,
        onGracefulShutdown: @escaping @Sendable () -> Void
    ) async throws {
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler(operation: body, onGracefulShutdown: onGracefulShutdown)
        } onCancel: {
            onCancel()
        }
    }
}

/// What minds the time of a service that was told to end.
private final class Overdue: Sendable {
    private let limit: Duration?
    private let name: String
    private let work: Task<Void, any Error>
    private let end: End
    /// Nil: the service has ended.
    private let tasks = Guarded<[Task<Void, Never>]?>([])

    init(limit: Duration?, name: String, work: Task<Void, any Error>, end: End) {
        self.limit = limit
        self.name = name
        self.work = work
        self.end = end
    }

    func add(_ task: Task<Void, Never>) {
        let isInTime = tasks.withLock { tasks in
            tasks?.append(task)
            return tasks != nil
        }
        if !isInTime { task.cancel() }
    }

    func cancel() {
        let tasks = tasks.withLock { tasks in
            defer { tasks = nil }
            return tasks ?? []
        }
        for task in tasks { task.cancel() }
    }

    /// Waits for the limit; false where the service has ended before.
    func pass() async -> Bool {
        guard let limit else { return false }
        do { try await Task.sleep(for: limit) } catch { return false }
        return true
    }

    func giveUp() async {
        if await pass() { end.come(.failure(ServiceGivenUp(service: name))) }
    }
}

/// How far a service has come.
struct Stage: Sendable {
    let begun = Door()
    let ended = Door()

    /// It is over.
    func skip() {
        begun.open()
        ended.open()
    }
}
#endif
