// The logger of the running task in requests of Hummingbird.

#if Hummingbird
import Armory
import ArmoryHummingbird
import ArmoryRequests
import ArmoryTestSupport
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import XCTest

/// The ID on the lines of `Logger.current`.
private func currentID() -> String { Logger.current[metadataKey: "hb.request.id"].map { "\($0)" } ?? "none" }

private func assertOneID(_ response: TestResponse, _ count: Int, line: UInt = #line) -> String {
    let ids = String(buffer: response.body).split(separator: " ").map(String.init)
    XCTAssertEqual(ids.count, count, line: line)
    XCTAssertEqual(Set(ids).count, 1, "\(ids)", line: line)
    XCTAssertNotEqual(ids.first, "none", line: line)
    return ids.first ?? ""
}

final class RequestLoggerTests: LeakCheckedTestCase {
    private let servers: [HTTPServerBuilder] = [.http1WithScopes(), .http1()]

    private func router(
        _ closing: RequestScopes<BasicScopedRequestContext>.Closing = .afterResponse
    ) throws -> Router<BasicScopedRequestContext> {
        let router = Router(context: BasicScopedRequestContext.self)
        router.add(
            middleware: RequestScopes(try Container { Module.requests(label: "test") }, closing: closing))
        router.get("read") { _, context in
            async let child = currentID()
            let ids = await [context.id, currentID(), child]
            let own = try Container.currentScope.resolve(Logger.self)[metadataKey: "hb.request.id"]
            XCTAssertEqual(own.map { "\($0)" }, ids[0])
            return ids.joined(separator: " ")
        }
        router.get("stream") { _, context in
            let id = context.id
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "\(id) \(currentID())"))
                    try await writer.finish(nil)
                })
        }
        router.get("sized") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody(contentLength: 4) { writer in
                    try await writer.write(ByteBuffer(string: currentID()))
                    try await writer.finish(nil)
                })
        }
        return router
    }

    func testINT2_ABodyOfKnownLengthIsLeftAsItIs() async throws {
        try await Application(router: router(), server: .http1WithScopes()).test(.live) { client in
            try await client.execute(uri: "/sized", method: .get) { XCTAssertEqual(String(buffer: $0.body), "none") }
        }
    }

    func testINT2_AHandlerAndItsStreamedBodyLogWithTheRequestsID() async throws {
        for server in servers {
            try await Application(router: router(), server: server).test(.live) { client in
                var ids: [String] = []
                for _ in 0..<3 {
                    ids.append(
                        try await client.execute(uri: "/read", method: .get) { assertOneID($0, 3) })
                    ids.append(
                        try await client.execute(uri: "/stream", method: .get) { assertOneID($0, 2) })
                }
                XCTAssertEqual(Set(ids).count, 6)
            }
        }
    }

    func testINT2_AScopeThatEndsBeforeTheResponseHasTheLoggerInTheHandler() async throws {
        try await Application(router: router(.beforeResponse), server: .http1WithScopes()).test(.live) { client in
            try await client.execute(uri: "/read", method: .get) { _ = assertOneID($0, 3) }
        }
    }

    func testINT2_TheMiddlewareAloneSetsTheLogger() async throws {
        try await Application(router: router()).test(.router) { client in
            try await client.execute(uri: "/read", method: .get) { _ = assertOneID($0, 3) }
        }
    }
}
#endif
