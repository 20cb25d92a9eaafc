// A request as work that gets a scope.

#if Hummingbird
internal import Armory
internal import ArmoryLogging
internal import ArmoryRequests
internal import Hummingbird
internal import Logging

/// A request of Hummingbird: the seeds of its scope, and the logger for errors of hooks.
struct HandledRequest: IncomingWork {
    let request: Request
    let logger: Logger

    var seeds: [ScopeSeed] { [ScopeSeed(request), ScopeSeed(id), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        for fault in error.faults {
            logger.error("The instances of the request could not be closed.", metadata: ["error": "\(fault)"])
        }
    }

    /// The ID that Hummingbird has given the request, and logs.
    private var id: RequestID {
        if case .stringConvertible(let value) = logger[metadataKey: "hb.request.id"], let known = value as? RequestID {
            return known
        }
        return RequestID()
    }
}
#endif
