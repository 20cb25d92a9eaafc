import Armory
import Foundation

/// No type is registered, so no registration can be forgotten: each type declares how to create its instances.
enum TypesThatSayHow {
    /// Each resolve creates a new instance, from the arguments and from the dependencies that the initializer resolves.
    class OrdersVM: Resolvable {
        struct Args {
            let customerId: Int
            let date: Date
        }

        private let ordersProvider: OrdersProvider
        private let args: Args

        required init(resolver: Resolver, arguments args: Args) {
            ordersProvider = resolver.resolve()
            self.args = args
        }

        func loadOrders() {
            ordersProvider.loadOrders(for: args.customerId, date: args.date)
        }
    }

    static func tell() throws {
        let date = Date(timeIntervalSince1970: 1_587_577_309)  // 2020-04-22 17:41:49 +0000
        let container = try Container {}

        // It needs neither `try` nor an optional. Other arguments, or none, do not compile.
        let viewModel: OrdersVM = container.resolve(with: .init(customerId: 42, date: date))
        viewModel.loadOrders()
    }
}
