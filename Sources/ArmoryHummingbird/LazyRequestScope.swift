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
final class LazyRequestScope: Sendable {
    private let source: RequestScopeSource
    private let request: Request
    private let logger: Logger
    private let state = Mutex(State())

    private struct State: Sendable {
        var scope: Container?
        var isOver = false
        var failure: (any Error)?
    }

    init(_ source: RequestScopeSource, _ request: Request, _ logger: Logger) {
        self.source = source
        self.request = request
        self.logger = logger
    }

    /// The scope, the same for all who ask; after the end one that is closed, so that they are told.
    func open() throws(ResolutionError) -> Container {
        if let scope = state.withLock({ $0.scope }) { return scope }
        // Not under the lock: who is told of scopes, and the logger, are others' code. Of several that come first, one's is taken.
        let new = try openAnother()
        let taken = state.withLock { state in
            if state.scope == nil && !state.isOver { state.scope = new }
            return state.scope
        }
        if taken !== new { new.close() }
        return taken ?? new
    }

    /// The code of others that runs here has the container as the current one: with the scope it would come here again.
    private func openAnother() throws(ResolutionError) -> Container {
        try source.container.asCurrentOfThread { () throws(ResolutionError) in
            try source.container.openScope(source.tag) { scope throws(ResolutionError) in
                try scope.seed(request, ServiceKey(Request.self))
                try scope.seed(requestID, ServiceKey(RequestID.self))
                try scope.seed(logger, ServiceKey(Logger.self, qualifier: Qualifier(Name.request)))
            }
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
    /// - Parameter end: How it ends unless a failure was noted.
    func end(_ end: ScopeEnd) -> RequestScopeEnd? {
        let ended = state.withLock { state -> (scope: Container, failure: (any Error)?)? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.scope.map { ($0, state.failure) }
        }
        guard let ended, !ended.scope.endWithoutHooks() else { return nil }
        return RequestScopeEnd(scope: ended.scope, end: ended.failure.map { .failed($0) } ?? end, logger: logger)
    }
}

extension LazyRequestScope: CurrentContainer {
    /// The scope; the container that it was to be opened in where that was closed meanwhile, which then says so.
    var container: Container? { (try? open()) ?? source.container }
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
