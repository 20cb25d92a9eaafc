// `bench registration`: building containers of ten thousand types, and of a graph that is checked; and deriving containers from
// that one.

import Armory

enum RegistrationSuite {
    private static let count = 10_000
    private static let wiredCount = 5_000
    private static let derivedCount = 1_000

    private struct Way {
        let name: String
        var count = RegistrationSuite.count
        var budget: Double? = 5.0
        let build: () throws -> Container

        init(
            _ name: String, count: Int = RegistrationSuite.count, budget: Double? = 5.0,
            build: @escaping () throws -> Container
        ) {
            self.name = name
            self.count = count
            self.budget = budget
            self.build = build
        }
    }

    static func run() throws -> [Table] {
        let progress = Progress("registration")
        progress.show("making \(grouped(count)) types")
        let registrations = NumberedRegistration.first(count)
        let singletons = registrations.map { $0.singleton() }
        let wired = WiredRegistration.first(wiredCount)
        let base = try Container {
            for element in wired { element() }
            Singleton { Clockwork() }
        }
        let names = (0..<count).map { RegistrationName("number \($0)") }
        let ways = [
            Way("singletons of distinct types") {
                try Container { for registration in registrations { registration.singleton() } }
            },
            Way("singletons, registrations made before") { try Container { singletons } },
            Way("transients of distinct types") {
                try Container { for registration in registrations { registration.transient() } }
            },
            Way("singletons of one type, by name", budget: nil) {
                try Container { for name in names { Singleton { Clockwork() }.named(name) } }
            },
            Way("autowired: built and validated", count: wiredCount, budget: 50) {
                try Container { for element in wired { element() } }
            },
            Way("derive: containers that override one of \(grouped(wiredCount))", count: derivedCount, budget: 50) {
                for _ in 1..<derivedCount { keep(object: try derive(from: base)) }
                return try derive(from: base)
            },
        ]
        // In the first run, Swift's runtime creates the metadata of ten thousand generic types.
        let first = try ways.map { try time($0).registering }
        let rounds = try interleaved(ways.count, progress: progress, name: { ways[$0].name }) { try time(ways[$0]) }
        return [table(ways, first: first, rounds: rounds)]
    }

    private static func derive(from base: Container) throws -> Container {
        try base.overriding { Singleton { Clockwork() } }
    }

    /// Times a way, in milliseconds.
    private static func time(_ way: Way) throws -> (registering: Double, releasing: Double) {
        var container: Container?
        let registering = try Clock.time { container = try way.build() }
        let releasing = Clock.time {
            withExtendedLifetime(container) {}
            container = nil
        }
        return (registering / 1_000_000, releasing / 1_000_000)
    }

    private static func table(
        _ ways: [Way], first: [Double], rounds: [[(registering: Double, releasing: Double)]]
    ) -> Table {
        let rows = ways.indices.map { index in
            let way = ways[index]
            let registering = Spread(rounds[index].map(\.registering))
            return [
                Cell.text("\(grouped(way.count)) \(way.name)"), .spread(registering, decimals: 2),
                .text(fixed(registering.median * 1_000_000 / Double(way.count), 0)),
                .text(fixed(first[index], 1)),
                .spread(Spread(rounds[index].map(\.releasing)), decimals: 2),
                way.budget.map { .text(fixed($0, 1)) } ?? .none,
                way.budget.map { .verdict(registering.median <= $0) } ?? .none,
            ]
        }
        return Table(
            "registration: milliseconds to build a container, median (min-max) (\(Results.build) build)",
            columns: ["registrations", "ms", "ns each", "first time ms", "release ms", "budget", "kept"], rows: rows,
            notes: [
                "First time: with the making of the generic types' own records, which the language's runtime does once",
                "in a process; it is paid for each type, by hand or not.",
            ],
            chart: Chart(
                title: "Registering services", axis: "milliseconds", groups: ways.map(\.name),
                series: [
                    Chart.Series(name: "build a container", values: rounds.map { Spread($0.map(\.registering)) })
                ],
                mark: .init(name: "budget for \(grouped(count)) types 5 ms", value: 5)))
    }
}
