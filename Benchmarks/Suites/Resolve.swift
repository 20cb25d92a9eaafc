// `bench resolve`: the wall time of every workload, compared with the same operation by hand.

enum ResolveSuite {
    private static let reference = "baseline-static-let"
    /// The time that a workload runs in a round.
    private static let milliseconds = 10.0
    /// The allowed ratio of a resolve to reading the static let.
    private static let budgets = ["singleton": 1.3, "singleton-10k": 4]

    private struct Prepared {
        let workload: Workload
        let body: Workload.Body
        let operations: Int
    }

    static func run() throws -> [Table] {
        let progress = Progress("resolve")
        let prepared = try Workload.all.map { workload in
            progress.show("setting up \(workload.name)")
            let body = try workload.prepare()
            return Prepared(
                workload: workload, body: body,
                operations: try calibrated(milliseconds: milliseconds, body))
        }
        let times = try interleaved(
            prepared.count, progress: progress, name: { prepared[$0].workload.name }
        ) { index in
            let contender = prepared[index]
            return try Clock.time { try contender.body(contender.operations) } / Double(contender.operations)
        }
        let byName = Dictionary(uniqueKeysWithValues: zip(prepared.map(\.workload.name), times))
        return [table(byName)]
    }

    private static func table(_ times: [String: [Double]]) -> Table {
        let rows = Workload.all.map { workload in
            let ratio = ratio(of: workload.name, to: reference, in: times)
            let budget = budgets[workload.name]
            let against = workload.baseline.map { baseline -> Cell in
                .spread(Self.ratio(of: workload.name, to: baseline, in: times), decimals: 2)
            }
            return [
                Cell.text(workload.name), .spread(Spread(times[workload.name] ?? [0]), decimals: 1),
                .spread(ratio, decimals: 2),
                against ?? .none,
                .text(workload.baseline ?? ""),
                budget.map { .text(fixed($0, 1)) } ?? .none, budget.map { .verdict(ratio.median <= $0) } ?? .none,
            ]
        }
        return Table(
            "resolve: wall time of one operation on one thread, median (min-max) (\(Results.build) build)",
            columns: ["workload", "ns", "x static let", "x baseline", "baseline", "budget", "kept"], rows: rows,
            notes: [
                "The budget is for the ratio to the static let. Ratios are taken within a round.",
                "Instructions wobble less: Benchmarks/budgets.sh counts them.",
            ], chart: chart(times))
    }

    /// The ratio within each round, so that a slow round does not distort it.
    private static func ratio(of name: String, to baseline: String, in times: [String: [Double]]) -> Spread {
        Spread(zip(times[name] ?? [0], times[baseline] ?? [1]).map { $0 / $1 })
    }

    private static func chart(_ times: [String: [Double]]) -> Chart {
        let names = Workload.all.map(\.name)
        return Chart(
            title: "One operation of each workload", axis: "nanoseconds", groups: names,
            series: [Chart.Series(name: "wall time", values: names.map { times[$0].map(Spread.init) })],
            isLogarithmic: true,
            mark: times[reference].map { .init(name: "a static let", value: Spread($0).median) })
    }
}
