// The source of the scopes of incoming work.

public import Armory
internal import Synchronization

#if Logging
package import Logging
#endif

/// The container in which work gets its scopes, and their tag.
///
/// ```swift
/// let source = ScopeSource(container)
/// try await source.withScope(of: job) { scope in
///     try await scope.open().resolve(Shipping.self).ship(job.order)
/// }
/// ```
///
/// The scope is opened at its first use, through ``LazyScope/open()`` or `Container.current`. Work that does not use it
/// pays almost nothing. Only for the first work of a source it is always opened. So a container that lacks a registration
/// for a seed fails at once. Use one source for each kind of work.
///
/// It holds the container, unless an instance of the container creates it from its resolver: ``init(in:tag:fileID:line:)``.
public final class ScopeSource: Sendable {
    /// The container, if the source holds it.
    private let held: Container?
    private let unheld: WeakContainer?
    let tag: ScopeTag
    /// The location that events report for the opening of the scopes.
    private let location: CodeLocation
    private let isProved = Atomic(false)

    /// Creates a source of scopes.
    ///
    /// - Parameters:
    ///   - container: The container that the scopes are opened in. It may be a scope itself, for example that of a
    ///     connection whose messages have scopes.
    ///   - tag: The tag of the scopes.
    ///   - fileID: The file of the call, which events report as the location where the scopes are opened.
    ///   - line: The line of the call.
    public init(
        _ container: Container, tag: ScopeTag = .request, fileID: StaticString = #fileID, line: Int = #line
    ) {
        held = container
        unheld = nil
        self.tag = tag
        location = CodeLocation(fileID: fileID, line: line)
    }

    /// Creates a source of scopes for an instance that the container keeps, such as a service that opens a scope for each job.
    ///
    /// ```swift
    /// Singleton { JobQueue(scopes: ScopeSource(in: $0, tag: .job), workers: workers) }
    /// ```
    ///
    /// It does not hold the container, so the instance and its container do not keep each other in memory.
    ///
    /// - Parameters:
    ///   - resolver: The resolver of the instance's factory, which does not await; the scopes are opened in its container.
    ///   - tag: The tag of the scopes.
    ///   - fileID: The file of the call, which events report as the location where the scopes are opened.
    ///   - line: The line of the call.
    public convenience init(
        in resolver: Resolver, tag: ScopeTag = .request, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(notHolding: resolver.container, tag: tag, at: CodeLocation(fileID: fileID, line: line))
    }

    /// As ``init(in:tag:fileID:line:)``, for a factory that awaits.
    ///
    /// No overload of it: a closure that passes its parameter on would be one that has the resolver injected.
    package init(notHolding container: Container, tag: ScopeTag, at location: CodeLocation) {
        held = nil
        unheld = WeakContainer(container)
        self.tag = tag
        self.location = location
    }

    /// The container that the scopes are opened in; nil: it is released.
    package var container: Container? { held ?? unheld?.container }

    private func living() throws(ResolutionError) -> Container {
        guard let container else { throw ResolutionError(.closed, ServiceKey(Container.self)) }
        return container
    }

    /// Runs `body` with a scope for some work, and ends the scope when `body` has returned or thrown.
    ///
    /// While `body` runs, the scope is `Container.current` in its task and the child tasks. With the trait `Logging`, the work's
    /// logger is `Logger.current` there.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - body: Does the work, on the caller's actor.
    /// - Returns: The result of `body`, after everything is closed.
    /// - Throws: The error of `body`; otherwise `ResolutionError` with the code `shutdownFailed` if hooks threw. If both
    ///   threw, the errors of the hooks go to ``IncomingWork/closingFailed(_:)``. Before `body` runs: `ResolutionError`
    ///   with the code `closed`, `outsideScope` or `seedNotDeclared`.
    public func withScope<R>(
        of work: some IncomingWork, _ body: (_ scope: LazyScope) async throws -> R
    ) async throws -> R {
        let scope = try begin(work)
        let result: R
        do {
            result = try await scope.asCurrent { try await body(scope) }
        } catch {
            await scope.end(.failed(error))
            throw error
        }
        try await scope.endOrThrow()
        return result
    }

    /// Begins a scope for some work, which the caller ends with ``LazyScope/end(_:)`` or ``LazyScope/endOrThrow()``.
    ///
    /// It is for work whose result is written after its handler has returned, such as the body of a response. A scope that
    /// is never ended is closed when it is released, and its hooks get a failure.
    ///
    /// - Parameter work: The work.
    /// - Throws: `ResolutionError` with the code `closed`, `outsideScope` or `seedNotDeclared`.
    public func begin(_ work: some IncomingWork) throws(ResolutionError) -> LazyScope {
        let opener = WorkOpener(self, work)
        return LazyScope(opener, try check(opener))
    }

    /// Checks that the container can open a scope for work: it is open, and has the registrations of the seeds.
    ///
    /// - Returns: The scope that was opened for the check; nil once an earlier work has passed it.
    package func check(_ opener: any ScopeOpener) throws(ResolutionError) -> Container? {
        // Both relaxed: a thread that does not see the flag yet only repeats the check.
        if isProved.load(ordering: .relaxed) {
            try living().checkOpen(forCall: "A scope cannot be opened")
            return nil
        }
        let opened = try opener.open()
        isProved.store(true, ordering: .relaxed)
        return opened
    }

    /// Opens a scope for a ``LazyScope``, which lets it go.
    fileprivate func open(_ seeds: [ScopeSeed]) throws(ResolutionError) -> Container {
        let container = try living()
        guard container.id != nil else {
            return try container.openScope(tag, seeds: seeds, for: .object, at: location)
        }
        // A subscriber that asks for the current container gets this one: the lazy scope would open another scope for it.
        let opened = container.asCurrent {
            Result { () throws(ResolutionError) in
                try container.openScope(tag, seeds: seeds, for: .object, at: location)
            }
        }
        return try opened.get()
    }
}

private final class WeakContainer: Sendable {
    weak let container: Container?

    init(_ container: Container) { self.container = container }
}

/// Opens the scope of some work, whose type it hides.
package protocol ScopeOpener: AnyObject, Sendable {
    var source: ScopeSource { get }
    /// Opens the scope; the caller calls `releaseHoldByOuter` before it releases it.
    func open() throws(ResolutionError) -> Container
    func closingFailed(_ error: ResolutionError)
    #if Logging
    var logger: Logger { get }
    #endif
}

package final class WorkOpener<Work: IncomingWork>: ScopeOpener {
    package let source: ScopeSource
    private let work: Work

    package init(_ source: ScopeSource, _ work: Work) {
        self.source = source
        self.work = work
    }

    package func open() throws(ResolutionError) -> Container { try source.open(work.seeds) }

    package func closingFailed(_ error: ResolutionError) { work.closingFailed(error) }

    #if Logging
    package var logger: Logger { work.logger }
    #endif
}
