package import Hummingbird
package import HummingbirdCore
package import Logging
import ServiceLifecycle

/// The HTTP server as a service: it listens until it is stopped, and then lets requests end.
package struct OrdersService<Context: OrdersContext>: Service, CustomStringConvertible
where Context.Source == ApplicationRequestContextSource {
    private let responder: RouterResponder<Context>
    private let server: HTTPServerBuilder
    private let settings: Settings
    private let traffic = Traffic()
    private let log: Logger

    /// - Parameters:
    ///   - context: What handlers are given.
    ///   - middleware: What gives a context its objects.
    ///   - server: What makes channels.
    ///   - addRoutes: Adds routes that no middleware is around.
    package init(
        _ context: Context.Type, _ middleware: some RouterMiddleware<Context>, server: HTTPServerBuilder = .http1(),
        settings: Settings, log: Logger, addRoutes: (Router<Context>) -> Void = { _ in }
    ) {
        let router = Router(context: context)
        addRoutes(router)
        if settings.metrics { PrometheusMetrics.system.addRoute(to: router) }
        if settings.accessLog { router.add(middleware: AccessLog(log: log)) }
        router.add(middleware: RequestIDs())
        if settings.metrics { router.add(middleware: MetricsMiddleware()) }
        router.add(middleware: ErrorResponses(traffic: traffic))
        router.add(middleware: middleware)
        OrderRoutes.add(to: router, debugLive: settings.debugLive)
        responder = router.buildResponder()
        self.server = server
        self.settings = settings
        self.log = log
    }

    package var description: String { "http" }

    package func run() async throws {
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: try await Listening.port(settings)), backlog: 1024),
            onServerRunning: { Listening.announce($0.localAddress?.port, settings: settings) },
            logger: log.atLeast(.warning))
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: {
            log.info("stopping: no new connections")
        }
        let (answered, asked) = (traffic.answered.load(ordering: .relaxed), traffic.asked.load(ordering: .relaxed))
        log.info("http stopped", metadata: ["answered": "\(answered)", "asked": "\(asked)"])
    }
}
