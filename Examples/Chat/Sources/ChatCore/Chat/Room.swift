#if Chat
import Synchronization

/// The connected peers, and the names of all peers that have ever connected.
package final class Room: Sendable {
    private struct State {
        var present: [ObjectIdentifier: Peer] = [:]
        var known: Set<String> = []
    }

    private let state = Mutex(State())

    package init() {}

    package var count: Int { state.withLock { $0.present.count } }

    func join(_ peer: Peer) {
        state.withLock {
            $0.present[ObjectIdentifier(peer)] = peer
            $0.known.insert(peer.name)
        }
    }

    func leave(_ peer: Peer) {
        state.withLock { _ = $0.present.removeValue(forKey: ObjectIdentifier(peer)) }
    }

    func knows(_ name: String) -> Bool { state.withLock { $0.known.contains(name) } }

    func show(_ line: Line) {
        for peer in state.withLock({ Array($0.present.values) }) { peer.send("\(line)") }
    }
}
#endif
