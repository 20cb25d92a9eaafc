// `bench locks`: the cost of each strategy, and whether it creates each singleton once.

/// The suite of strategies, with the duration of its parts.
struct LocksSuite {
    var milliseconds: Int
    var latencyMilliseconds: Int
    var racedTables: Int
    /// Whether the numbers are shown with their minimum and maximum, in separate tables.
    var isFull: Bool

    /// A run of half a minute, also in a debug build.
    static let short = LocksSuite(milliseconds: 20, latencyMilliseconds: 8, racedTables: 200, isFull: false)
    static let full = LocksSuite(milliseconds: 80, latencyMilliseconds: 20, racedTables: 1_000, isFull: true)

    private static let threadCounts = [1, 2, 4, 8]

    /// A strategy on a number of threads.
    private struct Trial {
        let contender: Contender
        let threads: Int

        var name: String { "\(contender.strategy), \(threads) threads" }

        static let all = Contender.all.flatMap { contender in
            threadCounts.map { Trial(contender: contender, threads: $0) }
        }
    }

    private typealias Latency = (median: Double, p99: Double, p999: Double)

    func run() throws -> [Table] {
        let trials = Trial.all
        let rates = try interleaved(
            trials.count, progress: Progress("throughput"), name: { trials[$0].name }
        ) { try trials[$0].contender.throughput(trials[$0].threads, milliseconds) }
        .map { Spread($0) }
        let latencies = try interleaved(
            trials.count, progress: Progress("latency"), name: { trials[$0].name }
        ) { trial -> Latency in
            let sorted = try trials[trial].contender.latencies(trials[trial].threads, latencyMilliseconds)
            return (percentile(0.5, of: sorted), percentile(0.99, of: sorted), percentile(0.999, of: sorted))
        }
        let races = try race()
        let summary = try summary(rates: rates, latencies: latencies, races: races)
        guard isFull else { return [summary] }
        return [summary, throughputTable(rates)]
            + Self.threadCounts.indices.map { latencyTable(latencies, threadIndex: $0) } + [raceTable(races)]
    }

    /// Runs the races of each strategy on 2, 4 and 8 threads.
    private func race() throws -> [[Contender.Race]] {
        let progress = Progress("races")
        defer { progress.clear() }
        return try Contender.all.map { contender in
            try Self.threadCounts.dropFirst().map { threads in
                progress.show("\(contender.strategy), \(threads) threads")
                return try contender.race(threads, racedTables)
            }
        }
    }
}

// MARK: Tables

extension LocksSuite {
    private static let threadColumns = threadCounts.map { $0 == 1 ? "1 thread" : "\($0) threads" }

    /// The trials of one strategy, in the order of the thread counts.
    private static func trials<Value>(of strategy: Int, in values: [Value]) -> ArraySlice<Value> {
        values.dropFirst(strategy * threadCounts.count).prefix(threadCounts.count)
    }

    private func summary(
        rates: [Spread], latencies: [[Latency]], races: [[Contender.Race]]
    ) throws -> Table {
        let busiest = Self.threadCounts.count - 1
        let rows = try Contender.all.enumerated().map { index, contender in
            let mine = Array(Self.trials(of: index, in: latencies))[busiest]
            let worst = races[index].map(\.worst).max() ?? 0
            let duplicates = races[index].reduce(0) { $0 + $1.duplicates }
            return [.text(contender.strategy)]
                + Self.trials(of: index, in: rates).map { Cell.median($0, decimals: 1) }
                + [
                    .median(Spread(mine.map(\.median)), decimals: 0),
                    .median(Spread(mine.map(\.p99)), decimals: 0),
                    .median(Spread(mine.map(\.p999)), decimals: 0),
                    .count(worst), .count(duplicates), .count(try contender.lockBytes()),
                ]
        }
        return Table(
            "locks: million resolves a second, all threads together (\(Results.build) build)",
            columns: ["strategy"] + Self.threadColumns
                + ["p50 ns", "p99 ns", "p99.9 ns", "instances", "duplicates", "lock bytes"],
            rows: rows,
            notes: [
                "Medians of \(roundCount) interleaved rounds. The latencies are of 8 threads. Instances: the most that",
                "one of \(grouped(3 * racedTables)) raced singletons got; it should be 1. Duplicates: how many there were",
                "beyond one each. The actor is asked from as many tasks, which share one thread for each processor.",
                "Lock bytes: Armory's lock is one for a container, and only makings take it.",
            ],
            chart: chart(rates))
    }

    private func chart(_ rates: [Spread]) -> Chart {
        Chart(
            title: "Resolving a ready singleton under each strategy",
            axis: "million resolves a second, all threads together",
            groups: Contender.all.map(\.strategy),
            series: Self.threadColumns.enumerated().map { column, name in
                Chart.Series(
                    name: name,
                    values: Contender.all.indices.map { rates[$0 * Self.threadCounts.count + column] })
            })
    }

    private func throughputTable(_ rates: [Spread]) -> Table {
        Table(
            "locks: million resolves a second, median (min-max)", columns: ["strategy"] + Self.threadColumns,
            rows: Contender.all.enumerated().map { index, contender in
                [.text(contender.strategy)]
                    + Self.trials(of: index, in: rates).map { .spread($0, decimals: 1) }
            })
    }

    private func latencyTable(_ latencies: [[Latency]], threadIndex: Int) -> Table {
        let rows = Contender.all.enumerated().map { index, contender in
            let mine = Array(Self.trials(of: index, in: latencies))[threadIndex]
            return [
                Cell.text(contender.strategy), .spread(Spread(mine.map(\.median)), decimals: 0),
                .spread(Spread(mine.map(\.p99)), decimals: 0), .spread(Spread(mine.map(\.p999)), decimals: 0),
            ]
        }
        return Table(
            "locks: nanoseconds of one resolve on \(Self.threadColumns[threadIndex]), median (min-max)",
            columns: ["strategy", "p50", "p99", "p99.9"], rows: rows,
            notes: [
                "The time that reading the clock takes is subtracted. The clock goes in steps of \(Clock.step()) ns."
            ],
            chart: threadIndex == Self.threadCounts.count - 1 ? latencyChart(latencies, threadIndex) : nil)
    }

    private func latencyChart(_ latencies: [[Latency]], _ threadIndex: Int) -> Chart {
        let mine = Contender.all.indices.map { Array(Self.trials(of: $0, in: latencies))[threadIndex] }
        return Chart(
            title: "How long one resolve takes on \(Self.threadColumns[threadIndex])", axis: "nanoseconds",
            groups: Contender.all.map(\.strategy),
            series: [
                Chart.Series(name: "p50", values: mine.map { Spread($0.map(\.median)) }),
                Chart.Series(name: "p99", values: mine.map { Spread($0.map(\.p99)) }),
                Chart.Series(name: "p99.9", values: mine.map { Spread($0.map(\.p999)) }),
            ], isLogarithmic: true)
    }

    private func raceTable(_ races: [[Contender.Race]]) -> Table {
        Table(
            "locks: instances of \(grouped(racedTables)) raced singletons, and the most of one",
            columns: ["strategy"] + Self.threadColumns.dropFirst(),
            rows: Contender.all.enumerated().map { index, contender in
                [.text(contender.strategy)]
                    + races[index].map { .text("\(grouped($0.tables + $0.duplicates)) (\($0.worst))") }
            },
            notes: [
                "Each table is fresh, and the constructor sleeps \(Contender.constructorMicroseconds) microseconds;",
                "the threads start together.",
            ])
    }
}
