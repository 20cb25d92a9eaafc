import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// A registration for a parameter is missing.
    static let missing = [
        CheckedGraph(broken: "missing-parameter") {
            // error: missing
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-two-parameters") {
            // error: missing
            // error: missing
            Transient(Checkout.init)
        },
        CheckedGraph(broken: "missing-far-away") {
            Singleton(Audit.init)
            Singleton((any Orders).self, MemoryOrders.init)
            Transient(OrderService.init)
            // error: missing
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-declared") {
            // error: missing
            Singleton { Audit(ledger: try $0()) }.dependsOn(Ledger.self)
        },
        CheckedGraph(broken: "missing-closure-parameter") {
            // error: missing
            Singleton { (database: Database) in SQLOrders(database: database) as any Orders }
        },
        CheckedGraph(broken: "missing-for-shared") {
            // error: missing
            Shared(Ledger.init)
        },
        CheckedGraph(broken: "missing-for-graph") {
            // error: missing
            Graph(Ledger.init)
        },
        CheckedGraph(broken: "missing-for-kept") {
            // error: missing
            Kept(Ledger.init).lifetime(TimeToLive(.seconds(60)))
        },
        CheckedGraph(broken: "missing-for-scoped") {
            // error: missing
            Scoped(Basket.init)
        },
        CheckedGraph(broken: "missing-for-async") {
            // error: missing
            Singleton { (pool: Pool) async in Session(pool: pool) }
        },
        CheckedGraph(broken: "missing-for-main-actor") {
            // error: missing
            Singleton(Window.self) { @MainActor (clock: Clock) in Window(clock: clock) }
        },
        CheckedGraph(broken: "missing-injected-property") {
            // error: missing
            Graph { Tree() }.inject(\.leaf)
        },
        CheckedGraph(broken: "missing-injection") {
            // error: missing
            Graph { Tree() }.inject(dependsOn: [Clock.self]) { _, _ in }
        },
        CheckedGraph(broken: "missing-beside-argument") {
            // error: missing
            Transient(Report.init, .argument, .registered)
        },
        CheckedGraph(broken: "missing-generic") {
            Singleton(Store<Customer>.init)
            // error: missing
            Singleton(Repository<Order>.init)
        },
        CheckedGraph(broken: "missing-conforming") {
            Singleton(MemoryOrders.init)
            // error: missing
            Transient(OrderService.init)
        },
        CheckedGraph(broken: "missing-further-type") {
            Singleton(Books.init).as { $0 as any Auditing }
            Singleton(Archive.init)
            // error: missing
            Singleton(Invoices.init)
        },
        CheckedGraph(broken: "missing-first-type") {
            Singleton(Books.init).as { $0 as any Auditing }.private()
            Module("invoices") {
                // error: missing
                Singleton(Invoices.init)
            }
        },
        CheckedGraph(broken: "missing-for-just-in-time") {
            // error: missing
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
