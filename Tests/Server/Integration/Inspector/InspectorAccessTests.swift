// SEE5: who sees the inspector's routes, and what a browser is told of them.

#if Inspector
import ArmoryInspector
import ArmoryTestSupport
import Hummingbird
import HummingbirdTesting
import XCTest

final class InspectorAccessTests: LeakCheckedTestCase {
    private let paths = [
        "/_armory", "/_armory/summary.json", "/_armory/graph.json", "/_armory/slots.json", "/_armory/scopes.json",
        "/_armory/events.json", "/_armory/recorded.json", "/_armory/profile.json",
        "/_armory/conditions.json",
    ]
    private let token = "0123456789abcdef"

    // MARK: This machine alone

    func testSEE5_OnlyThisMachineIsAnswered() async throws {
        for path in paths {
            for status in [
                try await InspectorServer.answer(to: Near.self, path).status,
                try await InspectorServer.answer(to: NearBy6.self, path).status,
                try await InspectorServer.answer(to: Mapped.self, path).status,
            ] {
                XCTAssertEqual(status, .ok, path)
            }
            for answer in [
                try await InspectorServer.answer(to: Far.self, path),
                try await InspectorServer.answer(to: FarBy6.self, path),
                try await InspectorServer.answer(to: FarMapped.self, path),
                try await InspectorServer.answer(to: InFileSystem.self, path),
                try await InspectorServer.answer(to: Unknown.self, path),
            ] {
                XCTAssertEqual(answer.status, .forbidden, path)
                XCTAssertEqual(answer.headers[.contentType], "text/plain; charset=utf-8")
                let text = String(buffer: answer.body)
                XCTAssertTrue(text.contains("http://localhost") && text.contains("access: .token"), text)
                XCTAssertFalse(text.contains("Service"), text)
            }
        }
    }

    func testSEE5_WhatAProxyForwardsIsRefused() async throws {
        for name in [
            "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "x-forwarded-proto", "X-FORWARDED-ANYTHING",
            "x-real-ip", "Via", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP", "X-Envoy-External-Address",
        ] {
            let answer = try await InspectorServer.answer(to: Near.self, headers: .one(name, "127.0.0.1"))
            XCTAssertEqual(answer.status, .forbidden, name)
        }
    }

    func testSEE5_WhatAnotherSiteCausesIsRefused() async throws {
        for (site, status) in [
            ("cross-site", HTTPResponse.Status.forbidden), ("Cross-Site", .forbidden), ("same-origin", .ok),
            ("same-site", .ok), ("none", .ok),
        ] {
            let answer = try await InspectorServer.answer(to: Near.self, headers: .one("Sec-Fetch-Site", site))
            XCTAssertEqual(answer.status, status, site)
        }
        // With the token, too: no link of another site is meant to lead there.
        let answer = try await InspectorServer.answer(
            to: Far.self, "/_armory?token=\(token)", headers: .one("Sec-Fetch-Site", "cross-site"),
            access: try .token(token))
        XCTAssertEqual(answer.status, .forbidden)
        XCTAssertNil(answer.headers[.setCookie])
    }

