// Stand-ins for swift-aws-lambda-runtime, with the shapes of the real declarations; the real package was never built here.

#if Logging
package import Logging

package struct LambdaContext: Sendable {
    package let requestID: String
    package let logger: Logger
}

/// The handler of a function.
///
/// `run` is a part of the stand-in: the real runtime gets its events from Lambda.
package struct LambdaRuntime<Event: Sendable, Output: Sendable>: Sendable {
    private let handler: @Sendable (Event, LambdaContext) async throws -> Output

    package init(body handler: @escaping @Sendable (Event, LambdaContext) async throws -> Output) {
        self.handler = handler
    }

    /// Calls the handler for some events, one after the other.
    package func run(_ events: [Event]) async throws -> [Output] {
        var outputs: [Output] = []
        for (number, event) in events.enumerated() {
            var logger = Logger(label: "Lambda")
            logger[metadataKey: "aws-request-id"] = "\(number)"
            outputs.append(try await handler(event, LambdaContext(requestID: "\(number)", logger: logger)))
        }
        return outputs
    }
}
#endif
