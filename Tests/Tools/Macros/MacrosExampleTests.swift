// The examples of the page Macros, copied exactly.

#if Macros
import ArmoryMacros
import XCTest

final class MacrosExampleTests: XCTestCase {
    @Injectable(.singleton)
    final class Database: Sendable {
        let path: String
        init(path: String = "orders.db") { self.path = path }
    }

    protocol Orders: Sendable {
        func place(_ item: String) -> String
    }

    @Injectable(.singleton, as: (any Orders).self)
    struct SQLOrders: Orders {
        let database: Database
        func place(_ item: String) -> String { "\(item) in \(database.path)" }
    }

    @Injectable
    final class Checkout {
        private let orders: any Orders
        private init(orders: any Orders) { self.orders = orders }
        func buy(_ item: String) -> String { orders.place(item) }
    }

    func testTypes() throws {
        let container = try Container {
            Database.registration
            SQLOrders.registration
            Checkout.registration
        }
        let bought = try container.resolve(Checkout.self).buy("tea")  // tea in orders.db
        XCTAssertEqual(bought, "tea in orders.db")
    }

    @Injectable(.singleton, parameters: ["wholesale": .named("wholesale"), "currency": .value("EUR")])
    struct Pricing: Sendable {
        let standard: Database
        let wholesale: Database
        let currency: String
    }

    @Injectable(.transient, parameters: ["id": .argument])
    final class Invoice {
        let title: String
        init(id: Int, pricing: Pricing) { title = "invoice \(id) in \(pricing.currency)" }
    }

    func testSources() throws {
        let container = try Container {
            Database.registration
            Singleton { Database(path: "wholesale.db") }.named("wholesale")
            Pricing.registration
            Invoice.registration
        }
        let invoice = try container.resolve(Invoice.self, arguments: 7)  // invoice 7 in EUR
        XCTAssertEqual(invoice.title, "invoice 7 in EUR")
    }

    struct Order: Sendable {}
    struct Customer: Sendable {}

    @Injectable(.singleton)
    struct Repository<Model: Sendable>: Sendable {
        let database: Database
    }

    func testGenericTypes() throws {
        let container = try Container {
            Database.registration
            Repository<Order>.registration
            Repository<Customer>.registration
        }
        let orders = try container.resolve(Repository<Order>.self)
        XCTAssertEqual(orders.database.path, "orders.db")
    }

    struct Settings: Sendable {
        let path: String
    }

    @ProvidingModule
    enum Storage {
        @Provides(.singleton)
        static let settings: Settings = Settings(path: "shop.db")

        @Provides(.singleton)
        static func database(settings: Settings) throws -> Database { Database(path: settings.path) }
    }

    func testModules() throws {
        let container = try Container { Storage.module }
        let database = try container.resolve(Database.self)  // shop.db
        XCTAssertEqual(database.path, "shop.db")
    }

    protocol Sink: Sendable {
        var path: String { get }
    }

    @Injectable(.singleton, as: (any Sink).self, in: "sinks")
    struct FileSink: Sink {
        let path = "orders.log"
    }

    @ProvidingModule(in: "sinks")
    enum Sinks {
        @Provides(.singleton, named: "audit")
        static func audit() -> any Sink { FileSink() }
    }

    func testContributions() throws {
        let container = try Container { Module.contributed(toGroup: "sinks") }
        let sink = try container.resolve((any Sink).self)
        XCTAssertEqual(sink.path, "orders.log")
        XCTAssertEqual(try container.resolve((any Sink).self, named: "audit").path, "orders.log")
        // Other targets of the build contribute too.
        XCTAssertTrue(Set(Module.contributedGroups).isSuperset(of: ["global", "nodes", "sinks"]))
    }
}
#endif
