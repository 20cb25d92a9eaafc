import Armory
import ArmoryCheck
import Billing
import Shop
import Storage
import Web

extension Sound {
    /// Scopes that hold what they may.
    static let scopes = [
        CheckedGraph(sound: "seeds") {
            Web.module
            Storage.module
        },
        CheckedGraph(sound: "scope-in-a-scope") {
            Scoped(UnitOfWork.init).in(.session)
            Scoped { (work: UnitOfWork) in Office() }.in(.visit)
            Transient { (office: Office, work: UnitOfWork) in Team() }
        },
        CheckedGraph(sound: "two-tags-of-one-name") {
            // The inner one is another tag.
            Scoped(UnitOfWork.init).in(ScopeTag("request", inside: .session))
            Scoped(Log.init).in(.session)
            Scoped { (work: UnitOfWork, log: Log) in Office() }.in(ScopeTag("request", inside: .session))
        },
        CheckedGraph(sound: "singleton-in-a-scope") {
            Singleton(Clock.init)
            Scoped { (clock: Clock) in Office() }
        },
        CheckedGraph(sound: "lazy-of-a-scope-in-the-scope") {
            Scoped(UnitOfWork.init)
            Scoped { (work: Lazy<UnitOfWork>) in Office() }
        },
        CheckedGraph(sound: "owned") {
            Scoped(UnitOfWork.init).in(.owned)
            Transient { (work: UnitOfWork) in Office() }
            Singleton { (office: Owned<Office>) in Team() }
        },
        CheckedGraph(sound: "choice") {
            Seeded(Visit.self)
            Singleton((any Mailer).self, LocalMailer.init).named("acme")
            Kept((any Mailer).self, arguments: String.self) { _, address in SMTPMailer(address: address) }
                .named("others")
            Chosen((any Mailer).self, by: \Visit.tenant, default: "others")
            Scoped(Newsletter.init)
        },
    ]

    /// One type, several registrations.
    static let lists = [
        CheckedGraph(sound: "names") {
            Singleton(Database.init)
            Singleton(Database.init).named(.primary)
            Singleton(Database.init).named(.replica)
            Singleton(Database.init).named(RegistrationName(Region.north))
            Singleton(Database.init).contributed()
            Singleton(Database.init).contributed()
        },
        CheckedGraph(sound: "generics") {
            Singleton(Store<Order>.init)
            Singleton(Store<Customer>.init)
            Singleton(Repository<Order>.init)
            Singleton(Repository<Customer>.init)
        },
    ]

    /// Modules that meet.
    static let modules = [
        CheckedGraph(sound: "private-in-two-modules") {
            Module("one") {
                Singleton(Clock.init).private()
                Singleton(Ledger.init)
            }
            Module("two") {
                Singleton(Clock.init).private()
                Singleton { (clock: Clock) in Office() }
            }
        },
        CheckedGraph(sound: "module-twice") {
            Storage.module
            Module("reports") { Storage.module }
            Module("audits") { Storage.module }
        },
        CheckedGraph(sound: "replaced-in-a-nested-module") {
            Module("outer") { Storage.module }
                .replacing { Singleton((any Orders).self, MemoryOrders.init) }
        },
        CheckedGraph(sound: "replaced-before-it-is-missing") {
            // The ledger's clock is nowhere, and the ledger is replaced.
            Billing.module.replacing { Singleton { Ledger(clock: Clock()) }.dependsOn() }
        },
        CheckedGraph(sound: "promise-kept-elsewhere") {
            Storage.outbox
            Module("mail") { Singleton((any Mailer).self, LocalMailer.init) }
        },
        CheckedGraph(sound: "list-of-modules") {
            [Storage.module, Billing.books]
            if true { Module("clocks") { Singleton(Clock.init) } }
            for name in ["a", "b"] { Singleton(Log.init).named(RegistrationName(name)) }
        },
    ]
}

final class Office: Sendable {}

final class Team: Sendable {}
