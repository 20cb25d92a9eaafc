import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// Promises, replacements and overrides.
    static let replacements = [
        CheckedGraph(broken: "promise") {
            // error: promised: any Orders is promised, but not registered.
            Promised((any Orders).self)
            Transient(OrderService.init)
        },
        CheckedGraph(broken: "promise-of-another-name") {
            // error: promised: Database is promised, but not registered.
            Promised(Database.self)
            Singleton(Database.init).named(.primary)
        },
        CheckedGraph(broken: "promise-that-a-list-does-not-keep") {
            // error: promised: any Sink is promised, but not registered.
            Promised((any Sink).self)
            Singleton((any Sink).self, ConsoleSink.init).contributed()
        },
        CheckedGraph(broken: "replaces-nothing") {
            clocks.replacing {
                // error: overridesNothing: Database replaces nothing: the module does not register it.
                Singleton(Database.init)
            }
        },
        CheckedGraph(broken: "replaces-another-name") {
            clocks.replacing {
                // error: overridesNothing: Clock named "primary" replaces nothing: the module does not register it.
                Singleton(Clock.init).named(.primary)
            }
        },
        CheckedGraph(broken: "replaces-in-another-module") {
            Singleton(Database.init)
            clocks.replacing {
                // error: overridesNothing: Database replaces nothing: the module does not register it.
                Singleton(Database.init)
            }
        },
        CheckedGraph(broken: "missing-for-a-replacement") {
            orders.replacing {
                // error: missing: any Orders needs Database, which is not registered.
                Singleton((any Orders).self, SQLOrders.init)
            }
        },
        CheckedGraph(broken: "captive-in-a-replacement") {
            Seeded(User.self)
            orders.replacing {
                // error: captive: any Orders is a Singleton and holds User, which lives in the scope "request".
                Singleton((any Orders).self) { (user: User) in MemoryOrders() }
            }
        },
        CheckedGraph(broken: "cycle-by-a-replacement") {
            orders.replacing {
                // error: cycle: any Orders depends on itself.
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
            // error: noInstance: A factory returns nothing, so there is no instance to register.
            Singleton { (clock: Clock) in _ = Ledger(clock: clock) }
            Singleton(Clock.init)
        },
        CheckedGraph(broken: "resolver-as-generic-argument") {
            // error: resolverAsGenericArgument: Box<AsyncResolver> is generic over the resolver, because the registration does not say which type its initializer takes.
            Singleton(Box.init)
        },
    ]

    /// What the environment decides.
    static let combinations = [
        CheckedGraph(broken: "condition-does-not-hold", environment: ["MAILER": "local"]) {
            Singleton(value: "mail.example")
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            // error: missing: Newsletter needs any Mailer, which is not registered.
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "condition-holds", environment: ["MAILER": "smtp"]) {
            // error: missing: any Mailer needs String, which is not registered.
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            Singleton((any Mailer).self, LocalMailer.init).ifAbsent()
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "conditions-hold-both", environment: ["MAILER": "smtp", "OFFLINE": "yes"]) {
            Singleton(value: "mail.example")
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            // error: duplicate: any Mailer is registered twice.
            Singleton((any Mailer).self, LocalMailer.init).when { $0["OFFLINE"] != nil }
        },
        CheckedGraph(broken: "condition-of-the-environment-that-is-empty") {
            Singleton((any Mailer).self, LocalMailer.init).when { !$0.environment.isEmpty }
            // error: missing: Newsletter needs any Mailer, which is not registered.
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "condition-on-a-registration") {
            Singleton(Clock.init).when { $0.isRegistered(Database.self) }
            // error: missing: Ledger needs Clock, which is not registered.
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "condition-of-a-module-in-a-list", environment: ["STAGE": "test"]) {
            for stage in ["test", "production"] {
                Module(stage) {
                    // error: missing: Ledger needs Clock, which is not registered.
                    Singleton(Ledger.init).when { $0["STAGE"] == stage }
                }
            }
        },
    ]
}

private struct Box<Item: Sendable>: Sendable {
    init(item: Item) {}
}
