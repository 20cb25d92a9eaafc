// C3 on random graphs: what resolves from one thread resolves from eight at once, and what cannot be built is the error
// that says so, on each of them.
//
// `ARMORY_STRESS` scales the number of graphs; `ARMORY_SEED` runs one graph instead, as often.

import ArmoryCore
import ArmoryTestSupport
import Foundation
import XCTest

final class RandomGraphStressTests: LeakCheckedTestCase {
    private static let threads = 8

    func testC3_RandomGraphsResolveFromEveryNodeOnOneThread() {
        run("C3 random graphs, one thread", graphs: 120, threads: 1, GraphPlan.Shape())
    }

    func testC3_RandomGraphsResolveFromEveryNodeByEightThreadsAtOnce() {
        run("C3 random graphs", graphs: 120, GraphPlan.Shape())
    }

    func testC3_RandomGraphsThroughSeveralContainersResolve() {
        run("C3 random graphs through containers", graphs: 90, GraphPlan.Shape(containers: 4))
    }

    func testC3_RandomGraphsThroughParentsAndChildrenResolve_O2() {
        run("C3 random graphs in families", graphs: 90, GraphPlan.Shape(containers: 4, isFamily: true))
    }

    func testC3_ConstructorCyclesAreTheErrorForWhoNeedsThemAndForNobodyElse() {
        run("C3 random graphs with cycles", graphs: 120, GraphPlan.Shape(hasConstructorCycles: true))
    }

    func testC3_ConstructorCyclesOnOneThreadAreTheError() {
        run(
            "C3 random graphs with cycles, one thread", graphs: 120, threads: 1,
            GraphPlan.Shape(hasConstructorCycles: true, containers: 2, isFamily: true))
    }

    func testC3_ConstructorCyclesThroughSeveralContainersAreTheError() {
        run(
            "C3 random graphs with cycles through containers", graphs: 90,
            GraphPlan.Shape(hasConstructorCycles: true, containers: 4))
    }

    func testC3_ConstructorCyclesThroughParentsAndChildrenAreTheError_O2() {
        run(
            "C3 random graphs with cycles in families", graphs: 90,
            GraphPlan.Shape(hasConstructorCycles: true, containers: 4, isFamily: true))
    }
}

// MARK: Running

extension RandomGraphStressTests {
    /// What the graphs of one run came to.
    private struct Totals {
        var nodes = 0
        var once = 0
        var failing = 0
        var errors = 0
        var instances = 0
    }

    private func run(
        _ label: String, graphs: Int, threads: Int = RandomGraphStressTests.threads, _ shape: GraphPlan.Shape,
        line: UInt = #line
    ) {
        let seed = ProcessInfo.processInfo.environment["ARMORY_SEED"].flatMap(UInt64.init)
        let population = Population()
        let totals = Locked(Totals())
        let barrage = Barrage(
            "\(label), \(seed.map { "seed \($0)" } ?? "the round is the seed")", threads: threads,
            rounds: StressScale.scaled(graphs, underThreadSanitizer: graphs / 4), stackSize: 16 << 20,
            describe: Waits.described)
        let report = barrage.run(
            prepare: { round in
                let plan = GraphPlan(seed: seed ?? UInt64(round), shape: shape)
                return try GraphWorld(plan, threads: threads, population: population)
            },
            body: { world, thread in try Self.resolveAll(of: world, on: thread) },
            check: { world, results in
                let check: GraphCheck
                do { check = try Self.check(world, results) } catch { throw Miss("\(error)\n\(world.plan)") }
                totals.withLock { totals in
                    totals.nodes += world.plan.nodes.count
                    totals.once += check.once
                    totals.failing += world.oracle.failing.count
                    totals.errors += check.errors
                    totals.instances += check.instances
                }
            },
            after: { _ in try expect(population.alive == 0, "\(population.alive) instances are left") })
        XCTAssertNil(report.miss, line: line)
        state(label, report, totals.withLock { $0 }, made: population.made, shape)
    }

    private func state(
        _ label: String, _ report: Barrage.Report, _ totals: Totals, made: Int, _ shape: GraphPlan.Shape
    ) {
        var stated = Stated(label)
        stated.add(report.rounds, "graphs")
        stated.add(totals.nodes, "registrations")
        stated.add(totals.once, "of them kept and made exactly once")
        stated.add(made, "instances made")
        stated.add(totals.instances, "of them seen")
        if shape.hasConstructorCycles {
            stated.add(totals.failing, "registrations that cannot be built")
            stated.add(totals.errors, "errors")
        }
        stated.state(misses: report.misses)
    }

    /// Resolves every node from outside, in the thread's order.
    private static func resolveAll(of world: GraphWorld, on thread: Int) throws -> [GraphOutcome] {
        var glance = GraphGlance()
        return try world.orders[thread].enumerated().map { index, number in
            let (place, result) = world.resolve(number, as: thread << 32 | index + 1)
            if case .success(let instance) = result { try glance.look(at: instance) }
            try RunningGraph.expectIdleThread("after \(number)")
            return GraphOutcome(number: number, place: place, result: result)
        }
    }

    /// Looks at what all threads got, and then resolves every node once more: a failure has spoilt nothing.
    private static func check(
        _ world: GraphWorld, _ results: [Result<[GraphOutcome], any Error>]
    ) throws -> GraphCheck {
        var check = GraphCheck(world)
        for result in results {
            for outcome in try result.get() { try check.look(at: outcome) }
        }
        try check.lookAtCounts()
        for outcome in try resolveAll(of: world, on: world.orders.count - 1) { try check.look(at: outcome) }
        try check.lookAtCounts()
        return check
    }
}
