import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// Promises, replacements and overrides.
    static let replacements = [
        CheckedGraph(broken: "promise") {
            // error: promised: Orders
            Promised((any Orders).self)
            Transient(OrderService.init)
        },
        CheckedGraph(broken: "promise-of-another-name") {
            // error: promised: Database
            Promised(Database.self)
            Singleton(Database.init).named(.primary)
        },
        CheckedGraph(broken: "promise-that-a-list-does-not-keep") {
            // error: promised: Sink
            Promised((any Sink).self)
            Singleton((any Sink).self, ConsoleSink.init).contributed()
        },
        CheckedGraph(broken: "replaces-nothing") {
            clocks.replacing {
                // error: overridesNothing: Database
                Singleton(Database.init)
            }
        },
        CheckedGraph(broken: "replaces-another-name") {
            clocks.replacing {
                // error: overridesNothing: Clock
                Singleton(Clock.init).named(.primary)
            }
        },
        CheckedGraph(broken: "replaces-in-another-module") {
            Singleton(Database.init)
            clocks.replacing {
                // error: overridesNothing: Database
                Singleton(Database.init)
            }
        },
        CheckedGraph(broken: "missing-for-a-replacement") {
            orders.replacing {
                // error: missing: Database Orders
                Singleton((any Orders).self, SQLOrders.init)
            }
        },
        CheckedGraph(broken: "captive-in-a-replacement") {
            Seeded(User.self)
            orders.replacing {
                // error: captive: Orders User
                Singleton((any Orders).self) { (user: User) in MemoryOrders() }
            }
        },
        CheckedGraph(broken: "cycle-by-a-replacement") {
            orders.replacing {
                // error: cycle: Orders
                Singleton((any Orders).self) { (service: OrderService) in MemoryOrders() }
            }
        },
    ]

    private static let clocks = Module("clocks") { Singleton(Clock.init) }

    private static let orders = Module("orders") {
        Singleton((any Orders).self, MemoryOrders.init)
        Transient(OrderService.init)
    }

    /// Registrations that a container refuses.
    static let refusals = [
        CheckedGraph(broken: "no-instance") {
            // error: noInstance
            Singleton { (clock: Clock) in _ = Ledger(clock: clock) }
            Singleton(Clock.init)
        },
        CheckedGraph(broken: "resolver-as-generic-argument") {
            // error: resolverAsGenericArgument: Box
            Singleton(Box.init)
        },
    ]

    /// What the environment decides.
    static let combinations = [
        CheckedGraph(broken: "condition-does-not-hold", environment: ["MAILER": "local"]) {
            Singleton(value: "mail.example")
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            // error: missing: Mailer Newsletter
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "condition-holds", environment: ["MAILER": "smtp"]) {
            // error: missing: Mailer
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            Singleton((any Mailer).self, LocalMailer.init).ifAbsent()
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "conditions-hold-both", environment: ["MAILER": "smtp", "OFFLINE": "yes"]) {
            Singleton(value: "mail.example")
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            // error: duplicate: Mailer
            Singleton((any Mailer).self, LocalMailer.init).when { $0["OFFLINE"] != nil }
        },
        CheckedGraph(broken: "condition-of-the-environment-that-is-empty") {
            Singleton((any Mailer).self, LocalMailer.init).when { !$0.environment.isEmpty }
            // error: missing: Mailer Newsletter
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "condition-on-a-registration") {
            Singleton(Clock.init).when { $0.isRegistered(Database.self) }
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "condition-of-a-module-in-a-list", environment: ["STAGE": "test"]) {
            for stage in ["test", "production"] {
                Module(stage) {
                    // error: missing: Clock Ledger
                    Singleton(Ledger.init).when { $0["STAGE"] == stage }
                }
            }
        },
    ]
}

private struct Box<Item: Sendable>: Sendable {
    init(item: Item) {}
}
