import Hummingbird
package import Logging
import ServiceLifecycle
import Synchronization

/// A second service, on a loopback port of its own, that knows what things cost.
///
/// It stands in for a service of somebody else's, so that the example is whole. With `--prices URL` another one is asked.
package final class PriceServer: PriceSource {
    private struct Running {
        let url: String
        let group: ServiceGroup
        let task: Task<Void, any Error>
    }

    private let running = Mutex<Running?>(nil)
    private let log: Logger

    package init(log: Logger) { self.log = log }

    package var url: String {
        get throws {
            guard let running = running.withLock({ $0 }) else { throw OrdersError.upstreamDown("it was not started") }
            return running.url
        }
    }

    /// Starts it on any free port, and returns when it answers.
    package func start() async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: Self.routes, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: log.atLeast(.warning))
        let group = ServiceGroup(configuration: .init(services: [application], logger: log.atLeast(.warning)))
        // Detached: a task that is started inside of a service group would end as soon as that group is told to, when requests
        // still need prices.
        let task = Task.detached {
            defer { port.finish() }
            try await group.run()
        }
        guard let number = await ports.first(where: { _ in true }) else {
            try await task.value
            throw CancellationError()
        }
        running.withLock { $0 = Running(url: "http://127.0.0.1:\(number)", group: group, task: task) }
        log.info("prices started", metadata: ["port": "\(number)"])
    }

    package func stop() async throws {
        guard let running = running.withLock({ $0.take() }) else { return }
        await running.group.triggerGracefulShutdown()
        try await running.task.value
        log.info("prices stopped")
    }

    private static var routes: Router<BasicRequestContext> {
        let router = Router()
        router.post("prices") { request, context in
            let question = try await request.decode(as: PriceQuestion.self, context: context)
            var list = PriceList(cents: [:])
            for sku in question.skus {
                if let position = SampleData.products.firstIndex(of: sku) { list.cents[sku] = 100 + position * 25 }
            }
            return list
        }
        return router
    }
}

/// What the price service is asked.
struct PriceQuestion: Codable, Sendable {
    var skus: [String]
}

/// What the price service answers. It leaves out unknown products.
struct PriceList: ResponseCodable {
    var cents: [String: Int]
}
