// `bench compat`: what the API of another library costs, beside the same through this library's own.

enum CompatSuite {
    /// How long a workload runs in a round.
    private static let milliseconds = 10.0
    /// What it may take, in times of this library's own.
    private static let budget = 3.0

    static func run() throws -> [Table] {
        let progress = Progress("compat")
        let workloads = Workload.compat
        let own = Set(workloads.compactMap(\.baseline)).sorted().compactMap(Workload.named)
        let timed = try (own + workloads).map { workload in
            progress.show("setting up \(workload.name)")
            let body = try workload.prepare()
            return (workload, body, operations: try calibrated(milliseconds: milliseconds, body))
        }
        let times = try interleaved(timed.count, progress: progress, name: { timed[$0].0.name }) { index in
            let (_, body, operations) = timed[index]
            return try Clock.time { try body(operations) } / Double(operations)
        }
        return [table(workloads, Dictionary(uniqueKeysWithValues: zip(timed.map(\.0.name), times)))]
    }

    private static func table(_ workloads: [Workload], _ times: [String: [Double]]) -> Table {
        let rows = workloads.map { workload in
            let baseline = workload.baseline ?? ""
            // Within each round, so that what slows a whole round down does not count.
            let ratio = Spread(zip(times[workload.name] ?? [0], times[baseline] ?? [1]).map { $0 / $1 })
            return [
                Cell.text(workload.name), .spread(Spread(times[workload.name] ?? [0]), decimals: 1),
                .text(baseline), .spread(Spread(times[baseline] ?? [0]), decimals: 1),
                .spread(ratio, decimals: 2), .text(fixed(budget, 1)), .verdict(ratio.median <= budget),
            ]
        }
        return Table(
            "compat: wall time of one operation through another library's API, median (min-max) (\(Results.build) build)",
            columns: ["workload", "ns", "own API", "ns", "x own API", "budget", "kept"], rows: rows,
            notes: [
                "Ratios are taken within a round. Instructions wobble less: Benchmarks/budgets.sh counts them."
            ])
    }
}
