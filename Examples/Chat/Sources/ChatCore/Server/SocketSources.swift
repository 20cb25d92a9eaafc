import Dispatch
package import FlyingSocks

/// Waits for sockets with a one-shot source of Dispatch for each wait.
///
/// FlyingFox's own pool for Linux resumes a task before it unregisters the socket. If the task closes the socket in between,
/// the pool forgets to register the next socket with the same number, and its connection hangs. Here a socket is unregistered
/// before its task is resumed.
package struct SocketSources: AsyncSocketPool {
    private let queue = DispatchQueue(label: "chat sockets")

    package init() {}

    package func prepare() async throws {}

    package func run() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    package func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let file = socket.file.rawValue
        // Sources may be used by several threads at once. Their type does not say so on Linux.
        nonisolated(unsafe) let source: any DispatchSourceProtocol =
            events.contains(.read)
            ? DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
            : DispatchSource.makeWriteSource(fileDescriptor: file, queue: queue)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                source.setCancelHandler { continuation.resume() }
                // If it was cancelled before, it calls the handler now.
                source.activate()
            }
        } onCancel: {
            source.cancel()
        }
        try Task.checkCancellation()
    }
}
