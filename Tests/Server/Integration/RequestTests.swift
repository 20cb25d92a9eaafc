#if Hummingbird
import Armory
import ArmoryHummingbird
import ArmoryLogging
import ArmoryTestSupport
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import InMemoryLogging
import Logging
import XCTest

private struct Failure: Error {}

private final class UnitOfWork: Sendable {
    let request: Request
    let id: RequestID
    let logger: Logger

    init(request: Request, id: RequestID, logger: Logger) {
        self.request = request
        self.id = id
        self.logger = logger
    }
}

// A scope for each request, over HTTP and straight to the router.
final class RequestTests: LeakCheckedTestCase {
    private let ends = Ends()

    /// Both ways in which a scope is ended.
    private let servers: [HTTPServerBuilder] = [.http1WithScopes(), .http1()]

    private func container(
        _ closing: @escaping @Sendable (_ end: ScopeOutcome) async throws -> Void = { _ in }
    ) throws -> Container {
        let ends = ends
        return try Container {
            Module.requests(label: "test")
            Scoped(UnitOfWork.init).onShutdown { (work: UnitOfWork, end: ScopeOutcome) async throws in
                ends.add("\(work.request.uri.path) \(end.isCompleted ? "completed" : "failed")")
                try await closing(end)
            }
        }
    }

