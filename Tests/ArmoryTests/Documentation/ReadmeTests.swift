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
        XCTAssertTrue(container.isFrozen)
    }
}
