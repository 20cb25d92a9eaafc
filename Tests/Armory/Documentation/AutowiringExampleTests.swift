import Armory
import ArmoryTestSupport
import XCTest

extension RegistrationName {
    static let wholesale: RegistrationName = "wholesale"
}

extension TypedKeys {
    var invitation: TypedKey<(Int, String) -> Invitation> { TypedKey() }
}

typealias Invitation = AutowiringExampleTests.Invitation

final class AutowiringExampleTests: LeakCheckedTestCase {
    final class Invitation: Sendable {
        let title: String
        init(id: Int, database: Database, subject: String) { title = "\(id): \(subject), from \(database.path)" }
    }

    final class Database: Sendable {
        let path: String
        init(path: String = "orders.db") { self.path = path }
    }

    protocol Orders: Sendable {}

    struct SQLOrders: Orders {
        let database: Database
    }

    final class OrderService {
        let orders: any Orders
        init(orders: any Orders, currency: String?) { self.orders = orders }
    }

    final class Mailing: Sendable {
        let database: Lazy<Database>
        init(database: Lazy<Database>) { self.database = database }
        func send() throws -> String { "sent, as \(try database().path) says" }
    }

    struct Pricing: Sendable {
        let standard: Database
        let wholesale: Database
        let currency: String
    }

    struct Clock: Sendable {
        let zone: String
        init(zone: String) { self.zone = zone }
        init(offset: Int) { zone = "GMT+\(offset)" }
    }

    final class Tree {
        var leaf: Leaf?
    }

    final class Leaf {
        unowned let tree: Tree
        init(tree: Tree) { self.tree = tree }
    }

    func testArguments() throws {
        let container = try Container {
            Singleton { Database() }
            Transient(Invitation.init, .argument, .registered, .argument).keyed(\.invitation)
        }
        let first = try container.resolve(Invitation.self, arguments: 7, "Hello")
        let second = try container.resolve(keyed: \.invitation, arguments: 8, "Hello again")
        XCTAssertEqual(first.title, "7: Hello, from orders.db")
        XCTAssertEqual(second.title, "8: Hello again, from orders.db")
    }

    func testInitializers() throws {
        let container = try Container {
            Singleton { Database() }
            Singleton((any Orders).self, SQLOrders.init)
            Transient(OrderService.init)
        }
        let service = try container.resolve(OrderService.self)
        XCTAssertTrue((service.orders as? SQLOrders)?.database === (try container.resolve(Database.self)))
    }

    func testFunctionsAndClosures() throws {
        @Sendable func makeService(orders: any Orders, database: Database) throws -> OrderService {
            OrderService(orders: orders, currency: nil)
        }
        let container = try Container {
            Singleton { Database() }
            Singleton { (database: Database) in SQLOrders(database: database) }
                .as { $0 as any Orders }
            Transient(makeService)
        }
        let service = try container.resolve(OrderService.self)
        XCTAssertTrue((service.orders as? SQLOrders)?.database === (try container.resolve(Database.self)))
    }

    func testLazy() throws {
        let container = try Container {
            Singleton { Database() }
            Singleton(Mailing.init)
        }
        let mailing = try container.resolve(Mailing.self)
        let sent = try mailing.send()
        XCTAssertEqual(sent, "sent, as orders.db says")
    }

    func testParameters() throws {
        let container = try Container {
            Singleton { Database(path: "standard.db") }
            Singleton { Database(path: "wholesale.db") }.named(.wholesale)
            Singleton(Pricing.init, .registered, .named(.wholesale), .value("EUR"))
        }
        let pricing = try container.resolve(Pricing.self)
        XCTAssertEqual(pricing.standard.path, "standard.db")
        XCTAssertEqual(pricing.wholesale.path, "wholesale.db")
        XCTAssertEqual(pricing.currency, "EUR")
    }

    func testOverloadedInitializers() throws {
        let container = try Container {
            Singleton(value: 2)
            Singleton(Clock.init(offset:))
        }
        let zone = try container.resolve(Clock.self).zone
        XCTAssertEqual(zone, "GMT+2")
    }

    func testProperties() throws {
        let container = try Container {
            Graph { Tree() }.inject(\.leaf)
            Graph(Leaf.init)
        }
        let tree = try container.resolve(Tree.self)
        XCTAssertTrue(tree.leaf?.tree === tree)
    }

    func testDependsOn() throws {
        let container = try Container {
            Singleton { Database() }
            Transient { "orders in \(try $0.resolve(Database.self).path)" }.dependsOn(Database.self)
        }
        let title = try container.resolve(String.self)
        XCTAssertEqual(title, "orders in orders.db")
    }

    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        final class Database: Sendable {
            let path: String
            init(path: String = "orders.db") { self.path = path }
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
            let currency: String?
            init(orders: any Orders, currency: String?) {
                self.orders = orders
                self.currency = currency
            }
        }

        let container = try Container {
            Singleton { Database() }
            Singleton((any Orders).self, SQLOrders.init)  // init(database: Database)
            Transient(OrderService.init)  // init(orders: any Orders, currency: String?)
        }
        let service = try container.resolve(OrderService.self)
        print(service.orders.place("anvil"), service.currency ?? "without a currency")
        try printed.assertOutput(on: "Use/Autowiring.md")
    }
}
