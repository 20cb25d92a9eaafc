// The examples of FromEasyDi.md, as they stand there.

import Armory
import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private protocol ShopClient: AnyObject {
    var host: String { get }
}

private final class NetworkClient: ShopClient {
    let life = Counted()
    var host = ""
}

private final class FakeClient: ShopClient {
    let host = "fake"
}

private protocol CartViewing: AnyObject {
    var cart: Int { get }
}

private final class CartView: CartViewing {
    let life = Counted()
    var cart = 0
    var presenter: CartPresenter?
}

private final class CartPresenter {
    let life = Counted()
    weak var view: (any CartViewing)?
    var client: (any ShopClient)?
}

private final class OrderClient {
    let host: String
    init(host: String) { self.host = host }
}

private protocol OrderListing: AnyObject {
    var host: String? { get }
}

private final class RemoteOrders: OrderListing {
    var client: OrderClient?
    var host: String? { client?.host }
}

private final class OrderReport {
    let customer: Int
    var orders: (any OrderListing)?
    init(customer: Int) { self.customer = customer }
}

// What is moved to the native API, under other names where those are taken here.

private final class Client: Sendable {
    let host: String
    init(host: String) { self.host = host }
}

private protocol Listing: Sendable {
    var host: String { get }
}

private final class RemoteListing: Listing {
    let client: Client
    var host: String { client.host }
    init(client: Client) { self.client = client }
}

private final class Report {
    let customer: Int
    let orders: any Listing
    init(customer: Int, orders: any Listing) {
        self.customer = customer
        self.orders = orders
    }
}

final class EasyDiExampleTests: ContextTestCase {
    func testOneImportIsChanged() {
        class ShopServices: Assembly, @unchecked Sendable {
            var client: any ShopClient {
                define(scope: .lazySingleton, init: NetworkClient()) {
                    $0.host = self.host
                }
            }

            var host: String {
                define(init: "shop.example.org")
            }
        }

        class ShopScreens: Assembly, @unchecked Sendable {
            lazy var services: ShopServices = self.context.assembly()

            func inject(into view: CartView, cart: Int) {
                defineInjection(key: "view", into: view) {
                    $0.cart = cart
                    $0.presenter = self.presenter
                    return $0
                }
            }

            var view: any CartViewing {
                definePlaceholder()
            }

            var presenter: CartPresenter {
                define(init: CartPresenter()) {
                    $0.view = self.view
                    $0.client = self.services.client
                    return $0
                }
            }
        }

        let context = DIContext()
        let view = CartView()
        ShopScreens.instance(from: context).inject(into: view, cart: 7)
        XCTAssertEqual(view.cart, 7)
        XCTAssert(view.presenter?.view === view)
        XCTAssertEqual(view.presenter?.client?.host, "shop.example.org")

        let real = ShopServices.instance(from: context).client
        let services = ShopServices.instance(from: context)
        services.addSubstitution(for: "client") { FakeClient() }
        services.removeSubstitution(for: "client")
        XCTAssert(services.client === real)
        services.addSubstitution(for: "client") { FakeClient() }
        XCTAssertEqual(services.client.host, "fake")
    }

    func testBeforeAndAfter() throws {
        class OrderNetworkAssembly: Assembly, @unchecked Sendable {
            var client: OrderClient {
                define(scope: .lazySingleton, init: OrderClient(host: "orders.example.org"))
            }
        }

        class OrderAssembly: Assembly, @unchecked Sendable {
            lazy var network: OrderNetworkAssembly = self.context.assembly()

            var orders: any OrderListing {
                define(scope: .lazySingleton, init: RemoteOrders()) {
                    $0.client = self.network.client
                    return $0
                }
            }

            func report(customer: Int) -> OrderReport {
                define(scope: .prototype, init: OrderReport(customer: customer)) {
                    $0.orders = self.orders
                    return $0
                }
            }
        }

        let reports = DIContext()
        let report = OrderAssembly.instance(from: reports).report(customer: 7)
        XCTAssertEqual(report.customer, 7)
        XCTAssertEqual(report.orders?.host, "orders.example.org")
        withExtendedLifetime(reports) {}

        let network = Module("network") {
            Singleton { Client(host: "orders.example.org") }
        }
        let orders = Module("orders") {
            Singleton((any Listing).self, RemoteListing.init)  // init(client: Client)
            Transient(arguments: Int.self) { resolver, customer in
                Report(customer: customer, orders: try resolver())
            }
        }
        let container = try Container {
            network
            orders
        }
        let native = try container.resolve(Report.self, arguments: 7)
        XCTAssertEqual(native.customer, 7)
        XCTAssertEqual(native.orders.host, "orders.example.org")
    }
}
