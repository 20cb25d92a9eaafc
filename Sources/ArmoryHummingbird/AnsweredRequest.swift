// A request from its arrival to its response's last byte, as a server knows it that waits for that.

#if Hummingbird
internal import Armory
internal import Synchronization

/// The request that is answered in this task, by a server that ends its scope.
///
/// It is the task's current container: the scope, once a middleware has claimed the request for it. So one value that is local to
/// the task serves both. A scope that comes later, of another middleware or of a request that a handler sends on, is the current one
/// of its own tasks, and ends behind its own body.
final class AnsweredRequest: Sendable {
    private let outside: (any CurrentContainer)?
    private let state = Mutex(State())

    private struct State: Sendable {
        var scope: LazyRequestScope?
        var isOver = false
    }

    /// - Parameter outside: What is current outside of the scope.
    init(outside: (any CurrentContainer)?) {
        self.outside = outside
    }

    /// That of this task.
    static var current: AnsweredRequest? { Ambient.task as? AnsweredRequest }

    /// Has the server end the scope; false where it ends another, or is over.
    func claim(for scope: LazyRequestScope) -> Bool {
        state.withLock { state in
            guard state.scope == nil, !state.isOver else { return false }
            state.scope = scope
            return true
        }
    }

    /// Ends the scope; what is left to be awaited.
    ///
    /// It stays: a task that outlives the request finds it, and that it is closed.
    func end(_ end: ScopeEnd) -> RequestScopeEnd? {
        let scope = state.withLock { state in
            state.isOver = true
            return state.scope
        }
        return scope?.end(end)
    }
}

extension AnsweredRequest: CurrentContainer {
    var container: Container? { (state.withLock { $0.scope } ?? outside)?.container }
}
#endif
