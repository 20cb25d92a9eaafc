#if Metrics
import Armory
import ArmoryMetrics
import ArmoryTestSupport
import Metrics
import MetricsTestKit
import XCTest

// Events as metrics.
final class MeasuredEventsTests: LeakCheckedTestCase {
    private func dimensions(
        _ key: String, _ lifetime: String = "singleton", _ module: String = "shop"
    ) -> [(String, String)] {
        [("key", key), ("lifetime", lifetime), ("module", module)]
    }

    func testSEE3_EachRegistrationHasItsCountersAndTimers() throws {
        let metrics = TestMetrics()
        let shop = try EventfulShop(MeasuredEvents(factory: metrics))
        try shop.live()
        for key in ["Tariff", "Stock"] {
            XCTAssertEqual(try metrics.expectCounter("armory_made_total", dimensions(key)).totalValue, 1)
            XCTAssertEqual(try metrics.expectCounter("armory_closed_total", dimensions(key)).totalValue, 1)
            XCTAssertEqual(try metrics.expectTimer("armory_closing_duration", dimensions(key)).values.count, 1)
            XCTAssertEqual(try metrics.expectCounter("armory_failed_total", dimensions(key)).totalValue, 0)
        }
        let tariff = try metrics.expectTimer("armory_making_duration", dimensions("Tariff"))
        let stock = try metrics.expectTimer("armory_making_duration", dimensions("Stock"))
        XCTAssertGreaterThan(try XCTUnwrap(tariff.lastValue), 0)
        XCTAssertGreaterThan(try XCTUnwrap(stock.lastValue), try XCTUnwrap(tariff.lastValue), "it asks for tariff")
        XCTAssertEqual(
            try metrics.expectCounter("armory_closing_errors_total", dimensions("Tariff")).totalValue, 1)
        XCTAssertEqual(try metrics.expectCounter("armory_closing_errors_total", dimensions("Stock")).totalValue, 0)
        let broken = dimensions("Int named \"broken\"", "transient", "")
        XCTAssertEqual(try metrics.expectCounter("armory_failed_total", broken).totalValue, 1)
        XCTAssertEqual(try metrics.expectCounter("armory_made_total", broken).totalValue, 0)
        XCTAssertThrowsError(try metrics.expectCounter("armory_resolved_total", dimensions("Stock")), "not asked for")
    }

    func testSEE3_ScopesAreMeasuredByTag() throws {
        let metrics = TestMetrics()
        let shop = try EventfulShop(MeasuredEvents(factory: metrics))
        let request = [("scope", "request")]
        try shop.container.withScope { _ in
            XCTAssertEqual(try metrics.expectMeter("armory_open_scopes", request).lastValue, 1)
            try shop.container.withScope { _ in
                XCTAssertEqual(try metrics.expectMeter("armory_open_scopes", request).lastValue, 2)
            }
        }
        try shop.live()
        XCTAssertEqual(try metrics.expectMeter("armory_open_scopes", request).lastValue, 0)
        XCTAssertEqual(try metrics.expectTimer("armory_scope_duration", request).values.count, 5)
        XCTAssertEqual(try metrics.expectCounter("armory_failed_scopes_total", request).totalValue, 2)
    }

    func testSEE3_WaitsAreTimed() throws {
        let metrics = TestMetrics()
        try EventfulShop.wait(MeasuredEvents(factory: metrics))
        let tariff = dimensions("Tariff", "singleton", "")
        XCTAssertEqual(try metrics.expectCounter("armory_waited_total", tariff).totalValue, 1)
        XCTAssertGreaterThan(
            try XCTUnwrap(metrics.expectTimer("armory_waiting_duration", tariff).lastValue), 0)
    }

    func testSEE3_TheNamesBeginAsTheyAreTold() throws {
        let metrics = TestMetrics()
        let shop = try EventfulShop(MeasuredEvents(prefix: "shop_container", countsResolves: true, factory: metrics))
        try shop.live()
        XCTAssertEqual(
            try metrics.expectCounter("shop_container_resolved_total", dimensions("Stock")).totalValue, 1)
        let labels = metrics.counters.map(\.label) + metrics.timers.map(\.label) + metrics.meters.map(\.label)
        XCTAssertEqual(labels.filter { !$0.hasPrefix("shop_container_") }, [])
    }

    func testSEE3_AResolveThatNeedNotAwaitIsCountedAsOneThatAwaits() async throws {
        let metrics = TestMetrics()
        let events = MeasuredEvents(countsResolves: true, factory: metrics)
        let container = try Container(configuration: .init(subscribers: [events])) {
            Singleton { _ async -> Tariff in
                await Task.yield()
                return Tariff()
            }
        }
        _ = try await container.resolveAsync(Tariff.self)
        _ = try container.resolve(Tariff.self)
        let counter = try metrics.expectCounter("armory_resolved_total", dimensions("Tariff", "singleton", ""))
        XCTAssertEqual(counter.totalValue, 2)
    }

    func testSEE3_BeyondTheLimitTheyAreCountedTogether() throws {
        let metrics = TestMetrics()
        let names = (0..<9).map { RegistrationName("\($0)") }
        let events = MeasuredEvents(limit: 4, factory: metrics)
        let container = try Container(configuration: .init(subscribers: [events])) {
            for name in names { Transient { _ in 7 }.named(name) }
        }
        for name in names + names { _ = try container.resolve(Int.self, named: name) }
        for number in 0..<4 {
            XCTAssertEqual(
                try metrics.expectCounter(
                    "armory_made_total", dimensions("Int named \"\(number)\"", "transient", "")
                ).totalValue, 2)
        }
        XCTAssertEqual(try metrics.expectCounter("armory_made_total", dimensions("other", "", "")).totalValue, 10)
        XCTAssertEqual(metrics.counters(label: "armory_made_total").count, 5)
        for number in 0..<6 { try container.withScope(ScopeTag("tag \(number)")) { _ in } }
        XCTAssertEqual(metrics.meters(label: "armory_open_scopes").count, 5)
        XCTAssertEqual(try metrics.expectTimer("armory_scope_duration", [("scope", "other")]).values.count, 2)
    }

