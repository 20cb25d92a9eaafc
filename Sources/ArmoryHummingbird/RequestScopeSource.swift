// The source of the requests' scopes.

#if Hummingbird
internal import Armory
internal import Synchronization

/// The container that the scopes of requests are opened in, and their tag.
final class RequestScopeSource: Sendable {
    let container: Container
    let tag: ScopeTag
    /// The location of the middleware, which opens the scopes.
    let location: SourceLocation
    private let isProved = Atomic(false)

    init(_ container: Container, _ tag: ScopeTag, _ location: SourceLocation) {
        self.container = container
        self.tag = tag
        self.location = location
    }

    /// Checks that the container can open a request's scope: it is open, and has the registrations of the seeds.
    ///
    /// - Returns: The scope that was opened to check the registrations; nil once an earlier request has passed the check.
    func check(_ seeds: RequestSeeds) throws(ResolutionError) -> Container? {
        // Both relaxed: a thread that does not see the flag yet only repeats the check.
        if isProved.load(ordering: .relaxed) {
            try container.checkOpen()
            return nil
        }
        let opened = try seeds.open()
        do throws(ResolutionError) {
            for key in RequestSeeds.keys { try opened.seedRegistration(key) }
        } catch {
            _ = opened.endWithoutHooks()
            throw error
        }
        isProved.store(true, ordering: .relaxed)
        return opened
    }
}
#endif
