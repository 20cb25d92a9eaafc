import HTTPTypes
package import Hummingbird

/// Adds the request's ID to its answer, as `X-Request-ID`: the same ID as in the log lines.
package struct RequestIDs<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            var response = try await next(request, context)
            response.headers[.requestID] = context.id
            return response
        } catch var error as HTTPError {
            error.headers[.requestID] = context.id
            throw error
        }
    }
}

extension HTTPField.Name {
    /// The header with the request's ID.
    static var requestID: Self {
        guard let name = Self("X-Request-ID") else { preconditionFailure("the name is valid") }
        return name
    }
}
