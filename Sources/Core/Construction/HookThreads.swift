// Threads for the hooks at the end of a container. A hook that blocks its thread would block one of the few that all tasks share, and two
// of them everything that limits and follows them.

internal import CCore

/// Runs tasks on threads of its own, as many as there is work for.
package final class HookThreads: TaskExecutor {
    private static let maximum = 64

    private let state = Guarded(State())

    private struct State {
        var jobs: [UnownedJob] = []
        var threads = 0
    }

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            // One that has ended its job may be first: then the new one ends at once.
            guard state.threads < Self.maximum else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        let own = unsafe Unmanaged.passRetained(self).toOpaque()
        let isStarted = unsafe ccore_start_thread(
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<HookThreads>.fromOpaque(argument).takeRetainedValue().runQueuedJobs()
                return nil
            }, own)
        // The system has no thread left: the work goes where other tasks run.
        if !isStarted {
            unsafe Unmanaged<HookThreads>.fromOpaque(own).release()
            Task.detached { self.runQueuedJobs() }
        }
    }

    /// Runs jobs until there are none.
    private func runQueuedJobs() {
        while let job = nextJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func nextJob() -> UnownedJob? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
            state.threads -= 1
            return nil
        }
    }
}
