package import Hummingbird
package import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// The HTTP server as a service: it listens until it is stopped, and then finishes the open requests.
///
/// It stops in steps, so that no request is lost:
///
/// 1. `/readyz` answers 503. All other requests are answered as before, because a load balancer needs some time to notice and to
///    open its next connections elsewhere. `Settings.drainDelay` sets this time.
/// 2. The listener is closed. Each connection gets one more answer, with `Connection: close`. Not earlier: clients would
///    open their next connections here, and closing the listener resets connections that are not accepted yet.
/// 3. The requests that were read are answered.
package struct OrdersService<Context: OrdersContext>: Service, CustomStringConvertible
where Context.Source == ApplicationRequestContextSource {
    package typealias MakeChannel = @Sendable (@escaping HTTPChannelHandler.Responder) throws -> any ServerChildChannel

    private let application: Application<RouterResponder<Context>>
    private let settings: Settings
    private let traffic: Traffic
    private let log: Logger

    /// - Parameters:
    ///   - context: Creates the context that handlers receive.
    ///   - middleware: Provides a context with its objects.
    ///   - server: Creates a server from channels.
    ///   - addHealth: Adds `/readyz` and `/livez`.
    ///   - addRoutes: Adds routes without middleware.
    package init(
        _ context: Context.Type, _ middleware: some RouterMiddleware<Context>,
        server: (@escaping MakeChannel) -> HTTPServerBuilder = { .init($0) },
        settings: Settings, log: Logger, addHealth: (Router<Context>, Traffic) -> Void,
        addRoutes: (Router<Context>) -> Void = { _ in }
    ) {
        let traffic = Traffic()
        let router = Router(context: context)
        addRoutes(router)
        if settings.metrics { PrometheusMetrics.system.addRoute(to: router) }
        router.add(middleware: RequestIDs())
        if settings.metrics { router.add(middleware: MetricsMiddleware()) }
        router.add(middleware: ErrorResponses())
        router.add(middleware: middleware)
        addHealth(router, traffic)
        OrderRoutes.add(to: router, debugLive: settings.debugLive)
        application = Application(
            responder: router.buildResponder(), server: server(Self.makeChannel(settings, traffic, log)),
            configuration: ApplicationConfiguration(
                backlog: 1024,
                availableConnectionsDelegate: .maximum(settings.maxConnections, logger: log.atLeast(.warning))),
            onServerRunning: {
                log.info("listening", metadata: ["address": "\($0.localAddress.map { "\($0)" } ?? "")"])
                Listening.announce($0.localAddress?.port, settings: settings)
            },
            logger: log.atLeast(.warning))
        self.settings = settings
        self.traffic = traffic
        self.log = log
    }

    private static func makeChannel(_ settings: Settings, _ traffic: Traffic, _ log: Logger) -> MakeChannel {
        let accessLog = AccessLog(settings, log: log)
        let limits = ConnectionGuard.TimeLimits(
            header: .seconds(Int64(settings.headerTimeout)), body: .seconds(Int64(settings.bodyTimeout)),
            idle: .seconds(Int64(settings.idleTimeout)))
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits: limits, traffic: traffic, accessLog: accessLog)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        return { KeptChannel(HTTP1Channel(responder: $0, configuration: configuration)) }
    }

    package var description: String { "http" }

    package func run() async throws {
        var application = application
        application.configuration.address = .hostname(settings.host, port: try await Listening.port(settings))
        let group = ServiceGroup(configuration: .init(services: [application], logger: log.atLeast(.warning)))
        // Detached, because otherwise the application would stop at the same time as this service.
        let serving = Task.detached { try await group.run() }
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let draining = Task { for await _ in stops { await drain(group) } }
        defer { draining.cancel() }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await serving.value
            } onGracefulShutdown: {
                stop.yield()
            }
        } onCancel: {
            serving.cancel()
        }
        logEnd()
    }

    private func drain(_ group: ServiceGroup) async {
        log.info("stopping: not ready any more", metadata: ["pause": "\(settings.drainDelay) s"])
        traffic.isStopping.store(true, ordering: .relaxed)
        guard (try? await Task.sleep(for: .seconds(settings.drainDelay))) != nil else { return }
        log.info("stopping: no new connections")
        await group.triggerGracefulShutdown()
    }

    private func logEnd() {
        let cut = traffic.cut.load(ordering: .relaxed)
        log.log(
            level: cut == 0 ? .info : .warning, "http stopped",
            metadata: [
                "asked": "\(traffic.asked.load(ordering: .relaxed))",
                "answered": "\(traffic.answered.load(ordering: .relaxed))", "cut": "\(cut)",
            ])
    }
}
