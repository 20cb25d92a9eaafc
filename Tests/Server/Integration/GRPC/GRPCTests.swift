#if GRPC
import Armory
import ArmoryGRPC
import ArmoryLogging
import ArmoryRequests
import ArmoryServiceLifecycle
import ArmoryTestSupport
import GRPCCore
import GRPCInProcessTransport
import InMemoryLogging
import Logging
import ServiceLifecycle
import XCTest

private struct Failure: Error {}

private final class Work: Sendable {
    let rpc: RPC
    let logger: Logger
    let life = Counted()

    init(rpc: RPC, logger: Logger) {
        self.rpc = rpc
        self.logger = logger
    }
}

// A scope for each call of gRPC, on the transport inside of a process.
final class GRPCTests: LeakCheckedTestCase {
    private let ends = Ends()

    private func container(
        _ subscribers: [any EventSubscriber] = [],
        closing: @escaping @Sendable (ScopeOutcome) async throws -> Void = { _ in }
    ) throws -> Container {
        let ends = ends
        return try Container(configuration: .init(subscribers: subscribers)) {
            Module.calls(label: "test")
            Scoped(Work.init).onShutdown { (work: Work, end: ScopeOutcome) async throws in
                ends.add("\(work.rpc.method.method) \(end.isCompleted ? "completed" : "failed")")
                try await closing(end)
            }
        }
    }

    /// Answers each message with the peer, from the handler and from the producer.
    private static let answer: TextService.Method = { request, _ in
        let work = try Container.currentScope.resolve(Work.self)
        XCTAssertTrue(try Container.current?.resolve(Work.self) === work)
        return StreamingServerResponse { writer in
            XCTAssertTrue(try Container.currentScope.resolve(Work.self) === work, "the scope is open")
            for try await message in request.messages { try await writer.write("\(message) \(work.rpc.remotePeer)") }
            return ["answered": "yes"]
        }
    }

    func testINT6_AllFourKindsOfCallsHaveAScope() async throws {
        let scopes = ScopeCounts()
        let methods: [String: TextService.Method] = [
            "Unary": { request, context in
                let single = try await ServerRequest(stream: request)
                let work = try Container.currentScope.resolve(Work.self)
                return StreamingServerResponse(single: ServerResponse(message: single.message + work.rpc.method.method))
            },
            "Collect": { request, _ in
                let work = try Container.currentScope.resolve(Work.self)
                let all = try await request.messages.reduce("") { $0 + $1 }
                return StreamingServerResponse(single: ServerResponse(message: all + work.rpc.method.method))
            },
            "Expand": { request, context in
                let single = try await ServerRequest(stream: request)
                return StreamingServerResponse { writer in
                    let work = try Container.currentScope.resolve(Work.self)
                    for character in single.message { try await writer.write("\(character)\(work.rpc.method.method)") }
                    return [:]
                }
            },
            "Chat": Self.answer,
        ]
        try await withTexts(try container([scopes]), methods) { client in
            for _ in 0..<3 {
                let unary = try await client.call("Unary", ["a"])
                XCTAssertEqual(unary, ["aUnary"])
                let collected = try await client.call("Collect", ["a", "b"])
                XCTAssertEqual(collected, ["abCollect"])
                let expanded = try await client.call("Expand", ["ab"])
                XCTAssertEqual(expanded, ["aExpand", "bExpand"])
                let chat = try await client.call("Chat", ["a", "b"])
                XCTAssertEqual(chat.map { $0.prefix(12) }, ["a in-process", "b in-process"])
            }
        }
        XCTAssertEqual(scopes.counts.completed, 12)
        XCTAssertEqual(scopes.counts.open + scopes.counts.failed, 0)
        let once = ["Unary completed", "Collect completed", "Expand completed", "Chat completed"]
        XCTAssertEqual(ends.all, once + once + once)
    }

    func testINT6_ACallThatAsksForNothingHasNoScope() async throws {
        let scopes = ScopeCounts()
        let quiet: TextService.Method = { _, _ in StreamingServerResponse(single: ServerResponse(message: "ok")) }
        try await withTexts(try container([scopes]), ["Quiet": quiet]) { client in
            for _ in 0..<5 { _ = try await client.call("Quiet", [""]) }
        }
        XCTAssertEqual(scopes.counts.completed, 1, "the first one's, which proves that the seeds are registered")
    }

