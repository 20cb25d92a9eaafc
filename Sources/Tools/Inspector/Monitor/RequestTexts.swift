// The texts of the request that a scope was opened for.

#if Inspector
internal import Armory
internal import Hummingbird

/// The request of a scope: texts only, so that no request is held.
final class RequestTexts: Sendable {
    let method: String
    /// The path without the query, whose values may be secrets; shortened to 200 characters.
    let path: String
    let id: String?

    /// The request among the seeds of an opened scope; nil if it has none.
    init?(_ scope: ContainerEvent.ScopeInfo) {
        guard let request = scope.seed(Request.self) else { return nil }
        method = request.method.rawValue
        path = String(request.uri.path.prefix(200))
        id = scope.seed(RequestID.self)?.description
    }
}
#endif
