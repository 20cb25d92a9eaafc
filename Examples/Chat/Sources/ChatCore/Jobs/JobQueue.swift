#if Chat
package import Armory
package import ArmoryRequests
import AsyncAlgorithms
import ServiceLifecycle
import Synchronization

/// Work that runs later, in a separate scope.
///
/// A job holds values. It may outlive the scope that added it, so it holds no instance of that scope.
package protocol Job: IncomingWork {
    /// Does the work.
    ///
    /// - Parameter scope: The job's scope. If the job throws, the scope's hooks receive the error and roll back.
    func run(in scope: Container) async throws
}

/// Runs a limited number of jobs at the same time.
///
/// On graceful shutdown it accepts no more jobs, and returns when all accepted jobs are done.
package final class JobQueue: Service {
    private enum Phase {
        case open, closing, cancelled
    }

    private struct State {
        var phase = Phase.open
        /// The number of calls of `add` that are waiting for a worker.
        var adding = 0
    }

    /// It stores nothing: `send` returns when a worker takes the job.
    private let channel = AsyncChannel<any Job>()
    private let scopes: ScopeSource
    private let workers: Int
    private let state = Mutex(State())

    package init(scopes: ScopeSource, workers: Int) {
        self.scopes = scopes
        self.workers = workers
    }

    /// Waits until a worker takes the job.
    ///
    /// - Throws: ``Closed`` if the queue accepts no more jobs, or was cancelled in the meantime.
    package func add(_ job: any Job) async throws {
        try state.withLock { state in
            guard state.phase == .open else { throw Closed(what: "the queue") }
            state.adding += 1
        }
        // In a separate task, because `send` in a cancelled task drops the job without an error.
        await Task { await channel.send(job) }.value
        let phase = state.withLock { state in
            state.adding -= 1
            return state.adding == 0 || state.phase == .cancelled ? state.phase : .open
        }
        if phase == .closing { channel.finish() }
        if phase == .cancelled { throw Closed(what: "the queue") }
    }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for _ in 0..<workers {
                    group.addTask {
                        for await job in self.channel {
                            await self.work(on: job)
                            if Task.isCancelled { break }
                        }
                    }
                }
            }
        } onGracefulShutdown: {
            self.close()
        }
        if Task.isCancelled {
            state.withLock { $0.phase = .cancelled }
            channel.finish()
        }
    }

    /// Refuses further jobs, and ends the workers when they have taken the last one.
    private func close() {
        let isEmpty = state.withLock { state in
            state.phase = .closing
            return state.adding == 0
        }
        // Not earlier: finishing a channel drops the elements that still wait in it.
        if isEmpty { channel.finish() }
    }

    private func work(on job: any Job) async {
        do {
            try await scopes.withScope(of: job) { scope in
                try await job.run(in: scope.open())
            }
        } catch {
            // The job was rolled back. The worker takes the next one.
            log.error("A job has failed.", metadata: ["job": "\(job)", "error": "\(error)"])
        }
    }
}
#endif
