// The scope of some work: opened at its first use, and ended exactly once.
//
//     unclaimed --- an adapter claims it ---> unopened --- first use ---> opened --- the work is done ---> over
//         |                                       |                                                        ^
//         +----------- never claimed -------------+------------------- never used -------------------------+
//
// It is unclaimed where a server creates it before a middleware knows the work; otherwise it begins as unopened.

public import Armory

#if Logging
public import Logging
#endif

/// The scope of some work, which is opened at its first use.
///
/// Meanwhile it is the task's current container, so one task-local value serves for both. After its end using it throws `closed`:
/// a task that outlives the work finds that out, and keeps nothing of it.
///
/// Any task may use it, also several at once.
public final class LazyScope: Sendable {
    private let outside: (any CurrentContainer)?
    private let state: Guarded<State>

    fileprivate struct State: Sendable {
        /// What opens the scope; nil: it is unclaimed.
        var opener: (any ScopeOpener)?
        var scope: Container?
        /// The tag of the scope that has ended.
        var endedTag: ScopeTag?
        var isOver = false
        var failure: (any Error)?
    }

    /// Creates an unclaimed scope.
    ///
    /// - Parameter outside: The current container until it is claimed.
    package init(outside: (any CurrentContainer)?) {
        self.outside = outside
        state = Guarded(State())
    }

    /// - Parameter scope: The scope, if it was opened already.
    package init(_ opener: any ScopeOpener, _ scope: Container?) {
        outside = nil
        state = Guarded(State(opener: opener, scope: scope))
    }

    deinit { state.withLock { $0.scope }?.releaseHoldByOuter() }

    /// The lazy scope that this task runs in.
    package static var current: LazyScope? { Container.currentChoice as? LazyScope }

    /// Makes it the scope of some work; false if it already is that of another one, or if it is over.
    package func claim(_ opener: any ScopeOpener, _ scope: Container?) -> Bool {
        state.withLock { state in
            guard state.opener == nil, !state.isOver else { return false }
            state.opener = opener
            state.scope = scope
            return true
        }
    }

    /// The scope as a container: the first call opens it, and every call returns the same.
    ///
    /// After the end of the work, it is closed, so that using it throws.
    ///
    /// - Throws: `ResolutionError` with the code `closed` if the container that it is opened in is closed.
    /// - Complexity: O(1), under a lock.
    public func open() throws(ResolutionError) -> Container {
        guard let scope = try openIfClaimed() else { preconditionFailure("an unclaimed scope is never handed out") }
        return scope
    }

    /// Opens the scope at the first call, and returns the same scope at every call; nil: it is unclaimed.
    package func openIfClaimed() throws(ResolutionError) -> Container? {
        let (scope, opener) = try state.withLock { state throws(ResolutionError) in
            guard !state.isOver else { throw state.closedError }
            return (state.scope, state.opener)
        }
        if let scope { return scope }
        guard let opener else { return nil }
        // Not under the lock, because event subscribers run user code. If two callers open a scope at the same time, one scope is kept.
        let new = try opener.open()
        let taken = state.withLock { state in
            if state.scope == nil && !state.isOver { state.scope = new }
            return state.scope
        }
        if taken !== new {
            new.releaseHoldByOuter()
            new.close()
        }
        return taken ?? new
    }

    /// Calls `body`, which awaits, with this scope as the task's current container, and the work's logger as `Logger.current`.
    ///
    /// `Logger.current` needs the trait `Logging`; without it, swift-log is not built.
    ///
    /// - Parameter body: The code to run, on the caller's actor.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: One task-local value, and a second one for the logger.
    @inlinable
    @inline(__always)
    public func asCurrent<R>(_ body: () async throws -> R) async rethrows -> R {
        #if Logging
        guard let logger = workLogger else { return try await Container.withCurrent(self, body) }
        return try await Container.withCurrent(self) { try await withLogger(logger) { _ in try await body() } }
        #else
        try await Container.withCurrent(self, body)
        #endif
    }

    #if Logging
    /// The logger of the work; nil: there is no work yet, or it is over.
    @usableFromInline package var workLogger: Logger? { state.withLock { $0.opener }?.logger }
    #endif