    func testINT6_TheSeedsTellOfTheCall() async throws {
        let found = Locked<[RPC]>([])
        let log = InMemoryLogHandler()
        let tells: TextService.Method = { _, _ in
            let work = try Container.currentScope.resolve(Work.self)
            work.logger.info("hello")
            found.withLock { $0.append(work.rpc) }
            return StreamingServerResponse(single: ServerResponse(message: "ok"))
        }
        let container = try Container {
            Module.loggers(label: "test") { _ in Logger(label: "test") { _ in log } }
            Module.calls(label: "test")
            Scoped(Work.init)
        }
        let logger = Logger(label: "calls") { _ in log }
        let begun = ContinuousClock.now
        try await withTexts(container, ["Tells": tells], logger: logger) { client in
            _ = try await client.call("Tells", [""], metadata: ["tenant": "acme"], timeout: .seconds(3600))
            _ = try await client.call("Tells", [""])
        }
        let rpcs = found.withLock { $0 }
        XCTAssertEqual(Array(rpcs[0].metadata[stringValues: "tenant"]), ["acme"])
        XCTAssertEqual(rpcs[0].method, .text("Tells"))
        XCTAssertFalse(rpcs[0].localPeer.isEmpty)
        let limit = begun.duration(to: try XCTUnwrap(rpcs[0].deadline))
        XCTAssert(limit >= .seconds(3599) && limit < .seconds(7200), "\(limit)")
        XCTAssertNil(rpcs[1].deadline)
        let line = try XCTUnwrap(log.entries.first { "\($0.message)" == "hello" })
        XCTAssertEqual(line.metadata["rpc.method"], "Tells")
        XCTAssertEqual(line.metadata["rpc.service"], "test.Texts")
    }

    func testINT6_AFailedCallEndsItsScopeAsFailed() async throws {
        let methods: [String: TextService.Method] = [
            "Throws": { _, _ in
                _ = try Container.currentScope.resolve(Work.self)
                throw Failure()
            },
            "Refuses": { _, _ in
                _ = try Container.currentScope.resolve(Work.self)
                return StreamingServerResponse(error: RPCError(code: .notFound, message: "none"))
            },
            "Breaks": { _, _ in
                _ = try Container.currentScope.resolve(Work.self)
                return StreamingServerResponse { writer in
                    try await writer.write("half")
                    throw Failure()
                }
            },
        ]
        try await withTexts(try container(), methods) { client in
            for (method, code) in [("Throws", RPCError.Code.unknown), ("Refuses", .notFound), ("Breaks", .unknown)] {
                do {
                    _ = try await client.call(method, [""])
                    XCTFail(method)
                } catch let error as RPCError {
                    XCTAssertEqual(error.code, code)
                }
            }
        }
        XCTAssertEqual(ends.all, ["Throws failed", "Refuses failed", "Breaks failed"])
    }

    /// The client never sees a success before the hooks have succeeded.
    func testINT6_AHookThatFailsFailsTheCall() async throws {
        let log = InMemoryLogHandler()
        let container = try container { _ in throw Failure() }
        let fails: TextService.Method = { _, _ in
            _ = try Container.currentScope.resolve(Work.self)
            throw RPCError(code: .aborted, message: "before the hook")
        }
        try await withTexts(
            container, ["Chat": Self.answer, "Fails": fails], logger: Logger(label: "calls") { _ in log }
        ) { client in
            let seen = Locked<[String]>([])
            do {
                _ = try await client.call("Chat", ["a"]) { message in seen.withLock { $0.append(message) } }
                XCTFail("the hook's error is lost")
            } catch let error as RPCError {
                XCTAssertEqual(error.code, .internalError)
            }
            XCTAssertEqual(seen.withLock { $0.count }, 1, "the message was sent before the scope ended")
            XCTAssertEqual(log.entries.count, 0, "the client has the error")
            do {
                _ = try await client.call("Fails", ["a"])
                XCTFail("the handler's error is lost")
            } catch let error as RPCError {
                XCTAssertEqual(error.code, .aborted)
            }
        }
        XCTAssertEqual(log.entries.count, 1, "nobody else learns of it")
    }

    /// The handler is not cancelled by gRPC: it looks, and ends as if nothing had happened.
    func testINT6_ACallWhoseDeadlineHasPassedFailsForTheHooks() async throws {
        let waits: TextService.Method = { _, context in
            _ = try Container.currentScope.resolve(Work.self)
            return StreamingServerResponse { _ in
                try? await context.cancellation.cancelled
                return [:]
            }
        }
        try await withTexts(try container(), ["Waits": waits]) { [ends] client in
            do {
                _ = try await client.call("Waits", [""], metadata: ["grpc-timeout": "20m"])
                XCTFail("the deadline has no effect")
            } catch let error as RPCError {
                XCTAssertEqual(error.code, .deadlineExceeded)
            }
            await ends.come(to: 1)
        }
        XCTAssertEqual(ends.all, ["Waits failed"])
    }

    /// A graceful shutdown sets the same signal as a client that has gone, but the call completes.
    func testINT6_ACallThatCompletesDuringTheShutdownIsCompleted() async throws {
        let transport = InProcessTransport()
        let began = Ends()
        let waits: TextService.Method = { _, context in
            _ = try Container.currentScope.resolve(Work.self)
            began.add("began")
            return StreamingServerResponse { writer in
                try await context.cancellation.cancelled
                try await writer.write("done")
                return [:]
            }
        }
        let scopes = ScopeInterceptor(try container(), logger: Logger(label: "test"))
        try await withGRPCServer(
            transport: transport.server, services: [TextService(methods: ["Waits": waits])], interceptors: [scopes]
        ) { server in
            try await withGRPCClient(transport: transport.client) { client in
                async let answer = client.call("Waits", [""])
                await began.come(to: 1)
                server.beginGracefulShutdown()
                let all = try await answer
                XCTAssertEqual(all, ["done"])
            }
        }
        XCTAssertEqual(ends.all, ["Waits completed"])
    }

