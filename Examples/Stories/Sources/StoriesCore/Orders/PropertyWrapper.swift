package import Armory
import Foundation

/// The view model requests its provider in the property's declaration, and its initializer resolves nothing.
package enum PropertyWrapper {
    package class OrdersVM: Resolvable {
        package struct Args {
            let customerId: Int
            let date: Date
        }

        @Lazy package var ordersProvider: OrdersProvider
        private let args: Args

        package required init(resolver: Resolver, arguments args: Args) {
            self.args = args
        }

        func loadOrders() {
            ordersProvider.loadOrders(for: args.customerId, date: args.date)
        }
    }

    static func tell() throws {
        // The program sets the container once, at its start.
        let program = try Container {}
        try Container.setDefault(program)
        viewModel(from: program).loadOrders()

        // The wrapper asks the container that created its view model, so a test needs no global container.
        let test = try Container { Substitution(OrdersProvider.self, with: OrdersProviderMock.self) }
        viewModel(from: test).loadOrders()

        // Code without a container uses the current one. Other tests do not see this test's container.
        test.asCurrent {
            guard let current = Container.current else { return }
            viewModel(from: current).loadOrders()
        }
    }

    package static func viewModel(from container: Container) -> OrdersVM {
        let date = Date(timeIntervalSince1970: 1_587_667_656)  // 2020-04-23 18:47:36 +0000
        return container.resolve(with: .init(customerId: 42, date: date))
    }
}
