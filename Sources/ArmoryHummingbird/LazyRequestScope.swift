// A request's scope: opened when it is first asked for, ended once, whoever comes to it.
//
//     unopened --- asked for ---> opened --- the response was written, or could not be ---> over
//         |                                                                                   ^
//         +-------------------------------- nobody asks ----------------------------------------+
//
// So a request that needs nothing of the container costs next to nothing of it.

#if Hummingbird
internal import Armory
internal import ArmoryLogging
internal import Hummingbird
internal import Logging
internal import Synchronization

/// The scope of a request.
///
/// One that nobody ends, because the response was thrown away, is ended with its last reference.
final class LazyRequestScope: Sendable {
    private let base: Container
    private let tag: ScopeTag
    private let request: Request
    private let logger: Logger
    /// The scope of the same request that it lies in, where the server ends them.
    let outer: LazyRequestScope?
    private let state = Mutex(State())

    private struct State: Sendable {
        var scope: Container?
        var isOver = false
        var failure: (any Error)?
    }

    init(_ tag: ScopeTag, in base: Container, _ request: Request, _ logger: Logger, outer: LazyRequestScope?) {
        self.base = base
        self.tag = tag
        self.request = request
        self.logger = logger
        self.outer = outer
    }

    deinit {
        // The end of a body that was never written.
        guard let rest = end(nil) else { return }
        Task { await rest.run() }
    }

    /// The scope, the same for all who ask; after the end one that is closed, so that they are told.
    func open() throws(ResolutionError) -> Container {
        if let scope = state.withLock({ $0.scope }) { return scope }
        // Not under the lock: who is told of scopes, and the logger, are others' code. Of several that come first, one's is taken.
        let new = try openAnother()
        let (scope, isOver) = state.withLock { state in
            let scope = state.scope ?? new
            state.scope = scope
            return (scope, state.isOver)
        }
        if isOver || scope !== new { new.close() }
        return scope
    }

    private func openAnother() throws(ResolutionError) -> Container {
        try base.openScope(tag) { scope throws(ResolutionError) in
            try scope.seed(request, ServiceKey(Request.self))
            try scope.seed(requestID, ServiceKey(RequestID.self))
            try scope.seed(logger, ServiceKey(Logger.self, qualifier: Qualifier(Name.request)))
        }
    }

    private var requestID: RequestID {
        if case .stringConvertible(let value) = logger[metadataKey: "hb.request.id"], let known = value as? RequestID {
            return known
        }
        return RequestID()
    }

    /// Notes why the request has failed.
    func fail(_ error: any Error) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Ends the scope, for the first who asks; what is left to be awaited.
    ///
    /// - Parameter end: How it ends unless a failure was noted; nil: the response was not written.
    func end(_ end: ScopeEnd?) -> RequestScopeEnd? {
        let ended = state.withLock { state -> (scope: Container, failure: (any Error)?)? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.scope.map { ($0, state.failure) }
        }
        guard let ended, !ended.scope.endWithoutHooks() else { return nil }
        let end = ended.failure.map { .failed($0) } ?? end ?? .failed(ResponseNotWritten())
        return RequestScopeEnd(scope: ended.scope, end: end, logger: logger)
    }
}

extension LazyRequestScope: CurrentContainer {
    /// The scope; where it cannot be opened, the container that it was to be opened in, which says what is missing.
    var container: Container? { (try? open()) ?? base }
}

/// What a scope's end has to await.
struct RequestScopeEnd: Sendable {
    fileprivate let scope: Container
    fileprivate let end: ScopeEnd
    fileprivate let logger: Logger

    /// Runs the hooks; what they throw is logged.
    func run() async {
        for fault in await scope.endWithHooks(end) {
            logger.error("What was made for the request could not be closed.", metadata: ["error": "\(fault)"])
        }
    }

    /// Runs the hooks; what they throw is thrown.
    func runOrThrow() async throws {
        let faults = await scope.endWithHooks(end)
        guard faults.isEmpty else { throw ResolutionError(shutdown: faults) }
    }
}
#endif
