#if Chat
import Synchronization

/// A member's presence in the room: each connection has one, and all its messages share it.
package final class Session: Sendable {
    private let peer: Peer
    private let room: Room
    private let count = Atomic(0)

    package init(peer: Peer, room: Room) {
        self.peer = peer
        self.room = room
        room.join(peer)
    }

    /// Closes the session, however the connection has ended.
    func leave() { room.leave(peer) }

    /// Creates the member's next line.
    func line(_ text: String) -> Line {
        let number = count.add(1, ordering: .relaxed).newValue
        return Line(author: peer.name, number: number, text: text)
    }
}
#endif
