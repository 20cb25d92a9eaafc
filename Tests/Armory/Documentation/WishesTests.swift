import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// The answers to the wishes in the table of FromEasyDi.md.
final class WishesTests: LeakCheckedTestCase {
    protocol OrderObserver: Sendable {
        func note(_ order: String) -> String
    }

    struct MailObserver: OrderObserver {
        func note(_ order: String) -> String { "mailed \(order)" }
    }

    struct ScreenObserver: OrderObserver {
        func note(_ order: String) -> String { "showed \(order)" }
    }

    struct Orders: Sendable {
        let observers: [any OrderObserver]
        func place(_ order: String) -> [String] { observers.map { $0.note(order) } }
    }

    protocol Discount: Sendable {
        func price(of order: String) -> Int
    }

    struct Checkout {
        let discount: (any Discount)?
        func price(of order: String) -> Int { discount?.price(of: order) ?? 100 }
    }

    struct Till: Sendable { let printer: Printer }  // No registration creates a printer.
    struct Printer: Sendable { var model = "dot matrix" }
    struct Hen: Sendable { init(egg: Egg) {} }
    struct Egg: Sendable { init(hen: Hen) {} }

    func testTheGraphIsCheckedBeforeTheProgramRuns() throws {
        var reported: [String] = []
        func report(_ code: ResolutionError.Code, _ path: [String], _ fix: String) {
            XCTAssertFalse(fix.isEmpty)
            reported.append("\(code): \(path.joined(separator: ", "))")
        }
        let wiring = Module("shop") {
            Singleton(Till.init)
            Singleton(Hen.init)
            Singleton(Egg.init)
        }
        do {
            try wiring.validate()
        } catch {
            for fault in error.faults { report(fault.code, fault.path, fault.fix) }
        }
        XCTAssertEqual(reported, ["missing: Till, Printer", "cycle: Hen, Egg, Hen"])
    }

    enum Channel {
        case mail, screen
    }

    func testManyInstancesByACriterion() throws {
        let container = try Container {
            Singleton((any OrderObserver).self, MailObserver.init).named(RegistrationName(Channel.mail))
            Singleton((any OrderObserver).self, ScreenObserver.init).named(RegistrationName(Channel.screen))
            Singleton(Orders.init)  // init(observers: [any OrderObserver])
        }
        let notes = try container.resolve(Orders.self).place("anvil")
        let onScreen = try container.resolve([any OrderObserver].self, named: RegistrationName(Channel.screen))
        let byChannel = try container.resolve([Channel: any OrderObserver].self)
        XCTAssertEqual(notes, ["mailed anvil", "showed anvil"])
        XCTAssertEqual(onScreen.map { $0.note("anvil") }, ["showed anvil"])
        XCTAssertEqual(byChannel[.mail]?.note("anvil"), "mailed anvil")
        XCTAssertEqual(byChannel.count, 2)
    }

    func testTheTypeIsTheName() throws {
        let container = try Container {
            Singleton { Printer() }
            Singleton(Till.init)
        }
        let till: Till = try container.resolve()
        XCTAssertEqual(till.printer.model, "dot matrix")
    }

    struct SummerSale: Discount {
        func price(of order: String) -> Int { 80 }
    }

    func testAnImplementationThatSomeBuildsLack() throws {
        let sale = Module("sale") {
            Singleton((any Discount).self, SummerSale.init)
        }
        let shop = Module("shop") {
            #if Sale  // A trait of the package, or any other condition of the build.
            sale
            #endif
            Transient(Checkout.init)  // init(discount: (any Discount)?)
        }
        let without = try Container { shop }
        let with = try Container {
            shop
            sale
        }
        let prices = [
            try without.resolve(Checkout.self).price(of: "anvil"), try with.resolve(Checkout.self).price(of: "anvil"),
        ]
        XCTAssertEqual(prices, [100, 80])
    }

    func testModulesThatDoNotNameOneAnother() throws {
        let cashDesk = Module("cash desk") {
            Promised((any Discount).self)
            Transient { (discount: any Discount) in discount.price(of: "anvil") }
        }
        let marketing = Module("marketing") {
            Singleton((any Discount).self, SummerSale.init)
        }
        let container = try Container {
            cashDesk
            marketing
        }
        let price = try container.resolve(Int.self)
        let alone = Result { try Container { cashDesk } }
        XCTAssertEqual(price, 80)
        let error = failure(.invalid) { try alone.get() }
        XCTAssertEqual(error?.faults.map(\.code), [.promised])
        XCTAssertEqual(error?.faults.first?.location?.fileID, "ArmoryTests/WishesTests.swift")
        let reversed = try Container {
            marketing
            cashDesk
        }
        XCTAssertEqual(try reversed.resolve(Int.self), 80)
    }

    /// Code of a framework, which creates screens by name and does not know the container.
    class Screen {
        required init() {}
    }

    final class Framework {
        var whenLoaded: ((Screen) throws -> Void)?
        private let screens: [String: Screen.Type] = ["OrderScreen": OrderScreen.self, "Screen": Screen.self]

        func load(_ name: String) throws -> Screen? {
            guard let screen = screens[name]?.init() else { return nil }
            try whenLoaded?(screen)
            return screen
        }
    }

    final class OrderScreen: Screen {
        var orders: Orders?
        var presenter: Presenter?
    }

    final class Presenter {
        weak var screen: OrderScreen?
    }

    func testObjectsThatAFrameworkCreates() throws {
        let framework = Framework()
        let container = try Container {
            Singleton { Orders(observers: []) }
            Graph { OrderScreen() }
                .inject(\.orders)
                .inject(\.presenter)
            Graph { Presenter() }
                .inject(\.screen)
        }
        framework.whenLoaded = { screen in try container.inject(into: screen) }
        let screen = try framework.load("OrderScreen")
        let orderScreen = try XCTUnwrap(screen as? OrderScreen)
        XCTAssertNotNil(orderScreen.orders)
        XCTAssertTrue(orderScreen.presenter?.screen === orderScreen)
        failure(.missing) { try framework.load("Screen") }
    }

    final class Ledger: Sendable {}

    func testOneInstanceForAllThreads() throws {
        let seen = Log<ObjectIdentifier>()
        let container = try Container {
            Singleton { Ledger() }
        }
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            if let ledger = try? container.resolve(Ledger.self) { seen.add(ObjectIdentifier(ledger)) }
        }
        XCTAssertEqual(seen.all.count, 64)
        XCTAssertEqual(Set(seen.all).count, 1)
    }
}
