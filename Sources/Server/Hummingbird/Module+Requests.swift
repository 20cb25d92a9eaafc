// The registrations that a container for requests needs.

#if Hummingbird
public import Armory
internal import ArmoryLogging
internal import Hummingbird

extension Module {
    /// The registrations that `RequestScopes` needs in its container, and loggers.
    ///
    /// A request's scope contains its `Request`, its `RequestID`, and its logger, named `.request`. A `Logger` without
    /// a name is a logger for the asking type, with the request's metadata: see `Module.loggers(label:in:make:)`.
    ///
    /// - Parameters:
    ///   - label: The label of loggers for code outside of factories.
    ///   - tag: The tag of the requests' scopes, as it is passed to `RequestScopes/init(_:tag:closing:fileID:line:)`.
    public static func requests(label: String, in tag: ScopeTag = .request) -> Module {
        Module("requests") {
            Seeded(Request.self).in(tag).ifAbsent()
            Seeded(RequestID.self).in(tag).ifAbsent()
            Module.loggers(label: label, in: tag)
        }
    }
}
#endif
