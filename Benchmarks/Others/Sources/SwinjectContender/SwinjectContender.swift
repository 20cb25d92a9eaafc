public import Contest
import Swinject

/// Swinject's workloads: by the container itself, or by the resolver that its documentation names for threads.
public struct SwinjectContender: Contender {
    private let synchronizes: Bool

    /// The name on the command line.
    public var name: String { synchronizes ? "swinject-synchronized" : "swinject" }

    /// Creates the contender.
    public init(synchronized: Bool) {
        synchronizes = synchronized
    }

    /// Resolves an existing singleton.
    public func singleton() throws -> Operation? {
        let container = Container()
        container.register((any Database).self) { _ in MemoryDatabase() }.inObjectScope(.container)
        let resolver = resolver(of: container)
        return { for _ in 0..<$0 { keep(resolveDatabase(resolver)) } }
    }

    /// Resolves a new object of a small class.
    public func transient() throws -> Operation? {
        let container = Container()
        container.register((any Basket).self) { _ in EmptyBasket() }.inObjectScope(.transient)
        let resolver = resolver(of: container)
        return { for _ in 0..<$0 { keep(resolveBasket(resolver)) } }
    }

    /// Resolves a graph of seven objects.
    public func graph() throws -> Operation? {
        let container = Container(defaultObjectScope: .transient)
        container.register((any Database).self) { _ in MemoryDatabase() }.inObjectScope(.container)
        container.register((any Ledger).self) { DatabaseLedger(database: $0.resolve((any Database).self)!) }
        container.register((any Prices).self) { _ in FlatPrices() }
        container.register((any Cart).self) {
            CustomerCart(ledger: $0.resolve((any Ledger).self)!, prices: $0.resolve((any Prices).self)!)
        }
        container.register((any Inventory).self) { DatabaseInventory(database: $0.resolve((any Database).self)!) }
        container.register((any Billing).self) { CardBilling(inventory: $0.resolve((any Inventory).self)!) }
        container.register((any Checkout).self) {
            ShopCheckout(cart: $0.resolve((any Cart).self)!, billing: $0.resolve((any Billing).self)!)
        }
        let resolver = resolver(of: container)
        return { for _ in 0..<$0 { keep(resolveCheckout(resolver)) } }
    }

    /// Resolves an object with one run-time argument.
    public func argument() throws -> Operation? {
        let container = Container()
        container.register((any Report).self) { (_, customer: Int) in OrderReport(customer: customer) }
            .inObjectScope(.transient)
        let resolver = resolver(of: container)
        return { for customer in 0..<$0 { keep(resolveReport(resolver, customer)) } }
    }

    /// Creates a container with a singleton.
    ///
    /// Threads need the synchronized resolver.
    public func once(
        _ create: @escaping @Sendable () -> any Database
    ) throws -> (@Sendable () throws -> any Database)? {
        guard synchronizes else { return nil }
        let container = Container()
        container.register((any Database).self) { _ in create() }.inObjectScope(.container)
        let resolver = AnyThread(container.synchronize())
        return { resolveDatabase(resolver.value) }
    }

    /// Creates a container with a graph scope.
    ///
    /// Threads need the synchronized resolver.
    public func pair(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> Pair)? {
        guard synchronizes else { return nil }
        let container = Container()
        container.register((any Database).self) { _ in create() }
        container.register(Pair.self) {
            Pair(first: $0.resolve((any Database).self)!, second: $0.resolve((any Database).self)!)
        }
        let resolver = AnyThread(container.synchronize())
        return { resolver.value.resolve(Pair.self)! }
    }

    /// Creates two containers that need each other.
    ///
    /// Threads need the synchronized resolver.
    public func crossed(_ meet: @escaping @Sendable () -> Void) throws -> [@Sendable () throws -> any Ledger]? {
        guard synchronizes else { return nil }
        let others = [Late<any Resolver>(), Late<any Resolver>()]
        return others.indices.map { index in
            let other = others[1 - index]
            let container = Container()
            container.register((any Database).self) { _ in MemoryDatabase() }.inObjectScope(.container)
            container.register((any Ledger).self) { _ in
                meet()
                return DatabaseLedger(database: other.value!.resolve((any Database).self)!)
            }.inObjectScope(.container)
            let resolver = AnyThread(container.synchronize())
            others[index].value = resolver.value
            return { resolver.value.resolve((any Ledger).self)! }
        }
    }

    /// Resolves one half of a cycle.
    public func cycle() throws -> (() throws -> any Left)? {
        let container = Container()
        container.register((any Left).self) { LeftHalf(right: $0.resolve((any Right).self)!) }
        container.register((any Right).self) { RightHalf(left: $0.resolve((any Left).self)!) }
        let resolver = resolver(of: container)
        return { resolver.resolve((any Left).self)! }
    }

    /// Resolves an object whose dependency is not registered.
    ///
    /// Swinject's documentation unwraps dependencies by `!`.
    public func missing() throws -> (() throws -> (any Database)?)? {
        let container = Container()
        container.register((any Ledger).self) { DatabaseLedger(database: $0.resolve((any Database).self)!) }
        let resolver = resolver(of: container)
        return { resolver.resolve((any Ledger).self)?.database }
    }

    private func resolver(of container: Container) -> any Resolver {
        synchronizes ? container.synchronize() : container
    }
}

/// A resolver that is safe on any thread, although its type does not say so.
private struct AnyThread: @unchecked Sendable {
    let value: any Resolver

    init(_ value: any Resolver) {
        self.value = value
    }
}

@inline(never)
private func resolveDatabase(_ resolver: any Resolver) -> any Database {
    resolver.resolve((any Database).self)!
}

@inline(never)
private func resolveBasket(_ resolver: any Resolver) -> any Basket {
    resolver.resolve((any Basket).self)!
}

@inline(never)
private func resolveReport(_ resolver: any Resolver, _ customer: Int) -> any Report {
    resolver.resolve((any Report).self, argument: customer)!
}

@inline(never)
private func resolveCheckout(_ resolver: any Resolver) -> any Checkout {
    resolver.resolve((any Checkout).self)!
}
