// The adapter for Vapor of Requests.md, against stand-ins for the types that it touches: it was never run with Vapor.

#if Logging
import Armory
import ArmoryLogging
import ArmoryRequests
import ArmoryTestSupport
import Logging
import ServerStandIns
import XCTest

private struct VaporRequest: IncomingWork {
    let request: Request

    var logger: Logger { request.logger }
    var seeds: [ScopeSeed] { [ScopeSeed(request), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        logger.error("An instance of the request could not be closed.", metadata: ["error": "\(error)"])
    }
}

private struct ScopeMiddleware: AsyncMiddleware {
    let scopes: ScopeSource

    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
        try await scopes.withScope(of: VaporRequest(request: request)) { _ in
            try await next.respond(to: request)
        }
    }
}

private final class Greeting: Sendable {
    let text: String
    init(request: Request) { text = "hello \(request.path)" }
}

private struct Handler: AsyncResponder {
    func respond(to request: Request) async throws -> Response {
        Response(body: try Container.currentScope.resolve(Greeting.self).text)
    }
}

final class VaporAdapterTests: LeakCheckedTestCase {
    func testINT6_TheAdapterOfThePageGivesEachRequestAScope() async throws {
        let ends = Ends()
        let container = try Container {
            Seeded(Request.self)
            Module.loggers(label: "shop")
            Scoped(Greeting.init).onShutdown { greeting, end in ends.add("\(greeting.text) \(end.isCompleted)") }
        }
        let middleware = ScopeMiddleware(scopes: ScopeSource(container))
        for path in ["/a", "/b"] {
            let request = Request(path: path, logger: Logger(label: "test"))
            let response = try await middleware.respond(to: request, chainingTo: Handler())
            XCTAssertEqual(response.body, "hello \(path)")
        }
        XCTAssertEqual(ends.all, ["hello /a true", "hello /b true"])
    }
}
#endif
