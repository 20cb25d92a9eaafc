import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// Code outside of the graph resolves something.
    static let entries = [
        CheckedGraph(broken: "entry-missing") {
            Singleton(Clock.init)
        }
        .entry(Clock.self)
        // error: missing: Ledger
        .entry(Ledger.self),
        CheckedGraph(broken: "entry-of-another-name") {
            Singleton(Database.init).named(.primary)
        }
        .entry(Database.self, named: .primary)
        // error: missing: Database
        .entry(Database.self, named: .replica),
        CheckedGraph(broken: "entry-of-a-private-one") {
            Module("clocks") {
                Singleton(Clock.init).private()
                Singleton(Ledger.init)
            }
        }
        .entry(Ledger.self)
        // error: missing: Clock
        .entry(Clock.self),
        CheckedGraph(broken: "entry-that-misses-something") {
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
        }
        .entry(Ledger.self),
        CheckedGraph(broken: "entry-outside-of-the-scope") {
            Scoped(UnitOfWork.init)
        }
        // error: outsideScope: UnitOfWork
        .entry(UnitOfWork.self),
        CheckedGraph(broken: "entry-that-needs-a-scope") {
            Seeded(User.self)
            Transient(Basket.init)
        }
        // error: outsideScope: User
        .entry(Basket.self),
        CheckedGraph(broken: "entry-in-another-scope") {
            Scoped(UnitOfWork.init)
        }
        .entry(UnitOfWork.self, in: .request)
        // error: outsideScope: UnitOfWork
        .entry(UnitOfWork.self, in: .job),
        CheckedGraph(broken: "entry-without-just-in-time", configuration: .init(justInTime: false)) {
            Singleton(Clock.init)
        }
        .entry(Clock.self)
        // error: justInTimeForbidden: Kiosk
        .entry(Kiosk.self),
    ]

    /// Scopes are opened with values.
    static let seeds = [
        CheckedGraph(broken: "seed-that-is-not-given") {
            Seeded(User.self)
            Scoped(Basket.init)
        }
        // error: notSeeded: User
        .scope(.request),
        CheckedGraph(broken: "seed-that-is-not-declared") {
            Scoped(UnitOfWork.init)
        }
        // error: seedNotDeclared: User
        .scope(.request, seeds: User.self),
        CheckedGraph(broken: "seed-of-another-name") {
            Seeded(User.self)
        }
        .scope(.request, seeds: User.self)
        // error: seedNotDeclared: User
        .seed(User.self, named: .primary, in: .request),
        CheckedGraph(broken: "seed-of-the-outer-scope") {
            Seeded(User.self).in(.session)
        }
        .scope(.session, seeds: User.self)
        // error: seedNotDeclared: User
        .scope(.visit, seeds: User.self),
    ]
}

/// It needs no registration.
private final class Kiosk: SharedResolvable {
    init(resolver: Resolver, arguments: Void) {}
}