    private func router(
        _ container: Container, _ closing: RequestScopes<BasicScopedRequestContext>.Closing = .afterResponse
    ) -> Router<BasicScopedRequestContext> {
        let router = Router(context: BasicScopedRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestScopes(container, closing: closing))
        router.get("work") { _, context in
            let work = try context.resolve(UnitOfWork.self)
            XCTAssertTrue(try Container.current?.resolve(UnitOfWork.self) === work)
            XCTAssertEqual("\(work.id)", context.id)
            XCTAssertTrue(try context.scope.resolve(UnitOfWork.self) === work)
            return work.request.uri.path
        }
        router.get("throw") { _, context -> String in
            _ = try context.resolve(UnitOfWork.self)
            throw HTTPError(.conflict)
        }
        let ends = ends
        router.get("stream") { _, context in
            let scope = try context.scope
            let work = try context.resolve(UnitOfWork.self)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    for number in 0..<50 {
                        try await Task.sleep(for: .milliseconds(1))
                        XCTAssertTrue(try scope.resolve(UnitOfWork.self) === work, "the scope is open")
                        XCTAssertTrue(Container.current === scope)
                        XCTAssertEqual(ends.all.filter { $0.hasPrefix("/stream") }, [])
                        try await writer.write(ByteBuffer(string: "\(number) "))
                    }
                    try await writer.finish(nil)
                })
        }
        router.get("endless") { _, context in
            _ = try context.resolve(UnitOfWork.self)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    while true { try await writer.write(ByteBuffer(repeating: 46, count: 65536)) }
                })
        }
        return router
    }

    func testINT2_EachRequestHasAScopeThatEndsWithIt() async throws {
        for server in servers {
            for setup in [TestingSetup.router, .live] {
                let ends = ends
                let before = ends.all.count
                let application = Application(router: router(try container()), server: server)
                try await application.test(setup) { client in
                    for _ in 0..<3 {
                        try await client.execute(uri: "/work", method: .get) { response in
                            XCTAssertEqual(response.status, .ok)
                            XCTAssertEqual(String(buffer: response.body), "/work")
                        }
                    }
                    try await client.execute(uri: "/throw", method: .get) { response in
                        XCTAssertEqual(response.status, .conflict)
                    }
                    await ends.come(to: before + 4)
                }
                XCTAssertEqual(
                    ends.all.dropFirst(before).prefix(3), ["/work completed", "/work completed", "/work completed"])
                XCTAssertEqual(ends.all.last, "/throw failed")
                XCTAssertEqual(ends.all.count, before + 4, "each once")
            }
        }
    }

    func testINT2_AStreamedResponseKeepsItsScopeToTheEnd() async throws {
        for server in servers {
            let ends = ends
            let before = ends.all.filter { $0 == "/stream completed" }.count
            let scoped = Ends()
            let container = try Container {
                Module.requests(label: "test")
                Scoped(UnitOfWork.init).onShutdown { (_: UnitOfWork, end: ScopeOutcome) in
                    scoped.add("\(end.isCompleted)")
                }
            }
            let application = Application(router: router(container), server: server)
            try await application.test(.live) { client in
                try await client.execute(uri: "/stream", method: .get) { response in
                    XCTAssertEqual(String(buffer: response.body).split(separator: " ").count, 50)
                }
                await scoped.come(to: 1)
            }
            XCTAssertEqual(scoped.all, ["true"])
            XCTAssertEqual(ends.all.count, before)
        }
    }

    func testINT2_AClientThatHangsUpEndsTheScope() async throws {
        for server in servers {
            let ends = Ends()
            let container = try Container {
                Module.requests(label: "test")
                Scoped(UnitOfWork.init).onShutdown { (work: UnitOfWork, end: ScopeOutcome) in
                    ends.add("\(work.request.uri.path) \(end.isCompleted)")
                }
            }
            let application = Application(router: router(container), server: server)
            try await application.test(.live) { client in
                let port = try XCTUnwrap(client.port)
                for round in 1...5 {
                    let caller = try Caller(port: port)
                    try caller.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    XCTAssertTrue(try caller.receive().hasPrefix("HTTP/1.1 200"))
                    caller.hangUp()
                    await ends.come(to: round)
                }
            }
            XCTAssertEqual(ends.all, Array(repeating: "/endless false", count: 5))
        }
    }

    func testINT2_AResponseWhoseBodyIsThrownAwayEndsItsScope() async throws {
        for server in servers {
            let ends = ends
            let before = ends.all.count
            let application = Application(router: router(try container()), server: server)
            try await application.test(.live) { client in
                try await client.execute(uri: "/work", method: .head) { XCTAssertEqual($0.status, .ok) }
                await ends.come(to: before + 1)
            }
            XCTAssertEqual(ends.all.count, before + 1)
        }
    }

    func testINT2_OutsideOfTheMiddlewareItIsANamedError() async throws {
        let router = Router(context: BasicScopedRequestContext.self)
        router.get("work") { _, context -> String in
            do {
                _ = try context.resolve(UnitOfWork.self)
                return "resolved"
            } catch {
                return "\(error)"
            }
        }
        try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/work", method: .get) { response in
                XCTAssertEqual(
                    String(buffer: response.body),
                    """
                    The request has no scope: no RequestScopes middleware is around its handler.
                      fix: router.add(middleware: RequestScopes(container)) before the routes are added.
                    """)
            }
        }
    }

    func testINT2_WhatHooksThrowIsLoggedWithTheRequest() async throws {
        for server in servers {
            let handler = InMemoryLogHandler()
            let logger = Logger(label: "test") { _ in handler }
            let container = try container { _ in throw Failure() }
            let application = Application(router: router(container), server: server, logger: logger)
            try await application.test(.live) { client in
                try await client.execute(uri: "/work", method: .get) { XCTAssertEqual($0.status, .ok) }
                while !handler.entries.contains(where: { $0.level == .error }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            let entry = try XCTUnwrap(handler.entries.first { $0.level == .error })
            XCTAssertNotNil(entry.metadata["hb.request.id"])
            XCTAssertTrue("\(entry.metadata["error"] ?? "")".contains("UnitOfWork could not be closed"))
        }
    }

    func testINT2_ClosedBeforeTheResponseAFailureIsTheRequests() async throws {
        for server in servers {
            for fails in [false, true] {
                let container = try container { _ in if fails { throw Failure() } }
                let application = Application(router: router(container, .beforeResponse), server: server)
                let ends = ends
                let before = ends.all.count
                try await application.test(.live) { client in
                    try await client.execute(uri: "/work", method: .get) { response in
                        XCTAssertEqual(response.status, fails ? .internalServerError : .ok)
                        XCTAssertEqual(ends.all.count, before + 1, "closed before")
                    }
                    try await client.execute(uri: "/throw", method: .get) { response in
                        XCTAssertEqual(response.status, .conflict)
                        XCTAssertEqual(ends.all.count, before + 2, "closed before")
                    }
                }
                XCTAssertEqual(
                    Array(ends.all.dropFirst(before)), ["/work completed", "/throw failed"])
            }
        }
    }

    func testINT3_ARequestsLoggerCarriesItsMetadataUnderTheAskersLabel() async throws {
        let router = router(try container())
        router.get("log") { _, context in
            let logger = try context.resolve(UnitOfWork.self).logger
            return "\(logger.label) \(logger[metadataKey: "hb.request.id"].map { "\($0)" } == context.id)"
        }
        try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/log", method: .get) { response in
                let text = String(buffer: response.body)
                XCTAssertTrue(text.hasSuffix("true"), text)
                XCTAssertTrue(text.contains("UnitOfWork"), text)
            }
        }
    }
}
#endif
