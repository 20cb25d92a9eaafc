#if Chat
package import FlyingSocks
import Foundation

/// Waits for sockets with Dispatch: each wait has a one-shot source, and a copy of the descriptor that only the wait closes.
///
/// FlyingFox may close a socket while a task still waits for it. FlyingFox's pool for Linux then still records the socket's
/// number and does not register the next socket with that number, so the new connection hangs.
package struct SocketSources: AsyncSocketPool {
    private let queue = DispatchQueue(label: "chat sockets")

    package init() {}

    package func prepare() async throws {}

    package func run() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    package func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let file = dup(socket.file.rawValue)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EBADF) }
        // Several threads may use a source at once. On Linux, the type does not declare that.
        nonisolated(unsafe) let source: any DispatchSourceProtocol =
            events.contains(.read)
            ? DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
            : DispatchSource.makeWriteSource(fileDescriptor: file, queue: queue)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                source.setCancelHandler {
                    close(file)
                    continuation.resume()
                }
                // If the source was cancelled before, it calls the handler now.
                source.activate()
            }
        } onCancel: {
            source.cancel()
        }
        try Task.checkCancellation()
    }
}
#endif
