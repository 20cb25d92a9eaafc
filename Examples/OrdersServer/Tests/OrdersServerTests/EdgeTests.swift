import Foundation
import OrdersServerCore
import XCTest

/// Tests unusual and invalid requests.
final class EdgeTests: XCTestCase {
    func testHeadIsAnsweredAsGetWithoutABody() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let connection = try RawConnection(to: server.port)
            for (path, status) in [
                ("/orders/seed-1", 200), ("/orders", 200), ("/livez", 200), ("/export", 405),
                ("/orders/none", 404), ("/nowhere", 404), ("/orders?limit=501", 400), ("/orders/seed-1/cancel", 405),
            ] {
                // The next answer on this connection starts where this one ends, so a body would be read as part of it.
                let head = try connection.ask("HEAD", path)
                XCTAssertEqual(head.status, status, "\(wiring): HEAD \(path)")
                let next = try connection.ask("GET", "/livez")
                XCTAssertEqual(next.body, Data(#"{"state":"alive"}"#.utf8), "\(wiring): after HEAD \(path)")
            }
            let get = try connection.ask("GET", "/orders/seed-1")
            let head = try connection.ask("HEAD", "/orders/seed-1")
            XCTAssertEqual(head.headers["content-length"], "\(get.body.count)", "\(wiring)")
            XCTAssertEqual(head.headers["content-type"], get.headers["content-type"], "\(wiring)")
        }
    }

