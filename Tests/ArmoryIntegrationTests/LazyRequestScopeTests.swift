#if Hummingbird
import Armory
import ArmoryHummingbird
import ArmoryTestSupport
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import XCTest

private final class Work: Sendable {
    let request: Request
    init(request: Request) { self.request = request }
}

/// Writes down which scopes begin and end.
private final class ScopeLog: EventSubscriber {
    let lines = Ends()
    var kinds: ContainerEvent.Kinds { [.scopes] }

    func receive(_ event: ContainerEvent) {
        switch event {
        case .opened(let scope): lines.add("opened \(scope.tag)")
        case .ended(let scope, let end): lines.add("ended \(scope.tag), \(end.isCompleted)")
        default: break
        }
    }
}

// When a request's scope begins, and who has it.
final class LazyRequestScopeTests: LeakCheckedTestCase {
    private let ends = Ends()

    private let servers: [HTTPServerBuilder] = [.http1WithScopes(), .http1()]

    private func container(_ name: String = "", _ subscribers: [any EventSubscriber] = []) throws -> Container {
        try Container(configuration: .init(subscribers: subscribers)) {
            Module.requests(label: "test")
            Scoped(Work.init).onShutdown { [ends] _ in
                await Task.yield()
                ends.add("\(name) ended")
            }
        }
    }

    private func router(_ containers: Container...) -> Router<BasicScopedRequestContext> {
        let router = Router(context: BasicScopedRequestContext.self)
        for container in containers { router.add(middleware: RequestScopes(container)) }
        router.get("health") { _, _ in "ok" }
        router.get("work") { _, context in try context.resolve(Work.self).request.uri.path }
        return router
    }

    func testINT2_ARequestThatAsksForNothingHasNoScope() async throws {
        for server in servers {
            for setup in [TestingSetup.router, .live] {
                let log = ScopeLog()
                let application = Application(router: router(try container("", [log])), server: server)
                try await application.test(setup) { client in
                    for path in ["/health", "/work", "/health", "/work"] {
                        try await client.execute(uri: path, method: .get) { XCTAssertEqual($0.status, .ok) }
                    }
                    await log.lines.come(to: 4)
                }
                let request = ["opened request", "ended request, true"]
                XCTAssertEqual(log.lines.all, request + request)
            }
        }
    }

    func testINT2_WhoAsksForNothingIsAnsweredByAClosedContainer() async throws {
        for server in servers {
            let container = try container()
            container.close()
            try await Application(router: router(container), server: server).test(.live) { client in
                try await client.execute(uri: "/health", method: .get) { XCTAssertEqual($0.status, .ok) }
                try await client.execute(uri: "/work", method: .get) {
                    XCTAssertEqual($0.status, .internalServerError)
                }
            }
        }
    }