    func testSEE5_AServerThatIsNotBoundToThisMachineAloneGetsAToken() async throws {
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"] {
            let access = Inspector.Access.suited(to: host) { XCTFail("\(host) has the token \($0)") }
            let near = try await InspectorServer.answer(to: Near.self, access: access)
            XCTAssertEqual(near.status, .ok, host)
            let far = try await InspectorServer.answer(to: Far.self, access: access)
            XCTAssertEqual(far.status, .forbidden, host)
        }
        var told: [String] = []
        for host in [
            "0.0.0.0", "::", "192.0.2.1", "shop.example", "127.0.0.1.example", "127.0.0", "1270.0.0.1",
            "localhost.example", "",
        ] {
            let before = told.count
            let access = Inspector.Access.suited(to: host) { told.append($0) }
            XCTAssertEqual(told.count, before + 1, "\(host): told once")
            let near = try await InspectorServer.answer(to: Near.self, access: access)
            XCTAssertEqual(near.status, .unauthorized, host)
            let secret = try XCTUnwrap(told.last)
            let known = try await InspectorServer.answer(
                to: Far.self, headers: .one("Authorization", "Bearer \(secret)"), access: access)
            XCTAssertEqual(known.status, .ok, host)
        }
        XCTAssertEqual(Set(told).count, told.count, "each has another one")
        XCTAssertEqual(Set(told.map(\.utf8.count)), [32])
    }

    #if Hummingbird && os(Linux)
    /// Over a socket, so that the header is what a browser would send.
    func testSEE5_AnotherNameForThisMachineIsRefused() async throws {
        try await InspectorServer.serve(Samples.views(Samples.graph(3))) { port in
            for host in [
                "localhost", "localhost:\(port)", "LOCALHOST:1", "127.0.0.1:\(port)", "[::1]:\(port)", "[::1]",
            ] {
                let answer = try Self.ask("/_armory/summary.json", host: host, port: port)
                XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200"), "\(host): \(answer)")
            }
            for host in [
                "evil.example", "evil.example:\(port)", "localhost.evil.example", "127.0.0.1.evil.example", "",
                "localhost:x",
                "127.0.0.1@evil.example", "0.0.0.0", "evil.example:80:localhost",
            ] {
                let answer = try Self.ask("/_armory/summary.json", host: host, port: port)
                XCTAssertFalse(answer.hasPrefix("HTTP/1.1 200"), "\(host): \(answer)")
                XCTAssertFalse(answer.contains("registrations"), "\(host): \(answer)")
            }
        }
    }

    private static func ask(_ path: String, host: String, port: Int) throws -> String {
        let caller = try Caller(port: port)
        defer { caller.hangUp() }
        try caller.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        return try caller.receive()
    }
    #endif

    // MARK: With a token

    func testSEE5_ATokenLetsInFromAnywhereAndNothingElseDoes() async throws {
        let access = try Inspector.Access.token(token)
        for path in paths {
            let none = try await InspectorServer.answer(to: Near.self, path, access: access)
            XCTAssertEqual(none.status, .unauthorized, "\(path), though from this machine")
            XCTAssertEqual(none.headers[.wwwAuthenticate], "Bearer realm=\"inspector\"")
            let right = try await InspectorServer.answer(
                to: Far.self, path, headers: [.authorization: "bearer \(token)"], access: access)
            XCTAssertEqual(right.status, .ok, path)
        }
        for wrong in [
            "Bearer \(token)0", "Bearer 0123456789abcde", "Bearer ", "Bearer", "Basic \(token)", token,
            "Bearer \(token.uppercased())",
            "Bearer  \(token)", "Bearer \(token)\(token)",
        ] {
            let answer = try await InspectorServer.answer(
                to: Near.self, headers: [.authorization: wrong], access: access)
            XCTAssertEqual(answer.status, .unauthorized, wrong)
        }
        let cookie = try await InspectorServer.answer(
            to: Near.self, headers: [.cookie: "armory-inspector=\(token)"], access: access)
        XCTAssertEqual(cookie.status, .unauthorized, "the token is no cookie")
    }

    func testSEE5_ATokenInTheAddressBecomesACookie() async throws {
        let router = Router(context: FromPeer<Far>.self)
        Inspector.addRoutes(
            to: router.group("admin"), at: "inspector", views: Samples.views(Samples.graph(3)),
            access: try .token(token))
        let token = token
        try await Application(router: router).test(.router) { client in
            let first = try await client.execute(uri: "/admin/inspector?token=\(token)", method: .get)
            XCTAssertEqual(first.status, .seeOther)
            XCTAssertEqual(first.headers[.location], "./inspector")
            let cookie = try XCTUnwrap(first.headers[.setCookie])
            let parts = cookie.components(separatedBy: "; ")
            XCTAssertEqual(parts.dropFirst(), ["Path=/admin/inspector", "HttpOnly", "SameSite=Strict"])
            XCTAssertFalse(cookie.contains(token), "the cookie does not tell the token")
            XCTAssertEqual(parts[0].utf8.count, "armory-inspector=".utf8.count + 64)
            for path in ["/admin/inspector", "/admin/inspector/graph.json"] {
                let next = try await client.execute(uri: path, method: .get, headers: [.cookie: "a=b; \(parts[0])"])
                XCTAssertEqual(next.status, .ok, path)
            }
            let changed = parts[0].dropLast() + (parts[0].hasSuffix("0") ? "1" : "0")
            let bad = try await client.execute(
                uri: "/admin/inspector", method: .get, headers: [.cookie: String(changed)])
            XCTAssertEqual(bad.status, .unauthorized)
            let wrong = try await client.execute(uri: "/admin/inspector?token=\(token)x", method: .get)
            XCTAssertEqual(wrong.status, .unauthorized)
            XCTAssertNil(wrong.headers[.setCookie])
        }
    }

    func testSEE5_AWeakTokenIsAnError() throws {
        for weak in [
            "", "short", String(repeating: "x", count: 15), "with a space in it all", "nicht-für-Köpfe-gedacht",
            "a\r\nb: 4567890123456",
        ] {
            XCTAssertThrowsError(try Inspector.Access.token(weak), weak) {
                XCTAssertEqual(
                    "\($0)",
                    "The inspector's token is too short, or has a character that a header cannot have.\n"
                        + "  fix: take 16 characters or more, letters and digits: openssl rand -hex 16 creates them.")
            }
        }
        XCTAssertNoThrow(try Inspector.Access.token(String(repeating: "x", count: 16)))
    }

    // MARK: What a browser is told

    func testSEE5_EachAnswerHasStrictHeaders() async throws {
        let answers = [
            try await InspectorServer.answer(to: Near.self), try await InspectorServer.answer(to: Far.self),
            try await InspectorServer.answer(to: Near.self, "/_armory/graph.json"),
            try await InspectorServer.answer(to: Near.self, "/_armory/events.json?after=x"),
            try await InspectorServer.answer(to: Near.self, "/_armory?token=\(token)", access: try .token(token)),
        ]
        XCTAssertEqual(answers.map(\.status), [.ok, .forbidden, .ok, .badRequest, .seeOther])
        for answer in answers {
            for (name, value) in [
                "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
                "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
            ] {
                XCTAssertEqual(answer.headers.value(of: name), value, "\(answer.status) \(name)")
            }
            let policy = try XCTUnwrap(answer.headers[.contentSecurityPolicy])
            XCTAssertTrue(policy.hasPrefix("default-src 'none'"), policy)
            XCTAssertFalse(policy.contains("unsafe"), policy)
            XCTAssertNil(answer.headers.value(of: "Access-Control-Allow-Origin"))
        }
    }

    func testSEE5_ThePageIsOneDocumentWithANonceOfItsOwn() async throws {
        var nonces: Set<String> = []
        for _ in 0..<3 {
            let answer = try await InspectorServer.answer(to: Near.self)
            let text = String(buffer: answer.body)
            let policy = try XCTUnwrap(answer.headers[.contentSecurityPolicy])
            let nonce = try XCTUnwrap(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})'/)?.1)
            nonces.insert(String(nonce))
            XCTAssertEqual(text.components(separatedBy: "nonce=\"\(nonce)\"").count, 3, "the style's and the script's")
            XCTAssertEqual(text.components(separatedBy: "<script").count, 2)
            for outside in [
                "http:", "https:", "src=", "@import", "url(", "innerHTML", "outerHTML", "insertAdjacent", "eval(",
            ] {
                // The namespace of SVG is a name, and nothing is fetched from it.
                let rest = text.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
                XCTAssertFalse(rest.contains(outside), outside)
            }
        }
        XCTAssertEqual(nonces.count, 3)
    }

    func testSEE5_NothingButGetAndHeadIsAnswered() async throws {
        for path in paths {
            let head = try await InspectorServer.answer(to: Near.self, path, method: .head)
            XCTAssertEqual(head.status, .ok, path)
            XCTAssertEqual(head.body.readableBytes, 0, path)
            let refused = try await InspectorServer.answer(to: Far.self, path, method: .head)
            XCTAssertEqual(refused.status, .forbidden, path)
            for method in [HTTPRequest.Method.post, .put, .patch, .delete, .options] {
                let answer = try await InspectorServer.answer(to: Near.self, path, method: method)
                XCTAssertEqual(answer.status, .notFound, "\(method) \(path)")
            }
        }
    }
}
#endif
