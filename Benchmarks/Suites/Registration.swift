// `bench registration`: registering ten thousand types and freezing.

import Armory

enum RegistrationSuite {
    private static let count = 10_000
    private static let budget = 5.0

    private struct Way {
        let name: String
        let isBudgeted: Bool
        let register: (Container) throws -> Void
    }

    static func run() throws -> [Table] {
        let progress = Progress("registration")
        progress.show("making \(grouped(count)) types")
        let registrations = NumberedRegistration.first(count)
        let names = (0..<count).map { Name("number \($0)") }
        let ways = [
            Way(name: "singletons of distinct types", isBudgeted: true) { container in
                for registration in registrations { try registration.registerSingleton(container) }
            },
            Way(name: "singletons, values made before", isBudgeted: true) { container in
                for registration in registrations { try container.register(registration.singleton) }
            },
            Way(name: "transients of distinct types", isBudgeted: true) { container in
                for registration in registrations { try registration.registerTransient(container) }
            },
            Way(name: "singletons of one type, by name", isBudgeted: false) { container in
                for name in names { try container.register(Singleton { Clockwork() }.named(name)) }
            },
        ]
        // The first time, the language's runtime makes the records of ten thousand generic types.
        let first = try ways.map { try time($0).registering }
        let rounds = try interleaved(ways.count, progress: progress, name: { ways[$0].name }) { try time(ways[$0]) }
        return [table(ways, first: first, rounds: rounds)]
    }

    /// Milliseconds.
    private static func time(_ way: Way) throws -> (registering: Double, releasing: Double) {
        var container: Container? = Container()
        let registering = try Clock.time {
            guard let container else { return }
            try way.register(container)
            container.freeze()
        }
        let releasing = Clock.time { container = nil }
        return (registering / 1_000_000, releasing / 1_000_000)
    }

    private static func table(
        _ ways: [Way], first: [Double], rounds: [[(registering: Double, releasing: Double)]]
    ) -> Table {
        let rows = ways.indices.map { index in
            let registering = Spread(rounds[index].map(\.registering))
            return [
                Cell.text("\(grouped(count)) \(ways[index].name)"), .spread(registering, decimals: 2),
                .text(fixed(registering.median * 1_000_000 / Double(count), 0)),
                .text(fixed(first[index], 1)),
                .spread(Spread(rounds[index].map(\.releasing)), decimals: 2),
                ways[index].isBudgeted ? .text(fixed(budget, 1)) : .none,
                ways[index].isBudgeted ? .verdict(registering.median <= budget) : .none,
            ]
        }
        return Table(
            "registration: milliseconds to register and freeze, median (min-max) (\(Results.build) build)",
            columns: ["registrations", "ms", "ns each", "first time ms", "release ms", "budget", "kept"], rows: rows,
            notes: [
                "First time: with the making of the generic types' own records, which the language's runtime does once",
                "in a process; it is paid for each type, by hand or not.",
            ],
            chart: Chart(
                title: "Registering \(grouped(count)) services", axis: "milliseconds", groups: ways.map(\.name),
                series: [
                    Chart.Series(name: "register and freeze", values: rounds.map { Spread($0.map(\.registering)) })
                ],
                mark: .init(name: "budget \(fixed(budget, 0)) ms", value: budget)))
    }
}
