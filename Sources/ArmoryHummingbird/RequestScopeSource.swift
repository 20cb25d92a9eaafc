// Where the scopes of requests come from.

#if Hummingbird
internal import Armory
internal import Hummingbird
internal import Logging
internal import Synchronization

/// What the scopes of requests are opened in, and what they are.
final class RequestScopeSource: Sendable {
    let container: Container
    let tag: ScopeTag
    private let isProved = Atomic(false)

    init(_ container: Container, _ tag: ScopeTag) {
        self.container = container
        self.tag = tag
    }

    /// The scope of a request.
    ///
    /// That of the first is opened at once: where the container lacks the seeds' registrations, no request is to get further. Nor
    /// is one where it is closed.
    func scope(for request: Request, _ logger: Logger) throws(ResolutionError) -> LazyRequestScope {
        let scope = LazyRequestScope(self, request, logger)
        // Relaxed, both: whoever comes before it is seen proves it again.
        if isProved.load(ordering: .relaxed) {
            try container.checkOpen()
        } else {
            _ = try scope.open()
            isProved.store(true, ordering: .relaxed)
        }
        return scope
    }
}
#endif
