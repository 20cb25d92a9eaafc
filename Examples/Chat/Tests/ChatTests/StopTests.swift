#if Chat
import Armory
import ArmoryServiceLifecycle
import ChatCore
import Foundation
import Logging
import XCTest

/// Tests how the program ends.
final class StopTests: XCTestCase {
    func testAStopUnderLoadLosesNoJobThatWasTaken() async throws {
        let stops = scaled(200, atLeast: 10)
        var all = 0
        for round in 1...stops {
            let accepted = Notes()
            var letters: Storage<Letter>?
            try await withChat(workers: 1 + round % 4) { chat in
                _ = try await chat.client("ada")
                letters = try chat.resolve()
                let queue = try chat.resolve(JobQueue.self)
                let room = try chat.room
                try await eventually("ada is there") { room.count == 1 }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<16 {
                        group.addTask {
                            let job = Mentions(of: Line(author: "bob", number: 1, text: "@ada"))
                            do {
                                while true {
                                    try await queue.add(job)
                                    accepted.add("")
                                }
                            } catch is Closed {}
                        }
                    }
                    try await eventually("some jobs") { accepted.all.count >= round % 50 }
                    chat.stop()
                    try await group.waitForAll()
                }
            }
            XCTAssertEqual(letters?.rows.count, accepted.all.count)
            all += accepted.all.count
        }
        print("[count] \(stops) stops under load: \(all) jobs taken, none lost")
    }

    func testAStopClosesConnectionsAndThenTheSingletonsInOrder() async throws {
        let heard = Notes()
        var (history, ends): (Storage<Line>?, Ends?)
        try await withChat { chat in
            (history, ends) = (try chat.resolve(), chat.ends)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    let client = try await chat.client("member")
                    group.addTask {
                        // Half of the clients are silent, and the others send messages until the end.
                        for number in 1... {
                            if index % 2 == 0 { try? await client.say("\(index) says \(number)") }
                            switch await client.next() {
                            case .text(let text): heard.add(text)
                            case let end:
                                // FlyingFox does not read a client's last messages, so TCP may drop the close frame too.
                                if index % 2 == 1 { XCTAssertEqual(end, .close(1001)) }
                                client.drop()
                                return
                            }
                        }
                    }
                }
                try await eventually("some lines") { heard.all.count > 100 }
                chat.stop()
                try await group.waitForAll()
            }
        }
        let lines = Set(try XCTUnwrap(history).rows.map(\.description))
        XCTAssertEqual(Set(heard.all).subtracting(lines), [], "heard, and not written")
        let closed = try XCTUnwrap(ends).closed
        let places = ["ChatServer", "JobQueue", "Storage<Letter>", "Storage<Line>"].map { name in
            closed.firstIndex { $0.contains(name) } ?? -1
        }
        XCTAssertFalse(places.contains(-1), "\(closed)")
        XCTAssertEqual(places, places.sorted(), "\(closed)")
    }

    func testAStopSendsWhatASlowClientHasNotReadYet() async throws {
        // More than the system buffers for a connection: 5 MB, because a character may have 25 bytes.
        let (messages, lines) = (90, 12)
        try await withChat { chat in
            let bob = try await Client(port: chat.port, name: "bob", buffer: 4096)
            let room = try chat.room
            try await eventually("bob is there") { room.count == 1 }
            let ada = try await chat.client("ada")
            let text = Array(repeating: String(repeating: "👨‍👩‍👧‍👦", count: 200), count: lines).joined(separator: "\n")
            for _ in 0..<messages { try await ada.say(text) }
            try await eventually("every job is done") { chat.ends.completed(.job) == messages * lines }
            ada.drop()
            chat.stop()
            try await eventually("the connections have ended") { chat.ends.open == 0 }
            var heard = 0
            while case .text = await bob.next() { heard += 1 }
            XCTAssertEqual(heard, messages * lines)
            bob.drop()
        }
    }

    func testAPortThatIsTakenIsAnError() async throws {
        try await withChat { chat in
            let second = try Container { Module.chat(port: chat.port) { _ in } }
            do {
                try await second.runServices(gracefulShutdownSignals: [], logger: Logger(label: "test"))
                XCTFail("two servers at one port")
            } catch {
                XCTAssertTrue("\(error)".contains("Address already in use"), "\(error)")
            }
        }
    }

    func testAPortThatIsTakenEndsTheProgramWithOneText() async throws {
        try await withChat { chat in
            let process = Process()
            let errors = Pipe()
            process.executableURL = Bundle.products.appending(component: "chat")
            process.arguments = ["\(chat.port)"]
            process.standardError = errors
            try process.run()
            let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            XCTAssertEqual(process.terminationReason, .exit, text)
            XCTAssertEqual(process.terminationStatus, 1, text)
            XCTAssertTrue(text.contains("chat: ") && text.contains("Address already in use"), text)
            XCTAssertFalse(text.contains("Fatal error"), text)
        }
    }

    func testSIGTERMClosesTheConnectionsOfTheProgram() async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.products.appending(component: "chat")
        process.arguments = ["0"]
        process.standardOutput = output
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = try XCTUnwrap(text.firstMatch(of: #/http://127\.0\.0\.1:([0-9]+)/#).flatMap { UInt16($0.1) }, text)
        let ada = try await Client(port: port, name: "ada")
        try await ada.say("hello")
        let heard = await ada.hear("ada 1: hello")
        XCTAssertTrue(heard)
        kill(process.processIdentifier, SIGTERM)
        let end = await ada.next()
        XCTAssertEqual(end, .close(1001))
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
    }
}

extension Bundle {
    /// The folder where the package manager puts the executables: the folder of the tests.
    fileprivate static var products: URL {
        #if os(macOS)
        Bundle(for: StopTests.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }
}
#endif
