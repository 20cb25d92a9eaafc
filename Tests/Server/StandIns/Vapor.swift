// Stand-ins for Vapor, with the shapes of the real declarations; the real package was never built here.

#if Logging
package import Logging

package final class Request: Sendable {
    package let path: String
    package let logger: Logger

    package init(path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }
}

package final class Response: Sendable {
    package let body: String

    package init(body: String) { self.body = body }
}

package protocol AsyncResponder: Sendable {
    func respond(to request: Request) async throws -> Response
}

package protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}
#endif
