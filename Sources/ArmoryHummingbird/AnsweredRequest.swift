// A request from its arrival to the last byte of its response, in a server that waits for that byte.

#if Hummingbird
internal import Armory
internal import Synchronization

/// The request that this task answers, in a server that ends the request's scope.
///
/// It is also the task's current container: that is the scope, once a middleware has claimed the request for it. So one
/// task-local value serves both purposes. A later scope may come from another middleware, or from a request that a
/// handler forwards. It is the current container of its tasks only, and ends after its body.
final class AnsweredRequest: Sendable {
    private let outside: (any CurrentContainer)?
    private let state = Mutex(State())

    private struct State: Sendable {
        var scope: LazyRequestScope?
        var isOver = false
    }

    /// - Parameter outside: The current container outside of the scope.
    init(outside: (any CurrentContainer)?) {
        self.outside = outside
    }

    /// The request of this task.
    static var current: AnsweredRequest? { Ambient.task as? AnsweredRequest }

    /// Makes the server end the scope; false if it already ends another scope, or if the request is over.
    func claim(for scope: LazyRequestScope) -> Bool {
        state.withLock { state in
            guard state.scope == nil, !state.isOver else { return false }
            state.scope = scope
            return true
        }
    }

    /// Ends the scope, and returns the part of its end that must be awaited, or nil.
    ///
    /// The request keeps the scope: a task that outlives the request finds the scope, and that it is closed.
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
