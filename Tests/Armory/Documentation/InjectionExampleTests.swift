import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class InjectionExampleTests: LeakCheckedTestCase {
    protocol Orders: Sendable {
        func place(_ item: String) -> String
    }

    struct SQLOrders: Orders {
        var prefix = "stored"
        func place(_ item: String) -> String { "\(prefix) \(item)" }
    }

    final class Mailer: Sendable {
        func send(_ text: String) -> String { "sent: \(text)" }
    }

    final class Coupons: Sendable {}

    final class Job: Sendable {
        func run() -> String { "done" }
    }

    final class Checkout: Sendable {
        let orders = Injected<any Orders>()
        let mailer = Lazy<Mailer>()
        let cache = WeakInjected<Mailer>()
        let coupons = Injected<Coupons?>()
        let jobs = Provider<Job>()

        func run(_ item: String) throws -> [String] {
            let placed = orders.value.place(item)
            return [try mailer().send(placed), try cache().send(placed), try jobs().run()]
        }
    }

    func testPlainValues() throws {
        let printed = Printed()
        func print(_ line: String) { printed(line) }
        let container = try Container {
            Singleton((any Orders).self) { SQLOrders() }
            Singleton { Mailer() }
            Transient { Job() }
        }
        let checkout = container.asCurrent { Checkout() }
        for line in try checkout.run("anvil") { print(line) }
        print("coupons: \(checkout.coupons.value != nil)")
        try printed.assertOutput(on: "Use/Injection.md")
    }

    struct Label {
        let text: String
    }

    struct Cart {
        @Injected var orders: any Orders
        @Injected(named: "archive") var archive: any Orders
        @Lazy(named: RegistrationName(7)) var seventh: any Orders
        @Lazy(arguments: "anvil") var label: Label
        @Injected var coupons: Coupons?
    }

    actor Till {
        @Lazy var orders: any Orders
        @Provider var job: Job
        func place(_ item: String) -> String { orders.place(item) + ", " + job.run() }
    }

    final class Window {
        @WeakInjected var mailer: Mailer
        @Lazy(container: Windows.container) var title: String
    }

    enum Windows {
        @TaskLocal static var container: Container?
    }

    func testWrappers() async throws {
        let container = try Container {
            Singleton((any Orders).self) { SQLOrders() }
            Singleton((any Orders).self) { SQLOrders(prefix: "archived") }.named("archive")
            Singleton((any Orders).self) { SQLOrders(prefix: "seventh") }.named(RegistrationName(7))
            Singleton { Mailer() }
            Transient(arguments: String.self) { _, text in Label(text: text) }
            Transient { Job() }
        }
        let titles = try Container { Singleton(value: "Shop") }
        try await Windows.$container.withValue(titles) {
            let (cart, till, window) = container.asCurrent { (Cart(), Till(), Window()) }
            XCTAssertEqual(cart.orders.place("anvil"), "stored anvil")
            XCTAssertEqual(cart.archive.place("anvil"), "archived anvil")
            XCTAssertEqual(cart.seventh.place("anvil"), "seventh anvil")
            XCTAssertFalse(cart.$label.isResolved)
            XCTAssertEqual(cart.label.text, "anvil")
            XCTAssertNil(cart.coupons)
            let placed = await till.place("anvil")
            XCTAssertEqual(placed, "stored anvil, done")
            XCTAssertNil(window.$mailer.living)
            XCTAssertEqual(window.mailer.send("hello"), "sent: hello")
            XCTAssertEqual(window.title, "Shop")
            let again = try cart.$orders()
            XCTAssertEqual(again.place("anvil"), "stored anvil")
        }
    }

    func testWhichContainer() throws {
        let container = try Container { Singleton((any Orders).self) { SQLOrders(prefix: "default") } }
        let other = try Container { Singleton((any Orders).self) { SQLOrders(prefix: "other") } }
        defer { Container.clearDefaultContainer() }
        try Container.setDefault(container)  // once, at the start of the program
        let placed = other.asCurrent { Checkout().orders.value.place("anvil") }
        XCTAssertEqual(placed, "other anvil")
        XCTAssertEqual(Checkout().orders.value.place("anvil"), "default anvil")
    }

    final class Document {}

    final class Editor {
        let document: Document
        let drafts: Provider<Document>
        init(document: Document, drafts: Provider<Document>) { (self.document, self.drafts) = (document, drafts) }
    }

    func testGraphs() throws {
        let container = try Container {
            Graph { Document() }
            Transient(Editor.init)
        }
        let editor = try container.resolve(Editor.self)
        let isSame = try editor.drafts() === editor.document  // false
        XCTAssertFalse(isSame)
    }

    final class ImportFile: Sendable {
        let line = "1 anvil"
    }

    final class ImportSession: Sendable {
        let file: ImportFile
        init(file: ImportFile) { self.file = file }
    }

    final class Importer: Sendable {
        let sessions: Provider<Owned<ImportSession>>
        init(sessions: Provider<Owned<ImportSession>>) { self.sessions = sessions }

        func run() throws -> String {
            let session = try sessions()
            defer { session.close() }
            return session.value.file.line
        }
    }

    func testOwned() throws {
        let printed = Printed()
        @Sendable func print(_ line: String) { printed(line) }
        let container = try Container {
            Scoped { ImportFile() }.in(.owned)
                .onShutdown { _ in print("the file is closed") }
            Transient(ImportSession.init)
            Singleton(Importer.init)
        }
        try print(container.resolve(Importer.self).run())
        try printed.assertOutput(on: "Use/Injection.md")
    }

    struct Armor { let metal: String }
    struct Princess: Sendable { let name: String }
    struct Inn: Sendable { let name: String }

    final class Knight {
        func win(armor: Armor, princess: Princess) -> String { "\(princess.name) cheers the \(armor.metal) knight" }
        func rest(_ hours: Int, at inn: Inn) async -> String { "\(hours) hours at the \(inn.name)" }
    }

    func testCalls() async throws {
        let container = try Container {
            Transient { Armor(metal: "steel") }
            Transient { Armor(metal: "golden") }.named("parade")
            Singleton { Princess(name: "Guinevere") }
            Singleton { Inn(name: "Boar") }
        }
        let knight = Knight()  // No container has created him.
        let won = try container.call(knight.win)
        let paraded = try container.call(knight.win, .named("parade"), .registered)
        let rested = try await container.call(knight.rest, .value(8), .registered)
        XCTAssertEqual(won, "Guinevere cheers the steel knight")
        XCTAssertEqual(paraded, "Guinevere cheers the golden knight")
        XCTAssertEqual(rested, "8 hours at the Boar")
    }

    final class Screen {
        var toolbar: Toolbar?
        var isLaidOut = false
    }

    final class Toolbar {
        weak var screen: Screen?
    }

    func testExistingObjects() throws {
        let container = try Container {
            Graph { Screen() }
                .inject { screen, resolver in screen.toolbar = try resolver.resolve() }
                .onWired { screen in screen.isLaidOut = true }
            Graph { Toolbar() }
                .inject { toolbar, resolver in toolbar.screen = try resolver.resolve() }
        }
        let screen = Screen()
        try container.inject(into: screen)  // screen.toolbar?.screen is this very screen
        XCTAssertTrue(screen.toolbar?.screen === screen)
        XCTAssertTrue(screen.isLaidOut)
    }

    struct Cache: Sendable { let url: String }
    struct Shop {
        let cache: Cache?
        init(cache: Cache?) { self.cache = cache }
    }

    func testDeclining() throws {
        let environment: [String: String] = [:]
        let container = try Container {
            Singleton(Cache.self) {
                guard let url = environment["CACHE_URL"] else { throw Declined("CACHE_URL is not set") }
                return Cache(url: url)
            }
            Transient(Shop.init)  // init(cache: Cache?)
        }
        let shop = try container.resolve(Shop.self)  // its cache is nil
        XCTAssertNil(shop.cache)
        failure(.declined) { try container.resolve(Cache.self) }
    }
}
