// The examples of ValuesOfTheRequest.md: OpenAPI handlers and jobs of Hummingbird against stand-ins, jobs of a loop for real.

#if Logging && ServiceLifecycle
import Armory
import ArmoryLogging
import ArmoryRequests
import ArmoryServiceLifecycle
import ArmoryTestSupport
import InMemoryLogging
import Logging
import ServerStandIns
import ServiceLifecycle
import XCTest

// MARK: The code that is given no request

private struct Tenant: Sendable { let name: String }

private final class Orders: Sendable {
    let tenant: Tenant
    init(tenant: Tenant) { self.tenant = tenant }
    func place(_ item: String) -> String { "\(item) for \(tenant.name)" }
}

private func place(_ item: String) async throws -> String {
    let orders = try Container.currentScope.resolve(Orders.self)
    Logger.current.info("An order is placed.", metadata: ["item": "\(item)"])
    return orders.place(item)
}

// MARK: OpenAPI handlers

private struct Operation: IncomingWork {
    let request: HTTPRequest
    let logger: Logger

    var seeds: [ScopeSeed] {
        let tenant = request.path?.split(separator: "/").first ?? "unknown"
        return [ScopeSeed(Tenant(name: String(tenant))), ScopeSeed(logger).named(.request)]
    }

    func closingFailed(_ error: ResolutionError) {
        logger.error("An instance of the request could not be closed.", metadata: ["error": "\(error)"])
    }
}

private struct ScopeMiddleware: ServerMiddleware {
    let scopes: ScopeSource
    let logger: Logger

    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?) {
        var logger = logger
        logger[metadataKey: "operation"] = "\(operationID)"
        logger[metadataKey: "request"] = "\(UInt64.random(in: 0 ... .max))"
        return try await scopes.withScope(of: Operation(request: request, logger: logger)) { _ in
            try await next(request, body, metadata)
        }
    }
}

private struct Handlers: APIProtocol {
    func placeOrder(_ input: Operations.placeOrder.Input) async throws -> Operations.placeOrder.Output {
        let text = try await place(input.path.item)
        return .ok(.init(body: .plainText(HTTPBody(text))))
    }
}

/// Calls the handlers, as a server does.
private final class Transport: ServerTransport {
    typealias Handler =
        @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    private(set) var handlers: [Handler] = []

    func register(_ handler: @escaping Handler, method: String, path: String) throws { handlers.append(handler) }
}

// MARK: Jobs

private struct Job: IncomingWork {
    let number: Int
    let tenant: Tenant
    let item: String
    let logger: Logger

    init(_ number: Int, _ tenant: Tenant, _ item: String, logger: Logger) {
        (self.number, self.tenant, self.item) = (number, tenant, item)
        var logger = logger
        logger[metadataKey: "job"] = "\(number)"
        self.logger = logger
    }

    var seeds: [ScopeSeed] { [ScopeSeed(tenant), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        logger.error("An instance of the job could not be closed.", metadata: ["error": "\(error)"])
    }
}

private struct JobLoop: Service {
    let jobs: AsyncStream<Job>
    let scopes: ScopeSource

    func run() async throws {
        for await job in jobs.cancelOnGracefulShutdown() {
            do {
                try await scopes.withScope(of: job) { _ in
                    print(try await place(job.item))
                }
            } catch {
                job.logger.error("The job has failed.", metadata: ["error": "\(error)"])
            }
        }
    }
}

private struct PlaceOrder: JobParameters {
    static let jobName = "PlaceOrder"
    let tenant: String
    let item: String
}

private struct QueuedJob: IncomingWork {
    let tenant: Tenant
    let logger: Logger

    var seeds: [ScopeSeed] { [ScopeSeed(tenant), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        logger.error("An instance of the job could not be closed.", metadata: ["error": "\(error)"])
    }
}

private let output = Printed()

private func print(_ line: String) { output(line) }

// MARK: The tests

final class ValuesOfTheRequestTests: LeakCheckedTestCase {
    private let log = InMemoryLogHandler()
    private var logger: Logger { Logger(label: "test") { [log] _ in log } }

    private func container(_ ends: Ends = Ends()) throws -> Container {
        try Container {
            Seeded(Tenant.self)
            Module.loggers(label: "shop")
            Scoped(Orders.init).onShutdown { orders, end in ends.add("\(orders.tenant.name) \(end.isCompleted)") }
        }
    }

    private func lines(_ key: String) -> [String] {
        log.entries.filter { "\($0.message)" == "An order is placed." }.map { "\($0.metadata[key] ?? "none")" }
    }

    func testINT6_AnOpenAPIHandlerFindsTheValuesOfItsRequest() async throws {
        let ends = Ends()
        let scopes = ScopeSource(try container(ends))
        let transport = Transport()
        try Handlers().registerHandlers(
            on: transport, middlewares: [ScopeMiddleware(scopes: scopes, logger: logger)])
        let handler = try XCTUnwrap(transport.handlers.first)
        for tenant in ["acme", "globex"] {
            let (response, body) = try await handler(
                HTTPRequest(path: "/\(tenant)/orders"), nil, ServerRequestMetadata(pathParameters: ["item": "anvil"]))
            XCTAssertEqual(response.status, 200)
            XCTAssertEqual(body?.text, "anvil for \(tenant)")
        }
        XCTAssertEqual(ends.all, ["acme true", "globex true"])
        XCTAssertEqual(lines("operation"), ["placeOrder", "placeOrder"])
        XCTAssertEqual(Set(lines("request")).count, 2, "each line has its request's ID")
    }

