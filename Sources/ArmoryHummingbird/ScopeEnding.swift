// The end of a request's scope: once, whoever comes to it.

#if Hummingbird
internal import Armory
internal import Logging
internal import Synchronization

/// A scope that is to be ended.
///
/// One that nobody ends, because the response was thrown away, is ended with its last reference.
final class ScopeEnding: Sendable {
    let scope: Container
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var isOver = false
        var failure: (any Error)?
    }

    init(_ scope: Container, _ logger: Logger) {
        self.scope = scope
        self.logger = logger
    }

    deinit {
        guard let end = claim(nil) else { return }
        // The end of a body that was never written.
        Task { [scope, logger] in await Self.end(scope, end, logger) }
    }

    /// Notes why the request has failed.
    func fail(_ error: any Error) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Ends the scope; what hooks throw is logged.
    func end(_ end: ScopeEnd) async {
        if let end = claim(end) { await Self.end(scope, end, logger) }
    }

    /// Ends the scope; what hooks throw is thrown.
    func endOrThrow() async throws {
        guard let end = claim(.completed) else { return }
        let faults = await scope.endInPlace(end)
        guard faults.isEmpty else { throw ResolutionError(shutdown: faults) }
    }

    /// The end, for the first who asks.
    private func claim(_ end: ScopeEnd?) -> ScopeEnd? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.failure.map { .failed($0) } ?? end ?? .failed(ResponseNotWritten())
        }
    }

    private static func end(_ scope: Container, _ end: ScopeEnd, _ logger: Logger) async {
        for fault in await scope.endInPlace(end) {
            logger.error("What was made for the request could not be closed.", metadata: ["error": "\(fault)"])
        }
    }
}

/// The scopes of the request that is answered in this task, where its server closes them.
final class Writing: Sendable {
    @TaskLocal static var current: Writing?

    private let endings = Mutex<[ScopeEnding]>([])

    func add(_ ending: ScopeEnding) { endings.withLock { $0.append(ending) } }

    /// Ends them, the innermost first.
    func end(_ end: ScopeEnd) async {
        while let ending = endings.withLock({ $0.popLast() }) { await ending.end(end) }
    }
}
#endif
