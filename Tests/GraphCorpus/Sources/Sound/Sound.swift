// The graphs that look broken, and are sound.

import Armory
package import ArmoryCheck
import Billing
import Shop
import Storage
import Web

package enum Sound {
    package static let all: [CheckedGraph] = cycles + absences + layers + scopes + lists + modules + uses

    /// Circles that something opens.
    static let cycles = [
        CheckedGraph(sound: "cycle-through-lazy") {
            Singleton(Parent.init)
            Singleton(Child.init)
        },
        CheckedGraph(sound: "cycle-through-provider") {
            Singleton(Provided.init)
            Transient { (other: Provided) in Providing(other: other) }
        },
        CheckedGraph(sound: "cycle-through-an-injection") {
            Graph(Branch.init)
            Graph { Tree() }.inject(\.branch)
        },
        CheckedGraph(sound: "cycle-of-arguments") {
            // It resolves itself with other arguments.
            Transient(Clock.self, arguments: Int.self) { resolver, left in
                left == 0 ? Clock() : try resolver.resolve(Clock.self, arguments: left - 1)
            }
            .dependsOn(Clock.self)
        },
        CheckedGraph(sound: "diamond-of-further-types") {
            Singleton(Books.init).as { $0 as any Auditing }.as { $0 as any Invoicing }
            Singleton(Archive.init)
            Singleton(Invoices.init)
            Singleton { (_: Archive, _: Invoices, _: Books) in Office() }
        },
        CheckedGraph(sound: "same-names-of-two-types") {
            Singleton(Link.init, .named(.replica)).named(.primary)
            Singleton { Link(next: nil) }.named(.replica)
        },
    ]

    /// What is missing may be missing.
    static let absences = [
        CheckedGraph(sound: "optional") {
            Singleton { (ledger: Ledger?) in Office() }
            Singleton { (clock: Lazy<Clock?>) in Desk() }
        },
        CheckedGraph(sound: "empty-list") {
            Singleton(Sinks.init)
        },
        CheckedGraph(sound: "fallback-that-misses-something") {
            // Another registration is used instead of it.
            Singleton(Ledger.init).ifAbsent()
            Singleton { Ledger(clock: Clock()) }.dependsOn()
            Singleton(Audit.init)
        },
        CheckedGraph(sound: "loser-that-misses-something", configuration: .init(duplicates: .replace)) {
            Singleton(Ledger.init)
            Singleton { Ledger(clock: Clock()) }.dependsOn()
        },
        CheckedGraph(sound: "just-in-time") {
            Singleton { (booth: Booth) in Office() }
        },
        CheckedGraph(sound: "either-or", environment: ["MAILER": "smtp"]) {
            Singleton(value: "mail.example").when { $0["MAILER"] == "smtp" }
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            Singleton((any Mailer).self, LocalMailer.init).when { $0["MAILER"] != "smtp" }
            Singleton(Newsletter.init)
        },
        CheckedGraph(sound: "either-or-else") {
            // The same registrations without the variable.
            Singleton((any Mailer).self, SMTPMailer.init).when { $0["MAILER"] == "smtp" }
            Singleton((any Mailer).self, LocalMailer.init).when { $0["MAILER"] != "smtp" }
            Singleton(Newsletter.init)
        },
    ]

    /// Decorators, composites and replacements.
    static let layers = [
        CheckedGraph(sound: "decorator-takes-what-it-decorates") {
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, CheckedOrders.init)
            Decorator((any Orders).self, LoggingOrders.init)
            Singleton(Log.init)
        },
        CheckedGraph(sound: "composite") {
            // The list that it takes does not contain it.
            Singleton((any Sink).self, AllSinks.init)
            Singleton((any Sink).self, ConsoleSink.init).contributed()
        },
        CheckedGraph(sound: "decorator-with-lazy") {
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, LateOrders.init)
            Singleton(OrderService.init)
        },
        CheckedGraph(sound: "async-and-eager") {
            // `start()` creates it first.
            Singleton(Pool.init).eager()
            Singleton(Session.init)
        },
        CheckedGraph(sound: "async-later") {
            Singleton(Pool.init)
            Singleton { (pool: Lazy<Pool>) in Office() }
        },
    ]
}

private final class Parent: Sendable {
    init(child: Lazy<Child>) {}
}

private final class Child: Sendable {
    init(parent: Parent) {}
}

private final class Provided: Sendable {
    init(other: Provider<Providing>) {}
}

private final class Providing: Sendable {
    init(other: Provided) {}
}

private final class Tree {
    var branch: Branch?
}

private final class Branch {
    unowned let tree: Tree
    init(tree: Tree) { self.tree = tree }
}

private final class Link: Sendable {
    init(next: Link?) {}
}

private final class Desk: Sendable {}

/// It needs no registration.
private final class Booth: SharedResolvable {
    init(resolver: Resolver, arguments: Void) {}
}

private struct AllSinks: Sink {
    init(sinks: [any Sink]) {}
}

private struct LateOrders: Orders {
    init(inner: any Orders, service: Lazy<OrderService>) {}
}
