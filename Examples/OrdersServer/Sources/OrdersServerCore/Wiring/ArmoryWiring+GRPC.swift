import Armory
import Logging

#if GRPC
import ArmoryGRPC
import ArmoryServiceLifecycle
import GRPCNIOTransportHTTP2
import ServiceLifecycle
#endif

extension ArmoryWiring {
    #if GRPC
    /// The orders over gRPC, from the same registrations as over HTTP; empty if no gRPC port is set.
    static func grpc(_ settings: Settings, log: Logger) -> Module {
        Module("grpc") {
            if let port = settings.grpcPort {
                Module.calls(label: "orders-server")
                Module.server(
                    logger: log, within: .seconds(settings.drainDelay + settings.drain),
                    delay: .seconds(settings.drainDelay)
                ) { _ in
                    HTTP2ServerTransport.Posix(
                        address: settings.host.contains(":")
                            ? .ipv6(host: settings.host, port: port) : .ipv4(host: settings.host, port: port),
                        transportSecurity: .plaintext)
                }
                Singleton(OrdersRPC.init).service()
                Singleton { ListeningNotice(server: try await $0.resolve(), log: log) }.service()
            }
        }
    }

    /// Logs the address of the server as soon as it listens.
    private struct ListeningNotice: Service {
        let server: RPCServer<HTTP2ServerTransport.Posix>
        let log: Logger

        func run() async throws {
            let address = try await server.server.transport.listeningAddress
            log.notice("grpc listens", metadata: ["address": "\(address)"])
            try await gracefulShutdown()
        }
    }
    #else
    static func grpc(_ settings: Settings, log: Logger) -> Module { Module("grpc") {} }
    #endif
}
