import Armory
public import Contest

/// Armory's workloads.
public struct ArmoryContender: Contender {
    /// The name on the command line.
    public let name = "armory"

    /// Creates the contender.
    public init() {}

    /// Resolves an existing singleton.
    public func singleton() throws -> Operation? {
        let container = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
        }
        return { for _ in 0..<$0 { keep(try resolveDatabase(container)) } }
    }

    /// Resolves a new object of a small class.
    public func transient() throws -> Operation? {
        let container = try Container {
            Transient((any Basket).self) { EmptyBasket() }
        }
        return { for _ in 0..<$0 { keep(try resolveBasket(container)) } }
    }

    /// Resolves a graph of seven objects.
    public func graph() throws -> Operation? {
        let container = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
            Transient((any Ledger).self) { DatabaseLedger(database: try $0.resolve()) }
            Transient((any Prices).self) { FlatPrices() }
            Transient((any Cart).self) { CustomerCart(ledger: try $0.resolve(), prices: try $0.resolve()) }
            Transient((any Inventory).self) { DatabaseInventory(database: try $0.resolve()) }
            Transient((any Billing).self) { CardBilling(inventory: try $0.resolve()) }
            Transient((any Checkout).self) { ShopCheckout(cart: try $0.resolve(), billing: try $0.resolve()) }
        }
        return { for _ in 0..<$0 { keep(try resolveCheckout(container)) } }
    }

    /// Resolves an object with one run-time argument.
    public func argument() throws -> Operation? {
        let container = try Container {
            Transient((any Report).self, arguments: Int.self) { _, customer in OrderReport(customer: customer) }
        }
        return { for customer in 0..<$0 { keep(try resolveReport(container, customer)) } }
    }

    /// Creates a container with a singleton.
    public func once(
        _ create: @escaping @Sendable () -> any Database
    ) throws -> (@Sendable () throws -> any Database)? {
        let container = try Container {
            Singleton((any Database).self) { create() }
        }
        return { try resolveDatabase(container) }
    }

    /// Creates a container with a graph scope.
    public func pair(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> Pair)? {
        let container = try Container {
            Graph((any Database).self) { create() }
            Transient { Pair(first: try $0.resolve(), second: try $0.resolve()) }
        }
        return { try container.resolve(Pair.self) }
    }

    /// Creates two containers that need each other.
    public func crossed(_ meet: @escaping @Sendable () -> Void) throws -> [@Sendable () throws -> any Ledger]? {
        let others = [Late<Container>(), Late<Container>()]
        return try others.indices.map { index in
            let other = others[1 - index]
            let container = try Container {
                Singleton((any Database).self) { MemoryDatabase() }
                Singleton((any Ledger).self) {
                    meet()
                    return DatabaseLedger(database: try other.value.unsafelyUnwrapped.resolve((any Database).self))
                }
            }
            others[index].value = container
            return { try container.resolve((any Ledger).self) }
        }
    }

    /// Resolves one half of a cycle.
    public func cycle() throws -> (() throws -> any Left)? {
        let container = try Container {
            Transient((any Left).self) { LeftHalf(right: try $0.resolve()) }
            Transient((any Right).self) { RightHalf(left: try $0.resolve()) }
        }
        return { try container.resolve((any Left).self) }
    }

    /// Resolves an object whose dependency is not registered.
    public func missing() throws -> (() throws -> (any Database)?)? {
        let container = try Container {
            Transient((any Ledger).self) { DatabaseLedger(database: try $0.resolve()) }
        }
        return { try container.resolve((any Ledger).self).database }
    }
}

@inline(never)
private func resolveDatabase(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

@inline(never)
private func resolveBasket(_ container: Container) throws -> any Basket {
    try container.resolve((any Basket).self)
}

@inline(never)
private func resolveReport(_ container: Container, _ customer: Int) throws -> any Report {
    try container.resolve((any Report).self, arguments: customer)
}

@inline(never)
private func resolveCheckout(_ container: Container) throws -> any Checkout {
    try container.resolve((any Checkout).self)
}
