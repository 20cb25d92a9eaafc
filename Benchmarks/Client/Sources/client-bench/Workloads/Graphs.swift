// Seven objects of classes and structs; one of them is a singleton, which two others need.

import Armory
import Services

extension Workload {
    static let graphs = [graphByHand, graph, graphAutowired]

    private static let graphByHand = Workload("baseline-graph", "six initializers and a static let") {
        { for _ in 0..<$0 { keep(makeCheckout()) } }
    }

    private static let graph = Workload("graph", "seven objects, one of them a singleton, by closures") {
        let sales = Module("sales") {
            Transient((any Ledger).self) { DatabaseLedger(database: try $0.resolve()) }
            Transient((any Prices).self) { FlatPrices() }
            Transient((any Cart).self) { CustomerCart(ledger: try $0.resolve(), prices: try $0.resolve()) }
            Transient { Inventory(database: try $0.resolve()) }
            Transient((any Billing).self) { CardBilling(inventory: try $0.resolve()) }
            Transient((any Checkout).self) { ShopCheckout(cart: try $0.resolve(), billing: try $0.resolve()) }
        }
        let container = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
            sales
        }
        try checkGraph(container)
        return { for _ in 0..<$0 { keep(try resolveCheckout(container)) } }
    }

    private static let graphAutowired = Workload("graph-autowired", "the same by initializers") {
        let sales = Module("sales") {
            Transient((any Ledger).self, DatabaseLedger.init)
            Transient((any Prices).self, FlatPrices.init)
            Transient((any Cart).self, CustomerCart.init)
            Transient(Inventory.init)
            Transient((any Billing).self, CardBilling.init)
            Transient((any Checkout).self, ShopCheckout.init)
        }
        let container = try Container {
            Singleton((any Database).self, MemoryDatabase.init)
            sales
        }
        try checkGraph(container)
        return { for _ in 0..<$0 { keep(try resolveCheckout(container)) } }
    }

    private static func checkGraph(_ container: Container) throws {
        let (one, other) = (try resolveCheckout(container), try resolveCheckout(container))
        let databases = [one, other].flatMap { [$0.cart.ledger.database, $0.billing.inventory.database] }
        try expect(databases.allSatisfy { areSame($0, databases[0]) }, "one singleton")
        try expect(!areSame(one, other) && !areSame(one.cart, other.cart), "a new root and a new cart")
        try expect(!areSame(one.cart.ledger, other.cart.ledger), "a new ledger")
        try expect(one.billing.inventory !== other.billing.inventory, "a new inventory")
        try expect(one.billing is CardBilling && one.cart.prices is FlatPrices, "two structs")
    }
}

@inline(never)
private func resolveCheckout(_ container: Container) throws -> any Checkout {
    try container.resolve((any Checkout).self)
}

@inline(never)
private func makeCheckout() -> any Checkout {
    let cart = CustomerCart(ledger: DatabaseLedger(database: Statics.database), prices: FlatPrices())
    return ShopCheckout(cart: cart, billing: CardBilling(inventory: Inventory(database: Statics.database)))
}
