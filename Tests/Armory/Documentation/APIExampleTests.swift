import Armory
import ArmoryTestSupport
import XCTest

// The programs of the page Know/API.md: `make api` puts each region `// API: task` … `// end` of this file on the page.

private protocol Orders: Sendable { func place(_ item: String) -> Int }
private protocol Plugin: Sendable {}
private enum Region: Sendable { case north }
private struct Audit: Plugin {}
private struct Metrics: Plugin {}
private struct RequestInfo: Sendable { let user: String }
private struct Rates: Sendable {}
private struct SQLOrders: Orders {
    let database: Database
    func place(_ item: String) -> Int { item.count }
}
private struct LoggedOrders: Orders {
    let orders: any Orders
    func place(_ item: String) -> Int { orders.place(item) + 100 }
}
private struct NoOrders: Orders { func place(_ item: String) -> Int { 0 } }
private actor Database {
    private(set) var isOpen = true
    init() async throws {}
    func close() { isOpen = false }
}
private struct Receipt: Sendable {
    let number: Int
    let orders: any Orders
}
private final class Transaction: Sendable {
    private let log: Log<String>
    init(info: RequestInfo, log: Log<String>) { self.log = log }
    func commit() { log.add("commit") }
    func rollBack() { log.add("roll back") }
}
private struct Checkout {
    let orders: any Orders
    let plugins: [any Plugin]
    let rates: Lazy<Rates>
    let coupons: Coupons?
}
private struct Coupons: Sendable {}
private final class Desk {}
extension RegistrationName {
    fileprivate static let attic: RegistrationName = "attic"
}
extension TypedKeys {
    fileprivate var reports: TypedKey<any Orders> { TypedKey(named: "reports") }
}

final class APIExampleTests: LeakCheckedTestCase {
    func testTheProgramsOfThePage() async throws {
        let log = Log<String>()
        // API: Register
        let shop = Module("shop") {
            Singleton(Database.init)  // init() async throws: created by start(), or awaited
                .eager()
                .onShutdown { database in await database.close() }
            Singleton((any Orders).self, SQLOrders.init)  // found by a protocol; the parameters by their types
            Singleton((any Orders).self) { NoOrders() }.named(.attic)
            Singleton((any Orders).self) { NoOrders() }.named(RegistrationName(Region.north))
            Singleton((any Orders).self) { NoOrders() }.keyed(\.reports)
            Transient(arguments: Int.self) { resolver, number in
                Receipt(number: number, orders: try resolver.resolve())
            }
            Transient(Checkout.init)  // takes [any Plugin], Lazy<Rates> and Coupons? too
            Singleton((any Plugin).self) { Audit() }.contributed()  // an element of [any Plugin]
            Singleton((any Plugin).self) { Metrics() }.contributed().when { $0["METRICS"] != "off" }
            Seeded(RequestInfo.self)  // passed when a scope is opened
            Scoped { Transaction(info: try $0.resolve(), log: log) }
                .onShutdown { transaction, end in end.isCompleted ? transaction.commit() : transaction.rollBack() }
        }
        // end
        // API: Limit a lifetime
        let kept = Module("kept") {
            Kept { Rates() }.lifetime(TimeToLive(.seconds(60)))  // created anew after a minute
            Kept(arguments: String.self) { _, tenant in Tenant(tenant) }
                .lifetime(RecentlyUsed(atMost: 100))  // one for each argument, at most a hundred
        }
        // end
        // API: Change what is made
        let logged = Module("logged") {
            Decorator((any Orders).self) { orders in LoggedOrders(orders: orders) }
        }
        // end
        // API: Build
        let container = try Container(configuration: .init(environment: [:])) {
            shop
            kept
            logged
        }
        let test = try container.overriding {  // a separate container, for a test
            Singleton((any Orders).self) { NoOrders() }
        }
        // end
        // API: Start and stop
        try await container.start()  // awaits what is eager, then calls onStart
        // end
        // API: Resolve
        let checkout = try container.resolve(Checkout.self)
        let orders: any Orders = try container.resolve()
        let attic = try container.resolve((any Orders).self, named: .attic)
        let reports = try container.resolve(keyed: \.reports)
        let receipt = try container.resolve(Receipt.self, arguments: 7)
        let plugins = try container.resolve([any Plugin].self)
        let coupons = try container.resolve(Coupons?.self)  // nil: it is not registered
        let later = try container.resolve(Lazy<Rates>.self)  // resolved by try later()
        // end
        XCTAssertEqual(checkout.orders.place("anvil"), 105)
        XCTAssertEqual([orders.place("a"), attic.place("a"), reports.place("a")], [101, 100, 100])
        XCTAssertEqual(receipt.number, 7)
        XCTAssertEqual(plugins.count, 2)
        XCTAssertNil(coupons)
        _ = try later()
        XCTAssertEqual(try test.resolve((any Orders).self).place("a"), 0)
        // API: Await
        let database = try await container.resolveAsync(Database.self)
        // end
        // API: Open scopes
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(user: "ada"))]) { request async throws in
            let transaction = try request.resolve(Transaction.self)  // committed at the end, rolled back after an error
            XCTAssertTrue(try request.resolve(Transaction.self) === transaction)
        }
        // end
        // API: See and check
        let report = try container.validate()  // throws all faults at once; dryRun: true runs the factories
        do {
            _ = try container.resolve(Desk.self)
        } catch {
            XCTAssertEqual(error.code, .missing)  // print(error): what is missing, where, and the fix
        }
        // end
        XCTAssertFalse(report.opaque.isEmpty)
        try await test.shutdown()
        // API: Start and stop
        try await container.shutdown()  // onStop, open scopes, onShutdown, newest first
        // end
        let isOpen = await database.isOpen
        XCTAssertFalse(isOpen)
        XCTAssertEqual(log.all, ["commit"])
    }
}

private struct Tenant: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}
