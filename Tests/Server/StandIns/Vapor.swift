// Stand-ins for Vapor, with the shapes of the real declarations; the real package was never built here.

#if Logging
public import Logging

public final class Request: Sendable {
    public let path: String
    public let logger: Logger

    public init(path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }
}

public final class Response: Sendable {
    public let body: String

    public init(body: String) { self.body = body }
}

public protocol AsyncResponder: Sendable {
    func respond(to request: Request) async throws -> Response
}

public protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}
#endif
