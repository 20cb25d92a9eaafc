import Armory
import ArmoryTestSupport
import XCTest

final class ChangingRegistrationsExampleTests: LeakCheckedTestCase {
    struct Rate: Sendable {
        let percent: Int
    }

    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        final class Database: Sendable {
            let path: String
            init(path: String) { self.path = path }
        }

        let container = try Container {
            Singleton { Database(path: "old.db") }
        }
        try container.replace(Singleton { Database(path: "new.db") })
        let replaced = try container.resolve(Database.self)

        let overlay = try container.overlay(Singleton { Database(path: "test.db") })
        let overlaid = try container.resolve(Database.self)
        overlay.remove()
        let below = try container.resolve(Database.self)
        print(replaced.path, overlaid.path, below === replaced)

        try container.reset(Database.self)
        let fresh = try container.resolve(Database.self)
        print(fresh.path, fresh === replaced)
        try printed.assertOutput(on: "Use/ChangingRegistrations.md")
    }

    func testRemove() throws {
        let container = try Container {
            Singleton { Rate(percent: 7) }
        }
        try container.remove(Rate.self)
        let none = try container.resolveOptional(Rate.self)
        XCTAssertNil(none)
        XCTAssertThrowsError(try container.resolve(Rate.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .removed)
        }
        XCTAssertThrowsError(try container.replace(Singleton { 1 })) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .missing)
        }
        try container.load(Module { Singleton { Rate(percent: 19) } })
        XCTAssertEqual(try container.resolve(Rate.self).percent, 19)
    }

    func testOpenScopesSeeAChange() async throws {
        let application = try Container {
            Scoped { Rate(percent: 7) }
        }
        let (earlier, later) = try await application.withScope { scope async throws in
            let earlier = try scope.resolve(Rate.self)
            try application.replace(Scoped { Rate(percent: 19) })
            return (earlier, try scope.resolve(Rate.self))
        }
        XCTAssertEqual([earlier.percent, later.percent], [7, 19])
    }
}
