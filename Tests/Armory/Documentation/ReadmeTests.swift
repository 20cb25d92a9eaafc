import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class ReadmeTests: LeakCheckedTestCase {
    func testQuickStart() throws {
        protocol Orders: Sendable {
            func place(_ item: String) -> Int
        }

        final class Ledger: Sendable {
            func record(_ item: String) -> Int { item.count }
        }

        struct LedgerOrders: Orders {
            let ledger: Ledger
            func place(_ item: String) -> Int { ledger.record(item) }
        }

        final class Checkout {
            let orders: any Orders
            init(orders: any Orders) { self.orders = orders }
        }

        let storage = Module("storage") {
            Singleton { Ledger() }
            Singleton((any Orders).self, LedgerOrders.init)
        }
        let container = try Container {
            storage
            Transient(Checkout.init)
        }
        let checkout = try container.resolve(Checkout.self)
        print(checkout.orders.place("anvil"))
        XCTAssertEqual(checkout.orders.place("anvil"), 5)
        XCTAssertFalse(try container.resolve(Checkout.self) === checkout)

        struct NoOrders: Orders { func place(_ item: String) -> Int { 0 } }
        let test = try container.overriding { Singleton((any Orders).self) { NoOrders() } }
        print(try test.resolve(Checkout.self).orders.place("anvil"))
        XCTAssertEqual(try test.resolve(Checkout.self).orders.place("anvil"), 0)
        XCTAssertEqual(try container.resolve(Checkout.self).orders.place("anvil"), 5)
    }

    func testErrorsBeforeTheFirstRequest() throws {
        protocol Orders: Sendable {}
        struct CardOrders: Orders {}
        struct OrderService { let orders: any Orders }

        assertErrorText(.invalid, "invalid: a parameter near a name") {
            _ = try Container {
                Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }.named("primary")
                Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 15)
            }
        }
    }

    func testKeptForATime() throws {
        let readme = try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8)
        XCTAssertTrue(
            readme.contains("`Kept { Rates() }.lifetime(TimeToLive(.seconds(60)))`"), "the example that this compiles")
        struct Rates: Sendable {}
        let container = try Container {
            Kept { Rates() }.lifetime(TimeToLive(.seconds(60)))
        }
        XCTAssertNoThrow(try container.resolve(Rates.self))
    }

    /// A type with two initializers, of which one has no parameters: `init` is that one.
    func testTheInitializerWithoutParametersIsTaken() throws {
        struct Two: Sendable {
            let text: String
            init() { text = "without parameters" }
            init(text: String) { self.text = text }
        }
        let container = try Container {
            Singleton(value: "a parameter")
            Singleton(Two.init)
        }
        XCTAssertEqual(try container.resolve(Two.self).text, "without parameters")
    }

    final class Database: Sendable {
        static let lines = Log<String>()
        init() async throws { await Task.yield() }
        func close() async { Self.lines.add("closed") }
    }

    final class Transaction: Sendable {
        let database: Database
        init(database: Database) { self.database = database }
        func record(_ line: String) { Database.lines.add(line) }
        func commit() { Database.lines.add("committed") }
        func rollBack() { Database.lines.add("rolled back") }
    }

    func testScopes() async throws {
        let shop = try Container {
            Singleton(Database.init)  // init() async throws; created by start()
                .eager()
                .onShutdown { database in await database.close() }
            Scoped(Transaction.init)  // init(database: Database)
                .onShutdown { transaction, end in end.isCompleted ? transaction.commit() : transaction.rollBack() }
        }
        try await shop.start()
        try await shop.withScope { request async throws in
            try request.resolve(Transaction.self).record("anvil")
        }
        try await shop.shutdown()
        XCTAssertEqual(Database.lines.all, ["anvil", "committed", "closed"])
    }
}
