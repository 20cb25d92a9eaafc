import Armory
import ArmoryCheck
import Shop

extension Sound {
    /// Code outside of the graph resolves something.
    static let uses = [
        CheckedGraph(sound: "entry-that-may-be-missing") {
            Singleton(Clock.init)
        }
        .entry(Clock.self)
        .entry(Ledger?.self)
        .entry([any Sink].self),
        CheckedGraph(sound: "entry-that-awaits-and-takes-arguments") {
            Singleton(Pool.init)
            Singleton(Clock.init)
            Transient(Report.init, .argument, .registered)
        }
        .entry(Pool.self)
        .entry(Report.self),
        CheckedGraph(sound: "entry-that-needs-no-registration") {
            Singleton(Clock.init)
        }
        .entry(Clock.self)
        .entry(Stall.self),
        CheckedGraph(sound: "entry-in-two-scopes") {
            Transient(Clock.init)
            Scoped(UnitOfWork.init)
        }
        .entry(Clock.self, in: .request)
        .entry(Clock.self, in: .job)
        .entry(UnitOfWork.self, in: .request),
        CheckedGraph(sound: "entry-in-an-inner-scope") {
            Seeded(User.self).in(.session)
            Scoped(Basket.init).in(.session)
            Scoped(UnitOfWork.init).in(.visit)
        }
        .scope(.session, seeds: User.self)
        .scope(.visit)
        .entry(Basket.self, in: .visit)
        .entry(UnitOfWork.self, in: .visit),
        CheckedGraph(sound: "last-one-wins", configuration: .init(duplicates: .replace)) {
            Singleton((any Orders).self, SQLOrders.init)
            Singleton((any Orders).self, MemoryOrders.init)
        }
        .entry((any Orders).self),
        CheckedGraph(sound: "unused") {
            Singleton(Clock.init)
            // warning: unused: Log
            Singleton(Log.init)
        }
        .entry(Clock.self),
    ]
}

/// It needs no registration.
private final class Stall: SharedResolvable {
    init(resolver: Resolver, arguments: Void) {}
}
