import Armory
import ArmoryTestSupport
import Foundation
import XCTest

extension RegistrationName {
    static let live: RegistrationName = "live"
    static let archive: RegistrationName = "archive"
}

final class RegisteringExampleTests: LeakCheckedTestCase {
    final class Database: Sendable {
        let path: String
        init(path: String) { self.path = path }
    }

    protocol Orders: Sendable {
        var database: Database { get }
    }

    struct SQLOrders: Orders {
        let database: Database
    }

    final class OrderService {
        let orders: any Orders
        init(orders: any Orders) { self.orders = orders }
    }

    final class Parent: @unchecked Sendable {  // Only `inject` writes it.
        var child: Child?
    }

    final class Child: @unchecked Sendable {  // Only `init` writes it.
        weak var parent: Parent?
        init(parent: Parent) { self.parent = parent }
    }

    func storage(inMemory: Bool) -> Module {
        Module("storage") {
            Singleton { Database(path: inMemory ? ":memory:" : "orders.db") }
        }
    }

    func testRegisterAndResolve() throws {
        let container = try Container {
            Singleton { Database(path: "orders.db") }
            Singleton((any Orders).self, SQLOrders.init)
            Transient(OrderService.init)
        }
        let service = try container.resolve(OrderService.self)
        let database: Database = try container.resolve()
        XCTAssertTrue(service.orders.database === database)
        XCTAssertFalse(try container.resolve(OrderService.self) === service)
    }

    func testClosures() throws {
        let container = try Container {
            Singleton { Database(path: "orders.db") }
            Singleton((any Orders).self) { SQLOrders(database: try $0.resolve()) }
            Transient { OrderService(orders: try $0.resolve()) }
        }
        XCTAssertEqual(try container.resolve(OrderService.self).orders.database.path, "orders.db")
    }

    func testNames() throws {
        let container = try Container {
            Singleton { Database(path: "live.db") }.named(.live)
            Singleton { Database(path: "archive.db") }.named(.archive)
            Singleton { Database(path: "2026.db") }.named(RegistrationName(2026))
        }
        let archive = try container.resolve(Database.self, named: .archive)
        let year = try container.resolve(Database.self, named: RegistrationName(2026))
        XCTAssertEqual(archive.path, "archive.db")
        XCTAssertEqual(year.path, "2026.db")
        XCTAssertEqual(try container.resolve(Database.self, named: .live).path, "live.db")
        XCTAssertNil(try container.resolve(Database?.self))
        XCTAssertNil(try container.resolve(Database?.self, named: "2026"))
        XCTAssertNil(try container.resolve(Database?.self, named: RegistrationName(2025)))
    }

    func testOptionals() throws {
        struct Fault: Error {}
        let container = try Container {}
        let none = try container.resolve(Database?.self)
        let same: Database? = try container.resolve()
        XCTAssertNil(none)
        XCTAssertNil(same)
        let failing = try Container { Singleton(Database.self) { throw Fault() } }
        XCTAssertThrowsError(try failing.resolve(Database?.self))
        let wrapped = try Container { Transient(Int?.self) { 3 } }
        XCTAssertEqual(try wrapped.resolve(Int?.self), 3)
    }

    func testArguments() throws {
        let container = try Container {
            Transient(arguments: String.self, Int.self) { _, customer, year in "\(customer) in \(year)" }
        }
        let title = try container.resolve(String.self, arguments: "Ada", 2026)
        XCTAssertEqual(title, "Ada in 2026")
        XCTAssertThrowsError(try container.resolve(String.self, arguments: 2026, "Ada"))
    }

    func testInject() throws {
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
            Singleton { Child(parent: try $0.resolve()) }
        }
        let parent = try container.resolve(Parent.self)
        let child = try container.resolve(Child.self)
        XCTAssertTrue(parent.child === child)
        XCTAssertTrue(child.parent === parent)
    }

    func testACycleMayBeEnteredAtItsTransientMember() throws {
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
            Transient { Child(parent: try $0.resolve()) }
        }
        let child = try container.resolve(Child.self)
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(child.parent === parent)
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testLists() throws {
        let container = try Container {
            storage(inMemory: true)
            for year in 2024...2026 {
                Singleton { Database(path: "\(year).db") }.named(RegistrationName(year))
            }
        }
        let memory = try container.resolve(Database.self)
        XCTAssertEqual(memory.path, ":memory:")
        XCTAssertEqual(try container.resolve(Database.self, named: RegistrationName(2025)).path, "2025.db")
    }

    func testClose() throws {
        let tracker = LifetimeTracker()
        do {
            let container = try Container {
                Singleton { Tracked(tracker) }
                Singleton { (Tracked(tracker), 1) }
                Transient { 1 }
            }
            _ = try container.resolve((Tracked, Int).self)
            _ = try container.resolve(Tracked.self)
            container.close()
            XCTAssertThrowsError(try container.resolve(Int.self)) {
                XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
            }
        }
        XCTAssertEqual(tracker.releaseOrder, [2, 1])
    }

    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        final class Database: Sendable {
            let path: String
            init(path: String) { self.path = path }
        }

        protocol Orders: Sendable {
            func place(_ item: String) -> String
        }

        struct SQLOrders: Orders {
            let database: Database
            func place(_ item: String) -> String { "\(item) is in \(database.path)" }
        }

        final class OrderService {
            let orders: any Orders
            init(orders: any Orders) { self.orders = orders }
        }

        let container = try Container {
            Singleton { Database(path: "orders.db") }
                .onShutdown { database in print("\(database.path) is closed") }
            Singleton((any Orders).self, SQLOrders.init)
            Transient(OrderService.init)
        }
        let service = try container.resolve(OrderService.self)
        print(service.orders.place("anvil"))
        container.close()
        try printed.assertOutput(on: "Use/Registering.md")
    }
}
