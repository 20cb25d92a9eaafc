import Armory
import ArmoryInspector
import Foundation
import OrdersServerCore
import XCTest

/// Tests the page that shows the container, over HTTP.
final class InspectorTests: XCTestCase {
    func testTheRunningContainerIsShown() async throws {
        let server = try RunningServer("--inspector", "on", "--seed", "3", wiring: .armory)
        XCTAssertTrue(
            server.announcement.contains("\nthe container is shown at \(server.url)/_armory\n"), server.announcement)
        let client = Client(server)
        let page = try await client.get("/_armory")
        XCTAssertEqual(page.status, 200)
        XCTAssertTrue(String(decoding: page.body, as: UTF8.self).hasPrefix("<!doctype html>"))

        let start = try await client.get("/_armory/profile.json").decoded(Inspector.Start.self)
        XCTAssertTrue(start.makings.contains { $0.key.hasSuffix("OrdersDatabase") }, "\(start.makings.map(\.key))")
        for _ in 0..<5 {
            let order = try await client.get("/orders/seed-1")
            XCTAssertEqual(order.status, 200)
        }
        let slots = try await client.get("/_armory/slots.json").decoded(Inspector.Slots.self).slots
        func slot(_ name: String) throws -> Inspector.Slot {
            try XCTUnwrap(slots.first { $0.key.hasSuffix(name) }, "\(name) in \(slots.map(\.key))")
        }
        XCTAssertEqual(try slot("OrdersDatabase").state, .ready)
        XCTAssertEqual(try slot("OrdersDatabase").live, 1)
        XCTAssertEqual(try slot("OrderQueries").made, 5)
        let graph = try await client.get("/_armory/graph.json").decoded(ContainerGraph.self)
        let queries = try XCTUnwrap(graph.nodes.first { $0.key.hasSuffix("OrderQueries") })
        XCTAssertTrue(graph.edges.contains { $0.from == queries.id }, "it needs something")

        // The page's requests open no scopes, and the scopes of other requests have ended, or end soon.
        try await eventually("the five requests' scopes have ended") {
            let scopes = try await client.get("/_armory/scopes.json").decoded(Inspector.OpenScopes.self)
            return scopes.count == 0 && scopes.tags.map(\.ended) == [5]
        }
    }

    func testItIsNotThereUnlessAskedFor() async throws {
        let server = try RunningServer("--seed", "1", wiring: .armory)
        XCTAssertFalse(server.announcement.contains("_armory"), server.announcement)
        let status = try await Client(server).get("/_armory").status
        XCTAssertEqual(status, 404)
    }

    /// If other machines can reach the server, the page requires a token, which is random unless the user sets it.
    func testATokenIsNeededWhereOtherMachinesReachIt() async throws {
        for given in ["0123456789abcdef", nil] {
            let option = given.map { ["--inspector-token", $0] } ?? []
            let server = try RunningServer(
                launching: ["--host", "0.0.0.0", "--inspector", "on"] + option, wiring: .armory)
            try server.waitUntilItListens()
            let told = server.log.first { $0.contains("the inspector wants a token") }
            let random = told.flatMap { $0.firstMatch(of: /token=([^ ]+)/) }.map { String($0.1) }
            XCTAssertEqual(told == nil, given != nil, "a given token is not told")
            let token = try XCTUnwrap(given ?? random)
            XCTAssertGreaterThanOrEqual(token.count, 16)
            let refused = try RawConnection(to: server.port).ask("GET", "/_armory")
            XCTAssertEqual(refused.status, 401)
            let connection = try RawConnection(to: server.port)
            let head = "GET /_armory/summary.json HTTP/1.1\r\nHost: x\r\n"
            connection.send(head + "Authorization: Bearer \(token)\r\n\r\n")
            let shown = try connection.answer().status
            XCTAssertEqual(shown, 200)
            let health = try connection.ask("GET", "/livez").status
            XCTAssertEqual(health, 200)
        }
    }
}
