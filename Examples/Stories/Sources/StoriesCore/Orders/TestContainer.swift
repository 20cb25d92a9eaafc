package import Armory
import Foundation

/// If the graph is large, a test keeps the container and replaces a type in it, at any depth.
package enum TestContainer {
    package typealias OrdersVM = SecondInitializer.OrdersVM

    /// Needs the view model, which needs the replaced type.
    package class OrdersScreen: Resolvable {
        package let viewModel: OrdersVM

        package required init(resolver: Resolver, arguments: OrdersVM.Args) {
            viewModel = resolver.resolve(with: arguments)
        }
    }

    static func tell() throws {
        let date = Date(timeIntervalSince1970: 1_587_750_460)  // 2020-04-24 17:47:40 +0000

        let container = try Container { Substitution(OrdersProvider.self, with: OrdersProviderMock.self) }
        let screen: OrdersScreen = container.resolve(with: .init(customerId: 42, date: date))
        screen.viewModel.loadOrders()
    }
}
