package import HummingbirdCore
package import Logging
package import NIOCore

/// An HTTP/1.1 channel that can be dropped before any code has read from it.
///
/// When the listener is closed, it drops accepted connections that it has not passed on yet. NIO ends the process if a
/// channel's writer is dropped before its end: https://github.com/apple/swift-nio/issues/2813. So each channel is kept until its
/// connection is closed, which ends the writer.
package struct KeptChannel: ServerChildChannel {
    package typealias Value = HTTP1Channel.Value

    private let channel: HTTP1Channel

    package init(_ channel: HTTP1Channel) { self.channel = channel }

    package func setup(channel connection: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.setup(channel: connection, logger: logger).map { value in
            connection.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    package func handle(value: Value, logger: Logger) async { await channel.handle(value: value, logger: logger) }
}
