// The search finds what it is there for, and shrinks it: against models that are wrong on purpose.

import ArmoryTestSupport
import Armory
import XCTest

final class ShrinkerTests: LeakCheckedTestCase {
    /// The smallest way to show each flaw.
    private static let smallest: [(Flaw, Recipe, [Step])] = [
        (.resetKeepsTheInstance, singleton, [register, resolve, .change(.reset(0))]),
        (.resetForgetsBelowTheOverlay, singleton, [register, resolve, overlay, .change(.reset(0))]),
        (.replacedSingletonStays, singleton, [register, resolve, .change(.replace(0, 0))]),
        (.overlayRemovalForgetsTheInstance, singleton, [register, resolve, overlay, .change(.removeOverlay(0))]),
        (.sharedIsKept, Recipe(lifetime: .shared), [register, resolve]),
        (.failureIsKept, Recipe(), [.fail(0, true), .change(.register(0, 0)), resolve, resolve]),
        (.frozenIsIgnored, Recipe(), [.change(.freeze(0)), register]),
        (.removedIsStillFound, Recipe(), [register, .change(.remove(0)), resolve]),
        (.labelsOfOneNumberAreEqual, Recipe(), [register, .resolve(1, .plain, keeps: false)]),
        (.graphIsKept, Recipe(lifetime: .graph), [register, resolve]),
    ]

    private static let singleton = Recipe(lifetime: .singleton)
    private static let register = Step.change(.register(0, 0))
    private static let resolve = Step.resolve(0, .plain, keeps: false)
    private static let overlay = Step.change(.overlay(0, 0))

    /// The first scenario that shows a flaw, shrunk; nil where none of many does.
    private func smallest(showing flaw: Flaw, among seeds: Range<UInt64> = 0..<1000) throws -> Scenario? {
        for seed in seeds {
            let scenario = ScenarioGenerator.scenario(seed: seed)
            guard try Report.trial(scenario, flaw: flaw).difference != nil else { continue }
            return Shrinker.shrunk(scenario) { (try? Report.trial($0, flaw: flaw).difference) != nil }
        }
        return nil
    }

    func testEveryFlawIsFoundAndShrunkToTheSmallestSteps() throws {
        XCTAssertEqual(Set(Self.smallest.map(\.0)), Set(Flaw.allCases))
        for (flaw, recipe, steps) in Self.smallest {
            let scenario = try XCTUnwrap(smallest(showing: flaw), "\(flaw) is not found")
            XCTAssertEqual(scenario.steps, steps, "\(flaw):\n\(scenario.text)")
            XCTAssertEqual(scenario.recipes.first, recipe, "\(flaw):\n\(scenario.text)")
            XCTAssertEqual(scenario.containers, [Scenario.Setup()], "\(flaw):\n\(scenario.text)")
        }
    }
}
