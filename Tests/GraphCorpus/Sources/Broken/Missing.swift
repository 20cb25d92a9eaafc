import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// A registration for a parameter is missing.
    static let missing = [
        CheckedGraph(broken: "missing-parameter") {
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-two-parameters") {
            // error: missing: Basket Checkout
            // error: missing: Checkout Orders
            Transient(Checkout.init)
        },
        CheckedGraph(broken: "missing-far-away") {
            Singleton(Audit.init)
            Singleton((any Orders).self, MemoryOrders.init)
            Transient(OrderService.init)
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-declared") {
            // error: missing: Audit Ledger
            Singleton { Audit(ledger: try $0.resolve()) }.dependsOn(Ledger.self)
        },
        CheckedGraph(broken: "missing-closure-parameter") {
            // error: missing: Database Orders
            Singleton { (database: Database) in SQLOrders(database: database) as any Orders }
        },
        CheckedGraph(broken: "missing-for-shared") {
            // error: missing: Clock Ledger
            Shared(Ledger.init)
        },
        CheckedGraph(broken: "missing-for-graph") {
            // error: missing: Clock Ledger
            Graph(Ledger.init)
        },
        CheckedGraph(broken: "missing-for-kept") {
            // error: missing: Clock Ledger
            Kept(Ledger.init).lifetime(TimeToLive(.seconds(60)))
        },
        CheckedGraph(broken: "missing-for-scoped") {
            // error: missing: Basket User
            Scoped(Basket.init)
        },
        CheckedGraph(broken: "missing-for-async") {
            // error: missing: Pool Session
            Singleton { (pool: Pool) async in Session(pool: pool) }
        },
        CheckedGraph(broken: "missing-for-main-actor") {
            // error: missing: Clock Window
            Singleton(Window.self) { @MainActor (clock: Clock) in Window(clock: clock) }
        },
        CheckedGraph(broken: "missing-injected-property") {
            // error: missing: Leaf Tree
            Graph { Tree() }.inject(\.leaf)
        },
        CheckedGraph(broken: "missing-injection") {
            // error: missing: Clock Tree
            Graph { Tree() }.inject(dependsOn: Clock.self) { _, _ in }
        },
        CheckedGraph(broken: "missing-beside-argument") {
            // error: missing: Clock Report
            Transient(Report.init, .argument, .registered)
        },
        CheckedGraph(broken: "missing-generic") {
            Singleton(Store<Customer>.init)
            // error: missing: Order Repository Store
            Singleton(Repository<Order>.init)
        },
        CheckedGraph(broken: "missing-conforming") {
            Singleton(MemoryOrders.init)
            // error: missing: OrderService Orders
            Transient(OrderService.init)
        },
        CheckedGraph(broken: "missing-further-type") {
            Singleton(Books.init).as { $0 as any Auditing }
            Singleton(Archive.init)
            // error: missing: Invoices Invoicing
            Singleton(Invoices.init)
        },
        CheckedGraph(broken: "missing-first-type") {
            Singleton(Books.init).as { $0 as any Auditing }.private()
            Module("invoices") {
                // error: missing: Invoices Invoicing
                Singleton(Invoices.init)
            }
        },
        CheckedGraph(broken: "missing-for-just-in-time") {
            // error: missing: Clock Tickets
            Singleton { Tickets(window: $0.resolve()) }.dependsOn(Booth.self, Clock.self)
        },
    ]
}

private final class Window: Sendable {
    init(clock: Clock) {}
}

private final class Tree: Sendable {
    nonisolated(unsafe) var leaf = Leaf()
}

private final class Leaf: Sendable {}

/// It needs no registration.
private final class Booth: SharedResolvable {
    init(resolver: Resolver, arguments: Void) {}
}

private final class Tickets: Sendable {
    init(window: Booth) {}
}
