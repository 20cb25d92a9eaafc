// Stand-ins for swift-openapi-runtime and for what swift-openapi-generator writes. They have the shapes of the real declarations, with
// the parts that an adapter touches; the real packages were never built here.

#if Logging
/// As that of swift-http-types.
package struct HTTPRequest: Sendable {
    package var path: String?

    package init(path: String?) { self.path = path }
}

/// As that of swift-http-types.
package struct HTTPResponse: Sendable {
    package var status: Int

    package init(status: Int) { self.status = status }
}

package final class HTTPBody: Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

package struct ServerRequestMetadata: Sendable {
    package var pathParameters: [String: Substring]

    package init(pathParameters: [String: Substring] = [:]) { self.pathParameters = pathParameters }
}

package protocol ServerMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

package protocol ServerTransport {
    func register(
        _ handler:
            @Sendable @escaping (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (
                HTTPResponse, HTTPBody?
            ),
        method: String, path: String
    ) throws
}

// MARK: As generated

package enum Operations: Sendable {
    package enum placeOrder: Sendable {
        package struct Input: Sendable, Hashable {
            package struct Path: Sendable, Hashable {
                package var item: String
                package init(item: String) { self.item = item }
            }
            package var path: Path
            package init(path: Path) { self.path = path }
        }

        package enum Output: Sendable {
            package struct Ok: Sendable {
                package enum Body: Sendable {
                    case plainText(HTTPBody)
                }
                package var body: Body
                package init(body: Body) { self.body = body }
            }
            case ok(Ok)
        }
    }
}

package protocol APIProtocol: Sendable {
    func placeOrder(_ input: Operations.placeOrder.Input) async throws -> Operations.placeOrder.Output
}

extension APIProtocol {
    /// Registers the operations.
    ///
    /// The first middleware is the outermost one.
    package func registerHandlers(on transport: any ServerTransport, middlewares: [any ServerMiddleware] = []) throws {
        var next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?) =
            {
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