    /// Stores why the work has failed, whatever its end is said to be; the first error counts.
    ///
    /// - Parameter error: The error that the hooks receive.
    public func fail(_ error: any Error) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Ends the scope at the first call, and closes its instances.
    ///
    /// Other calls return at once. Errors of hooks go to ``IncomingWork/closingFailed(_:)``.
    ///
    /// - Parameter end: How the work has ended, unless ``fail(_:)`` was called.
    public func end(_ end: ScopeOutcome) async {
        await rest(of: end)?.run()
    }

    /// Ends the scope of completed work at the first call.
    ///
    /// Other calls return at once.
    ///
    /// - Throws: `ResolutionError` with the code `shutdownFailed` if hooks threw.
    public func endOrThrow() async throws(ResolutionError) {
        guard let rest = rest(of: .completed) else { return }
        let faults = await rest.scope.endAwaitingOnlyHooks(rest.end)
        guard faults.isEmpty else { throw .closingFailed(faults, state.withLock { $0.endedTag }) }
    }

    /// Ends the scope, and returns the part that must be awaited, or nil.
    ///
    /// Nothing is kept: a task that outlives the work keeps this object.
    private func rest(of end: ScopeOutcome) -> ScopeRest? {
        // Taken out, so that it is released after the lock.
        let former = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            return exchange(&state, with: State(endedTag: state.opener?.source.tag, isOver: true))
        }
        guard let former, let scope = former.scope, let opener = former.opener else { return nil }
        let outcome = former.failure.map { .failed($0) } ?? end
        let isOver = scope.endAtOnceIfIdle(outcome)
        scope.releaseHoldByOuter(isOver: isOver)
        return isOver ? nil : ScopeRest(scope: scope, end: outcome, opener: opener)
    }

    /// Ends the scope without waiting for hooks: the end of the container that it was opened in waits for them.
    fileprivate func endBeside(_ end: ScopeOutcome) {
        guard let rest = rest(of: end) else { return }
        Task.detached { await rest.run() }
    }
}

extension LazyScope.State {
    var closedError: ResolutionError {
        ResolutionError(
            .closed, ServiceKey(Container.self),
            detail: .ended(endedTag.map { .scope($0) } ?? .container, call: "A scope cannot be opened"))
    }
}

extension LazyScope: CurrentContainer {
    /// The scope; as long as it is unclaimed, the current container outside.
    ///
    /// If the container that it is opened in was closed before, it is that one: using it throws.
    @usableFromInline package var container: Container? {
        // Read once: it may be claimed meanwhile.
        let (opener, isOver) = state.withLock { ($0.opener, $0.isOver) }
        guard !isOver else { return nil }
        guard let opener else { return outside?.container }
        do throws(ResolutionError) { return try openIfClaimed() } catch {
            return isExpired ? nil : opener.source.container
        }
    }

    @usableFromInline package var isExpired: Bool { state.withLock { $0.isOver } }
}

extension ResolutionError {
    /// The error of a scope's hooks that threw.
    fileprivate static func closingFailed(_ faults: [ResolutionError], _ scope: ScopeTag?) -> ResolutionError {
        ResolutionError(.shutdownFailed, ServiceKey(Container.self), detail: .faults(faults, scope: scope))
    }
}

/// The part of a scope's end that must be awaited: its hooks.
private struct ScopeRest: Sendable {
    let scope: Container
    let end: ScopeOutcome
    let opener: any ScopeOpener

    /// Runs the hooks and reports their errors.
    func run() async {
        let faults = await scope.endAwaitingOnlyHooks(end)
        if !faults.isEmpty { opener.closingFailed(.closingFailed(faults, opener.source.tag)) }
    }
}

/// Ends a scope as failed when it is released before it has ended: a closure that holds it was thrown away uncalled.
///
/// An adapter puts it into the closure that writes a response, and ends the scope there.
public final class EndingAtRelease: Sendable {
    /// The scope.
    public let scope: LazyScope
    private let error: any Error

    /// Creates an object to be held by a closure.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - error: The error that the hooks receive if the scope has not ended before.
    public init(_ scope: LazyScope, failing error: any Error) {
        self.scope = scope
        self.error = error
    }

    deinit { scope.endBeside(.failed(error)) }
}
