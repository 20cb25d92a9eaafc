// What a request's scope is opened with.

#if Hummingbird
internal import Armory
internal import ArmoryLogging
internal import Hummingbird
internal import Logging

/// The seeds of a request's scope, which holds them.
///
/// Not the `LazyRequestScope` itself: it and its scope would hold each other.
final class RequestSeeds: SeedSource {
    let source: RequestScopeSource
    let logger: Logger
    private let request: Request

    init(_ source: RequestScopeSource, _ request: Request, _ logger: Logger) {
        self.source = source
        self.request = request
        self.logger = logger
    }

    /// Opens a scope with the seeds.
    func open() throws(ResolutionError) -> Container {
        try source.container.openScope(source.tag, seeds: self, at: source.location)
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
#endif
