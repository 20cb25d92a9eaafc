// The cancellation of a group's members, past the group.
//
// A ServiceGroup that is cancelled tells its services to end gracefully too, the next one whenever any has ended: its own order,
// beside that of the dependencies. So the group's task is never cancelled. Its members are, here, and the group hears of none's
// end before all have ended, when nobody is left that it could tell or cancel.

#if ServiceLifecycle
internal import ServiceLifecycle

/// How the members of one group are cancelled together.
final class Cancellation: Sendable {
    private struct State {
        var isCalled = false
        var handlers: [@Sendable () -> Void] = []
        /// Members that have not ended.
        var left: Int
        /// What a member has thrown, the first one.
        var error: (any Error)?
    }

    private let state: Guarded<State>
    private let allEnded = Door()

    init(members: Int) { state = Guarded(State(left: members)) }

    var isCalled: Bool { state.withLock { $0.isCalled } }

    /// Cancels the members.
    func call() {
        let handlers = state.withLock { state in
            state.isCalled = true
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Has it called on cancellation, or now where that was before.
    func onCall(_ handler: @escaping @Sendable () -> Void) {
        let isCalled = state.withLock { state in
            if !state.isCalled { state.handlers.append(handler) }
            return state.isCalled
        }
        if isCalled { handler() }
    }

    /// A member has ended: it returns when its group may know.
    ///
    /// - Parameters:
    ///   - stage: Those that wait for its end go on.
    ///   - error: What counts as an error of the whole.
    func memberEnded(_ stage: Stage, _ error: (any Error)?) async {
        let (isCalled, isLast) = state.withLock { state in
            state.left -= 1
            if state.error == nil { state.error = error }
            return (state.isCalled, state.left == 0)
        }
        // Not before its error is noted: the next one's would be the first.
        stage.skip()
        if isLast { allEnded.open() }
        if isCalled { await allEnded.wait() }
    }

    /// Runs the group, whose members hear of this task's cancellation from here.
    func run(_ group: ServiceGroup) async throws {
        // A task of its own, which has the values of this one, so that a graceful shutdown comes through.
        let task = Task { try await group.run() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            call()
        }
        // As no member ended before another, the group says that one has ended unexpectedly.
        guard isCalled else { return try result.get() }
        if let error = state.withLock({ $0.error }) { throw error }
    }
}
#endif
