package import Foundation
import Hummingbird
package import Logging
import ServiceLifecycle

/// A second service on a loopback port, which returns the prices.
///
/// It replaces another team's service, so that the example is complete. With `--prices URL`, the program uses that service instead.
package final class PriceServer: PriceSource {
    package let url: URL
    private let group: ServiceGroup
    private let task: Task<Void, any Error>
    private let log: Logger

    /// Starts the service on any free port, and returns when it answers.
    package init(log: Logger) async throws {
        self.log = log
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: Self.routes, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: log.atLeast(.warning))
        let group = ServiceGroup(configuration: .init(services: [application], logger: log.atLeast(.warning)))
        // Detached: a child task of a service group would end with the group's graceful shutdown, while requests still need
        // prices.
        let task = Task.detached {
            defer { port.finish() }
            try await group.run()
        }
        guard let number = await ports.first(where: { _ in true }), let url = URL(string: "http://127.0.0.1:\(number)")
        else {
            // The start was cancelled, or the server failed.
            await group.triggerGracefulShutdown()
            try await task.value
            throw CancellationError()
        }
        self.url = url
        self.group = group
        self.task = task
        log.info("prices started", metadata: ["port": "\(number)"])
    }

    package func stop() async throws {
        await group.triggerGracefulShutdown()
        try await task.value
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

/// The request to the price service.
struct PriceQuestion: Codable, Sendable {
    var skus: [String]
}

/// The answer of the price service, without unknown products.
struct PriceList: ResponseCodable {
    var cents: [String: Int]
}
