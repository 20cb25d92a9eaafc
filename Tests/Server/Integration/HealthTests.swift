// The examples of Health.md, and the health of a container in metrics and in the inspector.

#if Hummingbird && Metrics && Inspector
import Armory
import ArmoryHealth
import ArmoryHummingbird
import ArmoryInspector
import ArmoryMetrics
import ArmoryTestSupport
import Hummingbird
import HummingbirdTesting
import Metrics
import MetricsTestKit
import XCTest

private final class Database: Sendable {
    let isDown = Locked(false)
    func ping() throws { if isDown.withLock({ $0 }) { throw Refused() } }
}

private struct Refused: Error, CustomStringConvertible {
    var description: String { "connection refused by user:secret@db" }
}

private final class Orders: Sendable {
    init(database: Database) {}
}

private final class Log: Sendable {
    let lines = Locked<[String]>([])
    func callAsFunction(_ line: String) { lines.withLock { $0.append(line) } }
}

final class HealthTests: LeakCheckedTestCase {
    /// The checks of the tests, whose answers count for no time.
    private static func shop(_ subscribers: [any EventSubscriber] = []) throws -> Container {
        let container = try Container(configuration: .init(subscribers: subscribers)) {
            Singleton(Database.init).health(cachedFor: .zero) { try $0.ping() }
            Singleton(Orders.init).health(cachedFor: .zero) { _ in .degraded("slow") }
        }
        _ = try container.resolve(Orders.self)
        return container
    }

    func testINT7_TheRoutesShowStatesAndHideErrors() async throws {
        let container = try Self.shop()
        try await container.start()
        let router = Router()
        router.addHealthRoutes(container)
        router.group("ops").addHealthRoutes(container, showsDetails: true)
        try await Application(router: router).test(.router) { client in
            func get(_ path: String) async throws -> (status: Int, body: String) {
                let answer = try await client.execute(uri: path, method: .get)
                return (answer.status.code, String(buffer: answer.body))
            }
            var answer = try await get("/readyz")
            XCTAssertEqual(answer.status, 200)
            XCTAssertTrue(answer.body.contains(#""state":"degraded","ready":true"#), answer.body)
            try container.resolve(Database.self).isDown.withLock { $0 = true }
            answer = try await get("/readyz")
            XCTAssertEqual(answer.status, 503)
            XCTAssertTrue(answer.body.contains(#""rootCauses":["Database"]"#), answer.body)
            XCTAssertFalse(answer.body.contains("secret"), answer.body)
            answer = try await get("/ops/readyz")
            XCTAssertTrue(answer.body.contains("secret"), answer.body)
            answer = try await get("/livez")
            XCTAssertEqual(answer.status, 200, "a restart does not repair a database")
        }
        try await container.shutdown()
    }

    func testINT7_GaugesShowTheLastReport() async throws {
        let metrics = TestMetrics()
        let container = try Self.shop([MeasuredEvents(factory: metrics)])
        func gauges() throws -> [Double?] {
            [
                try metrics.expectMeter("armory_health", [("key", "Database")]).lastValue,
                try metrics.expectMeter("armory_health", [("key", "Orders")]).lastValue,
                try metrics.expectMeter("armory_ready", []).lastValue,
            ]
        }
        _ = await container.health()
        XCTAssertEqual(try gauges(), [1, 0.5, 0])
        try await container.start()
        _ = await container.health()
        XCTAssertEqual(try gauges(), [1, 0.5, 1])
        try container.resolve(Database.self).isDown.withLock { $0 = true }
        _ = await container.health()
        XCTAssertEqual(try gauges(), [0, 0, 0])
        try await container.shutdown()
    }

    func testINT7_KeysBeyondTheLimitShareAGaugeThatShowsTheWorst() async throws {
        let metrics = TestMetrics()
        let container = try Self.shop([MeasuredEvents(limit: 0, factory: metrics)])
        _ = await container.health()
        let gauge = try metrics.expectMeter("armory_health", [("key", "other")])
        XCTAssertEqual(gauge.lastValue, 0.5)
        XCTAssertThrowsError(try metrics.expectMeter("armory_health", [("key", "Orders")]))
        XCTAssertEqual(gauge.values.count, 1, "one value a report")
    }

    func testINT7_TheInspectorHasTheChecks() async throws {
        let inspector = Inspector()
        let container = try Self.shop([inspector])
        try container.resolve(Database.self).isDown.withLock { $0 = true }
        let router = Router(context: ShopContext.self)
        inspector.addRoutes(to: router, showing: container)
        try await Application(router: router).test(.live) { client in
            let answer = try await client.execute(uri: "/_armory/summary.json", method: .get)
            let summary = try JSONDecoder().decode(
                Inspector.Summary.self, from: Data(answer.body.readableBytesView))
            XCTAssertEqual(summary.phase, "not started")
            XCTAssertEqual(summary.health.map(\.key), ["Database", "Orders"])
            XCTAssertEqual(summary.health.map(\.state), ["down", "follows"])
            XCTAssertEqual(summary.health[0].text, "connection refused by user:secret@db")
        }
    }

    #if os(Linux)
    func testINT7_ThePageMarksWhatIsDown() async throws {
        try Browser.skipUnlessAsked()
        let inspector = Inspector()
        let container = try Self.shop([inspector])
        let router = Router(context: ShopContext.self)
        inspector.addRoutes(to: router, showing: container)
        try await Application(router: router).test(.live) { client in
            let browser = try Browser()
            defer { browser.close() }
            let page = try await BrowserPage(browser, width: 1280, isDark: false)
            try await page.open("http://127.0.0.1:\(client.port ?? 0)/_armory", view: "graph")
            func wrong() async throws -> String? {
                try await page.value(
                    "app.views.graph.graph.nodes.filter(isWrong).map((node) => node.key).join() + ' ' + "
                        + "document.querySelector('#summary dd').textContent"
                ).text
            }
            let before = try await wrong()
            XCTAssertEqual(before, " degraded")
            try container.resolve(Database.self).isDown.withLock { $0 = true }
            try await page.wait("app.views.graph.graph.nodes.filter(isWrong).length === 2")
            let after = try await wrong()
            XCTAssertEqual(after, "Database,Orders down")
            _ = try await page.value("app.showInGraph('Database') ?? 1")
            let details = try await page.value("byID('details').textContent").text ?? ""
            XCTAssertTrue(details.contains("Healthdown: connection refused"), details)
        }
    }
    #endif
}
#endif
