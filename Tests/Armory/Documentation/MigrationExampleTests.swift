// The programs of the guides for users of Injection, Swinject and Factory, in this library's own API.

import Armory
import ArmoryTestSupport
import XCTest

// MARK: FromInjection

private protocol Archive: AnyObject, Sendable {
    func page(_ number: Int) -> String
}

private final class RemoteArchive: Archive {
    let host: String
    let key: String

    init(host: String, key: String) {
        self.host = host
        self.key = key
    }

    func page(_ number: Int) -> String { "\(host)/\(number)?key=\(key)" }
}

private final class PaperArchive: Archive {
    func page(_ number: Int) -> String { "sheet \(number)" }
}

private final class Cache: Sendable {}

private final class PageModel {
    let text: String
    let cache: Cache

    init(number: Int, archive: any Archive, cache: Cache) {
        text = archive.page(number)
        self.cache = cache
    }
}

private struct PageScreen {
    let model: PageModel
}

extension RegistrationName {
    static let paper: RegistrationName = "paper"
}

final class FromInjectionTests: LeakCheckedTestCase {
    func testTheProgramInTheNativeAPI() throws {
        let clients = Module("clients") {
            Transient { "secret" }
            Singleton((any Archive).self) { RemoteArchive(host: "archive.example.com", key: try $0.resolve()) }
        }
        let pages = Module("pages") {
            Singleton((any Archive).self, PaperArchive.init).named(.paper)
            Shared { Cache() }
            Transient(arguments: Int.self) { resolver, number in
                PageScreen(
                    model: PageModel(number: number, archive: try resolver.resolve(), cache: try resolver.resolve()))
            }
        }
        let container = try Container {
            clients
            pages
        }
        let screen = try container.resolve(PageScreen.self, arguments: 7)
        let paper = try container.resolve((any Archive).self, named: .paper)
        XCTAssertEqual(screen.model.text, "archive.example.com/7?key=secret")
        XCTAssertEqual(paper.page(3), "sheet 3")
    }
}

// MARK: FromSwinject

private enum Swinject {
    protocol Orders: Sendable {
        var place: String { get }
    }

    final class Drawer: Sendable {
        let label: String
        init(label: String) { self.label = label }
    }

    final class DrawerOrders: Orders {
        let drawer: Drawer
        init(drawer: Drawer) { self.drawer = drawer }
        var place: String { "drawer \(drawer.label)" }
    }

    struct PaperOrders: Orders {
        let place = "paper"
    }

    final class Desk {
        let orders: any Orders
        var bell: Bell?
        init(orders: any Orders) { self.orders = orders }
    }

    final class Bell {
        weak var desk: Desk?
        init(desk: Desk) { self.desk = desk }
    }

    struct Receipt {
        let number: Int
        let orders: any Orders
    }
}

final class FromSwinjectTests: LeakCheckedTestCase {
    private typealias Orders = Swinject.Orders
    private typealias Drawer = Swinject.Drawer
    private typealias DrawerOrders = Swinject.DrawerOrders
    private typealias PaperOrders = Swinject.PaperOrders
    private typealias Desk = Swinject.Desk
    private typealias Bell = Swinject.Bell
    private typealias Receipt = Swinject.Receipt

    func testTheProgramInTheNativeAPI() throws {
        let storage = Module("storage") {
            Singleton { Drawer(label: "orders") }
            Singleton((any Orders).self, DrawerOrders.init)
            Singleton((any Orders).self) { PaperOrders() }.named("paper")
        }
        let desks = Module("desks") {
            Graph { Desk(orders: try $0.resolve()) }
                .inject { desk, resolver in desk.bell = try resolver.resolve() }
            Graph { Bell(desk: try $0.resolve()) }
            Transient(arguments: Int.self) { resolver, number in
                Receipt(number: number, orders: try resolver.resolve())
            }
        }
        let container = try Container {
            storage
            desks
        }
        let desk = try container.resolve(Desk.self)
        let receipt = try container.resolve(Receipt.self, arguments: 7)
        XCTAssertTrue(desk.bell?.desk === desk)
        XCTAssertEqual(desk.orders.place, "drawer orders")
        XCTAssertEqual(receipt.number, 7)
        XCTAssertEqual(try container.resolve((any Orders).self, named: "paper").place, "paper")
        try overridden(container)
    }

    private func overridden(_ container: Container) throws {
        let test = try container.overriding {
            Singleton((any Orders).self) { PaperOrders() }
        }
        let desk = try test.resolve(Desk.self)
        XCTAssertEqual(desk.orders.place, "paper")
    }
}

// MARK: FromFactory

protocol Sales: Sendable {
    var origin: String { get }
}

final class CashRegister: Sendable {
    let drawer: String
    init(drawer: String) { self.drawer = drawer }
}

final class RegisterSales: Sales {
    let register: CashRegister
    init(register: CashRegister) { self.register = register }
    var origin: String { register.drawer }
}

struct PastSales: Sales {
    let origin = "past"
}

final class SalesDesk {
    let sales: any Sales
    init(sales: any Sales) { self.sales = sales }
}

struct Bill {
    let number: Int
    let sales: any Sales
}

struct Display {
    @Injected var sales: any Sales
    @Lazy var desk: SalesDesk
}

final class SalesBasket: Sendable {
    let sales: any Sales
    init(sales: any Sales) { self.sales = sales }
}

extension TypedKeys {
    var pastSales: TypedKey<any Sales> { TypedKey(named: "past") }
}

final class FromFactoryTests: LeakCheckedTestCase {
    func testTheProgramInTheNativeAPI() throws {
        let shop = Module("shop") {
            Singleton { CashRegister(drawer: "front") }
            Singleton((any Sales).self, RegisterSales.init)
            Singleton { PastSales() }.keyed(\.pastSales)
            Transient(SalesDesk.init)
            Transient(arguments: Int.self) { resolver, number in
                Bill(number: number, sales: try resolver.resolve())
            }
        }
        let container = try Container { shop }
        let desk = try container.resolve(SalesDesk.self)
        let past = try container.resolve(keyed: \.pastSales)
        let bill = try container.resolve(Bill.self, arguments: 7)
        let display = container.asCurrent { Display() }  // its wrappers resolve from this container
        XCTAssertEqual(desk.sales.origin, "front")
        XCTAssertEqual(past.origin, "past")
        XCTAssertEqual(bill.number, 7)
        XCTAssertTrue(display.sales as? RegisterSales === bill.sales as? RegisterSales)
        XCTAssertEqual(container.asCurrent { display.desk.sales.origin }, "front")
        try overridden(container)
        try scoped(shop)
    }

    private func scoped(_ shop: Module) throws {
        let container = try Container {
            shop
            Scoped(SalesBasket.init)
        }
        let origin = try container.withScope { request in
            try request.resolve(SalesBasket.self).sales.origin
        }
        XCTAssertEqual(origin, "front")
    }

    private func overridden(_ container: Container) throws {
        let test = try container.overriding {
            Singleton((any Sales).self) { PastSales() }
        }
        let desk = try test.resolve(SalesDesk.self)
        XCTAssertEqual(desk.sales.origin, "past")
    }
}
