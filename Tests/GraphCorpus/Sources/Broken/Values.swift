import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// Values, arguments and eager instances.
    static let values = [
        CheckedGraph(broken: "missing-value") {
            // error: missing: Mailer
            Singleton((any Mailer).self, SMTPMailer.init)
        },
        CheckedGraph(broken: "missing-named-value") {
            Singleton(value: "mail.example").named("mail")
            // error: missing: Mailer
            Singleton((any Mailer).self, SMTPMailer.init, .named("smtp"))
        },
        CheckedGraph(broken: "arguments-missing") {
            Singleton(Clock.init)
            // error: wrongArguments: Report
            Transient(Report.init, .argument, .registered)
            Transient(Print.init)
        },
        CheckedGraph(broken: "arguments-missing-for-a-list") {
            // error: wrongArguments: Sink
            Transient((any Sink).self, arguments: Int.self) { _, _ in ConsoleSink() }
            Singleton((any Sink).self, ConsoleSink.init).contributed()
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "arguments-missing-for-a-further-type") {
            // error: wrongArguments: Auditing
            Transient(Books.self, arguments: Int.self) { _, _ in Books() }
                .as { $0 as any Auditing }
            Transient(Archive.init)
        },
        CheckedGraph(broken: "arguments-of-a-singleton") {
            Singleton(Clock.init)
            // error: refusedArguments: Report
            Singleton(Report.init, .argument, .registered)
        },
        CheckedGraph(broken: "eager-with-arguments") {
            // error: cannotBeEager: Basket
            Kept(arguments: Int.self) { _, _ in Basket(user: User(name: "Ada")) }.eager()
        },
        CheckedGraph(broken: "eager-and-awaits") {
            // error: cannotBeEager: Pool
            Scoped(Pool.init).eager()
        },
    ]

    /// One key is registered twice.
    static let duplicates = [
        CheckedGraph(broken: "duplicate") {
            Singleton(Clock.init)
            // error: duplicate: Clock
            Transient(Clock.init)
        },
        CheckedGraph(broken: "duplicate-three-times") {
            Singleton(Clock.init)
            // error: duplicate: Clock
            Singleton(Clock.init)
            // error: duplicate: Clock
            Singleton(Clock.init)
        },
        CheckedGraph(broken: "duplicate-name") {
            Singleton(Database.init).named(.primary)
            Singleton(Database.init).named(.replica)
            // error: duplicate: Database
            Singleton(Database.init).named("primary")
        },
        CheckedGraph(broken: "duplicate-further-type") {
            Singleton((any Auditing).self, Books.init)
            // error: duplicate: Auditing
            Singleton(Books.init)
                .as { $0 as any Auditing }
        },
        CheckedGraph(broken: "duplicate-sendable") {
            Singleton((any Bell & Sendable).self) { Gong() }
            // error: duplicate: Bell
            Transient((any Bell).self) { Gong() }
        },
        CheckedGraph(broken: "duplicate-in-nested-modules") {
            Module("outer") {
                Module("inner") { Singleton(Clock.init) }
                // error: duplicate: Clock
                Singleton(Clock.init)
            }
        },
        CheckedGraph(broken: "duplicate-module-of-a-function") {
            clocks(zone: "UTC")
            clocks(zone: "CET")
        },
        CheckedGraph(broken: "duplicate-private") {
            Module("clocks") {
                Singleton(Clock.init).private()
                // error: duplicate: Clock
                Singleton(Clock.init).private()
                Singleton(Ledger.init)
            }
        },
        CheckedGraph(broken: "duplicate-seed") {
            Seeded(User.self)
            // error: duplicate: User
            Seeded(User.self).in(.session)
        },
    ]

    /// Each call returns another module.
    private static func clocks(zone: String) -> Module {
        Module("clocks") {
            // error in duplicate-module-of-a-function: duplicate: Clock
            Singleton(Clock.init)
        }
    }
}

private protocol Bell {}

private struct Gong: Bell {}
