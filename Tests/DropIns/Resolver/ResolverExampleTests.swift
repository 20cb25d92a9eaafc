// The examples of FromResolver.md; those of the native API are in ArmoryTests.

import ArmoryResolver
import ArmoryTestSupport
import XCTest

final class ResolverExampleTests: ResolverTestCase {
    func testTheServicesOfThePage() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        ServiceRegistration.body.withLock { $0 = { Resolver.registerOrderServices() } }
        Resolver.reset()
        let controller = OrderController()
        let orders = controller.list.orders
        Resolver.register { ServerSession(host: "test.example.com") }
        let list = Resolver.resolve(OrderList.self, args: ["customer": "Boss"])
        print(orders, list.orders)

        try printed.assertOutput(on: "Move/FromResolver.md")
        XCTAssertEqual(orders, ["orders.example.com/Mike"])
        XCTAssertTrue(controller.fetcher === controller.list.fetcher, "the list holds the shared server")
        XCTAssertTrue(controller.printer.list === controller.list)
        XCTAssertTrue(controller.list.printer === controller.printer)
        XCTAssertEqual(list.orders, ["orders.example.com/Boss"], "the controller holds the shared server")
        ResolverScope.shared.reset()
        XCTAssertEqual(
            Resolver.resolve(OrderList.self, args: ["customer": "Boss"]).orders, ["test.example.com/Boss"])
    }
}

protocol OrderFetching: AnyObject {
    func orders(of customer: String) -> [String]
}

final class OrderServer: OrderFetching {
    let session: ServerSession

    init(_ session: ServerSession) {
        self.session = session
    }

    func orders(of customer: String) -> [String] { ["\(session.host)/\(customer)"] }
}

final class ServerSession: Sendable {
    let host: String

    init(host: String) {
        self.host = host
    }
}

final class OrderList {
    let customer: String
    let fetcher: any OrderFetching
    weak var printer: Printer?

    init(customer: String, fetcher: any OrderFetching) {
        self.customer = customer
        self.fetcher = fetcher
    }

    var orders: [String] { fetcher.orders(of: customer) }
}

final class Printer {
    var list: OrderList?
}

extension Resolver {
    static func registerOrderServices() {
        register { ServerSession(host: "orders.example.com") }.scope(.application)
        register { OrderServer(resolve()) }
            .implements((any OrderFetching).self)
            .scope(.shared)
        register { resolver, args in OrderList(customer: args("customer"), fetcher: resolver.resolve()) }
            .resolveProperties { resolver, list in list.printer = resolver.optional() }
        register { Printer() }
            .resolveProperties { resolver, printer, args in printer.list = resolver.optional(args: args) }
            .scope(.cached)
    }
}

final class OrderController: Resolving {
    lazy var list: OrderList = resolver.resolve(args: ["customer": "Mike"])
    @Injected var fetcher: any OrderFetching
    @LazyInjected var printer: Printer
}
