#if Hummingbird
import Armory
import ArmoryHummingbird
import ArmoryTestSupport
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import XCTest

private struct User: Equatable {
    let name: String
}

private final class Desk: Sendable {
    private let life = Counted()
    let user: User
    let request: Request
    init(user: User, request: Request) { (self.user, self.request) = (user, request) }
}

extension ScopeTag {
    fileprivate static let user = ScopeTag("user", inside: .request)
}

/// Opens a scope for a user inside the request's scope.
private struct SignIn: RouterMiddleware {
    typealias Context = BasicScopedRequestContext

    @concurrent
    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let user = ScopeSeed(User(name: request.uri.queryParameters["user"].map(String.init) ?? "none"))
        return try await context.scope.withScope(.user, seeds: [user]) { scope in
            var context = context
            context.requestScope = RequestScope(scope)
            return try await next(request, context)
        }
    }
}

final class InnerScopeTests: LeakCheckedTestCase {
    private let ends = Ends()

    private func router() throws -> Router<BasicScopedRequestContext> {
        let ends = ends
        let container = try Container {
            Module.requests(label: "test")
            Seeded(User.self).in(.user)
            Scoped(Desk.init).in(.user)
                .onShutdown { desk, end in ends.add("\(desk.user.name) \(end.isCompleted ? "completed" : "failed")") }
        }
        let router = Router(context: BasicScopedRequestContext.self)
        router.add(middleware: RequestScopes(container))
        router.get("outside") { _, context in try context.scope.resolve(Desk?.self) == nil ? "none" : "a desk" }
        let inside = router.group().add(middleware: SignIn())
        inside.get("desk") { _, context in
            let desk = try context.resolve(Desk.self)
            XCTAssertTrue(try context.scope.resolve(Desk.self) === desk)
            XCTAssertTrue(try Container.current?.resolve(Desk.self) === desk)
            return desk.user.name
        }
        inside.get("refused") { _, context -> String in
            _ = try context.resolve(Desk.self)
            throw HTTPError(.conflict)
        }
        inside.get("stream") { _, context in
            let scope = try context.scope
            _ = try context.resolve(Desk.self)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    var code: ResolutionError.Code?
                    do { _ = try scope.resolve(Desk.self) } catch let error as ResolutionError { code = error.code }
                    try await writer.write(ByteBuffer(string: code == .closed ? "closed" : "open"))
                    try await writer.finish(nil)
                })
        }
        return router
    }

    func testTheContextUsesTheScopeInsideTheRequests() async throws {
        let ends = ends
        for server in [HTTPServerBuilder.http1WithScopes(), .http1()] {
            try await Application(router: router(), server: server).test(.live) { client in
                for name in ["ada", "bo"] {
                    let answer = try await client.execute(uri: "/desk?user=\(name)", method: .get)
                    XCTAssertEqual(String(buffer: answer.body), name)
                    // Its hooks have run before the response was sent.
                    XCTAssertEqual(ends.all.last, "\(name) completed")
                }
                let refused = try await client.execute(uri: "/refused?user=cy", method: .get)
                XCTAssertEqual(refused.status, .conflict)
                XCTAssertEqual(ends.all.last, "cy failed")
                let outside = try await client.execute(uri: "/outside", method: .get)
                XCTAssertEqual(outside.status, .internalServerError, "the request's scope has no user")
            }
        }
    }

    func testABodyThatIsWrittenLaterCannotUseIt() async throws {
        try await Application(router: router(), server: .http1WithScopes()).test(.live) { client in
            let answer = try await client.execute(uri: "/stream?user=ada", method: .get)
            XCTAssertEqual(String(buffer: answer.body), "closed")
        }
    }
}
#endif
