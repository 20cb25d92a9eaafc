// The examples of FromEasyDi.md.

import Armory
import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private enum Cart {
    protocol ShopClient: AnyObject {
        var host: String { get }
    }

    final class NetworkClient: ShopClient {
        var host = ""
    }

    final class FakeClient: ShopClient {
        let host = "fake"
    }

    protocol CartViewing: AnyObject {
        var cart: Int { get }
    }

    final class CartView: CartViewing {
        var cart = 0
        var presenter: CartPresenter?
    }

    final class CartPresenter {
        weak var view: (any CartViewing)?
        var client: (any ShopClient)?
    }
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

/// The types of the program in the native API.
private enum Native {
    final class OrderClient: Sendable {
        let host: String
        init(host: String) { self.host = host }
    }

    protocol OrderListing: Sendable {
        var host: String { get }
    }

    final class RemoteOrders: OrderListing {
        let client: OrderClient
        var host: String { client.host }
        init(client: OrderClient) { self.client = client }
    }

    final class OrderReport {
        let customer: Int
        let orders: any OrderListing
        init(customer: Int, orders: any OrderListing) {
            self.customer = customer
            self.orders = orders
        }
    }
}

final class EasyDiExampleTests: ContextTestCase {
    private typealias ShopClient = Cart.ShopClient
    private typealias NetworkClient = Cart.NetworkClient
    private typealias FakeClient = Cart.FakeClient
    private typealias CartViewing = Cart.CartViewing
    private typealias CartView = Cart.CartView
    private typealias CartPresenter = Cart.CartPresenter

    func testOneImportIsChanged() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

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
        print(view.cart, view.presenter?.client?.host ?? "no client")

        try printed.assertOutput(on: "Move/FromEasyDi.md")
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

    func testTheProgramBeforeTheMove() {
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
    }

    func testTheProgramAfterTheMove() throws {
        typealias OrderClient = Native.OrderClient
        typealias OrderListing = Native.OrderListing
        typealias RemoteOrders = Native.RemoteOrders
        typealias OrderReport = Native.OrderReport

        let network = Module("network") {
            Singleton { OrderClient(host: "orders.example.org") }
        }
        let orders = Module("orders") {
            Singleton((any OrderListing).self, RemoteOrders.init)  // init(client: OrderClient)
            Transient(arguments: Int.self) { resolver, customer in
                OrderReport(customer: customer, orders: try resolver.resolve())
            }
        }
        let container = try Container {
            network
            orders
        }
        let report = try container.resolve(OrderReport.self, arguments: 7)
        XCTAssertEqual(report.customer, 7)
        XCTAssertEqual(report.orders.host, "orders.example.org")
    }
}
