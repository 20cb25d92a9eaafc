// Threads that share containers, each with keys of its own and its own model: the table, its growth, what is in use when
// it is taken out and what frees it are everybody's, and what each thread sees must not tell.
//
// `ARMORY_STRESS` multiplies the number of steps. `ARMORY_MODEL_SEED=162` runs that one round, a thousand times.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class ConcurrentModelTests: LeakCheckedTestCase {
    private struct Stage: Sendable {
        let seed: UInt64
        let containers: [Container]
        let scenarios: [Scenario]
    }

    /// The scenarios of a round: the same containers, and for each thread places, recipes and steps.
    private static func stage(_ seed: UInt64) -> Stage {
        var random = SeededGenerator(seed: seed)
        let setups = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            Scenario.Setup(
                replacesDuplicates: Int.random(in: 0..<3, using: &random) == 0,
                isOneAtATime: Int.random(in: 0..<4, using: &random) == 0)
        }
        let profile = ScenarioGenerator.Profile(steps: 40...120, containers: setups, isConcurrent: true)
        return Stage(
            seed: seed, containers: setups.map { EngineWorld.container($0, waitLimit: .seconds(60)) },
            scenarios: (0..<EngineKeys.laneCount).map { _ in
                ScenarioGenerator.scenario(seed: random.next(), profile)
            })
    }

    func testEachThreadSeesItsModelThoughTheContainersAreShared() {
        let steps = StressScale.scaled(300_000, underThreadSanitizer: 30_000)
        let rounds = ModelTests.seed == nil ? steps / 230 : 1000
        let total = Log<Trial.Counts>()
        let report = Barrage(
            "model, shared containers", threads: EngineKeys.laneCount, rounds: rounds, stackSize: 1 << 22
        ).run(
            prepare: { round in Self.stage(ModelTests.seed ?? UInt64(round)) },
            body: { stage, lane in Trial(stage.scenarios[lane], sharing: stage.containers, lane: lane) },
            check: { stage, results in
                // Factories hold the containers that they ask.
                defer { for container in stage.containers { container.close() } }
                for (lane, result) in results.enumerated() {
                    let trial = try result.get()
                    total.add(trial.counts)
                    guard let difference = trial.difference else { continue }
                    throw Miss(
                        """
                        seed \(stage.seed), thread \(lane): \(Report.text(stage.scenarios[lane], difference))
                        again: ARMORY_MODEL_SEED=\(stage.seed) swift test --disable-swift-testing \
                        --filter ConcurrentModelTests
                        """)
                }
            })
        let counts = total.all.reduce(Trial.Counts(), +)
        var stated = Stated("model, \(EngineKeys.laneCount) threads, shared containers")
        stated.add(report.rounds, "rounds")
        counts.add(to: &stated)
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
        XCTAssertGreaterThan(counts.made, counts.steps / 10, "instances are made")
    }
}

private final class Log<Element: Sendable>: @unchecked Sendable {  // `items` is guarded by `lock`.
    private let lock = NSLock()
    private var items: [Element] = []

    var all: [Element] { lock.withLock { items } }

    func add(_ element: Element) { lock.withLock { items.append(element) } }
}
