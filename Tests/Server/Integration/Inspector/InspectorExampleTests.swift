// The examples of Inspector.md.

#if Inspector && Logging
import Armory
import ArmoryDiagrams
import ArmoryInspector
import ArmoryTestSupport
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import XCTest

private final class Store: Sendable {}
private let shop = Module("shop") { Singleton(Store.init) }
private let secret = "0123456789abcdef"

private final class Requests: EventSubscriber {
    func receive(_ event: ContainerEvent) {
        if case .opened(let scope) = event, let request = scope.seed(Request.self) {
            print(scope.location, request.uri.path)
        }
    }
}

final class InspectorExampleTests: LeakCheckedTestCase {
    func testSEE5_ThePageShowsASlot() async throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        final class Store: Sendable {}

        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            Singleton(Store.init)
        }
        let router = Router(context: ShopContext.self)
        inspector.addRoutes(to: router, showing: container)
        let server = Application(router: router)

        _ = try container.resolve(Store.self)
        for slot in inspector.slots(of: container).slots {
            print("\(slot.key): \(slot.state), created: \(slot.made)")
        }
        try printed.assertOutput(on: "Use/Inspector.md")
        try await server.test(.live) { client in
            let page = try await client.execute(uri: "/_armory", method: .get)
            XCTAssertEqual(page.status, .ok)
        }
    }

    func testSEE5_AServerThatOthersReach() throws {
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector, Requests()])) { shop }
        let router = Router(context: ShopContext.self)
        let (host, logger) = ("localhost", Logger(label: "shop"))
        let access = Inspector.Access.suited(to: host) { token in
            logger.notice("inspector: http://\(host):8080/_armory?token=\(token)")
        }
        inspector.addRoutes(to: router, showing: container, access: access)
        try container.withScope { _ in }
        XCTAssertEqual(container.failedDeliveries, 0)
    }

    func testSEE5_MountingAndEachJSON() async throws {
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) { shop }
        let router = Router(context: ShopContext.self)
        inspector.addRoutes(to: router, showing: container)
        inspector.addRoutes(to: router, at: "ops/armory", showing: container, access: try .token(secret))
        _ = try container.resolve(Store.self)
        let scope = try container.openScope()
        try await Application(router: router).test(.live) { client in
            let page = try await client.execute(uri: "/_armory", method: .get)
            XCTAssertEqual(page.status, .ok)
            XCTAssertTrue(String(buffer: page.body).hasPrefix("<!doctype html>"))
            let hidden = try await client.execute(uri: "/ops/armory", method: .get)
            XCTAssertEqual(hidden.status, .unauthorized)

            func get<Answer: Decodable>(_ path: String, as type: Answer.Type = Answer.self) async throws -> Answer {
                let answer = try await client.execute(uri: "/_armory/\(path)", method: .get)
                XCTAssertEqual(answer.headers[.contentType], "application/json; charset=utf-8", path)
                return try JSONDecoder().decode(Answer.self, from: Data(answer.body.readableBytesView))
            }
            let summary: Inspector.Summary = try await get("summary.json")
            XCTAssertEqual([summary.made, summary.openScopes, summary.registrations], [1, 1, 1])
            let graph: ContainerGraph = try await get("graph.json")
            XCTAssertEqual(graph, container.graph)
            let text = try await client.execute(uri: "/_armory/graph.json", method: .get).body
            XCTAssertEqual(String(buffer: text), container.graph.json(), "the same text as a program writes")
            XCTAssertEqual(graph.nodes.map(\.state), [.ready])
            XCTAssertEqual(graph.nodes[0].activity?.made, 1)
            let slots: Inspector.Slots = try await get("slots.json")
            XCTAssertEqual(slots.slots, inspector.slots(of: container).slots)
            let conditions = try await client.execute(uri: "/_armory/conditions.json", method: .get).body
            XCTAssertEqual(String(buffer: conditions), container.conditions.json())
            XCTAssertEqual(slots.slots.map { [$0.needs, $0.neededBy] }, [[0, 0]])
            let why = try await client.execute(uri: "/_armory/why.json?key=Store", method: .get).body
            XCTAssertEqual(String(buffer: why), try container.reason(for: "Store").json())
            let scopes: Inspector.OpenScopes = try await get("scopes.json")
            XCTAssertEqual(scopes.scopes, inspector.openScopes.scopes)
            XCTAssertEqual(scopes.count, 1)
            let events: Inspector.RecentEvents = try await get("events.json?after=1")
            XCTAssertEqual(events.events, inspector.events(after: 1).events)
            XCTAssertEqual(events.events.map(\.kind), ["made", "opened"])
            let recorded: Inspector.RecordedScopes = try await get("recorded.json")
            XCTAssertEqual(recorded.scopes, inspector.recordedScopes.scopes)
            XCTAssertEqual(recorded.scopes.map(\.reason), ["open"])
            let record: Inspector.RecordedScopes = try await get("recorded.json?number=\(recorded.scopes[0].number)")
            XCTAssertEqual(record.scopes.map { $0.events?.map(\.kind) }, [["opened"]])
            let start: Inspector.Start = try await get("profile.json")
            XCTAssertEqual(start.makings, inspector.start.makings)
            XCTAssertEqual(start.makings.count, 1)
            XCTAssertEqual(start.criticalPath.map(\.key), [start.makings[0].key])
            XCTAssertEqual(start.criticalPath.map(\.share), [1])
            XCTAssertEqual(start.criticalPathNanoseconds, start.makings[0].ownNanoseconds)
        }
        try await scope.shutdown()
    }

    func testSEE5_AKeyThatIsNotFoundIsToldWithSimilarOnes() async throws {
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            Singleton(Store.init).named("a b+c&d=e%20")
        }
        let router = Router(context: ShopContext.self)
        inspector.addRoutes(to: router, showing: container)
        try await Application(router: router).test(.live) { client in
            func get(_ path: String) async throws -> TestResponse {
                try await client.execute(uri: "/_armory/\(path)", method: .get)
            }
            let unknown = try await get("why.json?key=Stoer")
            XCTAssertEqual(unknown.status, .notFound)
            XCTAssertTrue(String(buffer: unknown.body).contains("Did you mean"), String(buffer: unknown.body))
            let none = try await get("why.json")
            XCTAssertEqual(none.status, .badRequest)
            // As a browser encodes it.
            let named = try await get("why.json?key=Store%20named%20%22a%20b%2Bc%26d%3De%2520%22")
            XCTAssertEqual(named.status, .ok, String(buffer: named.body))
            let number = try await get("why.json?key=%230")
            XCTAssertEqual(String(buffer: named.body), String(buffer: number.body))
        }
    }

    func testSEE5_LimitsAndForgottenScopes() throws {
        let inspector = Inspector(limits: .init(events: 5000, leakAge: .seconds(10)))
        let forgotten = inspector.openScopes.scopes.filter(\.isSuspect)
        XCTAssertEqual(forgotten, [])
        XCTAssertEqual(inspector.limits.events, 5000)
    }
}
#endif
