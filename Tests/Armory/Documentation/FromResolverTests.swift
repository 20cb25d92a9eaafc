// The native examples of FromResolver.md.

import Armory
import ArmoryTestSupport
import XCTest

final class FromResolverTests: LeakCheckedTestCase {
    func testTheSameProgram() throws {
        let container = try Container {
            Singleton { ServerSession(host: "orders.example.com") }
            Graph((any OrderFetching).self) { OrderServer(try $0.resolve()) }
            Graph { Printer() }
            Transient(arguments: String.self) { resolver, customer in
                OrderList(customer: customer, fetcher: try resolver.resolve())
            }
            .inject { list, resolver in
                let printer = try resolver.resolve(Printer.self)
                printer.list = list
                list.printer = printer
            }
        }
        let list = try container.resolve(OrderList.self, arguments: "Mike")
        XCTAssertEqual(list.orders, ["orders.example.com/Mike"])
        let test = try Container(parents: [container]) {
            Singleton { ServerSession(host: "test.example.com") }
        }
        XCTAssertEqual(try test.resolve(OrderList.self, arguments: "Boss").orders, ["test.example.com/Boss"])
        XCTAssertEqual(try container.resolve(OrderList.self, arguments: "Boss").orders, ["orders.example.com/Boss"])
    }
}

private protocol OrderFetching: AnyObject {
    func orders(of customer: String) -> [String]
}

private final class OrderServer: OrderFetching {
    let session: ServerSession
    init(_ session: ServerSession) { self.session = session }
    func orders(of customer: String) -> [String] { ["\(session.host)/\(customer)"] }
}

private final class ServerSession: Sendable {
    let host: String
    init(host: String) { self.host = host }
}

private final class OrderList {
    let customer: String
    let fetcher: any OrderFetching
    weak var printer: Printer?

    init(customer: String, fetcher: any OrderFetching) {
        self.customer = customer
        self.fetcher = fetcher
    }

    var orders: [String] { fetcher.orders(of: customer) }
}

private final class Printer {
    var list: OrderList?
}
