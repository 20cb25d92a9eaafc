// One run of a scenario on the engine and on the model.

import Armory
import Foundation

/// The first step at which the engine is not as the model.
struct Difference: Sendable {
    /// The index of the step; the number of steps where it shows at the end.
    let step: Int
    /// What differs.
    let subject: String
    let expected: String
    let actual: String
}

/// What a run did.
struct Trial: Sendable {
    /// What trials have done together.
    struct Counts: Sendable {
        var scenarios = 0
        /// The steps that were carried out and compared.
        var steps = 0
        /// The instances that the engine made.
        var made = 0
        var errors = 0
        /// The steps in which an injection was put off.
        var putOffs = 0

        static func + (left: Counts, right: Counts) -> Counts {
            Counts(
                scenarios: left.scenarios + right.scenarios, steps: left.steps + right.steps,
                made: left.made + right.made, errors: left.errors + right.errors,
                putOffs: left.putOffs + right.putOffs)
        }
    }

    private(set) var difference: Difference?
    private(set) var counts = Counts()
    private var correspondence = Correspondence()

    /// Runs the scenario in containers of its own, or as one of several threads in the given ones.
    init(_ scenario: Scenario, flaw: Flaw? = nil, sharing containers: [Container]? = nil, lane: Int = 0) {
        let model = ReferenceModel(scenario, flaw: flaw, lane: lane, isAlone: containers == nil)
        let engine = EngineWorld(scenario, containers: containers, lane: lane)
        counts.scenarios = 1
        run(scenario, model, engine)
        let left = (model: model.end(), engine: containers == nil ? engine.end() : 0)
        if difference == nil, left.engine != left.model {
            difference = Difference(
                step: scenario.steps.count, subject: "what is alive when all is released",
                expected: "\(left.model) instances", actual: "\(left.engine) instances")
        }
    }

    private mutating func run(_ scenario: Scenario, _ model: ReferenceModel, _ engine: EngineWorld) {
        for (index, step) in scenario.steps.enumerated() {
            let expected = model.perform(step)
            // What takes the model too long is not asked of the engine.
            if expected.outcome == .endless { return }
            let actual = engine.perform(step, awaiting: expected.alive)
            count(expected, actual)
            let freedom = expected.freedom
            if let subject = correspondence.difference(expected: expected, actual: actual, freedom, scenario) {
                difference = Difference(
                    step: index, subject: subject, expected: expected.text(scenario), actual: actual.text(scenario))
                return
            }
        }
    }

    private mutating func count(_ expected: Observation, _ actual: Observation) {
        counts.steps += 1
        counts.made += actual.events.count { $0.verb == .made }
        if case .failed = actual.outcome { counts.errors += 1 }
        if expected.freedom.hasPutOff { counts.putOffs += 1 }
    }
}
