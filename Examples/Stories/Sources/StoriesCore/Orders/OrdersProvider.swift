package import Armory
package import Foundation

/// Loads orders.
///
/// The class declares how to create an instance, and that a container has only one.
///
/// It is not final, because a test has a subclass, and not `Sendable`. Threads share the instance, but the compiler cannot check
/// that this is safe. With `unchecked`, the author promises it: the class has no mutable state.
package class OrdersProvider: Resolvable {
    package static let lifetime = SharedLifetime<Void>.singleton.unchecked

    package required init(resolver: Resolver, arguments: Void) {}

    package func loadOrders(for customerId: Int, date: Date) {
        print("Loading orders for customer '\(customerId)', date '\(date)'")
    }
}

/// Loads no orders.
///
/// It declares no lifetime, because it has the lifetime of the class that it replaces.
package final class OrdersProviderMock: OrdersProvider {
    package override func loadOrders(for customerId: Int, date: Date) {
        print("Loading mock orders for customer '\(customerId)', date '\(date)'")
    }
}

/// The functions of an orders provider that a view model needs.
package protocol OrdersProviding {
    func loadOrders(for customerId: Int, date: Date)
}

extension OrdersProvider: OrdersProviding {}
