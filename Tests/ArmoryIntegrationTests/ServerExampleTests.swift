// The examples of Servers.md.

#if ServiceLifecycle && Hummingbird && Configuration
import Armory
import ArmoryConfiguration
import ArmoryHummingbird
import ArmoryLogging
import ArmoryServiceLifecycle
import ArmoryTestSupport
import Configuration
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import ServiceLifecycle
import XCTest

private actor Database {
    func connect() throws {}
    func disconnect() {}
}

private struct MailQueue: Service {
    let database: Database
    func run() async throws { try await gracefulShutdown() }
}

private struct Server: Service {
    let queue: MailQueue
    func run() async throws { try await Task.sleep(for: .seconds(3600)) }
}

private final class UnitOfWork: Sendable {
    let request: Request
    init(request: Request) { self.request = request }
    func commit() {}
    func rollBack() {}
}

private struct OrderService {
    let work: UnitOfWork
    let logger: Logger
    func list() -> [String] { [work.request.uri.path] }
}

private struct Catalog: Sendable {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

private struct ShopSettings: Sendable {
    let path: String
    let port: Int
    init(path: String, port: Int) {
        self.path = path
        self.port = port
    }
}

private func runShop() async throws {
    let container = try Container {
        Singleton(Database.init).onStart { try await $0.connect() }.onShutdown { await $0.disconnect() }
        Singleton(MailQueue.init).service()  // init(database: Database)
        Singleton(Server.init).service(within: .seconds(60))  // init(queue: MailQueue)
    }
    try await container.runServices(logger: Logger(label: "shop"))
}

final class ServerExampleTests: LeakCheckedTestCase {
    func testServices() async throws {
        let run = Task { try await runShop() }
        run.cancel()
        _ = await run.result
    }

    func testRequests() async throws {
        let container = try Container {
            Module.requests(label: "shop")
            Scoped(UnitOfWork.init)
                .onShutdown { work, end in end.isCompleted ? work.commit() : work.rollBack() }
            Transient(OrderService.init)
        }
        let router = Router(context: BasicScopedRequestContext.self)
        router.add(middleware: RequestScopes(container))
        router.get("orders") { _, context in
            try context.resolve(OrderService.self).list()
        }
        let application = Application(router: router, server: .http1WithScopes())
        try await application.test(.live) { client in
            try await client.execute(uri: "/orders", method: .get) { response in
                XCTAssertEqual(String(buffer: response.body), #"["\/orders"]"#)
            }
        }
    }

    func testLoggers() throws {
        let container = try Container {
            Module.loggers(label: "shop")
            Singleton(Catalog.init)  // init(logger: Logger)
        }
        XCTAssertTrue(try container.resolve(Catalog.self).logger.label.hasSuffix("Catalog"))
    }

    func testConfiguration() throws {
        let reader = ConfigReader(
            provider: InMemoryProvider(values: ["db.path": "orders.db", "db.password": "hush"]))
        let container = try Container {
            Singleton(value: reader)
            Singleton(configured: "db.path", as: String.self)
            Singleton(configured: "http.port", as: Int.self, default: 8080)
            Singleton(configuredIfPresent: "http.host", as: String.self)
            Singleton(secret: "db.password", as: String.self)
            Singleton(ShopSettings.init, .named("db.path"), .named("http.port"))
        }
        XCTAssertEqual(try container.resolve(ShopSettings.self).port, 8080)
    }
}
#endif
