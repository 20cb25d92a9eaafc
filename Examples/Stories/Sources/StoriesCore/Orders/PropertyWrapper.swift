package import Armory
import Foundation

/// The view model is handed no container, and so its maker needs none.
package enum PropertyWrapper {
    package class OrdersVM {
        struct Args {
            let customerId: Int
            let date: Date
        }

        @LazyInjected package var ordersProvider: OrdersProvider
        private let args: Args

        init(args: Args) {
            self.args = args
        }

        func loadOrders() {
            ordersProvider.loadOrders(for: args.customerId, date: args.date)
        }
    }

    static func tell() throws {
        // The holder: the program sets it once, at its start.
        try Container.setDefault(Container())
        viewModel().loadOrders()

        // A test has another container held for as long as it runs. Tests beside it do not see it.
        let test = Container()
        try test.replace(OrdersProvider.self, with: OrdersProviderMock.self)
        test.asCurrent { viewModel().loadOrders() }
    }

    package static func viewModel() -> OrdersVM {
        let date = Date(timeIntervalSince1970: 1_587_667_656)  // 2020-04-23 18:47:36 +0000
        return OrdersVM(args: .init(customerId: 42, date: date))
    }
}
