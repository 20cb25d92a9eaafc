// A request's scope: opened at its first use, and ended exactly once.
//
//     unclaimed --- a middleware claims it ---> unopened --- first use ---> opened --- response written ---> over
//         |                                        |                                                       ^
//         +----------- never claimed --------------+------------------- never used ------------------------+
//
// A response that cannot be written ends it, too. The scope of a middleware that ends it by itself begins as unopened.
//
// So a request that does not use the container pays almost nothing for it.

#if Hummingbird
internal import Armory
internal import ArmoryLogging
internal import Logging
internal import Synchronization

/// The scope of a request.
///
/// A server from `withScopes` creates it when the request arrives, and ends it after the last byte of the response.
/// Meanwhile it is the task's current container, so one task-local value serves for both. Until a middleware claims it,
/// the current container is the one outside. A later scope may come from another middleware, or from a request that a
/// handler forwards: it is the current container of its tasks only, and ends after its body.
final class LazyRequestScope: Sendable {
    private let outside: (any CurrentContainer)?
    private let state: Mutex<State>

    private struct State: Sendable {
        /// What the scope is opened with; nil: no middleware has claimed it.
        var seeds: RequestSeeds?
        var scope: Container?
        var isOver = false
        var failure: (any Error)?
    }

    /// Creates a scope that no middleware has claimed.
    ///
    /// - Parameter outside: The current container until then.
    init(outside: (any CurrentContainer)?) {
        self.outside = outside
        state = Mutex(State())
    }

    /// Creates the scope of a middleware that ends it by itself.
    ///
    /// - Parameter scope: The scope, if it was opened already.
    init(_ seeds: RequestSeeds, _ scope: Container?) {
        outside = nil
        state = Mutex(State(seeds: seeds, scope: scope))
    }

    /// The scope of the request that this task answers.
    static var current: LazyRequestScope? { Ambient.task as? LazyRequestScope }

    /// Makes it the scope of a middleware; false if it already is that of another one, or if the request is over.
    func claim(_ seeds: RequestSeeds, _ scope: Container?) -> Bool {
        state.withLock { state in
            guard state.seeds == nil, !state.isOver else { return false }
            state.seeds = seeds
            state.scope = scope
            return true
        }
    }

    /// Opens the scope at the first call, and returns the same scope at every call; nil: no middleware has claimed it.
    ///
    /// After the end of the request, the scope is a closed one, so that using it throws.
    func open() throws(ResolutionError) -> Container? {
        if let scope = state.withLock({ $0.scope }) { return scope }
        guard let seeds = state.withLock({ $0.seeds }) else { return nil }
        // Not under the lock, because event subscribers run user code. If two callers open a scope
        // at the same time, one scope is kept.
        let new = try seeds.open()
        let taken = state.withLock { state in
            if state.scope == nil && !state.isOver { state.scope = new }
            return state.scope
        }
        if taken !== new { new.close() }
        return taken ?? new
    }

    /// Stores why the request has failed; the first error counts.
    func fail(_ error: any Error) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Ends the scope at the first call, and returns the part of its end that must be awaited, or nil.
    ///
    /// It is kept: a task that outlives the request finds the scope, and that it is closed.
    ///
    /// - Parameter end: How the scope ends, unless a failure was stored.
    func end(_ end: ScopeEnd) -> RequestScopeEnd? {
        let ended = state.withLock { state -> (scope: Container, logger: Logger, failure: (any Error)?)? in
            guard !state.isOver else { return nil }
            state.isOver = true
            guard let scope = state.scope, let seeds = state.seeds else { return nil }
            return (scope, seeds.logger, state.failure)
        }
        guard let ended, !ended.scope.endWithoutHooks() else { return nil }
        return RequestScopeEnd(scope: ended.scope, end: ended.failure.map { .failed($0) } ?? end, logger: ended.logger)
    }
}

extension LazyRequestScope: CurrentContainer {
    /// The scope; as long as no middleware has claimed it, the current container outside.
    ///
    /// If the scope's parent container was closed before the scope was opened, it is the parent: using it throws.
    var container: Container? {
        // Read once: a middleware may claim it meanwhile.
        guard let seeds = state.withLock({ $0.seeds }) else { return outside?.container }
        return (try? open()) ?? seeds.source.container
    }
}

/// The part of a scope's end that must be awaited.
struct RequestScopeEnd: Sendable {
    fileprivate let scope: Container
    fileprivate let end: ScopeEnd
    fileprivate let logger: Logger

    /// Runs the hooks and logs their errors.
    func run() async {
        for fault in await scope.endWithHooks(end) {
            logger.error("What was made for the request could not be closed.", metadata: ["error": "\(fault)"])
        }
    }

    /// Runs the hooks and throws their errors.
    func runOrThrow() async throws {
        let faults = await scope.endWithHooks(end)
        guard faults.isEmpty else { throw ResolutionError(shutdown: faults) }
    }
}
#endif