    func testAMethodThatAPathDoesNotHaveIs405() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let client = Client(server)
            for (method, path, allowed) in [
                ("PUT", "/orders", "GET, HEAD, POST"), ("DELETE", "/orders/seed-1", "GET, HEAD"),
                ("GET", "/orders/seed-1/cancel", "POST"), ("POST", "/livez", "GET, HEAD"),
                ("PATCH", "/orders", "GET, HEAD, POST"), ("OPTIONS", "/products", "GET, HEAD"),
            ] {
                let answer = try await client.send(method, path)
                XCTAssertEqual(answer.status, 405, "\(wiring): \(method) \(path)")
                XCTAssertEqual(answer.headers["allow"], allowed, "\(wiring): \(method) \(path)")
                XCTAssertEqual(answer.message, "this path answers \(allowed)", "\(wiring): \(method) \(path)")
            }
            let order = try await client.order("seed-1")
            XCTAssertEqual(order.status, .open)
        }
    }

    func testWhatIsTooLargeIsRefusedWithTheLimit() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let client = Client(server)
            func lines(_ count: Int) -> String {
                let lines = Array(repeating: #"{"sku":"P01","quantity":1}"#, count: count).joined(separator: ",")
                return #"{"customer":"T1","lines":[\#(lines)]}"#
            }
            let long = String(repeating: "n", count: 201)
            let asked: [(status: Int, message: String, body: String)] = [
                (400, "the order has 101 lines, more than 100", lines(101)),
                (400, "customer has 201 bytes, more than 200", Client.order(["P01": 1], customer: long)),
                (400, "a sku has 201 bytes, more than 40", Client.order([long: 1])),
                (413, "the body is larger than 32768 bytes", lines(2000)),
                (413, "the body is larger than 32768 bytes", String(repeating: " ", count: 32769)),
            ]
            for (status, message, body) in asked {
                let answer = try await client.post("/orders", body)
                XCTAssertEqual(answer.status, status, "\(wiring): \(message)")
                XCTAssertEqual(answer.message, message, "\(wiring)")
                XCTAssertEqual(answer.headers["content-type"], "application/json; charset=utf-8", "\(wiring)")
            }
            let largest = try await client.post("/orders", lines(100))
            XCTAssertEqual(largest.status, 201, "\(wiring): \(largest.message ?? "")")
            let orders = try await client.exported().count
            XCTAssertEqual(orders, 11, "\(wiring)")
        }
    }

    /// A body that is too large is not completely read: the connection ends with the answer.
    func testALargeBodyIsNotRead() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer(wiring: wiring)
            let connection = try RawConnection(to: server.port)
            connection.send(
                "POST /orders HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n"
                    + String(repeating: " ", count: 100_000))
            let answer = try connection.answer()
            XCTAssertEqual(answer.status, 413, "\(wiring)")
            XCTAssertTrue(answer.isLast, "\(wiring): \(answer.headers)")
            connection.read()
            XCTAssertEqual(connection.received.count, 0, "\(wiring): the end, and nothing before it")
        }
    }

    func testOnlyJSONIsTakenAsJSON() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let client = Client(server)
            let order = Client.order(["P01": 1])
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "nonsense", nil] {
                let answer = try await client.post("/orders", order, as: type)
                XCTAssertEqual(answer.status, 415, "\(wiring): \(type ?? "none")")
                XCTAssertEqual(answer.message, "an order is sent as content-type: application/json")
            }
            for type in ["application/json", "Application/JSON; charset=utf-8"] {
                let answer = try await client.post("/orders", order, as: type)
                XCTAssertEqual(answer.status, 201, "\(wiring): \(type): \(answer.message ?? "")")
            }
        }
    }

    /// The answer to a bad request follows the answers to earlier requests.
    func testABadRequestBehindAnotherIsAnsweredInItsTurn() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let body = Client.order(["P01": 1])
            let post = "POST /orders HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            for bad in ["HELLO\r\n\r\n", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"] {
                let connection = try RawConnection(to: server.port)
                connection.send(post + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" + bad)
                let first = try connection.answer()
                XCTAssertEqual(first.status, 201, "\(wiring)")
                XCTAssertFalse(first.isLast, "\(wiring)")
                let second = try connection.answer()
                XCTAssertEqual(second.status, 400, "\(wiring)")
                XCTAssertTrue(second.isLast, "\(wiring)")
            }
        }
    }

    /// If a client asks for the end of the connection, the answer confirms it.
    func testTheConnectionEndsIfTheClientWantsThat() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            for name in ["close", "Close"] {
                let connection = try RawConnection(to: server.port)
                connection.send("GET /livez HTTP/1.1\r\nHost: here\r\nConnection: \(name)\r\n\r\n")
                let answer = try connection.answer()
                XCTAssertTrue(answer.isLast, "\(wiring): \(answer.headers)")
                connection.read()
                XCTAssertEqual(connection.received.count, 0, "\(wiring)")
            }
        }
    }

    /// Bytes that cannot be parsed are also answered with JSON, and end only their own connection.
    func testWhatIsNotHTTPIsAnswered() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "10", wiring: wiring)
            let long = String(repeating: "x", count: 20000)
            let post = "POST /orders HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            for (status, message, text) in [
                (400, "the request is not valid HTTP/1.1", "HELLO\r\n\r\n"),
                (400, "the request is not valid HTTP/1.1", "GET / HTTP/1.1\r\nHo st: here\r\n\r\n"),
                (400, "the request is not valid HTTP/1.1", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
                (431, "the request's headers are too large", "GET / HTTP/1.1\r\nX: \(long)\r\n\r\n"),
            ] {
                let connection = try RawConnection(to: server.port)
                connection.send(text)
                let answer = try connection.answer()
                XCTAssertEqual(answer.status, status, "\(wiring): \(text.prefix(40))")
                let body = try JSONDecoder().decode([String: [String: String]].self, from: answer.body)
                XCTAssertEqual(body, ["error": ["message": message]], "\(wiring)")
                XCTAssertTrue(answer.isLast, "\(wiring): \(answer.headers)")
                connection.read()
                XCTAssertEqual(connection.received.count, 0, "\(wiring): \(text.prefix(40))")
            }
            let status = try await Client(server).get("/orders/seed-1").status
            XCTAssertEqual(status, 200, "\(wiring)")
        }
    }
}
