// `bench memory`: the heap of registrations, the stack of nested resolves, and whether the heap grows over time.

import Armory

enum MemorySuite {
    static func run() throws -> [Table] {
        let progress = Progress("memory")
        defer { progress.clear() }
        progress.show("heap")
        let heap = try heapTable()
        progress.show("stack")
        let stack = try stackTable()
        progress.show("growth")
        return [heap, stack, try growthTable()]
    }
}

// MARK: Heap

extension MemorySuite {
    private static let registrationCount = 10_000
    private static let heapBudget = 256.0

    private static func heapTable() throws -> Table {
        let registrations = NumberedRegistration.first(registrationCount)
        let names = (0..<registrationCount).map { RegistrationName("number \($0)") }
        let rows = [
            try heapRow("an empty container", count: 1, isBudgeted: false) { try Container {} },
            try heapRow("a singleton", count: registrationCount) {
                try Container { for registration in registrations { registration.singleton() } }
            },
            try heapRow("a transient", count: registrationCount) {
                try Container { for registration in registrations { registration.transient() } }
            },
            try heapRow("a singleton with a name", count: registrationCount) {
                try Container { for name in names { Singleton { Clockwork() }.named(name) } }
            },
            try heapRow("the same of two parameters, autowired", count: registrationCount) {
                try Container {
                    Singleton { Clockwork() }
                    for name in names { Singleton(Movement.init).named(name) }
                }
            },
        ]
        return Table(
            "memory: bytes of heap, among \(grouped(registrationCount)) registrations, the table included",
            columns: ["what", "bytes", "budget", "kept"], rows: rows,
            notes: ["Counted by the allocator, its own rounding included; no instance has been made."])
    }

    private static func heapRow(
        _ name: String, count: Int, isBudgeted: Bool = true, _ build: () throws -> Container
    ) throws -> [Cell] {
        func bytes() throws -> Double? {
            guard let before = Heap.bytesInUse else { return nil }
            let container = try build()
            let after = Heap.bytesInUse ?? before
            keep(object: container)
            return Double(after - before) / Double(count)
        }
        // The first run does not count, because Swift's runtime also creates the metadata of generic types in it.
        _ = try bytes()
        guard let bytes = try bytes() else { return [.text(name), .text("not told by this system"), .none, .none] }
        return [
            .text(name), .text(fixed(bytes, 1)), isBudgeted ? .text(fixed(heapBudget, 0)) : .none,
            isBudgeted ? .verdict(bytes <= heapBudget) : .none,
        ]
    }
}

// MARK: Growth

extension MemorySuite {
    private static func growthTable() throws -> Table {
        let graphs = try Workload.graphShared.prepare()
        let replaced = try Workload.resolverReplaced.prepare()
        let rows = [
            try growthRow("graph resolves", count: 1_000_000, graphs),
            try growthRow("replacements in a Resolver's registry", count: 100_000, replaced),
            try growthRow("containers made and released", count: 10_000) {
                for _ in 0..<$0 { try Workload.graph.prepare()(1) }
            },
        ]
        return Table(
            "memory: bytes of heap by which the process grew", columns: ["after", "count", "bytes"], rows: rows)
    }

    private static func growthRow(_ name: String, count: Int, _ body: (Int) throws -> Void) throws -> [Cell] {
        try body(100)
        let before = Heap.bytesInUse
        try body(count)
        let after = Heap.bytesInUse
        let growth = before.flatMap { before in after.map { $0 - before } }
        return [.text(name), .count(count), growth.map { .count($0) } ?? .text("not told by this system")]
    }
}

/// A class that is autowired with two parameters.
private final class Movement: Sendable {
    let first: Clockwork
    let second: Clockwork

    init(first: Clockwork, second: Clockwork) {
        self.first = first
        self.second = second
    }
}
