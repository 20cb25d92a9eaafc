// `bench compat`: the cost of another library's API, compared with the same operation through Armory's own API.

enum CompatSuite {
    /// The time that a workload runs in a round.
    private static let milliseconds = 10.0

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
            // A ratio within each round, so that a slow round does not distort it.
            let ratio = Spread(zip(times[workload.name] ?? [0], times[baseline] ?? [1]).map { $0 / $1 })
            return [
                Cell.text(workload.name), .spread(Spread(times[workload.name] ?? [0]), decimals: 1),
                .text(baseline), .spread(Spread(times[baseline] ?? [0]), decimals: 1),
                .spread(ratio, decimals: 2),
            ]
        }
        return Table(
            "compat: wall time of one operation through another library's API, median (min-max) (\(Results.build) build)",
            columns: ["workload", "ns", "own API", "ns", "x own API"], rows: rows,
            notes: [
                "Ratios are taken within a round. Instructions wobble less: Benchmarks/budgets.sh counts them."
            ])
    }
}
