// The examples of Health.md.

import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

private let lines = Locked<[String]>([])
@Sendable private func log(_ line: String) { lines.withLock { $0.append(line) } }

private final class HealthLog: HealthSubscriber {
    let kinds: ContainerEvent.Kinds = []

    func receive(_ event: ContainerEvent) {}

    func receive(_ report: HealthReport) {
        for check in report.rootCauses where check.age == .zero { log("\(check.key): \(check.state?.text ?? "")") }
    }
}

final class HealthExampleTests: LeakCheckedTestCase {
    final class Database: Sendable {
        func ping() async throws { throw Refused() }
    }

    final class Orders: Sendable {
        init(database: Database) {}
    }

    override func setUp() {
        super.setUp()
        lines.withLock { $0 = [] }
    }

    func testStorage() async throws {
        let printed = Printed()
        @Sendable func print(_ line: String) { printed(line) }

        struct ConnectionRefused: Error, CustomStringConvertible {
            var description: String { "connection refused" }
        }

        final class Database: Sendable {
            func ping() async throws { throw ConnectionRefused() }
        }

        final class Orders: Sendable {
            init(database: Database) {}
        }

        final class Queue: Sendable {
            let waiting = 1200
        }

        let container = try Container {
            Singleton(Database.init).health { try await $0.ping() }
            Singleton(Orders.init).health { _ in .up }.eager()  // init(database: Database)
            Singleton(Queue.init).eager().health { queue in
                queue.waiting > 1000 ? .degraded("\(queue.waiting) jobs wait") : .up
            }
        }
        try await container.start()
        let report = await container.health()
        for check in report.checks { print("\(check.key): \(check.word)") }
        print("ready: \(report.isReady)")
        try printed.assertOutput(on: "Use/Health.md")
        let text = "\(report)"
        XCTAssertTrue(text.hasPrefix("down, started; root cause: Database\n  down      Database  "), text)
        XCTAssertTrue(text.contains("connection refused") && text.contains("Database is down"), text)
        XCTAssertTrue(text.contains("1200 jobs wait"), text)
        try await container.shutdown()
    }

    func testALogOfRootCauses() async throws {
        let container = try Container(configuration: .init(subscribers: [HealthLog()])) {
            Singleton(Database.init).health { try await $0.ping() }
            Singleton(Orders.init).health { _ in .up }
        }
        _ = try container.resolve(Orders.self)
        let report = await container.health()
        if !report.isReady { log("\(report)") }
        XCTAssertEqual(lines.withLock { $0.first }, "Database: connection refused")
        XCTAssertEqual(lines.withLock { $0.last }, "\(report)")
    }

    func testAnswer() async throws {
        let container = try Container {
            Singleton(Database.init).health(within: .seconds(2), cachedFor: .seconds(10)) { try await $0.ping() }
        }
        func respond(_ status: Int, _ body: String, type: String) { log("\(status) \(type)") }
        let answer = await container.readiness()
        respond(answer.status, answer.body, type: answer.contentType)
        XCTAssertEqual(lines.withLock { $0 }, ["503 application/json"])
    }
}
