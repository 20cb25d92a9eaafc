// What a container has to know of requests.

#if Hummingbird
public import Armory
internal import ArmoryLogging
internal import Hummingbird

extension Module {
    /// What ``RequestScopes`` opens each scope with, and loggers: a container for requests has it.
    ///
    /// In a request's scope are its `Request`, its `RequestID`, and its logger, named `.request`. A `Logger` without a name is one
    /// for the type that asks, which carries the request's metadata: see `Module.loggers(label:in:make:)`.
    ///
    /// - Parameters:
    ///   - label: The label of loggers for code outside of factories.
    ///   - tag: What the requests' scopes are: what ``RequestScopes/init(_:tag:closing:)`` is given.
    public static func requests(label: String, in tag: ScopeTag = .request) -> Module {
        Module("requests") {
            Seeded(Request.self).in(tag).ifAbsent()
            Seeded(RequestID.self).in(tag).ifAbsent()
            Module.loggers(label: label, in: tag)
        }
    }
}
#endif
