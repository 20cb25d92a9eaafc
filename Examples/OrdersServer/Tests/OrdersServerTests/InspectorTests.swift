import Armory
import ArmoryInspector
import Foundation
import OrdersServerCore
import XCTest

/// The page that shows the container, over HTTP.
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

        // Its own requests open no scopes, and those of the others have ended, or are about to.
        for _ in 0..<200 {
            let scopes = try await client.get("/_armory/scopes.json").decoded(Inspector.OpenScopes.self)
            if scopes.count == 0 && scopes.tags.map(\.ended) == [5] { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        XCTFail("the five requests' scopes have not ended")
    }

    func testItIsNotThereUnlessAskedFor() async throws {
        let server = try RunningServer("--seed", "1", wiring: .armory)
        XCTAssertFalse(server.announcement.contains("_armory"), server.announcement)
        let status = try await Client(server).get("/_armory").status
        XCTAssertEqual(status, 404)
    }

    /// Other machines reach it: it answers those who have the token.
    func testATokenIsNeededWhereOtherMachinesReachIt() async throws {
        let token = "0123456789abcdef"
        let server = try RunningServer(
            "--host", "0.0.0.0", "--inspector", "on", "--inspector-token", token, wiring: .armory)
        let client = Client(server)
        let refused = try await client.get("/_armory")
        XCTAssertTrue([401, 403, 404].contains(refused.status), "\(refused.status)")
        let shown = try RawConnection(to: server.port)
        shown.send(
            "GET /_armory/summary.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
        )
        shown.read()
        XCTAssertTrue(
            shown.received.starts(with: Data("HTTP/1.1 200 ".utf8)), String(decoding: shown.received, as: UTF8.self))
        let health = try await client.get("/health").status
        XCTAssertEqual(health, 200)
    }
}
