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

    final class Queue: Sendable {
        var waiting: Int { 1200 }
    }

    override func setUp() {
        super.setUp()
        lines.withLock { $0 = [] }
    }

    func testStorage() async throws {
        let storage = Module("storage") {
            Singleton(Database.init).health { try await $0.ping() }
            Singleton(Orders.init).health { _ in .up }  // init(database: Database)
            Singleton(Queue.init).health { queue in
                queue.waiting > 1000 ? .degraded("\(queue.waiting) jobs wait") : .up
            }
        }
        let container = try Container(configuration: .init(subscribers: [HealthLog()])) { storage }
        _ = try container.resolve(Orders.self)
        _ = try container.resolve(Queue.self)
        let report = await container.health()
        if !report.isReady { log("\(report)") }
        XCTAssertEqual(report.words, ["Database down", "Orders follows", "Queue degraded"])
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
