// Servers that close a request's scope after the last byte of the response.

#if Hummingbird
internal import Armory
internal import ArmoryRequests
public import HummingbirdCore

/// The reason why a request has failed: the response was thrown away before its body was written.
public struct ResponseNotWritten: Error, CustomStringConvertible {
    /// The whole message.
    public var description: String { "the response was not written: the client has gone, or a middleware replaced it" }
}

extension HTTPServerBuilder {
    /// A server for HTTP/1.1 that closes the scopes of ``RequestScopes`` after the response.
    ///
    /// The scope is closed when the response was written or could not be written. Other servers close the scopes too,
    /// at the end of the body, but each response then takes two more writes.
    ///
    /// - Parameter configuration: The configuration of the channel.
    public static func http1WithScopes(configuration: HTTP1Channel.Configuration = .init()) -> HTTPServerBuilder {
        withScopes { HTTP1Channel(responder: $0, configuration: configuration) }
    }

    /// A server that closes the scopes of ``RequestScopes``, for any kind of channel: TLS, HTTP/2, or a custom one.
    ///
    /// ```swift
    /// HTTPServerBuilder.withScopes { HTTP1Channel(responder: $0) }
    /// ```
    ///
    /// - Parameter makeChannel: Creates the channel from the responder to requests.
    public static func withScopes(
        _ makeChannel:
            @escaping @Sendable (
                _ responder: @escaping HTTPChannelHandler.Responder
            ) throws -> any ServerChildChannel
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            try makeChannel { request, writer, channel in
                let scope = LazyScope(outside: Container.currentChoice)
                // A closure cannot consume a captured value. Taking it out of an optional would be safe, but costs a
                // thousand instructions, for the metadata of the writer's type. The closure runs exactly once.
                let place = UnsafeMutablePointer<ResponseWriter>.allocate(capacity: 1)
                unsafe place.initialize(to: writer)
                defer { unsafe place.deallocate() }
                do {
                    try await scope.asCurrent {
                        // Nobody else has it any more.
                        nonisolated(unsafe) let writer = unsafe place.move()
                        try await responder(request, unsafe writer, channel)
                    }
                } catch {
                    await scope.end(.failed(error))
                    throw error
                }
                await scope.end(.completed)
            }
        }
    }
}
#endif
