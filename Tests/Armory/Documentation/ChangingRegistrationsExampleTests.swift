import Armory
import ArmoryTestSupport
import XCTest

final class ChangingRegistrationsExampleTests: LeakCheckedTestCase {
    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        final class Database: Sendable {
            let path: String
            init(path: String) { self.path = path }
        }

        final class Report {
            let database: Database
            init(database: Database) { self.database = database }
        }

        let application = try Container {
            Kept { Database(path: "orders.db") }
                .onShutdown { database in print("\(database.path) is closed") }
            Transient(Report.init)  // init(database: Database)
        }
        let archive = try application.overriding {
            Singleton { Database(path: "archive.db") }
        }
        try print(archive.resolve(Report.self).database.path)

        let earlier = try application.resolve(Report.self)
        application.evict(Database.self)
        let later = try application.resolve(Report.self)
        print(earlier.database === later.database)
        application.close()
        try printed.assertOutput(on: "Use/ChangingRegistrations.md")
    }

    func testOneValueOfTheArguments() throws {
        final class Store: Sendable {}
        let container = try Container {
            Kept(arguments: String.self) { _, _ in Store() }
        }
        let (north, south) = try (
            container.resolve(Store.self, arguments: "north"), container.resolve(Store.self, arguments: "south")
        )
        container.evict(Store.self, arguments: "north")
        XCTAssertFalse(try container.resolve(Store.self, arguments: "north") === north)
        XCTAssertTrue(try container.resolve(Store.self, arguments: "south") === south)
    }
}
