// The examples of Services.md, Loggers.md, Configuration.md and Hummingbird.md.

#if ServiceLifecycle && Hummingbird && Configuration
import Armory
import ArmoryConfiguration
import ArmoryHummingbird
import ArmoryLogging
import ArmoryServiceLifecycle
import ArmoryTestSupport
import Configuration
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import ServiceLifecycle
import XCTest

private let lines = Locked<[String]>([])

private func takeLines() -> [String] {
    lines.withLock { lines in
        defer { lines = [] }
        return lines
    }
}

private func print(_ item: Any) { lines.withLock { $0.append("\(item)") } }

private func runServices() async {
    func exit(_ code: Int32) { XCTFail("the program has failed") }

    actor Database {
        func connect() throws { print("the database is connected") }
        func disconnect() { print("the database is disconnected") }
    }

    struct MailQueue: Service {
        let database: Database

        func run() async throws {
            try await gracefulShutdown()
            print("the queue has ended")
        }
    }

    struct Server: Service {
        let queue: MailQueue

        func run() async throws {
            print("the server runs")
            try await gracefulShutdown()
            print("the server has ended")
        }
    }

    struct Shop {
        static func main() async {
            do {
                let container = try Container {
                    Singleton(Database.init).onStart { try await $0.connect() }.onShutdown { await $0.disconnect() }
                    Singleton(MailQueue.init).service()  // init(database: Database)
                    Singleton(Server.init).service(within: .seconds(60))  // init(queue: MailQueue)
                }
                try await container.runServices(logger: Logger(label: "shop"))
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(1)
            }
        }
    }
    await Shop.main()
}

/// Runs the example in a group, which passes its graceful shutdown on to the example's group.
private struct ServicesExample: Service {
    func run() async throws { await runServices() }
}

enum LoggersExample {
    struct Catalog: Sendable {
        let logger: Logger
    }

    struct Basket: Sendable {
        let logger: Logger
    }

    static func run() async throws {
        let container = try Container {
            Module.loggers(label: "shop")
            Singleton(Catalog.init)  // init(logger: Logger)
            Scoped(Basket.init)  // init(logger: Logger)
        }
        var request = Logger(label: "http")
        request[metadataKey: "request"] = "42"
        try await container.withScope(seeds: [ScopeSeed(request).named(.request)]) { scope async throws in
            let loggers = [
                try scope.resolve(Catalog.self).logger, try scope.resolve(Basket.self).logger, try scope.resolve(),
            ]
            for logger in loggers { print("\(logger.label): request \(logger[metadataKey: "request"] ?? "none")") }
        }
    }
}

private struct User: Sendable {}

private enum ContextExample {
    struct ShopContext: ScopedRequestContext {
        var coreContext: CoreRequestContextStorage
        var requestScope = RequestScope()
        var user: User?

        init(source: Source) { coreContext = .init(source: source) }
    }
}

private struct Conflict: Error {}

private enum ErrorExample {
    struct Conflicts<Context: RequestContext>: RouterMiddleware {
        func handle(
            _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch {
                let cause = (error as? ResolutionError)?.rootCause ?? error
                throw cause is Conflict ? HTTPError(.conflict) : error
            }
        }
    }
}

final class ServerExampleTests: LeakCheckedTestCase {
    override func setUp() {
        super.setUp()
        lines.withLock { $0 = [] }
    }

    /// Fails unless the page shows the lines that were printed since the last call.
    private func assertOutput(on page: String) throws {
        let printed = Printed()
        for line in takeLines() { printed(line) }
        try printed.assertOutput(on: page)
    }

