import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// Decorators, adapters and interceptors.
    static let decorations = [
        CheckedGraph(broken: "missing-for-a-decorator") {
            // error: missing: Log Orders
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, LoggingOrders.init)
        },
        CheckedGraph(broken: "missing-declared-by-a-decorator") {
            // error: missing: Log Orders
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self) { orders, resolver in LoggingOrders(inner: orders, log: try resolver.resolve())
            }
            .dependsOn(Log.self)
        },
        CheckedGraph(broken: "missing-for-an-adapter") {
            Singleton((any Orders).self, MemoryOrders.init)
            // error: missing: Button Log
            Adapter(from: (any Orders).self, to: Button.self, Button.init)
        },
        CheckedGraph(broken: "decorates-nothing") {
            // error: decoratesNothing: Orders
            Decorator((any Orders).self, CheckedOrders.init)
        },
        CheckedGraph(broken: "decorates-another-name") {
            Singleton((any Orders).self, MemoryOrders.init).named(.primary)
            // error: decoratesNothing: Orders
            Decorator((any Orders).self, CheckedOrders.init).named(.replica)
        },
        CheckedGraph(broken: "decorates-a-private-one") {
            Module("orders") {
                Singleton((any Orders).self, MemoryOrders.init).private()
                Transient(OrderService.init)
            }
            // error: decoratesNothing: Orders
            Decorator((any Orders).self, CheckedOrders.init)
        },
        CheckedGraph(broken: "adapts-nothing") {
            Singleton(Log.init)
            // error: decoratesNothing: Orders
            Adapter(from: (any Orders).self, to: Button.self, Button.init)
        },
        CheckedGraph(broken: "intercepts-nothing") {
            // error: decoratesNothing: Orders
            Intercepted((any Orders).self, by: Timing())
        },
        CheckedGraph(broken: "intercepts-what-does-not-await") {
            // error: doesNotAwait: Clock
            Singleton(Clock.init)
            Intercepted(Clock.self, by: Retry())
        },
        CheckedGraph(broken: "decorates-as-another-type") {
            // error: notSendable: Bell
            Singleton((any Bell & Sendable).self) { Gong() }
            Decorator((any Bell).self) { bell in bell }
        },
    ]

    /// An instance is chosen in each scope.
    static let choices = [
        CheckedGraph(broken: "choice-of-nothing") {
            Seeded(Visit.self)
            // error: noChoices: Mailer
            Chosen((any Mailer).self, by: \Visit.tenant)
        },
        CheckedGraph(broken: "choice-without-its-source") {
            Singleton((any Mailer).self, LocalMailer.init).named("acme")
            // error: missing: Mailer Visit
            Chosen((any Mailer).self, by: \Visit.tenant)
        },
        CheckedGraph(broken: "choice-by-a-missing-default") {
            Seeded(Visit.self)
            Singleton((any Mailer).self, LocalMailer.init).named("acme")
            // error: missing: Mailer
            Chosen((any Mailer).self, by: \Visit.tenant, default: "others")
        },
        CheckedGraph(broken: "choice-that-misses-something") {
            Seeded(Visit.self)
            Singleton((any Mailer).self, LocalMailer.init).named("acme")
            // error: missing: Mailer
            Singleton((any Mailer).self, SMTPMailer.init).named("globex")
            Chosen((any Mailer).self, by: \Visit.tenant)
        },
        CheckedGraph(broken: "choice-of-another-argument") {
            Seeded(Visit.self)
            // error: wrongArguments: Mailer
            Kept((any Mailer).self, arguments: Int.self) { _, _ in LocalMailer() }.named("each")
            Chosen((any Mailer).self, by: \Visit.tenant)
        },
        CheckedGraph(broken: "choice-held-by-a-singleton") {
            Seeded(Visit.self)
            Singleton((any Mailer).self, LocalMailer.init).named("acme")
            Chosen((any Mailer).self, by: \Visit.tenant)
            // error: captive: Mailer Newsletter
            Singleton(Newsletter.init)
        },
        CheckedGraph(broken: "choice-that-awaits") {
            Seeded(Visit.self)
            Singleton((any Mailer).self) { () async in LocalMailer() }.named("acme")
            Chosen((any Mailer).self, by: \Visit.tenant)
            // error: asynchronous: Mailer Newsletter
            Scoped(Newsletter.init)
        },
        CheckedGraph(broken: "choice-of-another-scope") {
            Seeded(Visit.self).in(.job)
            Singleton((any Mailer).self, LocalMailer.init).named("acme")
            // error: unreachableScope: Mailer Visit
            Chosen((any Mailer).self, by: \Visit.tenant)
        },
    ]
}

private struct Button: Sendable {
    init(orders: any Orders, log: Log) {}
}

private struct Timing: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

private struct Retry: AwaitingInterceptor {
    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance { try await making.proceed() }
}

private protocol Bell {}

private struct Gong: Bell {}
