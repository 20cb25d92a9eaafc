// The adapter for handlers of Swift OpenAPI Generator in Requests.md, against stand-ins for the types that it touches: it was
// never run with them.

#if Logging
import Armory
import ArmoryLogging
import ArmoryRequests
import ArmoryTestSupport
import Logging
import XCTest

private struct HTTPRequest: Sendable { var path: String }
private struct HTTPResponse: Sendable { var status: Int }
private struct HTTPBody: Sendable { var text: String }
private struct ServerRequestMetadata: Sendable {}

private protocol ServerMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

private struct Operation: IncomingWork {
    let request: HTTPRequest
    let logger: Logger

    var seeds: [ScopeSeed] { [ScopeSeed(request), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        logger.error("An instance of the request could not be closed.", metadata: ["error": "\(error)"])
    }
}

private struct ScopeMiddleware: ServerMiddleware {
    let scopes: ScopeSource
    let logger: Logger

    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?) {
        var logger = logger
        logger[metadataKey: "operation"] = "\(operationID)"
        return try await scopes.withScope(of: Operation(request: request, logger: logger)) { _ in
            try await next(request, body, metadata)
        }
    }
}

private final class Greeting: Sendable {
    let text: String
    let logger: Logger

    init(request: HTTPRequest, logger: Logger) {
        text = "hello \(request.path)"
        self.logger = logger
    }
}

final class OpenAPIAdapterTests: LeakCheckedTestCase {
    /// A generated protocol gives its handlers the input of their operation, and no request.
    private struct Handlers {
        func greet() async throws -> String {
            let greeting = try Container.currentScope.resolve(Greeting.self)
            return "\(greeting.text) \(greeting.logger[metadataKey: "operation"].map { "\($0)" } ?? "")"
        }
    }

    func testINT6_TheAdapterOfThePageGivesEachOperationAScope() async throws {
        let ends = Ends()
        let container = try Container {
            Seeded(HTTPRequest.self)
            Module.loggers(label: "shop")
            Scoped(Greeting.init).onShutdown { greeting, end in ends.add("\(greeting.text) \(end.isCompleted)") }
        }
        let middleware = ScopeMiddleware(scopes: ScopeSource(container), logger: Logger(label: "test"))
        for path in ["/a", "/b"] {
            let (response, body) = try await middleware.intercept(
                HTTPRequest(path: path), body: nil, metadata: ServerRequestMetadata(), operationID: "greet"
            ) { _, _, _ in (HTTPResponse(status: 200), HTTPBody(text: try await Handlers().greet())) }
            XCTAssertEqual(response.status, 200)
            XCTAssertEqual(body?.text, "hello \(path) greet")
        }
        XCTAssertEqual(ends.all, ["hello /a true", "hello /b true"])
    }
}
#endif
