import Armory
import Foundation

/// Nothing is registered, and nothing can be forgotten: each type says how it is made.
enum TypesThatSayHow {
    /// A new one at each resolve, made from arguments and from what it resolves itself.
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

    static func tell() {
        let date = Date(timeIntervalSince1970: 1_587_577_309)  // 2020-04-22 17:41:49 +0000

        // Neither `try` nor an optional. Other arguments, or none, do not compile.
        let container = Container()
        let viewModel: OrdersVM = container.resolve(with: .init(customerId: 42, date: date))
        viewModel.loadOrders()
    }
}
