import Armory
import ArmoryTestSupport
import XCTest

final class InterceptionExampleTests: LeakCheckedTestCase {
    protocol Orders: Sendable {
        func place(_ item: String) -> String
    }

    struct SQLOrders: Orders {
        func place(_ item: String) -> String { "stored \(item)" }
    }

    final class Log: Sendable {
        let prefix: String
        init(prefix: String = "log: ") { self.prefix = prefix }
    }

    struct Timing: Interceptor {
        let report: @Sendable (String, Duration) -> Void

        func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
            let start = ContinuousClock.now
            defer { report(creation.key, ContinuousClock.now - start) }
            return try proceed()
        }
    }

    struct Audit: Interceptor {
        let journal: ArmoryTests.Log<String>

        func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
            journal.add("created \(creation.key)")
            return try proceed()
        }
    }

    func testInterception() throws {
        let journal = ArmoryTests.Log<String>()
        let container = try Container {
            Singleton((any Orders).self, SQLOrders.init)
            Singleton { Log() }
            Intercepted(by: Audit(journal: journal))
            Intercepted((any Orders).self, by: Timing { key, _ in journal.add("timed \(key)") })
        }
        for _ in 0..<2 {
            _ = try container.resolve((any Orders).self)
            _ = try container.resolve(Log.self)
        }
        XCTAssertEqual(journal.all, ["created any Orders", "timed any Orders", "created Log"])
    }
}