    func testINT2_ManyTasksOfARequestHaveOneScope() async throws {
        for server in servers {
            let log = ScopeLog()
            let router = router(try container("", [log]))
            router.get("many") { _, context in
                try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                    for number in 0..<16 {
                        group.addTask {
                            let scope = number % 2 == 0 ? try context.scope : try XCTUnwrap(Container.current)
                            return ObjectIdentifier(try scope.resolve(Work.self))
                        }
                    }
                    let all = try await group.reduce(into: Set()) { $0.insert($1) }
                    return "\(all.count)"
                }
            }
            let before = ends.all.count
            try await Application(router: router, server: server).test(.live) { [ends] client in
                for round in 1...50 {
                    try await client.execute(uri: "/many", method: .get) { response in
                        XCTAssertEqual(String(buffer: response.body), "1")
                    }
                    await ends.come(to: before + round)
                }
            }
            XCTAssertEqual(ends.all.count, before + 50, "each once")
            // Of several that come first, all but one have opened another, and closed it.
            let lines = log.lines.all
            XCTAssertEqual(lines.count { $0.hasPrefix("opened") }, lines.count { $0.hasPrefix("ended") })
        }
    }

    func testINT2_ATaskThatOutlivesItsRequestFindsItsScopeClosed() async throws {
        for server in servers {
            for uses in [true, false] {
                let router = router(try container())
                let isAnswered = Latch()
                let found = Ends()
                router.get("leave") { _, context in
                    if uses { _ = try context.resolve(Work.self) }
                    Task {
                        while !isAnswered.wait(seconds: 0) { await Task.yield() }
                        found.add("\(Self.code { try context.resolve(Work.self) })")
                        found.add("\(Self.code { try XCTUnwrap(Container.current).resolve(Work.self) })")
                    }
                    return "left"
                }
                let before = ends.all.count
                try await Application(router: router, server: server).test(.live) { [ends] client in
                    try await client.execute(uri: "/leave", method: .get) { XCTAssertEqual($0.status, .ok) }
                    if uses { await ends.come(to: before + 1) }
                    // Another one on the same connection, so the first is over; its scope is not the task's.
                    try await client.execute(uri: "/work", method: .get) { XCTAssertEqual($0.status, .ok) }
                    isAnswered.open()
                    await found.come(to: 2)
                }
                XCTAssertEqual(found.all, ["closed", "closed"])
            }
        }
    }

    private static func code(_ body: () throws -> Work) -> String {
        do {
            return "resolved \(try body().request.uri.path)"
        } catch {
            return (error as? ResolutionError).map { "\($0.code)" } ?? "\(error)"
        }
    }

    func testINT2_WithoutTheModuleTheErrorSaysWhatIsMissing() async throws {
        let container = try Container { Scoped { 1 } }
        for server in servers {
            let router = router(container)
            router.get("ask") { _, context in
                XCTAssertTrue(Container.current === container, "what it was to be opened in")
                return Self.code { try context.resolve() }
            }
            try await Application(router: router, server: server).test(.live) { client in
                try await client.execute(uri: "/ask", method: .get) { response in
                    XCTAssertEqual(String(buffer: response.body), "seedNotDeclared")
                }
            }
        }
    }

    func testINT2_OutsideOfTheMiddlewareTheCurrentContainerIsThatOfTheServersTask() async throws {
        let outside = Container()
        for server in servers {
            let router = Router(context: BasicScopedRequestContext.self)
            router.get("outside") { _, _ in "\(Container.current === outside)" }
            router.add(middleware: RequestScopes(try container()))
            router.get("inside") { _, context in "\(try Container.current === context.scope)" }
            try await outside.asCurrent {
                try await Application(router: router, server: server).test(.live) { client in
                    for path in ["/outside", "/inside"] {
                        try await client.execute(uri: path, method: .get) { response in
                            XCTAssertEqual(String(buffer: response.body), "true", path)
                        }
                    }
                }
            }
        }
    }

    func testINT2_OfTwoScopesTheInnerIsCurrentAndEndsFirst() async throws {
        for server in servers {
            let (outer, inner) = (try container("outer"), try container("inner"))
            let router = Router(context: BasicScopedRequestContext.self)
            router.add(middleware: RequestScopes(outer))
            router.addMiddleware { Uses() }
            router.add(middleware: RequestScopes(inner))
            router.get("work") { _, context in
                _ = try context.resolve(Work.self)
                return "\(try Container.current === context.scope)"
            }
            let before = ends.all.count
            try await Application(router: router, server: server).test(.live) { [ends] client in
                try await client.execute(uri: "/work", method: .get) { response in
                    XCTAssertEqual(String(buffer: response.body), "true")
                }
                await ends.come(to: before + 2)
            }
            XCTAssertEqual(Array(ends.all.dropFirst(before)), ["inner ended", "outer ended"])
        }
    }

    /// A middleware that uses the scope around it.
    private struct Uses: RouterMiddleware {
        @concurrent
        func handle(
            _ request: Request, context: BasicScopedRequestContext,
            next: @concurrent (Request, BasicScopedRequestContext) async throws -> Response
        ) async throws -> Response {
            _ = try context.resolve(Work.self)
            return try await next(request, context)
        }
    }
}
#endif
