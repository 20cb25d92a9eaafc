// The engine against a model of it: random steps on random graphs, one million by default.
//
// `ARMORY_STRESS` multiplies the number of steps: 100 runs for an hour or more. `ARMORY_MODEL_SEED=162` runs that one
// scenario, and prints it. A failure is shrunk, and printed with its seed.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

final class ModelTests: EveryHashTestCase {
    /// The seed of the one scenario that is to be run.
    static let seed = ProcessInfo.processInfo.environment["ARMORY_MODEL_SEED"].flatMap(UInt64.init)
    /// Where the seeds begin; those below are of the tests of the shrinker.
    static let firstSeed: UInt64 = 1000

    /// What all threads share.
    private final class Search: Sendable {
        let steps = Atomic<Int>(0)
        let nextSeed = Atomic<UInt64>(ModelTests.firstSeed)
        let isOver = Atomic<Bool>(false)
    }

    private struct Finding: Sendable {
        var counts = Trial.Counts()
        var seed: UInt64?
    }

    func testTheEngineIsAsTheModel() throws {
        if let seed = Self.seed { return try runOne(seed) }
        let scale = CollidingHashes.areOn ? 0.1 : 1
        let steps = StressScale.scaled(Int(scale * 1_000_000), underThreadSanitizer: Int(scale * 100_000))
        let threads = 4
        let search = Search()
        let watchdog = Watchdog("model", threads: threads)
        // The scenarios have containers of their own; that other threads run beside them must not show.
        let findings = try race(threads: threads, stackSize: 1 << 22) { thread -> Finding in
            var finding = Finding()
            while !search.isOver.load(ordering: .relaxed), search.steps.load(ordering: .relaxed) < steps {
                let seed = search.nextSeed.add(1, ordering: .relaxed).oldValue
                watchdog.note(thread, "runs the scenario of ARMORY_MODEL_SEED", Int(seed))
                Thread.current.name = "seed \(seed)"
                let trial = Trial(ScenarioGenerator.scenario(seed: seed))
                watchdog.tick()
                finding.counts = finding.counts + trial.counts
                search.steps.add(trial.counts.steps, ordering: .relaxed)
                if trial.difference != nil {
                    finding.seed = seed
                    search.isOver.store(true, ordering: .relaxed)
                }
            }
            return finding
        }.map { try $0.get() }
        watchdog.disarm()
        let counts = findings.reduce(Trial.Counts()) { $0 + $1.counts }
        let seeds = findings.compactMap(\.seed)
        var stated = Stated("model, \(threads) threads, containers of their own\(CollidingHashes.label)")
        counts.add(to: &stated)
        stated.state(misses: seeds.count)
        XCTAssertGreaterThan(counts.putOffs, counts.steps / 1000, "injections are put off")
        XCTAssertGreaterThan(counts.made, counts.steps / 10, "instances are made")
        if let seed = seeds.min() { XCTFail(Report.of(seed: seed, test: "ModelTests/testTheEngineIsAsTheModel")) }
    }

    private func runOne(_ seed: UInt64) throws {
        let scenario = ScenarioGenerator.scenario(seed: seed)
        print(scenario.text)
        if try Report.trial(scenario).difference == nil { return print("seed \(seed): as the model") }
        XCTFail(Report.of(seed: seed, test: "ModelTests/testTheEngineIsAsTheModel"))
    }
}

extension Trial.Counts {
    func add(to stated: inout Stated) {
        stated.add(steps, "steps compared")
        stated.add(scenarios, "scenarios")
        stated.add(made, "instances made")
        stated.add(errors, "errors")
        stated.add(putOffs, "steps with injections put off")
    }
}

/// A failure as a person reads it.
enum Report {
    /// The seed's scenario, shrunk.
    static func of(seed: UInt64, test: String) -> String {
        let scenario = ScenarioGenerator.scenario(seed: seed)
        let small = Shrinker.shrunk(scenario) { (try? trial($0).difference) != nil }
        let again = "again: ARMORY_MODEL_SEED=\(seed) swift test --disable-swift-testing --filter \(test)"
        guard let difference = try? trial(small).difference else {
            return "seed \(seed) failed, and does not any more\n\(again)"
        }
        return """
            seed \(seed), shrunk from \(scenario.steps.count) steps to \(small.steps.count)
            \(text(small, difference))
            \(again)
            """
    }

    static func text(_ scenario: Scenario, _ difference: Difference) -> String {
        """
        \(difference.subject), at step \(difference.step + 1):
        \(scenario.text)
        expected: \(difference.expected)
        actual:   \(difference.actual)
        """
    }

    /// Runs a scenario on a thread of its own: one that fails may leave something on it.
    static func trial(_ scenario: Scenario, flaw: Flaw? = nil) throws -> Trial {
        try onThread(stackSize: 1 << 22) { Trial(scenario, flaw: flaw) }
    }
}
