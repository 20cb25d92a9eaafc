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
                    for path in ["/health", "/health", "/work", "/health", "/work"] {
                        try await client.execute(uri: path, method: .get) { XCTAssertEqual($0.status, .ok) }
                    }
                    await log.lines.come(to: 6)
                }
                let request = ["opened request", "ended request, true"]
                XCTAssertEqual(log.lines.all, request + request + request, "of the first, and of those that work")
            }
        }
    }

    func testINT2_AClosedContainerFailsEveryRequest() async throws {
        for server in servers {
            for wasUsed in [true, false] {
                let container = try container()
                try await Application(router: router(container), server: server).test(.live) { client in
                    if wasUsed {
                        try await client.execute(uri: "/health", method: .get) { XCTAssertEqual($0.status, .ok) }
                    }
                    container.close()
                    for path in ["/health", "/work"] {
                        try await client.execute(uri: path, method: .get) {
                            XCTAssertEqual($0.status, .internalServerError)
                        }
                    }
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
            // Of several that come first, all but one have opened another, and closed it: none was let go of.
            let lines = log.lines.all
            XCTAssertEqual(lines.count { $0.hasPrefix("opened") }, lines.count { $0 == "ended request, true" })
        }
    }

    func testINT2_ATaskThatOutlivesItsRequestFindsItsScopeClosed() async throws {
        for server in servers {
            for uses in [true, false] {
                let router = router(try container())
                let isAnswered = Latch()
                let found = Ends()
                router.get("leave") { _, context in
                    let own = uses ? try context.scope : nil
                    _ = try own?.resolve(Work.self)
                    Task {
                        await pass(isAnswered)
                        found.add("\(Self.code { try context.resolve(Work.self) })")
                        found.add("\(Self.code { try context.scope.resolve(Work.self) })")
                        found.add("\(Container.current == nil)")
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
                    await found.come(to: 3)
                }
                XCTAssertEqual(found.all, ["closed", "closed", "true"])
            }
        }
    }

    func testINT2_AResponseThatIsThrownAwayEndsItsScopeWhateverTaskIsLeft() async throws {
        for server in servers {
            let router = Router(context: BasicScopedRequestContext.self, options: .autoGenerateHeadEndpoints)
            router.add(middleware: RequestScopes(try container()))
            let isOver = Latch()
            router.get("leave") { _, context in
                _ = try context.resolve(Work.self)
                Task { await pass(isOver) }
                return "left"
            }
            defer { isOver.open() }
            let before = ends.all.count
            try await Application(router: router, server: server).test(.live) { [ends] client in
                try await client.execute(uri: "/leave", method: .head) { XCTAssertEqual($0.status, .ok) }
                await ends.come(to: before + 1)
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

    func testINT2_WithoutTheModuleEveryRequestFailsWithWhatIsMissing() async throws {
        let container = try Container { Scoped { 1 } }
        for server in servers {
            let router = Router(context: BasicScopedRequestContext.self)
            router.addMiddleware { Tells() }
            router.add(middleware: RequestScopes(container))
            router.get("health") { _, _ in "ok" }
            try await Application(router: router, server: server).test(.live) { client in
                for _ in 0..<2 {
                    try await client.execute(uri: "/health", method: .get) { response in
                        XCTAssertEqual(String(buffer: response.body), "seedNotDeclared")
                    }
                }
            }
        }
    }

    /// Answers with the code of what is thrown.
    private struct Tells: RouterMiddleware {
        @concurrent
        func handle(
            _ request: Request, context: BasicScopedRequestContext,
            next: @concurrent (Request, BasicScopedRequestContext) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch let error as ResolutionError {
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "\(error.code)")))
            }
        }
    }

    func testINT2_WhoIsToldOfAScopeThatOpensHasTheContainerAsTheCurrentOne() async throws {
        for server in servers {
            let curious = Curious()
            let container = try container("", [curious])
            curious.container.withLock { $0 = container }
            try await Application(router: router(container), server: server).test(.live) { client in
                for _ in 0..<2 {
                    try await client.execute(uri: "/work", method: .get) { XCTAssertEqual($0.status, .ok) }
                }
            }
            curious.container.withLock { $0 = nil }
            XCTAssertEqual(curious.found.all, ["true", "true"])
        }
    }

    /// Asks for the current container when a scope opens.
    private final class Curious: EventSubscriber {
        let found = Ends()
        let container = Locked<Container?>(nil)
        var kinds: ContainerEvent.Kinds { [.scopes] }

        func receive(_ event: ContainerEvent) {
            if case .opened = event { found.add("\(Container.current === container.withLock { $0 })") }
        }
    }

    func testINT2_RequestsThatAHandlerSendsOnHaveScopesOfTheirOwn() async throws {
        for server in servers {
            let container = try container("each")
            let inner = router(container)
            inner.get("same") { request, context in
                await Task.yield()
                let work = try XCTUnwrap(Container.current).resolve(Work.self)
                return "\(try work === context.resolve(Work.self) && work.request.uri.path == request.uri.path)"
            }
            let responder = inner.buildResponder()
            let router = router(container)
            router.get("batch") { request, context in
                let own = try context.resolve(Work.self)
                let same = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            var head = request.head
                            head.path = "/same"
                            let part = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                            let response = try await responder.respond(to: part, context: context)
                            let writer = Collected()
                            try await response.body.write(writer)
                            return writer.text.all == ["true"]
                        }
                    }
                    return try await group.allSatisfy { $0 }
                }
                return "\(try Container.current?.resolve(Work.self) === own) \(same)"
            }
            let before = ends.all.count
            try await Application(router: router, server: server).test(.live) { [ends] client in
                try await client.execute(uri: "/batch", method: .get) { response in
                    XCTAssertEqual(String(buffer: response.body), "true true")
                }
                await ends.come(to: before + 9)
            }
            XCTAssertEqual(ends.all.count, before + 9, "each once")
        }
    }

    /// Collects what a body writes.
    private struct Collected: ResponseBodyWriter {
        let text = Ends()
        @concurrent mutating func write(_ buffer: ByteBuffer) async throws { text.add(String(buffer: buffer)) }
        @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    func testINT2_OutsideOfTheMiddlewareTheCurrentContainerIsThatOfTheServersTask() async throws {
        let outside = try Container {}
        for server in servers {
            let router = Router(context: BasicScopedRequestContext.self)
            router.get("outside") { _, _ in "\(Container.current === outside)" }
            router.add(middleware: RequestScopes(try container()))
            router.get("inside") { _, context in "\(try Container.current === context.scope)" }
            try await outside.asCurrent {
                try await Application(router: router, server: server).test(.live) { client in
                    for path in ["/outside", "/inside", "/outside", "/inside"] {
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