    func testINT6_AJobOfALoopFindsTheValuesOfItsJob() async throws {
        let (jobs, jobSource) = AsyncStream<Job>.makeStream()
        let ends = Ends()
        let logger = logger
        let container = try Container {
            Seeded(Tenant.self)
            Module.loggers(label: "shop")
            Scoped(Orders.init).onShutdown { orders, end in ends.add("\(orders.tenant.name) \(end.isCompleted)") }
            Singleton { JobLoop(jobs: jobs, scopes: ScopeSource(in: $0)) }
                .service()
        }
        jobSource.yield(Job(1, Tenant(name: "acme"), "anvil", logger: logger))
        jobSource.yield(Job(2, Tenant(name: "globex"), "tongs", logger: logger))
        jobSource.finish()
        // The loop returns when all jobs are done, and with it the services.
        try? await container.runServices(logger: logger)
        XCTAssertEqual(ends.all, ["acme true", "globex true"])
        XCTAssertEqual(lines("job"), ["1", "2"])
        try output.assertOutput(on: "Use/ValuesOfTheRequest.md")
    }

    func testINT6_AJobOfHummingbirdFindsTheValuesOfItsJob() async throws {
        let ends = Ends()
        let scopes = ScopeSource(try container(ends))
        let jobQueue = JobQueue(logger: logger)
        let placed = Ends()
        jobQueue.registerJob(parameters: PlaceOrder.self) { parameters, context in
            let job = QueuedJob(tenant: Tenant(name: parameters.tenant), logger: context.logger)
            try await scopes.withScope(of: job) { _ in
                placed.add(try await place(parameters.item))
            }
        }
        let errors = await jobQueue.run([
            PlaceOrder(tenant: "acme", item: "anvil"), PlaceOrder(tenant: "globex", item: "tongs"),
        ])
        XCTAssertTrue(errors.isEmpty, "\(errors)")
        XCTAssertEqual(placed.all, ["anvil for acme", "tongs for globex"])
        XCTAssertEqual(lines("JobID"), ["0", "1"])
        XCTAssertEqual(ends.all, ["acme true", "globex true"])
    }

    func testINT6_WithoutAScopeTheErrorSaysHowToOpenOne() async throws {
        do {
            _ = try await Handlers().placeOrder(.init(path: .init(item: "anvil")))
            XCTFail("there is no scope")
        } catch let error as NoCurrentScope {
            XCTAssertTrue(error.description.contains("fix: open the scope around it"), error.description)
            XCTAssertTrue(error.description.contains("ScopeSource.withScope(of:)"), error.description)
        }
    }

    func testINT6_ADetachedTaskHasNeitherScopeNorLogger() async throws {
        let scopes = ScopeSource(try container())
        let logger = logger
        try await scopes.withScope(of: Job(1, Tenant(name: "acme"), "anvil", logger: logger)) { scope in
            let detached = Task.detached {
                ((try? Container.currentScope) == nil, Logger.current[metadataKey: "job"], Logger.current.label)
            }
            let (hasNoScope, id, label) = await detached.value
            XCTAssertTrue(hasNoScope)
            XCTAssertNil(id)
            XCTAssertEqual(label, "")
            // The fix: pass the values, or the scope and the logger.
            let current = Logger.current
            let passed = Task.detached {
                try await scope.asCurrent { try await place("anvil") }
            }
            let placed = try await passed.value
            XCTAssertEqual(placed, "anvil for acme")
            let logged = Task.detached { withLogger(current) { _ in Logger.current[metadataKey: "job"] } }
            let job = await logged.value
            XCTAssertEqual(job, "1")
        }
        XCTAssertEqual(lines("job"), ["1"])
    }

    func testINT6_ATaskThatOutlivesTheWorkHasTheLoggerAndAClosedScope() async throws {
        let scopes = ScopeSource(try container())
        let (gate, open) = AsyncStream<Void>.makeStream()
        let job = Job(1, Tenant(name: "acme"), "anvil", logger: logger)
        let late = try await scopes.withScope(of: job) { _ in
            _ = try await place("anvil")
            return Task {
                for await _ in gate {}
                XCTAssertThrowsError(try Container.currentScope.resolve(Orders.self)) {
                    XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
                }
                return Logger.current[metadataKey: "job"]
            }
        }
        open.finish()
        let id = try await late.value
        XCTAssertEqual(id, "1", "it is a value, which ends with the task")
        XCTAssertNil(Logger.current[metadataKey: "job"])
        XCTAssertThrowsError(try Container.currentScope) { XCTAssertTrue($0 is NoCurrentScope) }
    }
}
#endif