    func testServices() async throws {
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: ServicesExample())], logger: Logger(label: "test")))
        let run = Task { try await group.run() }
        while !lines.withLock({ $0 }).contains("the server runs") { try await Task.sleep(for: .milliseconds(5)) }
        await group.triggerGracefulShutdown()
        _ = await run.result
        try assertOutput(on: "Use/Services.md")
    }

    func testRequests() async throws {
        final class UnitOfWork: Sendable {
            let request: Request
            init(request: Request) { self.request = request }
            func commit() { print("committed: \(request.method) \(request.uri)") }
            func rollBack() { print("rolled back: \(request.method) \(request.uri)") }
        }

        struct OrderService {
            let work: UnitOfWork
            let logger: Logger

            func list() -> [String] {
                logger.info("The orders are listed.")
                return ["anvil", "tongs"]
            }
        }

        let container = try Container {
            Module.requests(label: "shop")
            Scoped(UnitOfWork.init)  // init(request: Request)
                .onShutdown { work, end in end.isCompleted ? work.commit() : work.rollBack() }
            Transient(OrderService.init)  // init(work: UnitOfWork, logger: Logger)
        }
        let router = Router(context: BasicScopedRequestContext.self)
        router.add(middleware: RequestScopes(container))
        router.get("orders") { _, context in
            try context.resolve(OrderService.self).list()
        }
        let application = Application(router: router, server: .http1WithScopes())
        let answer = try await application.test(.live) { client in
            try await client.execute(uri: "/orders", method: .get) { String(buffer: $0.body) }
        }
        // The server has ended, and so have the scopes.
        try assertOutput(on: "Use/Hummingbird.md")
        print(answer)
        try assertOutput(on: "Use/Hummingbird.md")
    }

    func testAContextOfTheProgram() async throws {
        let container = try Container { Module.requests(label: "shop") }
        let router = Router(context: ContextExample.ShopContext.self)
        router.add(middleware: RequestScopes(container, closing: .beforeResponse))
        router.get("path") { _, context in try context.resolve(Request.self).uri.path }
        try await Application(router: router).test(.live) { client in
            let path = try await client.execute(uri: "/path", method: .get) { String(buffer: $0.body) }
            XCTAssertEqual(path, "/path")
        }
    }

    /// The program's error is answered, whether a factory or the commit of the request's scope has thrown it.
    func testAMiddlewareAnswersTheProgramsError() async throws {
        final class Work: Sendable {}
        let container = try Container {
            Module.requests(label: "shop")
            Scoped(Work.init).onShutdown { _, end in if end.isCompleted { throw Conflict() } }
            Transient { () throws -> Int in throw Conflict() }
            Transient { (_: Int) in "" }
            Transient { () throws -> Double in throw CancellationError() }
        }
        let router = Router(context: BasicScopedRequestContext.self)
        router.add(middleware: ErrorExample.Conflicts())
        router.add(middleware: RequestScopes(container, closing: .beforeResponse))
        router.get("factory") { _, context in try context.resolve(String.self) }
        router.get("commit") { _, context in
            _ = try context.resolve(Work.self)
            return "done"
        }
        router.get("handler") { _, _ -> String in throw Conflict() }
        router.get("other") { _, context in "\(try context.resolve(Double.self))" }
        try await Application(router: router).test(.router) { client in
            for (path, status) in [
                ("factory", HTTPResponse.Status.conflict), ("commit", .conflict), ("handler", .conflict),
                ("other", .internalServerError),
            ] {
                let answer = try await client.execute(uri: "/\(path)", method: .get) { $0.status }
                XCTAssertEqual(answer, status, path)
            }
        }
    }

    func testLoggers() async throws {
        try await LoggersExample.run()
        for line in takeLines() { print(line.replacing("ArmoryIntegrationTests.LoggersExample", with: "Shop")) }
        try assertOutput(on: "Use/Loggers.md")
    }

    func testConfiguration() throws {
        struct ShopSettings {
            let path: String
            let port: Int
            let host: String?
        }

        let values = InMemoryProvider(values: ["db.path": "orders.db", "db.password": "hush"])
        let container = try Container {
            Singleton(configuration: ["the defaults": values])
            Singleton(configured: "db.path", as: String.self)
            Singleton(configured: "http.port", as: Int.self, default: 8080)
            Singleton(configuredIfPresent: "http.host", as: String.self)
            Singleton(secret: "db.password", as: String.self)
            Singleton(ShopSettings.init, .named("db.path"), .named("http.port"), .named("http.host"))
        }
        print(try container.resolve(ShopSettings.self))
        print(try container.resolve(Secret<String>.self, named: "db.password"))
        try assertOutput(on: "Use/Configuration.md")
    }

    /// The page has the error.
    func testTheErrorsOfConfiguration() throws {
        let variables = EnvironmentVariablesProvider(environmentVariables: ["HTTP_PORT": "web"])
        do {
            _ = try Container {
                Singleton(configuration: ["the environment": variables, "shop.json": InMemoryProvider(values: [:])])
                Singleton(configured: "db.path", as: String.self, fileID: "Shop/Wiring.swift", line: 12)
                Singleton(
                    configured: "http.port", as: Int.self, default: 8080, fileID: "Shop/Wiring.swift", line: 13)
                Singleton(secret: "db.password", as: String.self, fileID: "Shop/Wiring.swift", line: 14)
            }
            XCTFail("three keys are bad")
        } catch {
            print("\(error)")
        }
        try assertOutput(on: "Use/Configuration.md")
    }
}
#endif
