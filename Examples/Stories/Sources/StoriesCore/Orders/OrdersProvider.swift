package import Armory
package import Foundation

/// Loads orders.
///
/// It says itself how it is made, and that there is one of it in a container.
///
/// It is neither final, since a test has a subclass of it, nor `Sendable`. Threads share the one instance, and the compiler cannot
/// see that they may; `unchecked` is its author's word for it. Nothing in it changes.
package class OrdersProvider: Resolvable {
    package static let lifetime = SharedLifetime<Void>.singleton.unchecked

    package required init(resolver: Resolver, arguments: Void) {}

    package func loadOrders(for customerId: Int, date: Date) {
        print("Loading orders for customer '\(customerId)', date '\(date)'")
    }
}

/// Loads nothing.
///
/// Nothing is to be said again: it lives as long as what it stands for.
package final class OrdersProviderMock: OrdersProvider {
    package override func loadOrders(for customerId: Int, date: Date) {
        print("Loading mock orders for customer '\(customerId)', date '\(date)'")
    }
}

/// What a view model needs to know of one who loads orders.
package protocol OrdersProviding {
    func loadOrders(for customerId: Int, date: Date)
}

extension OrdersProvider: OrdersProviding {}
