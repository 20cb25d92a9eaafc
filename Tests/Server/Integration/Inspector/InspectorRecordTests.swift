// SEE5: the events of a request together, and which request a scope belongs to.

#if Inspector && Hummingbird
import Armory
import ArmoryHummingbird
import ArmoryInspector
import ArmoryTestSupport
import Hummingbird
import HummingbirdTesting
import NIOCore
import XCTest

private final class Work: Sendable {}

/// A context with a request's scope, which also tells who is there.
struct ScopedShopContext: ScopedRequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    var requestScope = RequestScope()
    let remoteAddress: SocketAddress?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

final class InspectorRecordTests: LeakCheckedTestCase {
    private struct Refused: Error, CustomStringConvertible {
        var description: String { "no" }
    }

    private static let inner = ScopeTag("inner", inside: .request)

    private func container(_ inspector: Inspector) throws -> Container {
        try Container(configuration: .init(subscribers: [inspector])) {
            Module.requests(label: "shop")
            Scoped(Work.init)
            Scoped(Int.self) { 1 }.in(Self.inner)
            Transient(Bool.self) { throw Refused() }
        }
    }

    /// Serves until the body has returned; `orders` is answered with a scope, `left` forgets one.
    private func serve(
        _ container: Container, _ left: Locked<[Container]>,
        _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws -> Int {
        let router = Router(context: ScopedShopContext.self)
        let line = #line + 1
        router.add(middleware: RequestScopes(container))
        router.get("orders/{id}") { _, context in
            _ = try context.resolve(Work.self)
            _ = try await context.scope.withScope(Self.inner) { try $0.resolve(Int.self) }
            return "\(context.id)"
        }
        router.get("refused") { _, context in "\(try context.resolve(Bool.self))" }
        router.get("left") { request, context in
            let scope = try container.openScope(seeds: [ScopeSeed(request)])
            left.withLock { $0.append(scope) }
            return "\(context.id)"
        }
        try await Application(router: router, server: .http1WithScopes()).test(.live) { try await body($0) }
        return line
    }

    private static func text(_ client: any TestClientProtocol, _ uri: String) async throws -> String {
        String(buffer: try await client.execute(uri: uri, method: .get).body)
    }

    func testSEE5_ARequestsEventsAreTogetherWithItsIDAndPath() async throws {
        let inspector = Inspector()
        let container = try container(inspector)
        let id = Locked("")
        let line = try await serve(container, Locked([])) { client in
            let answer = try await Self.text(client, "/orders/7?token=secret")
            id.withLock { $0 = answer }
        }
        let records = inspector.recordedScopes
        XCTAssertEqual(records.ended, 1)
        let record = try XCTUnwrap(records.scopes.first)
        XCTAssertEqual(record.request, .init(method: "GET", path: "/orders/7", id: id.withLock { $0 }))
        XCTAssertEqual(record.place, "ArmoryIntegrationTests/InspectorRecordTests.swift:\(line)")
        XCTAssertEqual(record.reason, "sampled")
        XCTAssertNotNil(record.end)
        XCTAssertNil(record.events)
        let events = try XCTUnwrap(inspector.recordedScope(record.number).scopes.first?.events)
        XCTAssertEqual(events.map(\.kind), ["opened", "made", "opened", "made", "closed", "ended", "closed", "ended"])
        XCTAssertEqual(
            events.map { $0.container == record.container }, [true, true, false, false, false, false, true, true])
        XCTAssertEqual(record.eventCount, 8)
        XCTAssertEqual(events.first?.request?.path, "/orders/7")
        XCTAssertFalse("\(inspector.recordedScope(record.number)) \(inspector.events())".contains("secret"))
        XCTAssertEqual(inspector.recordedScope(record.number + 1).scopes, [])
    }

    func testSEE5_AForgottenScopeSaysWhichRequestItWasFor() async throws {
        let inspector = Inspector(limits: .init(leakAge: .zero))
        let container = try container(inspector)
        let left = Locked<[Container]>([])
        _ = try await serve(container, left) { client in _ = try await Self.text(client, "/left?a=secret") }
        let scope = try XCTUnwrap(inspector.openScopes.scopes.first)
        XCTAssertTrue(scope.isSuspect)
        XCTAssertEqual(scope.request, .init(method: "GET", path: "/left", id: nil), "the ID was no seed")
        XCTAssertTrue(scope.place.hasPrefix("ArmoryIntegrationTests/InspectorRecordTests.swift:"), scope.place)
        XCTAssertEqual(inspector.recordedScopes.scopes.map(\.reason), ["open", "sampled"])
        for scope in left.withLock({ $0 }) { try await scope.shutdown() }
        XCTAssertEqual(inspector.openScopes.count, 0)
    }

    func testSEE5_AFailedRequestIsKeptWholeAfterManyOthers() async throws {
        let inspector = Inspector(limits: .init(events: 10, requests: 8))
        let container = try container(inspector)
        func scope() async throws {
            try await container.withScope { _ = try $0.resolve(Work.self) }
        }
        try? await container.withScope { scope in
            _ = try scope.resolve(Work.self)
            _ = try scope.resolve(Bool.self)
        }
        for _ in 0..<200 { try await scope() }
        XCTAssertEqual(inspector.events().events.map(\.number).first, inspector.events().next - 10, "long dropped")
        let failed = inspector.recordedScopes.scopes.filter { $0.reason == "failed" }
        XCTAssertEqual(failed.count, 1)
        let events = try XCTUnwrap(inspector.recordedScope(try XCTUnwrap(failed.first).number).scopes.first?.events)
        XCTAssertEqual(events.map(\.kind), ["opened", "made", "failed", "closed", "ended"])
        XCTAssertEqual(events[2].detail, "no")
        let end = try XCTUnwrap(events[4].detail)
        XCTAssertTrue(end.hasPrefix("Bool ") && end.contains(" [factoryFailed]"), end)
        XCTAssertEqual(inspector.recordedScopes.ended, 201)
        XCTAssertLessThanOrEqual(inspector.recordedScopes.scopes.count, 8)
    }

    func testSEE5_FailuresDoNotTakeThePlacesOfSamples() async throws {
        let inspector = Inspector(limits: .init(requests: 200))
        let container = try container(inspector)
        for _ in 0..<60 {
            try? await container.withScope { _ = try $0.resolve(Bool.self) }
        }
        try await container.withScope { _ = try $0.resolve(Work.self) }
        let reasons = inspector.recordedScopes.scopes.map(\.reason)
        XCTAssertEqual(reasons.filter { $0 == "sampled" }.count, 1, "\(reasons)")
        XCTAssertGreaterThanOrEqual(reasons.filter { $0 == "failed" }.count, 20)
    }

    func testSEE5_WhatIsKeptOfRequestsIsBounded() async throws {
        let inspector = Inspector(limits: .init(requests: 4))
        let container = try container(inspector)
        let open = try (0..<10).map { _ in try container.openScope() }
        XCTAssertEqual(inspector.recordedScopes.scopes.count, 4, "the others are not followed")
        for _ in 0..<150 { XCTAssertThrowsError(try open[0].resolve(Bool.self)) }
        for scope in open { try await scope.shutdown() }
        let records = inspector.recordedScopes
        XCTAssertEqual(records.ended, 4)
        let first = try XCTUnwrap(records.scopes.first { $0.reason == "failed" })
        XCTAssertEqual(first.eventCount, 152)
        let events = try XCTUnwrap(inspector.recordedScope(first.number).scopes.first?.events)
        XCTAssertEqual(events.count, 101)
        XCTAssertEqual(events.last?.kind, "ended")
        // A scope that ends before its inner one leaves nothing behind.
        let outer = try container.openScope()
        let inner = try outer.openScope(Self.inner)
        try await outer.shutdown()
        try await inner.shutdown()
        XCTAssertEqual(inspector.recordedScopes.ended, 5)
        XCTAssertEqual(inspector.recordedScopes.scopes.filter { $0.reason == "open" }, [])
    }

    func testSEE5_AFewAtOnceAreAllowedAndOneInEachPeriod() {
        var allowance = Allowance(most: 3, every: 10)
        XCTAssertEqual((0..<5).map { _ in allowance.takes(at: 100) }, [true, true, true, false, false])
        XCTAssertEqual([105, 110, 111, 120, 119].map { allowance.takes(at: $0) }, [false, true, false, true, false])
        XCTAssertEqual((0..<5).map { _ in allowance.takes(at: 1000) }, [true, true, true, false, false])
    }

    /// A registration that another one replaces is not in the graph, and not in the number above it.
    func testSEE5_TheNumberOfRegistrationsIsThatOfTheGraph() throws {
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            Singleton(Int.self) { 1 }.ifAbsent()
            Singleton(Int.self) { 2 }
            Singleton(String.self) { "\(try $0.resolve(Int.self))" }
        }
        let summary = inspector.summary(of: container)
        XCTAssertEqual(summary.registrations, container.graph.nodes.count)
        XCTAssertEqual(summary.registrations, inspector.slots(of: container).slots.count)
        XCTAssertEqual(summary.registrations, 2)
    }
}
#endif
