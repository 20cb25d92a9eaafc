import Hummingbird
package import Logging
import ServiceLifecycle

/// The same service without a container: every object is made here, handed on, and closed here.
///
/// What the load test compares the container with.
package enum HandWiring {
    package static func run(_ settings: Settings, log: Logger) async throws {
        let database = try OrdersDatabase(at: settings.database, seed: settings.seed, log: log)
        try await closing({ try database.close() }) {
            let server = PriceServer(log: log)
            if settings.prices == nil { try await server.start() }
            try await closing({ try await server.stop() }) {
                let source: any PriceSource = settings.prices.map(PricesElsewhere.init) ?? server
                let prices = PriceClient(source: source, log: log)
                try await closing({ prices.close() }) {
                    let parts = HandParts(database: database, prices: prices, live: LiveObjects())
                    try await serve(settings, parts, log)
                }
            }
        }
    }

    private static func serve(_ settings: Settings, _ parts: HandParts, _ log: Logger) async throws {
        let service = OrdersService(HandContext.self, HandMiddleware(parts: parts), settings: settings, log: log)
        var configuration = ServiceGroupConfiguration(
            services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: log.atLeast(.warning))
        configuration.maximumGracefulShutdownDuration = .seconds(settings.drain)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// Runs the body, and then the closer, whatever became of the body.
    private static func closing(
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

/// What all requests share.
struct HandParts: Sendable {
    let database: OrdersDatabase
    let prices: PriceClient
    let live: LiveObjects
}

/// Hands the shared parts to each request.
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

/// Makes a request's objects.
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
