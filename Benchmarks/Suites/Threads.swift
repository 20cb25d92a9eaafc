// `bench threads`: the throughput of two threads, compared with one thread.

enum ThreadsSuite {
    private static let milliseconds = 300
    private static let budget = 1.9
    /// The smallest share of the time on a processor for a verdict: below it, other programs used too much of the
    /// machine.
    private static let neededShare = 0.95
    private static let budgeted = ["transient", "graph", "graph-shared", "singleton-borrowed"]
    private static let shown =
        budgeted + ["baseline-init", "baseline-graph", "baseline-graph-shared", "singleton", "baseline-static-let"]

    /// The work of one thread.
    private struct ReentrantLock: Sendable {
        var operations = 0
        var wall = 0.0
        var processor = 0.0
    }

    /// Operations per nanosecond, of all threads together.
    private struct Rate {
        let wall: Double
        /// The rate if each thread had run on a processor for the whole time.
        let processor: Double
        /// The share of the time that the threads ran on a processor.
        let share: Double

        init(_ turns: [ReentrantLock]) {
            wall = turns.reduce(0) { $0 + Double($1.operations) / $1.wall }
            processor = turns.reduce(0) { $0 + Double($1.operations) / $1.processor }
            share = turns.reduce(0) { $0 + $1.processor } / turns.reduce(0) { $0 + $1.wall }
        }
    }

    static func run() throws -> [Table] {
        let workloads = shown.compactMap(Workload.named)
        let bodies = try workloads.map { try $0.prepare() }
        let chunks = try bodies.map { try calibrated(milliseconds: 2, $0) }
        let rounds = try interleaved(
            workloads.count, progress: Progress("threads"), name: { workloads[$0].name }
        ) { index in
            try undisturbed {
                try (1...2).map { threads in
                    Rate(try onThreads(threads) { _ in try reentrantLock(bodies[index], chunk: chunks[index]) })
                }
            }
        }
        return [table(workloads, rounds)]
    }

    /// Runs a round in which the threads had their processors, or returns the best of three tries.
    private static func undisturbed(_ round: () throws -> [Rate]) rethrows -> [Rate] {
        var best = try round()
        for _ in 0..<2 where share(of: best) < neededShare {
            let next = try round()
            if share(of: next) > share(of: best) { best = next }
        }
        return best
    }

    /// The smallest share of the time that the threads ran on a processor.
    private static func share(of round: [Rate]) -> Double {
        round.map(\.share).min() ?? 0
    }

    private static func verdict(_ factor: Double, share: Double) -> Cell {
        if factor >= budget { return .verdict(true) }
        return share >= neededShare ? .verdict(false) : .text("busy machine")
    }

    /// Runs one thread's turn, with counters in local variables only, so that the threads share no cache line.
    private static func reentrantLock(_ body: Workload.Body, chunk: Int) throws -> ReentrantLock {
        var reentrantLock = ReentrantLock()
        let (start, processorStart) = (Clock.nanoseconds(), Clock.threadNanoseconds())
        let deadline = start + UInt64(milliseconds) * 1_000_000
        var now = start
        while now < deadline {
            try body(chunk)
            reentrantLock.operations += chunk
            now = Clock.nanoseconds()
        }
        reentrantLock.wall = Double(now - start)
        reentrantLock.processor = Double(Clock.threadNanoseconds() - processorStart)
        return reentrantLock
    }

    private static func table(_ workloads: [Workload], _ rounds: [[[Rate]]]) -> Table {
        let factors = rounds.map { Spread($0.map { $0[1].wall / $0[0].wall }) }
        let rows = workloads.indices.map { index in
            let (one, two) = (rounds[index].map(\.[0]), rounds[index].map(\.[1]))
            let processorFactor = Spread(zip(one, two).map { $1.processor / $0.processor })
            let shares = rounds[index].map(share(of:))
            // The mean, because a few badly disturbed rounds are enough to shift the median of the factor.
            let meanShare = shares.reduce(0, +) / Double(shares.count)
            let isBudgeted = budgeted.contains(workloads[index].name)
            return [
                Cell.text(workloads[index].name),
                .spread(Spread(one.map { $0.wall * 1000 }), decimals: 1),
                .spread(Spread(two.map { $0.wall * 1000 }), decimals: 1),
                .spread(factors[index], decimals: 2), .spread(processorFactor, decimals: 2),
                .spread(Spread(shares), decimals: 2),
                isBudgeted ? .text(fixed(budget, 1)) : .none,
                isBudgeted ? verdict(factors[index].median, share: meanShare) : .none,
            ]
        }
        return Table(
            "threads: million operations a second, median (min-max) (\(Results.build) build)",
            columns: ["workload", "1 thread", "2 threads", "factor", "by processor time", "share", "budget", "kept"],
            rows: rows,
            notes: [
                "Factor: of the wall time. By processor time: the factor if nothing else ran on the machine. Share: how much of",
                "the time the threads had a processor; below \(fixed(neededShare, 2)) a round is repeated, twice at most, and there is no verdict.",
                "One hot object that all threads retain is limited by its reference count, a static let's no less than a",
                "singleton's.",
            ],
            chart: Chart(
                title: "Two threads against one", axis: "factor", groups: workloads.map(\.name),
                series: [Chart.Series(name: "factor", values: factors)],
                mark: .init(name: "budget \(fixed(budget, 1))", value: budget)))
    }
}
