#if Chat
package import Armory
import ArmoryRequests
import AsyncAlgorithms
import FlyingFox
import ServiceLifecycle

/// The client's end of a connection.
package final class Peer: IncomingWork {
    package let name: String
    /// The stream ends when the connection ends.
    let messages: AsyncStream<WSMessage>
    private let answers: AsyncStream<WSMessage>.Continuation
    private let gone: AsyncStream<Never>

    init(
        name: String, messages: AsyncStream<WSMessage>, answers: AsyncStream<WSMessage>.Continuation,
        gone: AsyncStream<Never>
    ) {
        self.name = name
        self.messages = messages
        self.answers = answers
        self.gone = gone
    }

    // Also closes a peer that is never served because the server is ending.
    deinit { close() }

    package var seeds: [ScopeSeed] { [ScopeSeed(self)] }

    func send(_ text: String) { answers.yield(.text(text)) }

    func close() {
        answers.yield(.close(Task.isShuttingDownGracefully ? .goingAway : .normalClosure))
        answers.finish()
    }

    /// Returns when all frames were sent, or can no longer be sent.
    func isGone() async { for await _ in gone {} }
}

/// The handler that FlyingFox requires for a WebSocket: it takes a peer's messages, and returns the messages for the peer.
struct Upgrade: WSHandler, WSMessageHandler {
    let name: String
    let accepted: AsyncChannel<Peer>
    private let gone = AsyncStream<Never>.makeStream()

    init(name: String, accepted: AsyncChannel<Peer>) {
        self.name = name
        self.accepted = accepted
    }

    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
        let (messages, answers) = AsyncStream<WSMessage>.makeStream()
        await accepted.send(Peer(name: name, messages: client, answers: answers, gone: gone.stream))
        return messages
    }

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        let frames = try await MessageFrameWSHandler(handler: self).makeFrames(for: client)
        // FlyingFox releases the frames after it sends the last one, and after the connection fails.
        let end = End(gone.continuation)
        return AsyncStream {
            for await frame in frames { return frame }
            return withExtendedLifetime(end) { nil }
        }
    }

    private final class End: Sendable {
        let gone: AsyncStream<Never>.Continuation
        init(_ gone: AsyncStream<Never>.Continuation) { self.gone = gone }
        deinit { gone.finish() }
    }
}
#endif
