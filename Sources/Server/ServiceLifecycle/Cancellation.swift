// The cancellation of a group's members, which bypasses the group.
//
// A ServiceGroup that is cancelled also asks its services to end gracefully, the next one whenever any service has
// ended. That order is independent of the dependencies. So the group's task is never cancelled: its members are
// cancelled here. The group learns of their ends only after all of them have ended, when there is no service left to
// cancel or to ask to end.

#if ServiceLifecycle
internal import Armory
internal import ServiceLifecycle

/// The joint cancellation of the members of one group.
final class Cancellation: Sendable {
    private struct State {
        var isCalled = false
        var handlers: [@Sendable () -> Void] = []
        /// The number of members that have not ended.
        var left: Int
        /// The first error that a member has thrown.
        var error: (any Error)?
    }

    private let state: Guarded<State>
    private let allEnded = Gate<Void>()

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

    /// Registers a handler for the cancellation; calls it immediately if the members were cancelled before.
    func onCall(_ handler: @escaping @Sendable () -> Void) {
        let isCalled = state.withLock { state in
            if !state.isCalled { state.handlers.append(handler) }
            return state.isCalled
        }
        if isCalled { handler() }
    }

    /// Records that a member has ended, and returns when its group may learn of it.
    ///
    /// - Parameters:
    ///   - stage: The member's stage. Members that wait for its end continue.
    ///   - error: The member's error, if it counts as an error of the whole group.
    func memberEnded(_ stage: Stage, _ error: (any Error)?) async {
        let (isCalled, isLast) = state.withLock { state in
            state.left -= 1
            if state.error == nil { state.error = error }
            return (state.isCalled, state.left == 0)
        }
        // After the error is stored: otherwise the error of the next member to end could be stored first.
        stage.skip()
        if isLast { allEnded.openAndResumeWaiters(with: ()) }
        if isCalled { await allEnded.waitUntilOpen() }
    }

    /// Runs the group, and cancels its members if this task is cancelled.
    func run(_ group: ServiceGroup) async throws {
        // A separate task that inherits this task's values, so that a graceful shutdown reaches it.
        let task = Task { try await group.run() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            call()
        }
        // After a cancellation the group's result means nothing: it reports that a member has ended unexpectedly,
        // because for the group none has ended before another.
        guard isCalled else { return try result.get() }
        if let error = state.withLock({ $0.error }) { throw error }
    }
}
#endif
