import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// Instances that need themselves.
    static let cycles = [
        CheckedGraph(broken: "cycle-of-one") {
            // error: cycle: Snake
            Singleton(Snake.init)
        },
        CheckedGraph(broken: "cycle-of-two") {
            // error: cycle: Parent
            Singleton(Parent.init)
            Singleton(Child.init)
        },
        CheckedGraph(broken: "cycle-of-transients") {
            // error: cycle: Parent
            Transient(Parent.init)
            Transient(Child.init)
        },
        CheckedGraph(broken: "cycle-of-three-lifetimes") {
            // error: cycle: First
            Singleton(First.init)
            Shared(Second.init)
            Kept(Third.init)
        },
        CheckedGraph(broken: "cycle-through-a-further-type") {
            Singleton(Notebook.init).as { $0 as any Auditing }
            // error: cycle: Archive
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "cycle-through-a-list") {
            // error: cycle: Sink
            Singleton((any Sink).self, TeeSink.init).contributed()
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "cycle-through-an-optional") {
            // error: cycle: Maybe
            Singleton(Maybe.init)
        },
        CheckedGraph(broken: "cycle-declared") {
            // error: cycle: Parent
            Singleton { Parent(child: try $0.resolve()) }.dependsOn(Child.self)
            Singleton { Child(parent: try $0.resolve()) }.dependsOn(Parent.self)
        },
        CheckedGraph(broken: "cycle-async") {
            // error: cycle: Parent
            Singleton { (child: Child) async in Parent(child: child) }
            Singleton { (parent: Parent) async in Child(parent: parent) }
        },
        CheckedGraph(broken: "cycle-of-names") {
            // error: cycle: Link
            Singleton(Link.init, .named(.replica)).named(.primary)
            Singleton(Link.init, .named(.primary)).named(.replica)
        },
        CheckedGraph(broken: "cycle-of-generics") {
            // error: cycle: Box Order
            Singleton(Box<Order>.init)
            Singleton { (box: Box<Order>) in Lid<Order>(box: box) }
        },
        CheckedGraph(broken: "cycle-of-injected-transients") {
            // error: cycle: Ring
            Transient { Ring() }.inject(\.next)
        },
        CheckedGraph(broken: "cycle-through-a-decorator") {
            // error: cycle: Orders
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, RecursiveOrders.init)
            Singleton { (orders: any Orders) in OrderService(orders: orders) }
        },
        CheckedGraph(broken: "cycle-of-an-owned") {
            // error: cycle: Owner
            Transient(Owner.init)
        },
        CheckedGraph(broken: "two-cycles") {
            // error: cycle: Snake
            Singleton(Snake.init)
            // error: cycle: Parent
            Singleton(Parent.init)
            Singleton(Child.init)
        },
    ]
}

private final class Snake: Sendable {
    init(tail: Snake) {}
}

private final class Parent: Sendable {
    init(child: Child) {}
}

private final class Child: Sendable {
    init(parent: Parent) {}
}

private final class First: Sendable {
    init(second: Second) {}
}

private final class Second: Sendable {
    init(third: Third) {}
}

private final class Third: Sendable {
    init(first: First) {}
}

private final class Notebook: Auditing {
    init(archive: Archive) {}
}

private struct TeeSink: Sink {
    init(others: Sinks) {}
}

private final class Maybe: Sendable {
    init(other: Maybe?) {}
}

private final class Link: Sendable {
    init(next: Link) {}
}

private final class Box<Item>: Sendable {
    init(lid: Lid<Item>) {}
}

private final class Lid<Item>: Sendable {
    init(box: Box<Item>) {}
}

private final class Ring {
    var next: Ring?
}

private struct RecursiveOrders: Orders {
    init(inner: any Orders, service: OrderService) {}
}

private final class Owner: Sendable {
    init(other: Owned<Owner>) {}
}
