// C6: what one container makes never shows in another, however busy both are, and however many come and go.
//
// `ARMORY_STRESS` scales the seconds. A slow machine takes longer: a run goes on until each thing that it looks for has happened.

import ArmoryCore
import ArmoryTestSupport
import Foundation
import XCTest

final class IsolationStressTests: LeakCheckedTestCase {
    func testC6_TwoContainersShareNothingUnderLoad_D2_D4_D12() throws {
        try run("C6 two containers of the core", stable: 1, passing: 1)
    }

    func testC6_SixteenContainersShareNothingUnderLoad_D2_D4_D12() throws {
        try run("C6 sixteen containers of the core", stable: 8, passing: 8)
    }

    func testC6_SixteenContainersThatStayShareNothing_D2_D4() throws {
        try run("C6 sixteen containers of the core that stay", stable: 16, passing: 0)
    }

    private func run(_ label: String, stable: Int, passing: Int, line: UInt = #line) throws {
        let course = try IsolationCourse(label, stable: stable, passing: passing)
        let results = race(threads: IsolationCourse.threads) { try course.run($0) }
        course.watchdog.disarm()
        let misses = results.compactMap { result -> String? in
            do { try result.get() } catch { return "\(error)" }
            return nil
        }
        XCTAssertEqual(misses, [], line: line)
        course.state(label, misses: misses.count)
        for tally in course.looks { XCTAssertGreaterThan(tally.count, 0, line: line) }
        if passing > 0 { XCTAssertGreaterThan(course.replaced.count, 0, line: line) }
        course.expectNothingIsLeft(line)
    }
}

/// One run: the containers and what the threads do.
private final class IsolationCourse: Sendable {
    static let threads = 12

    let watchdog: Watchdog
    /// How often each kind of resolve was looked at.
    let looks = (0..<4).map { _ in Tally() }
    let replaced = Tally()
    private let sites: Archipelago
    private let passing: Int
    /// The singleton of each container that stays.
    private let kept: [FirstSeen]
    private let seconds = 5 * StressScale.factor

    init(_ label: String, stable: Int, passing: Int) throws {
        watchdog = Watchdog(label, threads: Self.threads, describe: Waits.described)
        self.passing = passing
        sites = try Archipelago(stable: stable, passing: passing)
        kept = (0..<stable).map { _ in FirstSeen() }
    }

    private var isComplete: Bool { looks.allSatisfy { $0.count > 0 } && (passing == 0 || replaced.count > 0) }

    func run(_ thread: Int) throws {
        var generator = SeededGenerator(seed: UInt64(thread))
        var number = 0
        let end = ContinuousClock.now + .seconds(seconds)
        // The test fails if something has not happened in ten minutes.
        let limit = end + .seconds(600)
        while ContinuousClock.now < (isComplete ? end : limit) {
            watchdog.tick()
            number += 1
            if passing > 0, thread == 0 {
                try sites.replace(Int.random(in: 0..<passing, using: &generator))
                replaced.increment()
            } else {
                try look(as: thread << 32 | number, using: &generator)
                try RunningGraph.expectIdleThread("of thread \(thread)")
            }
        }
    }

    /// Resolves something somewhere.
    private func look(as graph: Int, using generator: inout SeededGenerator) throws {
        let kind = Int.random(in: 0..<looks.count, using: &generator)
        let isStable = passing == 0 || Int.random(in: 0..<3, using: &generator) > 0
        let index = Int.random(in: 0..<64, using: &generator)
        let site = isStable ? sites.stable[index % sites.stable.count] : sites.passing(index)
        let visit = Visit(site: site, isStable: isStable, graph: graph)
        try RunningGraph.$number.withValue(graph) { try look(visit, kind) }
        looks[kind].increment()
    }

    /// Lets go of all containers, and finds what is left.
    func expectNothingIsLeft(_ line: UInt) {
        for site in sites.stable {
            XCTAssertEqual(site.mark.kept.count, 1, "the singleton of \(site.mark.site)", line: line)
        }
        for mark in sites.end() {
            XCTAssertLessThanOrEqual(mark.kept.count, 1, "the singletons of \(mark.site)", line: line)
            XCTAssertEqual(mark.population.alive, 0, "instances of \(mark.site) are left", line: line)
        }
    }

    func state(_ label: String, misses: Int) {
        var stated = Stated(label)
        stated.add(Int(seconds.rounded()), "seconds")
        for (tally, what) in zip(looks, ["singletons", "graphs", "bridges", "chains"]) { stated.add(tally.count, what) }
        if passing > 0 { stated.add(replaced.count, "containers let go of") }
        stated.state(misses: misses)
    }
}

// MARK: Looking

extension IsolationCourse {
    /// One outermost resolve.
    struct Visit {
        let site: Site
        let isStable: Bool
        let graph: Int
    }

    private func look(_ visit: Visit, _ kind: Int) throws {
        let container = visit.site.container
        switch kind {
        case 0: try look(at: container.resolve(Kept.self), visit)
        case 1: try look(at: container.resolve(Estate.self), visit)
        case 2: try look(at: container.resolve(Bridge.self), visit)
        default: try look(at: container.resolve(Chain.self), visit)
        }
    }

    private func expectOwn(_ thing: Thing, _ visit: Visit) throws {
        try expect(
            thing.mark === visit.site.mark, "\(type(of: thing)) of \(thing.mark.site) in \(visit.site.mark.site)")
    }

    private func look(at kept: Kept, _ visit: Visit) throws {
        try expectOwn(kept, visit)
        guard visit.isStable else { return }
        try expect(self.kept[visit.site.mark.site].isSame(kept), "another singleton of \(visit.site.mark.site)")
        let lent = try visit.site.container.with(Kept.self) { ObjectIdentifier($0) }
        try expect(lent == ObjectIdentifier(kept), "another one is lent")
    }

    private func look(at estate: Estate, _ visit: Visit) throws {
        try expectOwn(estate, visit)
        try expectOwn(estate.unit, visit)
        try expect(estate.unit.graph == visit.graph, "a unit of another resolve")
        for part in estate.parts {
            try expect(part.unit === estate.unit, "two units in one graph")
            try expectOwn(part.kept, visit)
        }
    }

    private func look(at bridge: Bridge, _ visit: Visit) throws {
        try expectOwn(bridge, visit)
        try look(at: bridge.own, visit)
        let other = sites.stable[(visit.site.mark.site + 1) % sites.stable.count].mark
        try expect(bridge.otherSite == other.site, "a bridge to another side")
        try expect(bridge.otherUnit.mark === other, "the other side's unit")
        try expect(
            bridge.otherUnit.graph == visit.graph && bridge.otherUnit !== bridge.own.unit,
            "the other side's unit is of another resolve")
        try expect(bridge.otherKept.mark === other, "the other side's singleton")
        try expect(kept[bridge.otherSite].isSame(bridge.otherKept), "another singleton of \(bridge.otherSite)")
    }

    private func look(at chain: Chain, _ visit: Visit) throws {
        try expectOwn(chain, visit)
        let count = sites.stable.count
        try expect(chain.next?.mark.site == (visit.site.mark.site + 1) % count, "the chain is not closed")
        guard visit.isStable else { return }
        var next: Chain? = chain
        for _ in 0..<count { next = next?.next }
        try expect(next === chain, "the chain leads elsewhere")
    }
}
