// The same work without a container.

import Contest

private enum Statics {
    static let database: any Database = MemoryDatabase()
}

/// Initializers and a static property.
///
/// There is nothing to compare in the other workloads.
struct ByHand: Contender {
    let name = "hand"

    func singleton() throws -> Operation? {
        { for _ in 0..<$0 { keep(readDatabase()) } }
    }

    func transient() throws -> Operation? {
        { for _ in 0..<$0 { keep(makeBasket()) } }
    }

    func graph() throws -> Operation? {
        { for _ in 0..<$0 { keep(makeCheckout()) } }
    }

    func argument() throws -> Operation? {
        { for customer in 0..<$0 { keep(makeReport(customer)) } }
    }

    func once(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> any Database)? { nil }
    func pair(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> Pair)? { nil }
    func crossed(_ meet: @escaping @Sendable () -> Void) throws -> [@Sendable () throws -> any Ledger]? { nil }
    func cycle() throws -> (() throws -> any Left)? { nil }
    func missing() throws -> (() throws -> (any Database)?)? { nil }
}

@inline(never)
private func readDatabase() -> any Database {
    Statics.database
}

@inline(never)
private func makeBasket() -> any Basket {
    EmptyBasket()
}

@inline(never)
private func makeReport(_ customer: Int) -> any Report {
    OrderReport(customer: customer)
}

@inline(never)
private func makeCheckout() -> any Checkout {
    let cart = CustomerCart(ledger: DatabaseLedger(database: Statics.database), prices: FlatPrices())
    return ShopCheckout(
        cart: cart, billing: CardBilling(inventory: DatabaseInventory(database: Statics.database)))
}
