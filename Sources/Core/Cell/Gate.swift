/// What tasks wait for without blocking a thread: closed, then open for ever, with what it was opened with.
package final class Gate<Outcome: Sendable>: Sendable {
    private let state = Guarded(State())

    private struct State {
        var outcome: Outcome?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    package init() {}

    /// Lets everybody pass; the second time, nothing.
    package func openAndResumeWaiters(with outcome: Outcome) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.outcome = state.outcome ?? outcome
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it is open.
    package func waitUntilOpen() async -> Outcome {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.outcome == nil { state.waiting.append(continuation) }
                return state.outcome != nil
            }
            if isOpen { continuation.resume() }
        }
        // The lock orders what was written before the gate was opened before what is read after it: a continuation that is resumed before
        // its task has suspended is an order that ThreadSanitizer does not see.
        return state.withLock { unsafe $0.outcome.unsafelyUnwrapped }
    }
}
