// The source of the requests' scopes.

#if Hummingbird
internal import Armory
internal import Hummingbird
internal import Logging
internal import Synchronization

/// The container that the scopes of requests are opened in, and their tag.
final class RequestScopeSource: Sendable {
    let container: Container
    let tag: ScopeTag
    private let isProved = Atomic(false)

    init(_ container: Container, _ tag: ScopeTag) {
        self.container = container
        self.tag = tag
    }

    /// Creates the scope of a request.
    ///
    /// The first request's scope is opened immediately: if the container lacks the registrations of the seeds, every
    /// request fails here. They are not checked again after a request that had them. A request fails here too if the container is closed.
    func scope(for request: Request, _ logger: Logger) throws(ResolutionError) -> LazyRequestScope {
        let scope = LazyRequestScope(self, request, logger)
        // Both relaxed: a thread that does not see the flag yet only repeats the check.
        if isProved.load(ordering: .relaxed) {
            try container.checkOpen()
        } else {
            let opened = try scope.open()
            do throws(ResolutionError) {
                for key in RequestSeeds.keys { try opened.seedRegistration(key) }
            } catch {
                _ = scope.end(.failed(error))
                throw error
            }
            isProved.store(true, ordering: .relaxed)
        }
        return scope
    }
}
#endif
