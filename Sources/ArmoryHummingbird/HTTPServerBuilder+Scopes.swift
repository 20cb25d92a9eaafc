// Servers that wait for a response's last byte before they close its scope.

#if Hummingbird
internal import Armory
public import HummingbirdCore

/// A request's end in a handler: the response was thrown away before its body was written.
public struct ResponseNotWritten: Error, CustomStringConvertible {
    /// The whole message.
    public var description: String { "the response was not written: the client has gone, or a middleware replaced it" }
}

extension HTTPServerBuilder {
    /// A server for HTTP/1.1 that closes the scopes of ``RequestScopes`` when the response was written, or could not be.
    ///
    /// Without it the scopes are closed all the same, behind the body, and each response takes two writes more.
    ///
    /// - Parameter configuration: That of the channel.
    public static func http1WithScopes(configuration: HTTP1Channel.Configuration = .init()) -> HTTPServerBuilder {
        withScopes { HTTP1Channel(responder: $0, configuration: configuration) }
    }

    /// The same for another kind of channel: TLS, HTTP/2, or one's own.
    ///
    /// ```swift
    /// HTTPServerBuilder.withScopes { HTTP1Channel(responder: $0) }
    /// ```
    ///
    /// - Parameter makeChannel: Makes the channel from what responds to requests.
    public static func withScopes(
        _ makeChannel:
            @escaping @Sendable (
                _ responder: @escaping HTTPChannelHandler.Responder
            ) throws -> any ServerChildChannel
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            try makeChannel { request, writer, channel in
                let answered = AnsweredRequest(outside: Ambient.task)
                // A closure cannot consume what it captures, but can take it out of where it lies.
                var writer: ResponseWriter? = writer
                do {
                    try await Ambient.$task.withValue(answered) {
                        guard let writer = writer.take() else { return }
                        try await responder(request, writer, channel)
                    }
                } catch {
                    await answered.end(.failed(error))?.run()
                    throw error
                }
                await answered.end(.completed)?.run()
            }
        }
    }
}
#endif
