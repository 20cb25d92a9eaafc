package import Armory
package import Foundation

/// A class with a second initializer depends on no container: the program resolves it, and a test creates it directly.
package enum SecondInitializer {
    package class OrdersVM: Resolvable {
        package struct Args: Sendable {
            let customerId: Int
            let date: Date

            package init(customerId: Int, date: Date) {
                self.customerId = customerId
                self.date = date
            }
        }

        package let ordersProvider: any OrdersProviding
        private let args: Args

        /// For a container.
        package required convenience init(resolver: Resolver, arguments args: Args) {
            self.init(ordersProvider: resolver.resolve(OrdersProvider.self), args: args)
        }

        /// For callers without a container.
        package init(ordersProvider: any OrdersProviding, args: Args) {
            self.ordersProvider = ordersProvider
            self.args = args
        }

        package func loadOrders() {
            ordersProvider.loadOrders(for: args.customerId, date: args.date)
        }
    }

    private struct Stub: OrdersProviding {
        func loadOrders(for customerId: Int, date: Date) {
            print("Asked for the orders of customer '\(customerId)'")
        }
    }

    static func tell() {
        let date = Date(timeIntervalSince1970: 1_587_750_460)  // 2020-04-24 17:47:40 +0000
        OrdersVM(ordersProvider: Stub(), args: .init(customerId: 42, date: date)).loadOrders()
    }
}
