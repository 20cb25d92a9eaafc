// `bench events`: the cost of each event that a counting subscriber receives.

import Armory
import Synchronization

enum EventsSuite {
    /// The time that a way runs in a round.
    private static let milliseconds = 10.0
    /// The allowed cost of an event in nanoseconds.
    private static let budget = 60.0

    private struct Way {
        let name: String
        let counter: EventCounter?
        let body: @Sendable (Int) throws -> Void
    }

    static func run() throws -> [Table] {
        let progress = Progress("events")
        let silent = try ways(named: "nobody", [])
        let told = try [ContainerEvent.Kinds.resolved, [.made, .failed], .all].map { try ways(named: $0.name, $0) }
        let all = silent + told.flatMap(\.self)
        let operations = try silent.map { try calibrated(milliseconds: milliseconds, $0.body) }
        // The number of events of one operation, counted before the measurement.
        let events = try all.map { way in
            let before = way.counter?.count.load(ordering: .relaxed) ?? 0
            try way.body(1000)
            return Double((way.counter?.count.load(ordering: .relaxed) ?? 0) - before) / 1000
        }
        let times = try interleaved(all.count, progress: progress, name: { all[$0].name }) { index in
            let count = operations[index % silent.count]
            return try Clock.time { try all[index].body(count) } / Double(count)
        }
        // Scopes appear only with all events, which share the cost: reporting changes how a scope opens and closes.
        let isAll = all.count - silent.count
        let shown = all.indices.filter { events[$0] >= 0.5 && ($0 >= isAll || $0 % silent.count < 2) }
        let rows = shown.map { index in
            // A difference within each round, so that a slow round does not distort it.
            let cost = Spread(
                zip(times[index], times[index % silent.count]).map { ($0 - $1) / events[index] })
            return [
                Cell.text(all[index].name), .spread(Spread(times[index % silent.count]), decimals: 1),
                .spread(Spread(times[index]), decimals: 1), .text(fixed(events[index], 0)),
                .spread(cost, decimals: 1), .text(fixed(budget, 0)), .verdict(cost.median < budget),
            ]
        }
        return [
            Table(
                "events: what a counting subscriber costs, ns, median (min-max) (\(Results.build) build)",
                columns: ["operation", "untold", "told", "events", "ns each", "budget", "kept"], rows: rows,
                notes: [
                    "Told less untold, for each event of the operation; the difference is taken within a round.",
                    "A making has two looks at the clock. Two threads share one counter.",
                ])
        ]
    }

    /// The operations, with a subscriber that counts events of these kinds; without a subscriber if there are no kinds.
    private static func ways(named who: String, _ kinds: ContainerEvent.Kinds) throws -> [Way] {
        let counter = kinds.isEmpty ? nil : EventCounter(kinds)
        let container = try toldContainer(counter.map { [$0] } ?? [])
        let bodies: [(String, @Sendable (Int) throws -> Void)] = [
            ("a ready singleton", { for _ in 0..<$0 { try resolveTold(container) } }),
            ("a transient", { for _ in 0..<$0 { try makeTold(container) } }),
            ("a scope with an instance", { for _ in 0..<$0 { try serveTold(container) } }),
            (
                "a transient, on each of two threads",
                { operations in
                    _ = try onThreads(2) { _ in for _ in 0..<operations { try makeTold(container) } }
                }
            ),
        ]
        return bodies.map { Way(name: "\($0.0): \(who)", counter: counter, body: $0.1) }
    }
}

extension ContainerEvent.Kinds {
    fileprivate var name: String {
        switch self {
        case .resolved: "resolved"
        case .all: "all"
        default: "made and failed"
        }
    }
}
