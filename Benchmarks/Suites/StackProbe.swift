// The stack size of a nested resolve: a chain of services, whose outermost and innermost factories record the addresses
// of their frames.

import Armory
import Synchronization

extension MemorySuite {
    private static let stackBudget = 384.0

    static func stackTable() throws -> Table {
        let rows = [
            try stackRow("transients", Chain.transients),
            try stackRow("graph instances", Chain.graphs),
            try stackRow("singletons, made for the first time", Chain.singletons),
            try stackRow("the same, the first that their thread makes", newThreads: 8, Chain.singletons),
            try stackRow("autowired transients", Chain.autowiredTransients),
            try stackRow("autowired graph instances", Chain.autowiredGraphs),
            try stackRow("autowired singletons, made for the first time", Chain.autowiredSingletons),
            try stackRow("the same, the first that their thread makes", newThreads: 16, Chain.autowiredSingletons),
        ]
        return Table(
            "memory: bytes of stack for each nested resolve, the factory's own frame included (\(Results.build) build)",
            columns: ["chain of", "bytes", "budget", "kept"], rows: rows)
    }

    /// Measures a chain on a separate thread.
    ///
    /// The first kept instances of a thread take the slow path, so usually the thread creates another instance before.
    /// `newThreads` measures these first instances on that many threads, and takes the deepest result. A thread that reuses the
    /// memory of an ended thread is not new, so the number is larger than in all rows before.
    private static func stackRow(
        _ name: String, newThreads: Int? = nil, _ register: @escaping @Sendable (StackProbe) throws -> Container
    ) throws -> [Cell] {
        let depths = try onThreads(newThreads ?? 1) { _ in
            if newThreads == nil {
                let other = try Container { Singleton { Link0() } }
                keep(object: try other.resolve(Link0.self))
            }
            let probe = StackProbe()
            keep(object: try register(probe).resolve(Link8.self))
            return probe.depth
        }
        let bytes = Double(depths.max() ?? 0) / Double(Chain.levels)
        return [.text(name), .text(fixed(bytes, 0)), .text(fixed(stackBudget, 0)), .verdict(bytes <= stackBudget)]
    }
}

/// A record of two addresses on the stack.
private final class StackProbe: Sendable {
    private let outermost = Atomic<UInt>(0)
    private let innermost = Atomic<UInt>(0)

    /// The bytes between the two addresses; the stack grows downwards.
    var depth: UInt { outermost.load(ordering: .relaxed) - innermost.load(ordering: .relaxed) }

    // Both are inlined, so that they record the factory's own frame.

    @inline(__always)
    func makeOutermost(_ resolver: Resolver) throws -> Link8 {
        outermost.store(Self.framePointer(), ordering: .relaxed)
        return Link8(try resolver.resolve())
    }

    /// The same for an autowired factory, whose frame lies above the chain's frames and above its own closure's.
    @inline(__always)
    func makeOutermost(_ next: Link7) -> Link8 {
        outermost.store(Self.framePointer(), ordering: .relaxed)
        return Link8(next)
    }

    @inline(__always)
    func makeInnermost() -> Link0 {
        innermost.store(Self.framePointer(), ordering: .relaxed)
        return Link0()
    }

    /// An address in the frame directly below the caller's.
    @inline(never)
    private static func framePointer() -> UInt {
        var here: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    }
}

// MARK: The chain

private final class Link0: Sendable {}

private final class Link<Next: Sendable>: Sendable {
    let next: Next
    init(_ next: Next) { self.next = next }
}

private typealias Link1 = Link<Link0>
private typealias Link2 = Link<Link1>
private typealias Link3 = Link<Link2>
private typealias Link4 = Link<Link3>
private typealias Link5 = Link<Link4>
private typealias Link6 = Link<Link5>
private typealias Link7 = Link<Link6>
private typealias Link8 = Link<Link7>

private enum Chain {
    /// The number of resolves between the two recorded addresses.
    static let levels = 8

    static func transients(_ probe: StackProbe) throws -> Container {
        try Container {
            Transient { probe.makeInnermost() }
            Transient { Link1(try $0.resolve()) }
            Transient { Link2(try $0.resolve()) }
            Transient { Link3(try $0.resolve()) }
            Transient { Link4(try $0.resolve()) }
            Transient { Link5(try $0.resolve()) }
            Transient { Link6(try $0.resolve()) }
            Transient { Link7(try $0.resolve()) }
            Transient { try probe.makeOutermost($0) }
        }
    }

    static func graphs(_ probe: StackProbe) throws -> Container {
        try Container {
            Graph { probe.makeInnermost() }
            Graph { Link1(try $0.resolve()) }
            Graph { Link2(try $0.resolve()) }
            Graph { Link3(try $0.resolve()) }
            Graph { Link4(try $0.resolve()) }
            Graph { Link5(try $0.resolve()) }
            Graph { Link6(try $0.resolve()) }
            Graph { Link7(try $0.resolve()) }
            Graph { try probe.makeOutermost($0) }
        }
    }

    static func singletons(_ probe: StackProbe) throws -> Container {
        try Container {
            Singleton { probe.makeInnermost() }
            Singleton { Link1(try $0.resolve()) }
            Singleton { Link2(try $0.resolve()) }
            Singleton { Link3(try $0.resolve()) }
            Singleton { Link4(try $0.resolve()) }
            Singleton { Link5(try $0.resolve()) }
            Singleton { Link6(try $0.resolve()) }
            Singleton { Link7(try $0.resolve()) }
            Singleton { try probe.makeOutermost($0) }
        }
    }

    static func autowiredTransients(_ probe: StackProbe) throws -> Container {
        try Container {
            // The innermost factory has a parameter, as the others have, so that each level is the same.
            Singleton(value: probe)
            Transient { (probe: StackProbe) in probe.makeInnermost() }
            Transient(Link1.init)
            Transient(Link2.init)
            Transient(Link3.init)
            Transient(Link4.init)
            Transient(Link5.init)
            Transient(Link6.init)
            Transient(Link7.init)
            Transient { (next: Link7) in probe.makeOutermost(next) }
        }
    }

    static func autowiredGraphs(_ probe: StackProbe) throws -> Container {
        try Container {
            // The innermost factory has a parameter, as the others have, so that each level is the same.
            Singleton(value: probe)
            Graph { (probe: StackProbe) in probe.makeInnermost() }
            Graph(Link1.init)
            Graph(Link2.init)
            Graph(Link3.init)
            Graph(Link4.init)
            Graph(Link5.init)
            Graph(Link6.init)
            Graph(Link7.init)
            Graph { (next: Link7) in probe.makeOutermost(next) }
        }
    }

    static func autowiredSingletons(_ probe: StackProbe) throws -> Container {
        try Container {
            // The innermost factory has a parameter, as the others have, so that each level is the same.
            Singleton(value: probe)
            Singleton { (probe: StackProbe) in probe.makeInnermost() }
            Singleton(Link1.init)
            Singleton(Link2.init)
            Singleton(Link3.init)
            Singleton(Link4.init)
            Singleton(Link5.init)
            Singleton(Link6.init)
            Singleton(Link7.init)
            Singleton { (next: Link7) in probe.makeOutermost(next) }
        }
    }
}