    func testSEE3_AContainerThatIsMadeAgainHasTheSameMetrics() throws {
        let metrics = CountingMetrics()
        let events = MeasuredEvents(limit: 10, factory: metrics)
        weak var captured: Tariff?
        var counts: Set<Int> = []
        for round in 0..<20 {
            let tariff = Tariff()
            if round == 0 { captured = tariff }
            let container = try Container(configuration: .init(subscribers: [events])) {
                Transient { _ in Stock(tariff: tariff) }
            }
            _ = try container.resolve(Stock.self)
            counts.insert(metrics.made)
        }
        XCTAssertNil(captured, "a registration is not held by its metrics")
        XCTAssertEqual(counts.count, 1, "\(counts)")
    }

    func testSEE3_TheMetricsSystemAndTheKeysAreCalledOutsideOfLocks() throws {
        let metrics = CallingMetrics()
        let events = MeasuredEvents(factory: metrics)
        let container = try Container(configuration: .init(subscribers: [events])) { Transient { _ in 7 } }
        let inner = try Container(configuration: .init(subscribers: [events])) { Transient { _ in "inner" } }
        // What makes a handler waits for another thread, which resolves something that is counted too.
        metrics.body.withLock {
            $0 = {
                let done = DispatchSemaphore(value: 0)
                Thread {
                    _ = try? inner.resolve(String.self)
                    done.signal()
                }.start()
                done.wait()
            }
        }
        XCTAssertEqual(try container.resolve(Int.self), 7)
        XCTAssertGreaterThan(metrics.calls.withLock { $0 }, 0)
        let counter = try metrics.expectCounter("armory_made_total", dimensions("Int", "transient", ""))
        XCTAssertEqual(counter.totalValue, 1)
        let other = try metrics.expectCounter("armory_made_total", dimensions("String", "transient", ""))
        XCTAssertEqual(other.totalValue, 1)
    }

    func testSEE3_AnyLimitIsTaken() throws {
        for limit in [Int.min, -1, 0, .max] {
            let metrics = TestMetrics()
            let events = MeasuredEvents(limit: limit, factory: metrics)
            let container = try Container(configuration: .init(subscribers: [events])) { Transient { _ in 7 } }
            _ = try container.resolve(Int.self)
            let own = limit > 0 ? dimensions("Int", "transient", "") : dimensions("other", "", "")
            XCTAssertEqual(try metrics.expectCounter("armory_made_total", own).totalValue, 1, "\(limit)")
        }
    }

    func testSEE3_HandlersAreMadeOnceUnderManyThreads() throws {
        let (rounds, threads, keys) = (20, 8, 40)
        for round in 0..<rounds {
            let metrics = TestMetrics()
            let made = CountingMetrics()
            let events = [
                MeasuredEvents(limit: keys / 2, factory: metrics), MeasuredEvents(limit: keys / 2, factory: made),
            ]
            let before = made.made
            let container = try Container(configuration: .init(subscribers: events)) {
                for number in 0..<keys { Transient { _ in number }.named(RegistrationName("\(number)")) }
            }
            let results = race(threads: threads) { thread in
                for number in 0..<keys * 2 {
                    let name = RegistrationName("\((number + thread * 5) % keys)")
                    _ = try container.resolve(Int.self, named: name)
                }
            }
            for result in results { try result.get() }
            let counters = metrics.counters(label: "armory_made_total")
            XCTAssertEqual(counters.count, keys / 2 + 1, "round \(round)")
            XCTAssertEqual(counters.map(\.totalValue).reduce(0, +), Int64(threads * keys * 2), "round \(round)")
            let own = counters.filter { !$0.dimensions.contains { $0.1 == "other" } }
            XCTAssertEqual(own.filter { $0.totalValue != Int64(threads * 2) }.count, 0, "round \(round)")
            // Five counters and three timers for each; who comes second with a key may make them too, and lets them go.
            XCTAssertGreaterThanOrEqual(made.made - before, keys / 2 * 8, "round \(round)")
        }
        var stated = Stated("SEE3 metrics, \(threads) threads")
        stated.add(rounds * threads * keys * 2, "events counted")
        stated.state(misses: testRun?.failureCount ?? 0)
    }
}

/// Calls somebody for each timer that it makes, but not while it does so.
private final class CallingMetrics: MetricsFactory {
    let body = Locked<(@Sendable () -> Void)?>(nil)
    let calls = Locked(0)
    private let metrics = TestMetrics()

    func expectCounter(_ label: String, _ dimensions: [(String, String)]) throws -> TestCounter {
        try metrics.expectCounter(label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let call = body.withLock { body in
            defer { body = nil }
            return body
        }
        if let call {
            calls.withLock { $0 += 1 }
            call()
        }
        return metrics.makeTimer(label: label, dimensions: dimensions)
    }
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metrics.makeCounter(label: label, dimensions: dimensions)
    }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metrics.makeMeter(label: label, dimensions: dimensions)
    }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        metrics.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
}

/// Counts what it makes.
private final class CountingMetrics: MetricsFactory {
    private let count = Locked(0)
    var made: Int { count.withLock { $0 } }

    private func counted() -> NOOPMetricsHandler {
        count.withLock { $0 += 1 }
        return .instance
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { counted() }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { counted() }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { counted() }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        counted()
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
}
#endif
