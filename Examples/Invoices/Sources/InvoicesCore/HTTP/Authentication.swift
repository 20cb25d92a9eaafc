import Armory
import ArmoryHummingbird
import Hummingbird

/// Verifies the token of a request, and handles the request in a scope of its user.
struct Authentication<Context: ScopedRequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken else { throw Unauthorized.noToken }
        let user = try await context.resolve(TokenVerifier.self).user(of: token)
        return try await context.scope.withScope(.user, seeds: [ScopeSeed(user)]) { scope in
            var context = context
            context.requestScope = RequestScope(scope)
            return try await next(request, context)
        }
    }
}

extension Request {
    /// The token of the header `Authorization: Bearer …`.
    var bearerToken: String? {
        guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }
}
