package import Armory
import Foundation

/// The usual criticism of such a container: it is a service locator, and cannot hide a dependency behind a protocol.
///
/// So here the same two types are wired from outside. The view model's second initializer declares all dependencies, the container
/// checks them before any factory runs, and the type behind the protocol need not be a subclass.
package enum BehindAProtocol {
    package typealias OrdersVM = SecondInitializer.OrdersVM

    package static let wiring = Module("orders") {
        Transient((any OrdersProviding).self) { (provider: OrdersProvider) in provider }
        Transient(OrdersVM.init(ordersProvider:args:))
    }

    struct ArchivedOrders: OrdersProviding {
        func loadOrders(for customerId: Int, date: Date) {
            print("Loading archived orders for customer '\(customerId)', date '\(date)'")
        }
    }

    static func tell() throws {
        let date = Date(timeIntervalSince1970: 1_587_577_309)  // 2020-04-22 17:41:49 +0000

        let program = try Container {
            wiring
            Singleton(value: OrdersVM.Args(customerId: 42, date: date))
        }
        try program.resolve(OrdersVM.self).loadOrders()

        let archive = try program.overriding {
            Transient((any OrdersProviding).self) { ArchivedOrders() }
        }
        try archive.resolve(OrdersVM.self).loadOrders()
    }
}
