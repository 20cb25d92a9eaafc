// One service of a group.
//
// On graceful shutdown, ServiceGroup stops one service after the other. But when a service fails, it cancels all of
// them at once. So each service here runs in a separate task, which is cancelled only after the services that depend on
// it have ended. The same holds for a cancellation from outside, which comes through Cancellation.

#if ServiceLifecycle
internal import Armory
import ServiceLifecycle

/// A service that begins after the services it needs, and ends before them.
struct Member: Service, CustomStringConvertible {
    let service: any Service
    let name: String
    let limit: Duration?
    /// Whether the other services continue when this one fails.
    let failsAlone: Bool
    let cancellation: Cancellation
    let stage: Stage
    /// The stages of the services that begin before this one.
    let needs: [Stage]
    /// The stages of the services that end before this one.
    let dependents: [Stage]
    /// Announces the end of the container, because a service that has failed or ended ends the others.
    let markAboutToStop: @Sendable () -> Void

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
        for need in needs { await need.begun.waitUntilOpen() }
        try Task.checkCancellation()
        guard !cancellation.isCalled else { throw CancellationError() }
        let work = Task {
            stage.begun.openAndResumeWaiters(with: ())
            try await service.run()
        }
        let end = End()
        let watch = Task { end.come(await work.result) }
        defer { watch.cancel() }
        let overdue = Overdue(limit: limit, name: name, work: work, end: end)
        defer { overdue.cancel() }
        let cancelSerially: @Sendable () -> Void = { [dependents, markAboutToStop] in
            markAboutToStop()
            overdue.add(
                Task {
                    for dependent in dependents { await dependent.ended.waitUntilOpen() }
                    work.cancel()
                    await overdue.giveUp()
                })
        }
        cancellation.onCall(cancelSerially)
        try await withTaskCancellationOrGracefulShutdown {
            try await end.value
        } onCancel: {
            cancelSerially()
        } onGracefulShutdown: {
            markAboutToStop()
            overdue.add(
                Task {
                    guard await overdue.pass() else { return }
                    work.cancel()
                    await overdue.giveUp()
                })
        }
    }
}

func withTaskCancellationOrGracefulShutdown(
    _ body: () async throws -> Void, onCancel: @escaping @Sendable () -> Void,
    onGracefulShutdown: @escaping @Sendable () -> Void
) async throws {
    try await withTaskCancellationHandler {
        try await withGracefulShutdownHandler(operation: body, onGracefulShutdown: onGracefulShutdown)
    } onCancel: {
        onCancel()
    }
}

/// The time limit of a service that was asked to end.
private final class Overdue: Sendable {
    private let limit: Duration?
    private let name: String
    private let work: Task<Void, any Error>
    private let end: End
    /// The tasks to cancel when the service ends; nil once it has ended.
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

    /// Waits for the time limit; false if there is no limit, or if the service has ended before.
    func pass() async -> Bool {
        guard let limit else { return false }
        do { try await Task.sleep(for: limit) } catch { return false }
        return true
    }

    func giveUp() async {
        if await pass() { end.come(.failure(ServiceGivenUp(service: name))) }
    }
}

/// The progress of a service.
struct Stage: Sendable {
    let begun = Gate<Void>()
    let ended = Gate<Void>()

    /// Marks the service as begun and ended.
    func skip() {
        begun.openAndResumeWaiters(with: ())
        ended.openAndResumeWaiters(with: ())
    }
}
#endif
