// A request from its arrival to its response's last byte, as a server knows it that waits for that.

#if Hummingbird
internal import Armory
internal import Synchronization

/// The scopes of the request that is answered in this task, where its server ends them.
///
/// It is the task's current container: the innermost of these scopes. So a request has one value that is local to its task,
/// however many scopes it has.
final class AnsweredRequest: Sendable {
    private let outside: (any CurrentContainer)?
    private let kept = Mutex<LazyRequestScope?>(nil)

    /// - Parameter outside: What is current outside of the scopes.
    init(outside: (any CurrentContainer)?) {
        self.outside = outside
    }

    /// That of this task.
    static var current: AnsweredRequest? { Ambient.task as? AnsweredRequest }

    /// The innermost scope: the request's middlewares set it, one after the other.
    var innermost: LazyRequestScope? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    /// Ends the scopes, the innermost first; returns at the first whose end has something to await, nil after the last.
    ///
    /// They stay: a task that outlives the request finds its scope, and that it is closed.
    func nextEnd(_ end: ScopeEnd) -> RequestScopeEnd? {
        var next = innermost
        while let scope = next {
            if let rest = scope.end(end) { return rest }
            next = scope.outer
        }
        return nil
    }
}

extension AnsweredRequest: CurrentContainer {
    var container: Container? { (innermost ?? outside)?.container }
}
#endif
