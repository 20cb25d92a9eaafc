#if Tracing
import Armory
import ArmoryTestSupport
import ArmoryTracing
import InMemoryTracing
import Tracing
import XCTest

// Events as spans.
final class TracedEventsTests: LeakCheckedTestCase {
    private let tracer = InMemoryTracer()

    override func tearDown() {
        // What it has holds the errors.
        tracer.clearAll()
        super.tearDown()
    }

    private var names: [String] { tracer.finishedSpans.map(\.operationName) }

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        try XCTUnwrap(tracer.finishedSpans.first { $0.operationName == name }, "\(names)")
    }

    private func attributes(_ span: FinishedInMemorySpan) -> [String: String] {
        var texts: [String: String] = [:]
        span.attributes.forEach { key, value in
            switch value {
            case .string(let text): texts[key] = text
            case .bool(let flag): texts[key] = "\(flag)"
            default: texts[key] = "\(value)"
            }
        }
        return texts
    }

    func testSEE3_SlowFactoriesAndScopesAreSpans() throws {
        let shop = try EventfulShop(TracedEvents(slowerThan: .nanoseconds(-1), tracer: tracer))
        try shop.live()
        XCTAssertEqual(
            names,
            [
                "make Tariff", "make Stock", "make Cart", "scope request", "make Int named \"broken\"",
                "scope request", "scope request",
            ])
        XCTAssertEqual(tracer.activeSpans.count, 0)
        let id = try XCTUnwrap(shop.container.id)
        XCTAssertEqual(
            attributes(try span("make Tariff")),
            [
                "armory.key": "Tariff", "armory.lifetime": "singleton", "armory.module": "shop",
                "armory.location": "ArmoryIntegrationTests/EventfulShop.swift:\(EventfulShop.firstLine)",
                "armory.container": "\(id)", "armory.asker": "Stock", "armory.awaits": "false",
            ])
        let work = attributes(try span("make Cart"))
        XCTAssertEqual(work["armory.scope"], "request")
        let scope = attributes(try span("scope request"))
        XCTAssertEqual(scope["armory.scope"], "request")
        XCTAssertEqual(scope["armory.parent"], "\(id)")
        XCTAssertEqual(scope["armory.container"], work["armory.container"])
    }

    func testSEE3_WhatIsFastHasNoSpanUnlessItFails() throws {
        let shop = try EventfulShop(TracedEvents(slowerThan: .seconds(3600), tracesScopes: false, tracer: tracer))
        try shop.live()
        XCTAssertEqual(names, ["make Int named \"broken\""])
        let span = try span("make Int named \"broken\"")
        XCTAssertEqual(span.status?.code, .error)
        XCTAssertEqual(span.errors.map { $0.error as? Mishap }, [Mishap()])
    }

    func testSEE3_TheStatusSaysWhichScopesFailed() throws {
        let shop = try EventfulShop(TracedEvents(slowerThan: .seconds(3600), tracer: tracer))
        try shop.live()
        let scopes = tracer.finishedSpans.filter { $0.operationName == "scope request" }
        XCTAssertEqual(scopes.map(\.status?.code), [nil, .error, .error])
        XCTAssertEqual(
            scopes.map { ($0.errors.first?.error as? ResolutionError)?.code }, [nil, .factoryFailed, .notEnded])
    }

    func testSEE3_TheTimesAreThoseOfTheEvents() throws {
        let log = EventTimes()
        let shop = try EventfulShop(log, TracedEvents(slowerThan: .nanoseconds(-1), tracer: tracer))
        let before = DefaultTracerClock.now.nanosecondsSinceEpoch
        try shop.live()
        let after = DefaultTracerClock.now.nanosecondsSinceEpoch
        XCTAssertEqual(log.all.count, 7)
        for (time, span) in zip(log.all, tracer.finishedSpans) {
            let (start, end) = (span.startInstant.nanosecondsSinceEpoch, span.endInstant.nanosecondsSinceEpoch)
            XCTAssertEqual(end - start, time.end - time.start, span.operationName)
            // The two clocks are asked one after the other, and a clock that is set may go at another speed: the limit is
            // much longer than any pause of a thread, and much shorter than the distance of the clocks.
            XCTAssertGreaterThan(start + 60_000_000_000, before, span.operationName)
            XCTAssertLessThan(end, after + 60_000_000_000, span.operationName)
        }
    }

    func testSEE3_TheParentIsTheSpanThatAsks() async throws {
        let shop = try EventfulShop(TracedEvents(slowerThan: .nanoseconds(-1), tracer: tracer))
        try await tracer.withSpan("GET /orders") { _ in
            try await shop.container.withScope { scope in
                await Task.yield()
                _ = try scope.resolve(Cart.self)
            }
        }
        let request = try span("GET /orders")
        for name in ["make Tariff", "make Stock", "make Cart", "scope request"] {
            XCTAssertEqual(try span(name).parentSpanID, request.spanID, name)
            XCTAssertEqual(try span(name).traceID, request.traceID, name)
        }
        XCTAssertThrowsError(try shop.container.resolve(Int.self, named: "broken"))
        XCTAssertNil(try span("make Int named \"broken\"").parentSpanID)
    }

    func testSEE3_TheTracerIsTheOneOfTheMoment() throws {
        let shop = try EventfulShop(TracedEvents(slowerThan: .nanoseconds(-1)))
        try withTracer(tracer) { _ = try shop.container.resolve(Tariff.self) }
        _ = try shop.container.resolve(Stock.self)
        XCTAssertEqual(names, ["make Tariff"])
    }
}

/// When it happened what has a span.
private final class EventTimes: EventSubscriber {
    private let times = Locked<[TimeSpan]>([])
    var all: [TimeSpan] { times.withLock { $0 } }

    func receive(_ event: ContainerEvent) {
        switch event {
        case .made(let making): times.withLock { $0.append(making.span) }
        case .failed(let making, _): times.withLock { $0.append(making.span) }
        case .ended(let scope, _): times.withLock { $0.append(scope.span) }
        default: break
        }
    }
}
#endif
