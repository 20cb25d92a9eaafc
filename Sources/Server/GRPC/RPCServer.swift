// A server of gRPC as a service of the container.

#if GRPC
public import Armory
internal import ArmoryRequests
internal import ArmoryServiceLifecycle
public import GRPCCore
public import Logging
public import ServiceLifecycle

/// A server of gRPC that `runServices` runs: on graceful shutdown it takes no new calls and finishes those that run.
///
/// ``Armory/Module/server(logger:tag:within:delay:interceptors:transport:)`` registers one.
public struct RPCServer<Transport: ServerTransport>: Service {
    /// The server, whose transport knows the address that it listens on.
    public let server: GRPCServer<Transport>
    private let delay: Duration

    /// Creates a service from a server.
    ///
    /// - Parameters:
    ///   - server: A server that is not running.
    ///   - delay: How long it takes new calls after it was asked to end, so that load balancers notice.
    public init(_ server: GRPCServer<Transport>, delay: Duration = .zero) {
        self.server = server
        self.delay = delay
    }

    /// Serves calls until graceful shutdown, and returns when the last call is finished.
    ///
    /// - Throws: An error of the transport, for example if the port is taken.
    public func run() async throws {
        do {
            try await withGracefulShutdownHandler {
                try await server.serve()
            } onGracefulShutdown: {
                guard delay > .zero else { return server.beginGracefulShutdown() }
                Task {
                    try? await Task.sleep(for: delay)
                    server.beginGracefulShutdown()
                }
            }
        } catch let error as RuntimeError where error.code == .serverIsStopped && Task.isShuttingDownGracefully {
            // The signal came before the server ran.
        }
    }
}

extension Module {
    /// A server of gRPC that gives each call a scope, and serves all that is registered with `.service()`.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Module.calls(label: "shop")
    ///     Module.server(logger: logger) { resolver in InProcessTransport().server }
    ///     Singleton(OrdersRPC.init).service()
    /// }
    /// ```
    ///
    /// `runServices` runs it. The server ends before the services of gRPC are closed, because it depends on them.
    ///
    /// - Parameters:
    ///   - logger: The logger of the calls: see `ScopeInterceptor`.
    ///   - tag: The tag of the calls' scopes.
    ///   - limit: How long the server may take to end after it was asked to, with the delay. Nil: the limit of
    ///     `runServices`.
    ///   - delay: How long it takes new calls after it was asked to end, so that load balancers notice.
    ///   - interceptors: Further interceptors, which run inside of the scope.
    ///   - transport: Creates the transport.
    public static func server<Transport: ServerTransport>(
        logger: Logger, tag: ScopeTag = .request, within limit: Duration? = nil, delay: Duration = .zero,
        interceptors: [any ServerInterceptor] = [],
        transport: @escaping @Sendable (AsyncResolver) async throws -> Transport
    ) -> Module {
        Module("gRPC server") {
            Singleton(RPCServer<Transport>.self) { resolver async throws in
                let scopes = ScopeInterceptor(
                    ScopeSource(notHolding: resolver.container, tag: tag, at: CodeLocation()), logger)
                return RPCServer(
                    GRPCServer(
                        transport: try await transport(resolver),
                        services: try await resolver.resolve([any RegistrableRPCService].self),
                        interceptors: [scopes] + interceptors),
                    delay: delay)
            }
            .dependsOn([any RegistrableRPCService].self)
            .service(within: limit)
        }
    }
}
#endif
