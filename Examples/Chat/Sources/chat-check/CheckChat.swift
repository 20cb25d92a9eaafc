// Checks the program's graph without opening a port: swift package check-graph

import Armory
import ArmoryCheck
import ChatCore

@main struct CheckChat: GraphCheck {
    static var graphs: [CheckedGraph] {
        CheckedGraph { Module.chat(port: 0) { _ in } }
            .scope(.connection, seeds: Peer.self)
            .scope(.message, seeds: Message.self)
            .scope(.job, seeds: Line.self)
            .entry(Session.self, in: .connection)
            .entry(Speech.self, in: .message)
            .entry(Notifier.self, in: .job)
    }
}