    /// Throws the response away.
    private struct Replaces: ServerInterceptor {
        @concurrent
        func intercept<Input: Sendable, Output: Sendable>(
            request: StreamingServerRequest<Input>, context: ServerContext,
            next:
                @concurrent @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
                StreamingServerResponse<Output>
        ) async throws -> StreamingServerResponse<Output> {
            _ = try await next(request, context)
            return StreamingServerResponse(error: RPCError(code: .dataLoss, message: "replaced"))
        }
    }

    func testINT6_AResponseThatIsThrownAwayEndsTheScope() async throws {
        let transport = InProcessTransport()
        let interceptors: [any ServerInterceptor] = [
            Replaces(), ScopeInterceptor(try container(), logger: .init(label: "")),
        ]
        try await withGRPCServer(
            transport: transport.server, services: [TextService(methods: ["Chat": Self.answer])],
            interceptors: interceptors
        ) { _ in
            try await withGRPCClient(transport: transport.client) { [ends] client in
                let answer = try? await client.call("Chat", ["a"])
                XCTAssertNil(answer)
                await ends.come(to: 1)
            }
        }
        XCTAssertEqual(ends.all, ["Chat failed"])
    }

    func testINT6_AClosedContainerAndAMissingModuleHaveTheirCodes() async throws {
        let closed = try container()
        closed.close()
        for (container, code) in [
            (closed, RPCError.Code.unavailable), (try Container { Scoped { 1 } }, .internalError),
        ] {
            let log = InMemoryLogHandler()
            try await withTexts(container, ["Chat": Self.answer], logger: Logger(label: "") { _ in log }) { client in
                do {
                    _ = try await client.call("Chat", ["a"])
                    XCTFail("a call without a scope")
                } catch let error as RPCError {
                    XCTAssertEqual(error.code, code)
                    XCTAssertFalse(error.message.contains("registered"), "\(error)")
                }
            }
            XCTAssertEqual(log.entries.count, 1)
        }
    }

    func testINT6_TheContainersServerServesWhatIsRegistered() async throws {
        let transport = InProcessTransport()
        let container = try Container {
            Module.calls(label: "test")
            Module.server(logger: Logger(label: "calls")) { _ in transport.server }
            Scoped(Work.init)
            Singleton { TextService(methods: ["Chat": Self.answer]) }.service()
        }
        let running = Task {
            try await container.runServices(gracefulShutdownSignals: [], logger: Logger(label: "test"))
        }
        try await withGRPCClient(transport: transport.client) { client in
            let answer = try await client.call("Chat", ["a", "b"])
            XCTAssertEqual(answer.count, 2)
        }
        running.cancel()
        _ = await running.result
        XCTAssertThrowsError(try container.resolve(Int.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
    }

    func testINT6_ASignalBeforeTheServerRunsIsNoError() async throws {
        let transport = InProcessTransport()
        let service = RPCServer(GRPCServer(transport: transport.server, services: []))
        let group = ServiceGroup(services: [StopsAtOnce(), service], logger: Logger(label: "test"))
        await group.triggerGracefulShutdown()
        try await group.run()
        try await withGracefulShutdownBegun { try await service.run() }
    }

    private struct StopsAtOnce: Service {
        func run() async throws { try await gracefulShutdown() }
    }

    /// Runs a body in a task that has been asked to end already.
    private func withGracefulShutdownBegun(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: Late(body: body), successTerminationBehavior: .ignore,
                        failureTerminationBehavior: .cancelGroup)
                ],
                logger: Logger(label: "test")))
        async let run: Void = group.run()
        await group.triggerGracefulShutdown()
        try await run
    }

    /// Waits until it is asked to end, and begins only then.
    private struct Late: Service {
        let body: @Sendable () async throws -> Void

        func run() async throws {
            try await gracefulShutdown()
            try await body()
        }
    }

    func testINT6_TimeLimitsAreReadAsTheProtocolWritesThem() {
        let limits: [String: Duration] = [
            "2H": .seconds(7200), "90M": .seconds(5400), "99999999S": .seconds(99_999_999), "5m": .milliseconds(5),
            "0u": .zero, "7n": .nanoseconds(7),
        ]
        for (text, limit) in limits { XCTAssertEqual(RPC.duration(text), limit) }
        for text in ["", "H", "1", "123456789S", "-1S", "+1S", "1x", "\u{661}S", "1 S", "1s"] {
            XCTAssertNil(RPC.duration(text), text)
        }
    }
}
#endif
