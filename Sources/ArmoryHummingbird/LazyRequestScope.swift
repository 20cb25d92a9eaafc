// A request's scope: opened at its first use, and ended exactly once.
//
//     unopened --- first use ---> opened --- response written, or cannot be written ---> over
//         |                                                                                ^
//         +-------------------------------- never used ------------------------------------+
//
// So a request that does not use the container pays almost nothing for it.

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

    /// Opens the scope at the first call, and returns the same scope at every call.
    ///
    /// After the end of the request, the scope is a closed one, so that using it throws.
    func open() throws(ResolutionError) -> Container {
        if let scope = state.withLock({ $0.scope }) { return scope }
        // Not under the lock, because event subscribers run user code. If two callers open a scope
        // at the same time, one scope is kept.
        let new = try source.container.openScope(source.tag, seeds: RequestSeeds(request, logger))
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
    /// - Parameter end: How the scope ends, unless a failure was stored.
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

/// The seeds of a request's scope, which holds them.
///
/// Not the `LazyRequestScope` itself: it and its scope would hold each other.
final class RequestSeeds: SeedSource {
    private let request: Request
    private let logger: Logger

    fileprivate init(_ request: Request, _ logger: Logger) {
        self.request = request
        self.logger = logger
    }

    func seed<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(PathFault) -> T {
        if let qualifier {
            if type == Logger.self, qualifier.equals(Name.request) { return same(logger, as: type) }
        } else if type == Request.self {
            return same(request, as: type)
        } else if type == RequestID.self {
            return same(requestID, as: type)
        }
        throw .notSeeded
    }

    /// The keys of the seeds.
    static var keys: [ServiceKey] {
        [
            ServiceKey(Request.self), ServiceKey(RequestID.self),
            ServiceKey(Logger.self, qualifier: Qualifier(Name.request)),
        ]
    }

    private var requestID: RequestID {
        if case .stringConvertible(let value) = logger[metadataKey: "hb.request.id"], let known = value as? RequestID {
            return known
        }
        return RequestID()
    }
}

extension LazyRequestScope: CurrentContainer {
    /// The scope; or its parent container, if that was closed before the scope was opened: using it then throws.
    var container: Container? { (try? open()) ?? source.container }
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
