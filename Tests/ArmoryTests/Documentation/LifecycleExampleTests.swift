// The examples of Lifecycle.md.

import Armory
import ArmoryTestSupport
import XCTest

private actor Database {
    private(set) var isConnected = false
    func connect() throws { isConnected = true }
    func drain() {}
    func disconnect() { isConnected = false }
}

private struct Refusal: Error {}

private final class MailQueue: Sendable {
    let database: Database
    let isBroken: Bool

    init(database: Database, isBroken: Bool?) {
        self.database = database
        self.isBroken = isBroken ?? false
    }

    func open() async throws {
        let isConnected = await database.isConnected
        XCTAssertTrue(isConnected, "it starts after what it needs")
        if isBroken { throw Refusal() }
    }

    func flush() async throws {
        let isConnected = await database.isConnected
        XCTAssertTrue(isConnected, "it stops before what it needs")
    }
}

final class LifecycleExampleTests: LeakCheckedTestCase {
    private func module() -> Module {
        let application = Module("application") {
            Singleton(Database.init)
                .onStart { database in try await database.connect() }
                .onStop { database in await database.drain() }
                .onShutdown { database in await database.disconnect() }
            Singleton(MailQueue.init)
                .onStart(within: .seconds(5)) { queue in try await queue.open() }
                .onStop { queue in try await queue.flush() }
        }
        return application
    }

    func testTheOrderOfAStartIsThatOfTheGraph() async throws {
        let application = module()
        let serve = { (container: Container) async throws in
            let isConnected = try await container.resolve(Database.self).isConnected
            XCTAssertTrue(isConnected)
        }
        let container = try Container { application }
        try await container.start()
        try await serve(container)
        try await container.shutdown()
        XCTAssertTrue(container.isClosed)
    }

    func testAStartThatFailsTellsAll() async throws {
        let application = module()
        let container = try Container {
            application
            Singleton(value: true)
        }
        do {
            try await container.start()
        } catch {
            for fault in error.faults { print(fault) }
        }
        XCTAssertTrue(container.isClosed)
    }

    func testTheErrorsStandOnTheirPage() async throws {
        let page = try Documentation.page("Sources/Armory/Armory.docc/Know/Errors.md")
        let container = try Container {
            Singleton(Database.init)
            Singleton(MailQueue.self, fileID: "Shop/Wiring.swift", line: 12) { (_: Resolver) in
                MailQueue(database: Database(), isBroken: true)
            }
            .onStart { _ in throw Refusal() }
        }
        for code in [ResolutionError.Code.startFailed, .alreadyStarted] {
            let other = try Container { Singleton(value: 1) }
            try await other.start()
            do {
                try await code == .startFailed ? container.start() : other.start()
                XCTFail("started")
            } catch {
                // Both throw errors of this type alone.
                XCTAssertEqual(error.code, code)
                XCTAssertTrue(page.contains("### \(code)\n\n```text\n\(error)\n```"), "\(error)")
            }
        }
    }
}
