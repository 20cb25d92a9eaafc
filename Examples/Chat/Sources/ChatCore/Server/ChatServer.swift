#if Chat
import Armory
package import ArmoryRequests
import AsyncAlgorithms
import FlyingFox
import FlyingSocks
import ServiceLifecycle

/// Serves WebSockets: each connection has a scope, and each of its messages a scope inside it.
///
/// On graceful shutdown, every connection finishes its message and is closed, and its scope ends. Then the server returns.
package final class ChatServer: Service {
    private let scopes: ScopeSource
    private let room: Room
    private let queue: JobQueue
    private let listening: @Sendable (UInt16) -> Void
    private let accepted = AsyncChannel<Peer>()
    private let http: HTTPServer

    package init(
        port: UInt16, scopes: ScopeSource, room: Room, queue: JobQueue, listening: @escaping @Sendable (UInt16) -> Void
    ) throws {
        self.scopes = scopes
        self.room = room
        self.queue = queue
        self.listening = listening
        http = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), pool: SocketSources(), logger: .disabled,
            handler: Routes(accepted: accepted))
    }

    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await self.http.run()
                } catch {
                    // It also throws when the server is stopped.
                    guard Task.isShuttingDownGracefully else { throw error }
                }
            }
            group.addTask {
                try await self.http.waitUntilListening(timeout: 60)
                if case .ip4(_, let port) = await self.http.listeningAddress { self.listening(port) }
                await self.serveConnections()
                await self.http.stop()
            }
            for try await _ in group {}
        }
    }

    /// Serves connections until graceful shutdown, and returns when the last one has ended.
    private func serveConnections() async {
        await withDiscardingTaskGroup { group in
            for await peer in accepted.cancelOnGracefulShutdown() {
                group.addTask { await self.serve(peer) }
            }
            // Drops later peers, which closes them.
            accepted.finish()
        }
    }

    /// Serves one connection in a scope that always ends with the connection.
    private func serve(_ peer: Peer) async {
        do {
            try await scopes.withScope(of: peer) { scope in
                try await converse(with: peer, in: scope.open())
            }
        } catch {
            log.error("A connection has failed.", metadata: ["name": "\(peer.name)", "error": "\(error)"])
        }
        peer.close()
        await peer.isGone()
    }

    private func converse(with peer: Peer, in connection: Container) async throws {
        let messages = ScopeSource(connection, tag: .message)
        _ = try connection.resolve(Session.self)  // The session joins the room.
        for await case .text(let text) in peer.messages.cancelOnGracefulShutdown() {
            let said: [Line]
            do {
                said = try await messages.withScope(of: Message(text: text)) { scope in
                    try scope.open().resolve(Speech.self).say()
                }
            } catch {
                // The message was rolled back. The connection goes on. The peer receives only errors that it can avoid.
                if let refused = error as? Speech.Refused {
                    peer.send("refused: \(refused)")
                } else {
                    log.error("A message has failed.", metadata: ["name": "\(peer.name)", "error": "\(error)"])
                    peer.send("refused: something went wrong here")
                }
                continue
            }
            // The message was committed. If all workers are busy, the peer's next message waits here.
            for line in said {
                room.show(line)
                try await queue.add(Mentions(of: line))
            }
        }
    }
}
#endif
