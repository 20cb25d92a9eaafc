public import Contest
import FactoryKit

// The computed properties that Factory's users write. A singleton of one container is `cached`.
extension Container {
    fileprivate var database: Factory<any Database> { self { MemoryDatabase() }.cached }
    fileprivate var basket: Factory<any Basket> { self { EmptyBasket() } }
    fileprivate var report: ParameterFactory<Int, any Report> { self { OrderReport(customer: $0) } }
    fileprivate var ledger: Factory<any Ledger> { self { DatabaseLedger(database: self.database()) } }
    fileprivate var prices: Factory<any Prices> { self { FlatPrices() } }
    fileprivate var cart: Factory<any Cart> { self { CustomerCart(ledger: self.ledger(), prices: self.prices()) } }
    fileprivate var inventory: Factory<any Inventory> { self { DatabaseInventory(database: self.database()) } }
    fileprivate var billing: Factory<any Billing> { self { CardBilling(inventory: self.inventory()) } }
    fileprivate var checkout: Factory<any Checkout> {
        self { ShopCheckout(cart: self.cart(), billing: self.billing()) }
    }

    fileprivate var session: Factory<any Database> { self { MemoryDatabase() }.graph }
    fileprivate var pair: Factory<Pair> { self { Pair(first: self.session(), second: self.session()) } }
    fileprivate var cachedLedger: Factory<any Ledger> { self { DatabaseLedger(database: self.database()) }.cached }
    fileprivate var left: Factory<any Left> { self { LeftHalf(right: self.right()) } }
    fileprivate var right: Factory<any Right> { self { RightHalf(left: self.left()) } }
    fileprivate var notRegistered: Factory<(any Database)?> { self.promised() }
}

/// Factory's workloads.
public struct FactoryContender: Contender {
    /// The name on the command line.
    public let name = "factory"

    /// Creates the contender.
    public init() {}

    /// Resolves an existing singleton.
    public func singleton() throws -> Operation? {
        let container = Container()
        return { for _ in 0..<$0 { keep(resolveDatabase(container)) } }
    }

    /// Resolves a new object of a small class.
    public func transient() throws -> Operation? {
        let container = Container()
        return { for _ in 0..<$0 { keep(resolveBasket(container)) } }
    }

    /// Resolves a graph of seven objects.
    public func graph() throws -> Operation? {
        let container = Container()
        return { for _ in 0..<$0 { keep(resolveCheckout(container)) } }
    }

    /// Resolves an object with one run-time argument.
    public func argument() throws -> Operation? {
        let container = Container()
        return { for customer in 0..<$0 { keep(resolveReport(container, customer)) } }
    }

    /// Creates a container with a singleton.
    public func once(
        _ create: @escaping @Sendable () -> any Database
    ) throws -> (@Sendable () throws -> any Database)? {
        let container = Container()
        container.database.register { create() }
        return { resolveDatabase(container) }
    }

    /// Creates a container with a graph scope.
    public func pair(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> Pair)? {
        let container = Container()
        container.manager.graphScopeEnabled = true
        container.session.register { create() }
        return { container.pair() }
    }

    /// Creates two containers that need each other.
    public func crossed(_ meet: @escaping @Sendable () -> Void) throws -> [@Sendable () throws -> any Ledger]? {
        let containers = [Container(), Container()]
        return containers.indices.map { index in
            let (container, other) = (containers[index], containers[1 - index])
            container.cachedLedger.register { [unowned other] in
                meet()
                return DatabaseLedger(database: other.database())
            }
            return { withExtendedLifetime(other) { container.cachedLedger() } }
        }
    }

    /// Resolves one half of a cycle.
    public func cycle() throws -> (() throws -> any Left)? {
        let container = Container()
        return { container.left() }
    }

    /// Resolves an object that is promised and not registered.
    public func missing() throws -> (() throws -> (any Database)?)? {
        let container = Container()
        return { container.notRegistered() }
    }
}

@inline(never)
private func resolveDatabase(_ container: Container) -> any Database {
    container.database()
}

@inline(never)
private func resolveBasket(_ container: Container) -> any Basket {
    container.basket()
}

@inline(never)
private func resolveReport(_ container: Container, _ customer: Int) -> any Report {
    container.report(customer)
}

@inline(never)
private func resolveCheckout(_ container: Container) -> any Checkout {
    container.checkout()
}
