import Hummingbird
package import Logging
import ServiceLifecycle

/// The same service without a container: this code creates every object, passes it on, and closes it.
///
/// The load test compares it with the container.
package enum HandWiring {
    package static func run(_ settings: Settings, log: Logger) async throws {
        let configuration = ServiceGroupConfiguration(
            services: [
                .init(
                    service: HandService(settings: settings, log: log),
                    successTerminationBehavior: .gracefullyShutdownGroup)
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: log.atLeast(.warning))
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// Starts, serves and closes all parts, while the group around it handles signals.
private struct HandService: Service {
    let settings: Settings
    let log: Logger

    func run() async throws {
        let secondSignal = await SecondSignal(log: log)
        defer { withExtendedLifetime(secondSignal) {} }
        do {
            let database = try await starting {
                try await OrdersDatabase(at: settings.database, seed: settings.seed, log: log)
            }
            try await closing({ try database.close() }) { try await run(database) }
        } catch is StartCancelled {}
    }

    private func run(_ database: OrdersDatabase) async throws {
        if let url = settings.prices { return try await run(database, PricesElsewhere(url: url)) }
        let server = try await starting { [log] in try await PriceServer(log: log) }
        try await closing({ try await server.stop() }) { try await run(database, server) }
    }

    private func run(_ database: OrdersDatabase, _ source: any PriceSource) async throws {
        let prices = PriceClient(source: source, log: log)
        try await closing({ prices.close() }) {
            try await starting { try await database.prepare() }
            try await serve(HandParts(database: database, prices: prices, live: LiveObjects()))
        }
    }

    /// The inner group limits the shutdown time, for this service only.
    private func serve(_ parts: HandParts) async throws {
        let service = OrdersService(
            HandContext.self, HandMiddleware(parts: parts), settings: settings, log: log
        ) { router, traffic in
            OrderRoutes.get(router, "livez") { _, _ in Self.answer("alive") }
            OrderRoutes.get(router, "readyz") { _, _ in
                guard !traffic.isStopping.load(ordering: .relaxed), (try? await parts.database.ping()) != nil else {
                    throw HTTPError(.serviceUnavailable, message: "the service is being stopped, or has no database")
                }
                return Self.answer("up")
            }
        }
        var configuration = ServiceGroupConfiguration(services: [service], logger: log.atLeast(.warning))
        configuration.maximumGracefulShutdownDuration = .seconds(settings.drainDelay + settings.drain)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// What the health routes of the container answer, too: a text that nothing encodes.
    private static func answer(_ state: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"state":"\#(state)"}"#)))
    }

    private struct StartCancelled: Error {}

    /// Runs a step of the start; a signal cancels it.
    private func starting<T: Sendable>(_ step: @Sendable @escaping () async throws -> T) async throws -> T {
        do {
            return try await cancelWhenGracefulShutdown { try await step() }
        } catch is CancellationError where Task.isShuttingDownGracefully {
            throw StartCancelled()
        }
    }

    /// Runs the body, and then the closer, even if the body throws.
    private func closing(
        _ close: () async throws -> Void, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch {
            try? await close()
            throw error
        }
        try await close()
    }
}

/// The objects that all requests share.
struct HandParts: Sendable {
    let database: OrdersDatabase
    let prices: PriceClient
    let live: LiveObjects
}

/// Passes the shared parts to each request.
struct HandMiddleware: RouterMiddleware {
    let parts: HandParts

    func handle(
        _ request: Request, context: HandContext, next: (Request, HandContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.parts = parts
        return try await next(request, context)
    }
}

/// Creates a request's objects.
struct HandContext: OrdersContext {
    var coreContext: CoreRequestContextStorage
    var parts: HandParts?

    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    func queries() throws -> OrderQueries {
        OrderQueries(repository: try repository(), log: logger)
    }

    func export() throws -> OrderExport {
        OrderExport(repository: try repository(), live: try shared().live)
    }

    func liveObjects() throws -> LiveObjects { try shared().live }

    func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result {
        let parts = try shared()
        let work = UnitOfWork(database: parts.database, live: parts.live, log: logger)
        let desk = OrderDesk(repository: try repository(), work: work, prices: parts.prices, log: logger)
        do {
            let result = try await body(desk)
            try await work.commit()
            return result
        } catch {
            work.rollBack()
            throw error
        }
    }

    private func repository() throws -> OrderRepository {
        let parts = try shared()
        return OrderRepository(session: ReadSession(database: parts.database, live: parts.live, log: logger))
    }

    private func shared() throws -> HandParts {
        guard let parts else { throw HTTPError(.internalServerError, message: "the middleware is missing") }
        return parts
    }
}
