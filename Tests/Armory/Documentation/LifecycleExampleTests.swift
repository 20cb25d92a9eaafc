// The examples of Lifecycle.md.

import Armory
import ArmoryTestSupport
import XCTest

private let printed = Printed()

/// For the types of the page, which print.
private func print(_ line: String) { printed(line) }

private struct Refusal: Error {}

final class LifecycleExampleTests: LeakCheckedTestCase {
    actor Database {
        func connect() throws { print("connect") }
        func drain() { print("drain") }
        func disconnect() { print("disconnect") }
    }

    final class MailQueue: Sendable {
        let database: Database
        init(database: Database) { self.database = database }
        func open() async throws { print("open the queue") }
        func flush() async throws { print("flush the queue") }
    }

    func testTheOrderOfAStartIsThatOfTheGraph() async throws {
        let application = Module("application") {
            Singleton(MailQueue.init)  // init(database: Database)
                .onStart(within: .seconds(5)) { queue in try await queue.open() }
                .onStop { queue in try await queue.flush() }
            Singleton(Database.init)
                .onStart { database in try await database.connect() }
                .onStop { database in await database.drain() }
                .onShutdown { database in await database.disconnect() }
        }
        let container = try Container { application }
        try await container.start()
        print("serve")
        try await container.shutdown()
        XCTAssertTrue(container.isClosed)
        try printed.assertOutput(on: "Use/Lifecycle.md")
    }

    func testTheErrorOfAStartContainsEveryFault() async throws {
        let faults = Log<ResolutionError>()
        func print(_ fault: ResolutionError) { faults.add(fault) }
        let container = try Container {
            Singleton { 1 }.onStart(fileID: "Shop/Wiring.swift", line: 13) { _ in throw Refusal() }
        }
        do {
            try await container.start()
        } catch {
            for fault in error.faults { print(fault) }
        }
        XCTAssertTrue(container.isClosed)
        XCTAssertEqual(faults.all.map(\.code), [.startFailed])
        XCTAssertTrue(faults.all.first?.underlying is Refusal)
    }

    func testHooksOfOneRegistrationStartInOrderAndStopInReverse() async throws {
        let log = Log<String>()
        let container = try Container {
            Singleton { 1 }
                .onStart { _ in log.add("start 1") }
                .onStart { _ in log.add("start 2") }
                .onStop { _ in log.add("stop 1") }
                .onStop { _ in log.add("stop 2") }
                .onShutdown { _ in log.add("close 1") }
                .onShutdown { _ in log.add("close 2") }
        }
        try await container.start()
        try await container.shutdown()
        XCTAssertEqual(log.all, ["start 1", "start 2", "stop 2", "stop 1", "close 2", "close 1"])
    }

    func testTheErrorsStandOnTheirPage() async throws {
        let container = try Container {
            Singleton(MailQueue.self, fileID: "Shop/Wiring.swift", line: 12) { (_: Resolver) in
                MailQueue(database: Database())
            }
            .onStart(fileID: "Shop/Wiring.swift", line: 13) { _ in throw Refusal() }
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.code, .startFailed)
            assertErrorText(error, "startFailed")
        }
        let other = try Container { Singleton(value: 1) }
        try await other.start()
        do {
            try await other.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.code, .alreadyStarted)
            assertErrorText(error, "alreadyStarted")
        }
    }
}
