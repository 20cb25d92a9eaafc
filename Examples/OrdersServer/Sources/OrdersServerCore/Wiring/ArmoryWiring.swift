package import Armory
import ArmoryConfiguration
import ArmoryHealth
import ArmoryHummingbird
package import ArmoryInspector
import ArmoryMetrics
import ArmoryServiceLifecycle
import Hummingbird
package import Logging
import NIOCore

extension ScopeTag {
    /// The changes of one writing request: opened in the request's scope, and ended before the client receives its answer.
    package static let unitOfWork = ScopeTag("unit of work", inside: .request)
}

/// The wiring of the service: the lifetime of each instance, and the code that closes it.
package enum ArmoryWiring {
    /// Builds the container, starts it, serves until a signal comes, and closes everything.
    ///
    /// Building the container opens no file or connection. `runServices` handles signals before it starts the instances: a signal
    /// cancels the start, and the instances already started are closed.
    package static func run(_ settings: Settings, log: Logger) async throws {
        // Without a subscriber, the container publishes no events.
        let inspector = settings.inspector ? Inspector() : nil
        let measured = settings.metrics ? MeasuredEvents(factory: PrometheusMetrics.system) : nil
        let subscribers: [(any EventSubscriber)?] = [inspector, measured]
        let container = try Container(configuration: .init(subscribers: subscribers.compactMap(\.self))) {
            Singleton { (_: AsyncResolver) in await SecondSignal(log: log) }.eager()
            service(settings, log: log)
            http(settings, log: log, inspector: inspector)
            grpc(settings, log: log)
        }
        try await container.runServices(
            within: .seconds(settings.drainDelay + settings.drain), logger: log.atLeast(.warning))
    }

    /// Everything except HTTP.
    package static func service(_ settings: Settings, log: Logger) -> Module {
        Module("service") {
            // Values of the command line and the environment. A key is the name of its registration.
            Singleton(value: settings.configuration)
            Singleton(configured: "orders.database", as: String.self)
            Singleton(configured: "orders.seed", as: Int.self)

            // Singletons: created once, and closed in reverse order of creation, so the database is closed last. A factory that
            // opens a resource awaits: the container's start calls it, not the container's build. Slow work is in an `onStart`
            // hook with a time limit, because a cancelled start waits until the hook ends.
            Singleton {
                try await OrdersDatabase(
                    at: $0.resolve(named: "orders.database"), seed: $0.resolve(named: "orders.seed"), log: log)
            }
            .eager()
            .onStart(within: .seconds(3600)) { try await $0.prepare() }
            .health { try await $0.ping() }
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
                Singleton { try await PriceServer(log: log) }
                    .onShutdown { try await $0.stop() }
                    .as { $0 as any PriceSource }
            }
            Singleton(PriceClient.self) {
                // The start creates independent instances concurrently. This one awaits the database, so the database closes last.
                _ = try await $0.resolve(OrdersDatabase.self)
                return try await PriceClient(source: $0.resolve(), log: log)
            }
            .eager()
            .onShutdown { $0.close() }
            .as { $0 as any Prices }
        }
    }

    package static let requests = Module("requests") {
        // The seeds of every request's scope.
        Module.requests(label: "orders-server")
        // In a request, the logger is the request's logger, whose messages have the request's ID.
        Scoped(Logger.self) { try $0.resolve(named: .request) }

        // Scoped: one instance in each request, released after the response was written.
        Scoped(ReadSession.init)
        Scoped(OrderRepository.init)
        Scoped(OrderQueries.init)
        Scoped(OrderExport.init)

        // One instance in each unit of work. The end of the unit commits or rolls back its changes.
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
                    ArmoryContext.self, RequestScopes(container), server: { .withScopes($0) }, settings: settings,
                    log: log, addHealth: { router, _ in router.addHealthRoutes(container) }
                ) { router in
                    inspector?.addRoutes(to: router, showing: container, access: access(settings, log: log))
                }
            }
            .service()
        }
    }

    /// The access to the container's page: from this machine, or with a token if other machines can reach the server.
    private static func access(_ settings: Settings, log: Logger) -> Inspector.Access {
        settings.inspectorAccess
            ?? .suited(to: settings.host) { log.warning("the inspector wants a token", metadata: ["token": "\($0)"]) }
    }
}

/// Resolves a request's objects in its scope.
struct ArmoryContext: ScopedRequestContext, OrdersContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    var requestScope = RequestScope()
    private let channel: any Channel

    /// The client's address: by default, the inspector answers only this machine.
    var remoteAddress: SocketAddress? { channel.remoteAddress }

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    func queries() throws -> OrderQueries { try resolve() }
    func export() throws -> OrderExport { try resolve() }
    func liveObjects() throws -> LiveObjects { try resolve() }

    func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result {
        // An error of the commit is thrown here, before the client receives its answer.
        try await scope.withScope(.unitOfWork) { try await body($0.resolve()) }
    }
}
