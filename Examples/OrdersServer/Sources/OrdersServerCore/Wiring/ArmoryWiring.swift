package import Armory
import ArmoryHummingbird
package import ArmoryInspector
import ArmoryServiceLifecycle
import Hummingbird
package import Logging
import NIOCore

extension ScopeTag {
    /// One writing request's changes: opened in the request's scope, and ended before the client has its answer.
    package static let unitOfWork = ScopeTag("unit of work", inside: .request)
}

/// How the service is put together: what lives how long, and what closes it.
package enum ArmoryWiring {
    /// Builds the container, starts what is to be started, and serves until a signal comes; then closes everything.
    package static func run(_ settings: Settings, log: Logger) async throws {
        // Without it the container has no subscriber, and does nothing for any.
        let inspector = settings.inspector ? Inspector() : nil
        let container = try Container(configuration: .init(subscribers: inspector.map { [$0] } ?? [])) {
            service(settings, log: log)
            http(settings, log: log, inspector: inspector)
        }
        try await container.runServices(within: .seconds(settings.drain), logger: log.atLeast(.warning))
    }

    /// All of it, but for HTTP.
    package static func service(_ settings: Settings, log: Logger) -> Module {
        Module("service") {
            // Singletons: made once, and closed in the opposite order. The database is made first, and so closed last.
            Singleton(OrdersDatabase.init, .value(settings.database), .value(settings.seed), .value(log))
                .eager()
                .onShutdown { try $0.close() }
            Singleton(LiveObjects.init)
            prices(settings, log: log)
            requests
        }
    }

    package static func prices(_ settings: Settings, log: Logger) -> Module {
        Module("prices") {
            if let url = settings.prices {
                Singleton((any PriceSource).self) { PricesElsewhere(url: url) }
            } else {
                // It is started before the first request, and stopped after its client was closed.
                Singleton(PriceServer.init, .value(log))
                    .onStart { try await $0.start() }
                    .onShutdown { try await $0.stop() }
                    .as { $0 as any PriceSource }
            }
            Singleton(PriceClient.init, .registered, .value(log))
                .eager()
                .onShutdown { $0.close() }
                .as { $0 as any Prices }
        }
    }

    package static let requests = Module("requests") {
        // What every request's scope is opened with.
        Module.requests(label: "orders-server")
        // Whoever asks for a logger in a request is given the request's own, whose messages carry its ID.
        Scoped(Logger.self) { try $0(named: .request) }

        // Scoped: one in each request, let go of when the response was written.
        Scoped(ReadSession.init)
        Scoped(OrderRepository.init)
        Scoped(OrderQueries.init)
        Scoped(OrderExport.init)

        // One in each unit of work, whose end commits it, or rolls it back.
        Scoped(UnitOfWork.init)
            .in(.unitOfWork)
            .onShutdown { work, end in
                if end.isCompleted { try await work.commit() } else { work.rollBack() }
            }
        Scoped(OrderDesk.init).in(.unitOfWork)
    }

    /// The server, which opens a scope for each request.
    package static func http(_ settings: Settings, log: Logger, inspector: Inspector? = nil) -> Module {
        Module("http") {
            Singleton { _ in
                guard let container = Container.current else { preconditionFailure("a factory has a container") }
                return OrdersService(
                    ArmoryContext.self, RequestScopes(container), server: .http1WithScopes(), settings: settings,
                    log: log
                ) { router in
                    inspector?.addRoutes(to: router, showing: container)
                }
            }
            .service()
        }
    }
}

/// Resolves a request's objects in its scope.
struct ArmoryContext: ScopedRequestContext, OrdersContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    var requestScope = RequestScope()
    private let channel: any Channel

    /// Who asks: the inspector answers this machine alone.
    var remoteAddress: SocketAddress? { channel.remoteAddress }

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    func queries() throws -> OrderQueries { try resolve() }
    func export() throws -> OrderExport { try resolve() }
    func liveObjects() throws -> LiveObjects { try resolve() }

    func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result {
        // What the commit throws is thrown here, before the client has its answer.
        try await scope.withScope(.unitOfWork) { try await body($0.resolve()) }
    }
}
