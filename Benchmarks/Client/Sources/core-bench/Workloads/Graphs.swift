// Graphs of several instances.

import ArmoryCore
import CoreRegistering
import Services

extension Workload {
    static let graphs = [
        Workload("baseline-graph") { { for _ in 0..<$0 { keep(makeCheckout()) } } },
        Workload("core-graph") {
            try checkouts(
                Plan {
                    $0.singleton((any Database).self) { _ in MemoryDatabase() }
                    $0.transient((any Ledger).self) { DatabaseLedger(database: try $0()) }
                    $0.transient((any Prices).self) { _ in FlatPrices() }
                    $0.transient((any Cart).self) { CustomerCart(ledger: try $0(), prices: try $0()) }
                    $0.transient { Inventory(database: try $0()) }
                    $0.transient((any Billing).self) { CardBilling(inventory: try $0()) }
                    $0.transient((any Checkout).self) { ShopCheckout(cart: try $0(), billing: try $0()) }
                })
        },
        Workload("core-graph-autowired") {
            try checkouts(
                Plan {
                    $0.autowired(.singleton, (any Database).self, MemoryDatabase.init)
                    $0.autowired(.transient, (any Ledger).self, DatabaseLedger.init)
                    $0.autowired(.transient, (any Prices).self, FlatPrices.init)
                    $0.autowired(.transient, (any Cart).self, CustomerCart.init)
                    $0.autowired(.transient, Inventory.self, Inventory.init)
                    $0.autowired(.transient, (any Billing).self, CardBilling.init)
                    $0.autowired(.transient, (any Checkout).self, ShopCheckout.init)
                })
        },
        Workload("baseline-graph-scope") { { for _ in 0..<$0 { keep(makeTransfer()) } } },
        Workload("core-graph-scope") {
            let container = try Container(
                Plan {
                    $0.graph((any AuditTrail).self) { _ in TransferTrail() }
                    $0.transient((any Debit).self) { AccountDebit(trail: try $0()) }
                    $0.transient((any Credit).self) { AccountCredit(trail: try $0()) }
                    $0.transient((any Transfer).self) { AccountTransfer(debit: try $0(), credit: try $0()) }
                })
            let (one, other) = (try resolveTransfer(container), try resolveTransfer(container))
            try expect(areSame(one.debit.trail, one.credit.trail), "one trail in a graph")
            try expect(!areSame(one.debit.trail, other.debit.trail), "a trail for each graph")
            return { for _ in 0..<$0 { keep(try resolveTransfer(container)) } }
        },
    ]

    private static func checkouts(_ plan: Plan) throws -> Body {
        let container = try Container(plan)
        let (one, other) = (try resolveCheckout(container), try resolveCheckout(container))
        let databases = [one, other].flatMap { [$0.cart.ledger.database, $0.billing.inventory.database] }
        try expect(databases.allSatisfy { areSame($0, databases[0]) }, "one singleton")
        try expect(!areSame(one, other) && !areSame(one.cart, other.cart), "a new root and a new cart")
        return { for _ in 0..<$0 { keep(try resolveCheckout(container)) } }
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

@inline(never)
private func resolveTransfer(_ container: Container) throws -> any Transfer {
    try container.resolve((any Transfer).self)
}

@inline(never)
private func makeTransfer() -> any Transfer {
    let trail = TransferTrail()
    return AccountTransfer(debit: AccountDebit(trail: trail), credit: AccountCredit(trail: trail))
}
