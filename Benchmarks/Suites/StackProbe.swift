// The stack size of a nested resolve: a chain of services, whose outermost and innermost factories record the addresses
// of their frames.

import Armory
import Synchronization

extension MemorySuite {
    private static let stackBudget = 384.0

    static func stackTable() throws -> Table {
        let rows = [
            try stackRow("transients", isBudgeted: true) { try Chain.transients($0) },
            try stackRow("graph instances", isBudgeted: true) { try Chain.graphs($0) },
            try stackRow("singletons, made for the first time", isBudgeted: true) { try Chain.singletons($0) },
        ]
        return Table(
            "memory: bytes of stack for each nested resolve, the factory's own frame included (\(Results.build) build)",
            columns: ["chain of", "bytes", "budget", "kept"], rows: rows)
    }

    private static func stackRow(
        _ name: String, isBudgeted: Bool, _ register: (StackProbe) throws -> Container
    ) throws -> [Cell] {
        let probe = StackProbe()
        keep(object: try register(probe).resolve(Link8.self))
        let bytes = Double(probe.depth) / Double(Chain.levels)
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
        return Link8(try resolver())
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
        let container = Container()
        try container.register(Transient { probe.makeInnermost() })
        try container.register(Transient { Link1(try $0()) })
        try container.register(Transient { Link2(try $0()) })
        try container.register(Transient { Link3(try $0()) })
        try container.register(Transient { Link4(try $0()) })
        try container.register(Transient { Link5(try $0()) })
        try container.register(Transient { Link6(try $0()) })
        try container.register(Transient { Link7(try $0()) })
        try container.register(Transient { try probe.makeOutermost($0) })
        return container
    }

    static func graphs(_ probe: StackProbe) throws -> Container {
        let container = Container()
        try container.register(Graph { probe.makeInnermost() })
        try container.register(Graph { Link1(try $0()) })
        try container.register(Graph { Link2(try $0()) })
        try container.register(Graph { Link3(try $0()) })
        try container.register(Graph { Link4(try $0()) })
        try container.register(Graph { Link5(try $0()) })
        try container.register(Graph { Link6(try $0()) })
        try container.register(Graph { Link7(try $0()) })
        try container.register(Graph { try probe.makeOutermost($0) })
        return container
    }

    static func singletons(_ probe: StackProbe) throws -> Container {
        let container = Container()
        try container.register(Singleton { probe.makeInnermost() })
        try container.register(Singleton { Link1(try $0()) })
        try container.register(Singleton { Link2(try $0()) })
        try container.register(Singleton { Link3(try $0()) })
        try container.register(Singleton { Link4(try $0()) })
        try container.register(Singleton { Link5(try $0()) })
        try container.register(Singleton { Link6(try $0()) })
        try container.register(Singleton { Link7(try $0()) })
        try container.register(Singleton { try probe.makeOutermost($0) })
        return container
    }
}
