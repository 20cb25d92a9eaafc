import CoreMetrics
import Foundation
import OrdersServerCore
import XCTest

/// Tests the log, the ID in the answer, and the metrics of requests.
final class ObservationTests: XCTestCase {
    func testEachRequestIsALineWithTheIDOfItsAnswer() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "2", "--log-format", "json", wiring: wiring)
            let found = try RawConnection(to: server.port)
            found.send("GET /orders/seed-1?token=secret&x HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            found.read()
            let missing = try RawConnection(to: server.port)
            missing.send("GET /orders/none HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            missing.read()
            let (code, log) = server.stop()
            XCTAssertEqual(code, 0)

            let lines = try log.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
            let requests = lines.filter { $0.message == "request" }
            XCTAssertEqual(requests.map { $0.metadata?["path"] }, ["/orders/seed-1?token&x", "/orders/none"])
            XCTAssertEqual(requests.map { $0.metadata?["status"] }, ["200", "404"])
            XCTAssertEqual(requests.map { $0.metadata?["method"] }, ["GET", "GET"])
            for (request, connection) in zip(requests, [found, missing]) {
                let answer = String(decoding: connection.received, as: UTF8.self)
                let id = try XCTUnwrap(request.metadata?["hb.request.id"])
                XCTAssertTrue(answer.lowercased().contains("\r\nx-request-id: \(id.lowercased())\r\n"), answer)
                XCTAssertNotNil(request.metadata?["ms"].flatMap(Double.init))
            }
            let answer = String(decoding: found.received, as: UTF8.self)
            let body = try XCTUnwrap(answer.range(of: "\r\n\r\n")).upperBound
            XCTAssertEqual(requests.first?.metadata?["bytes"], "\(answer[body...].utf8.count)")
            XCTAssertFalse(log.contains { $0.contains("secret") })
        }
    }

    func testABodyThatIsCutIsLogged() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(
                "--seed", "60000", "--database", try databaseFile(of: self), wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.beginExport()
            connection.drop()
            try await eventually("\(wiring): the cut request is logged") {
                server.log.contains { $0.contains("request cut") && $0.contains("path=/export") }
            }
        }
    }

    func testRequestsAreNotLoggedUnlessAskedFor() async throws {
        let server = try RunningServer("--seed", "1", "--access-log", "off", wiring: .armory)
        let answer = try await Client(server).get("/orders/seed-1")
        XCTAssertEqual(answer.status, 200)
        XCTAssertFalse(server.stop().log.contains { $0.contains("seed-1") })
    }

    /// A log line is one JSON object, whatever its texts contain.
    private struct Line: Decodable {
        var timestamp: String
        var level: String
        var label: String
        var message: String
        var metadata: [String: String]?
    }

    func testThePageOfMetricsHasTheFormatOfPrometheus() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "2", "--metrics", "on", wiring: wiring)
            let client = Client(server)
            for _ in 0..<3 { _ = try await client.get("/orders/seed-1") }
            _ = try await client.get("/orders/none")
            let page = try PrometheusPage(String(decoding: try await client.get("/metrics").body, as: UTF8.self))
            XCTAssertEqual(page.types["hb_requests"], "counter")
            let labels = ["http_request_method": "GET", "http_route": "/orders/{id}"]
            let ok = labels.merging(["http_response_status_code": "200"]) { $1 }
            XCTAssertEqual(page.value("hb_requests", ok), 3)
            XCTAssertEqual(page.value("http_server_request_duration_seconds_count", ok), 3)
            XCTAssertEqual(
                page.value("http_server_request_duration_seconds_bucket", ok.merging(["le": "+Inf"]) { $1 }), 3)
            let missing = labels.merging(["http_response_status_code": "404"]) { $1 }
            XCTAssertEqual(page.value("hb_requests", missing), 1)
            let made = page.samples.filter { $0.name == "armory_made_total" && $0.labels["key"] == "OrderQueries" }
            XCTAssertEqual(made.map(\.value), wiring == .armory ? [4] : [], "\(page.samples.map(\.name))")
        }
    }

    func testThereAreNoMetricsUnlessAskedFor() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(wiring: wiring)
            let status = try await Client(server).get("/metrics").status
            XCTAssertEqual(status, 404)
        }
    }

    func testDebugLiveIsNotThereUnlessAskedFor() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--debug-live", "off", wiring: wiring)
            let status = try await Client(server).get("/debug/live").status
            XCTAssertEqual(status, 404)
        }
    }
}
