// The registrations that a container for calls needs.

#if GRPC
public import Armory
internal import ArmoryLogging
public import GRPCCore

extension Module {
    /// The registrations that `ScopeInterceptor` needs in its container, and loggers.
    ///
    /// A call's scope contains its `RPC`, and its logger, named `.request`. A `Logger` without a name is a logger for the
    /// asking type, with the call's metadata: see `Module.loggers(label:in:make:)`.
    ///
    /// - Parameters:
    ///   - label: The label of loggers for code outside of factories.
    ///   - tag: The tag of the calls' scopes, as it is passed to `ScopeInterceptor/init(_:tag:logger:fileID:line:)`.
    public static func calls(label: String, in tag: ScopeTag = .request) -> Module {
        Module("calls") {
            Seeded(RPC.self).in(tag).ifAbsent()
            Module.loggers(label: label, in: tag)
        }
    }
}

extension Singleton where Instance: RegistrableRPCService {
    /// Makes the server of ``Armory/Module/server(logger:tag:within:delay:interceptors:transport:)`` serve the instance.
    ///
    /// ```swift
    /// Singleton(OrdersRPC.init).service()
    /// ```
    public func service() -> Self { contributing { $0 as any RegistrableRPCService } }
}
#endif
