import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// What is missing has another name, is hidden, or is asked for in another form than the type itself.
    static let lookups = [
        CheckedGraph(broken: "missing-name") {
            Singleton(Database.init).named(.primary)
            // error: missing: Database Orders
            Singleton((any Orders).self, SQLOrders.init, .named(.replica))
        },
        CheckedGraph(broken: "missing-without-name") {
            Singleton(Database.init).named(.primary)
            // error: missing: Database Orders
            Singleton((any Orders).self, SQLOrders.init)
        },
        CheckedGraph(broken: "missing-qualifier") {
            Singleton(Database.init).named(RegistrationName(Region.north))
            // error: missing: Database Orders Region
            Singleton((any Orders).self, SQLOrders.init, .named(RegistrationName(Region.south)))
        },
        CheckedGraph(broken: "missing-key") {
            Singleton(Database.init)
            // error: missing: Database Orders
            Singleton((any Orders).self, SQLOrders.init, .keyed(\.replica))
        },
        CheckedGraph(broken: "missing-declared-name") {
            Singleton(Clock.init)
            // error: missing: Clock Ledger
            Singleton { Ledger(clock: try $0.resolve(named: .primary)) }.dependsOn(Clock.self, named: .primary)
        },
        CheckedGraph(broken: "missing-lazy") {
            // error: missing: Clock LazyLedger
            Singleton { (clock: Lazy<Clock>) in LazyLedger(clock: clock) }
        },
        CheckedGraph(broken: "missing-provider") {
            // error: missing: Clock LazyLedger
            Singleton { (clock: Provider<Clock>) in LazyLedger(clock: clock) }
        },
        CheckedGraph(broken: "missing-weak") {
            // error: missing: Clock LazyLedger
            Singleton { (clock: WeakInjected<Clock>) in LazyLedger(clock: clock) }
        },
        CheckedGraph(broken: "missing-owned") {
            // error: missing: Clock LazyLedger
            Transient { (clock: Owned<Clock>) in LazyLedger(clock: clock.value) }
        },
        CheckedGraph(broken: "missing-list-of-values") {
            // error: missing: Codes
            Singleton(Codes.init)
        },
        CheckedGraph(broken: "missing-in-a-list") {
            Singleton((any Sink).self, ConsoleSink.init).contributed()
            // error: missing: Clock Sink
            Singleton((any Sink).self, FileSink.init).contributed()
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "missing-and-contributed") {
            Singleton((any Orders).self, MemoryOrders.init).contributed()
            // error: missing: OrderService Orders
            Transient(OrderService.init)
        },
        CheckedGraph(broken: "missing-below-an-optional") {
            // The ledger may be missing. It is registered, and cannot be created.
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
            Singleton(OptionalAudit.init)
        },
        CheckedGraph(broken: "missing-and-private") {
            Module("clocks") { Singleton(Clock.init).private() }
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
        },
        CheckedGraph(broken: "missing-in-a-private-one") {
            Module("ledgers") {
                // error: missing: Clock Ledger
                Singleton(Ledger.init).private()
                Singleton(Audit.init)
            }
        },
        CheckedGraph(broken: "missing-in-a-fallback") {
            // error: missing: Clock Ledger
            Singleton(Ledger.init).ifAbsent()
        },
        CheckedGraph(broken: "missing-for-the-winner") {
            Singleton { Ledger(clock: Clock()) }.dependsOn().ifAbsent()
            // error: missing: Clock Ledger
            Singleton(Ledger.init)
        },
    ]
}

private final class LazyLedger: Sendable {
    init(clock: some Sendable) {}
}

private struct Codes: Sendable {
    init(bytes: [UInt8]) {}
}

private final class OptionalAudit: Sendable {
    init(ledger: Ledger?) {}
}

extension TypedKeys {
    fileprivate var replica: TypedKey<Database> { TypedKey(named: .replica) }
}
