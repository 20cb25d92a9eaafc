// Stand-ins for swift-openapi-runtime and for what swift-openapi-generator writes. They have the shapes of the real declarations, with
// the parts that an adapter touches; the real packages were never built here.

#if Logging
/// As that of swift-http-types.
public struct HTTPRequest: Sendable {
    public var path: String?

    public init(path: String?) { self.path = path }
}

/// As that of swift-http-types.
public struct HTTPResponse: Sendable {
    public var status: Int

    public init(status: Int) { self.status = status }
}

public final class HTTPBody: Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }
}

public struct ServerRequestMetadata: Sendable {
    public var pathParameters: [String: Substring]

    public init(pathParameters: [String: Substring] = [:]) { self.pathParameters = pathParameters }
}

public protocol ServerMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

public protocol ServerTransport {
    func register(
        _ handler:
            @Sendable @escaping (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (
                HTTPResponse, HTTPBody?
            ),
        method: String, path: String
    ) throws
}

// MARK: As generated

public enum Operations: Sendable {
    public enum placeOrder: Sendable {
        public struct Input: Sendable, Hashable {
            public struct Path: Sendable, Hashable {
                public var item: String
                public init(item: String) { self.item = item }
            }
            public var path: Path
            public init(path: Path) { self.path = path }
        }

        public enum Output: Sendable {
            public struct Ok: Sendable {
                public enum Body: Sendable {
                    case plainText(HTTPBody)
                }
                public var body: Body
                public init(body: Body) { self.body = body }
            }
            case ok(Ok)
        }
    }
}

public protocol APIProtocol: Sendable {
    func placeOrder(_ input: Operations.placeOrder.Input) async throws -> Operations.placeOrder.Output
}

extension APIProtocol {
    /// Registers the operations. The first middleware is the outermost one.
    public func registerHandlers(on transport: any ServerTransport, middlewares: [any ServerMiddleware] = []) throws {
        var next:
            @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?) = {
                _, _, metadata in
                let item = String(metadata.pathParameters["item"] ?? "")
                switch try await placeOrder(.init(path: .init(item: item))) {
                case .ok(let response):
                    switch response.body {
                    case .plainText(let body): return (HTTPResponse(status: 200), body)
                    }
                }
            }
        for middleware in middlewares.reversed() {
            let inner = next
            next = {
                try await middleware.intercept($0, body: $1, metadata: $2, operationID: "placeOrder", next: inner)
            }
        }
        try transport.register(next, method: "POST", path: "/orders/{item}")
    }
}
#endif
