#if Chat
import Armory
import ChatCore
import XCTest

/// Each connection has a scope, and each message has a scope inside it.
final class ConnectionTests: XCTestCase {
    func testTheMessagesOfAConnectionShareItsScope() async throws {
        try await withChat { chat in
            let (ada, bob) = (try await chat.client("ada"), try await chat.client("bob"))
            try await ada.say("hello")
            let heard = await ada.hear("ada 1: hello")
            XCTAssertTrue(heard)
            try await ada.say("again")
            // The session counts its lines: both messages of ada share one session, and bob has another one.
            let heardAgain = await ada.hear("ada 2: again")
            XCTAssertTrue(heardAgain)
            try await bob.say("hi")
            let heardBob = await ada.hear("bob 1: hi")
            XCTAssertTrue(heardBob)
            try await eventually("each message's scope has ended") { chat.ends.completed(.message) == 3 }
            XCTAssertEqual(chat.ends.opened(.message), 3)
            XCTAssertEqual(chat.ends.opened(.connection), 2)
            XCTAssertEqual(chat.ends.open(.connection), 2)
        }
    }

    func testAFailedMessageIsRolledBackAndItsConnectionGoesOn() async throws {
        try await withChat { chat in
            let ada = try await chat.client("ada")
            try await ada.say("a good line\n" + String(repeating: "x", count: 201))
            let answer = await ada.next()
            XCTAssertEqual(answer, .text("refused: a line of more than 200 characters"))
            XCTAssertEqual(chat.ends.failed(.message), 1)
            try await ada.say("another one")
            let next = await ada.next()
            XCTAssertEqual(next, .text("ada 2: another one"))
            let history: Storage<Line> = try chat.resolve()
            XCTAssertEqual(history.rows.map(\.text), ["another one"])
        }
    }

    func testTheScopeEndsHoweverTheConnectionDoes() async throws {
        try await withChat { chat in
            let bob = try await chat.client("bob")
            let room = try chat.room
            let ends: [(String, (Client) async throws -> Void)] = [
                ("dropped", { $0.drop() }),
                (
                    "dropped with a message on its way",
                    {
                        try await $0.say("bye"); $0.drop()
                    }
                ),
                (
                    "dropped within a message",
                    {
                        try await $0.send(0x1, []); $0.drop()
                    }
                ),
                ("closed", { try await $0.close() }),
                ("closed for an operation that does not exist", { try await $0.send(0x7, [1]) }),
                ("closed for text that is no UTF-8", { try await $0.send(0x1, [0xFF]) }),
            ]
            for (index, (how, end)) in ends.enumerated() {
                let ada = try await chat.client("ada")
                try await ada.say("hello")
                let heard = await ada.hear("ada 1: hello")
                XCTAssertTrue(heard, how)
                try await eventually("both are in the room") { room.count == 2 }
                try await end(ada)
                try await eventually(how) { chat.ends.completed(.connection) == index + 1 && room.count == 1 }
                ada.drop()
            }
            try await bob.say("still here")
            let heard = await bob.hear("bob 1: still here")
            XCTAssertTrue(heard)
        }
    }

    func testAConnectionThatIsNotUpgradedHasNoScope() async throws {
        try await withChat { chat in
            do {
                _ = try await chat.client("no%20name")
                XCTFail("a name with a space")
            } catch let error as Client.NotUpgraded {
                XCTAssertTrue(error.head.hasPrefix("HTTP/1.1 400 "), error.head)
            }
            XCTAssertEqual(chat.ends.opened(.connection), 0)
        }
    }

    /// Some of the messages fail, and some of the connections are dropped.
    func testManyConnectionsLeaveNoScope() async throws {
        let (connections, messages) = (scaled(2000, atLeast: 60), 20)
        try await withChat { chat in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<connections {
                    // At most 16 clients at a time, because every client receives every line.
                    if index >= 16 { try await group.next() }
                    group.addTask {
                        let name = "member" + String(repeating: "x", count: index % 8)
                        let client = try await chat.client(name)
                        for number in 1...messages {
                            try await client.say(number % 5 == 0 ? "\n" : "@\(name) \(number)")
                            let heard = await client.hear(number % 5 == 0 ? "refused: " : "\(name) ")
                            XCTAssertTrue(heard)
                        }
                        if index % 2 == 0 { try await client.close() }
                        client.drop()
                    }
                }
                try await group.waitForAll()
            }
            try await eventually("every connection has ended") { chat.ends.completed(.connection) == connections }
            try await eventually("every job is done") { chat.ends.open(.job) == 0 }
            let ends = chat.ends
            XCTAssertEqual(ends.completed(.message), connections * messages * 4 / 5)
            XCTAssertEqual(ends.failed(.message), connections * messages / 5)
            let letters: Storage<Letter> = try chat.resolve()
            try await eventually("every letter is sent") { letters.rows.count == ends.completed(.message) }
            let room = try chat.room
            XCTAssertEqual(room.count, 0)
            XCTAssertEqual(ends.open, 0)
            print(
                "[count] \(connections) connections, \(connections * messages) messages,",
                "\(ends.completed(.job)) jobs: \(ends.open) scopes left open")
        }
    }
}
#endif
