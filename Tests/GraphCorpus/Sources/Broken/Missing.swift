import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// A registration for a parameter is missing.
    static let missing = [
        CheckedGraph(broken: "missing-parameter") {
            // error: missing: Ledger needs Clock, which is not registered.
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-two-parameters") {
            // error: missing: Checkout needs Basket, which is not registered.
            // error: missing: Checkout needs any Orders, which is not registered.
            Transient(Checkout.init)
        },
        CheckedGraph(broken: "missing-far-away") {
            Singleton(Audit.init)
            Singleton((any Orders).self, MemoryOrders.init)
            Transient(OrderService.init)
            // error: missing: Ledger needs Clock, which is not registered.
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-declared") {
            // error: missing: Audit needs Ledger, which is not registered.
            Singleton { Audit(ledger: try $0()) }.dependsOn(Ledger.self)
        },
        CheckedGraph(broken: "missing-closure-parameter") {
            // error: missing: any Orders needs Database, which is not registered.
            Singleton { (database: Database) in SQLOrders(database: database) as any Orders }
        },
        CheckedGraph(broken: "missing-for-shared") {
            // error: missing: Ledger needs Clock, which is not registered.
            Shared(Ledger.init)
        },
        CheckedGraph(broken: "missing-for-graph") {
            // error: missing: Ledger needs Clock, which is not registered.
            Graph(Ledger.init)
        },
        CheckedGraph(broken: "missing-for-kept") {
            // error: missing: Ledger needs Clock, which is not registered.
            Kept(Ledger.init).lifetime(TimeToLive(.seconds(60)))
        },
        CheckedGraph(broken: "missing-for-scoped") {
            // error: missing: Basket needs User, which is not registered.
            Scoped(Basket.init)
        },
        CheckedGraph(broken: "missing-for-async") {
            // error: missing: Session needs Pool, which is not registered.
            Singleton { (pool: Pool) async in Session(pool: pool) }
        },
        CheckedGraph(broken: "missing-for-main-actor") {
            // error: missing: Window needs Clock, which is not registered.
            Singleton(Window.self) { @MainActor (clock: Clock) in Window(clock: clock) }
        },
        CheckedGraph(broken: "missing-injected-property") {
            // error: missing: Tree needs Leaf, which is not registered.
            Graph { Tree() }.inject(\.leaf)
        },
        CheckedGraph(broken: "missing-injection") {
            // error: missing: Tree needs Clock, which is not registered.
            Graph { Tree() }.inject(dependsOn: [Clock.self]) { _, _ in }
        },
        CheckedGraph(broken: "missing-beside-argument") {
            // error: missing: Report needs Clock, which is not registered.
            Transient(Report.init, .argument, .registered)
        },
        CheckedGraph(broken: "missing-generic") {
            Singleton(Store<Customer>.init)
            // error: missing: Repository<Order> needs Store<Order>, which is not registered.
            Singleton(Repository<Order>.init)
        },
        CheckedGraph(broken: "missing-conforming") {
            Singleton(MemoryOrders.init)
            // error: missing: OrderService needs any Orders, which is not registered.
            Transient(OrderService.init)
        },
        CheckedGraph(broken: "missing-further-type") {
            Singleton(Books.init).as { $0 as any Auditing }
            Singleton(Archive.init)
            // error: missing: Invoices needs any Invoicing, which is not registered.
            Singleton(Invoices.init)
        },
        CheckedGraph(broken: "missing-first-type") {
            Singleton(Books.init).as { $0 as any Auditing }.private()
            Module("invoices") {
                // error: missing: Invoices needs any Invoicing, which is not registered.
                Singleton(Invoices.init)
            }
        },
        CheckedGraph(broken: "missing-for-just-in-time") {
            // error: missing: Tickets needs Clock, which is not registered.
            Singleton { Tickets(window: $0()) }.dependsOn(Booth.self, Clock.self)
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
