// C6: what one container makes, changes or closes never shows in another, however busy both are.
//
// `ARMORY_STRESS` scales the seconds. A slow machine takes longer: a run goes on until each thing that it looks for has happened.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

final class IsolationStressTests: LeakCheckedTestCase {
    func testC6_TwoContainersShareNothingUnderLoad_D2_D4_D12() throws {
        try run("C6 two containers", stable: 1, troubled: 1)
    }

    func testC6_SixteenContainersShareNothingUnderLoad_D2_D4_D12() throws {
        try run("C6 sixteen containers", stable: 8, troubled: 8)
    }

    func testC6_SixteenUntouchedContainersShareNothing_D2_D4() throws {
        try run("C6 sixteen untouched containers", stable: 16, troubled: 0)
    }

    private func run(_ label: String, stable: Int, troubled: Int, line: UInt = #line) throws {
        let course = try IsolationCourse(label, stable: stable, troubled: troubled)
        let results = race(threads: IsolationCourse.threads) { try course.run($0) }
        course.watchdog.disarm()
        let misses = results.compactMap { result -> String? in
            do { try result.get() } catch { return "\(error)" }
            return nil
        }
        XCTAssertEqual(misses, [], line: line)
        try course.expectNothingIsLeft()
        course.state(label, misses: misses.count)
        for tally in course.looks { XCTAssertGreaterThan(tally.count, 0, line: line) }
        if troubled > 0 {
            for tally in course.troubles { XCTAssertGreaterThan(tally.count, 0, line: line) }
            XCTAssertGreaterThan(course.refused.count, 0, "no resolve met a change", line: line)
        }
    }
}

/// One run: the containers and what the threads do.
private final class IsolationCourse: Sendable {
    static let threads = 12

    let watchdog: Watchdog
    /// How often each kind of resolve was looked at.
    let looks = (0..<5).map { _ in Tally() }
    let troubles = Archipelago.Trouble.allCases.map { _ in Tally() }
    /// Resolves in a container that was just being changed or closed.
    let refused = Tally()
    private let sites: Archipelago
    private let troubled: Int
    /// Each untouched container's singleton.
    private let kept: [FirstSeen]
    private let seconds = 10 * StressScale.factor

    init(_ label: String, stable: Int, troubled: Int) throws {
        watchdog = Watchdog(label, threads: Self.threads, describe: Waits.described)
        self.troubled = troubled
        sites = try Archipelago(stable: stable, troubled: troubled)
        kept = (0..<stable).map { _ in FirstSeen() }
    }

    /// Whether each kind of resolve and of trouble has happened.
    private var isComplete: Bool {
        looks.allSatisfy { $0.count > 0 }
            && (troubled == 0 || refused.count > 0 && troubles.allSatisfy { $0.count > 0 })
    }

    func run(_ thread: Int) throws {
        var generator = SeededGenerator(seed: UInt64(thread))
        var held: [Int: Held] = [:]
        var number = 0
        let end = ContinuousClock.now + .seconds(seconds)
        // The test fails if something has not happened in ten minutes.
        let limit = end + .seconds(600)
        while ContinuousClock.now < (isComplete ? end : limit) {
            watchdog.tick()
            number += 1
            if troubled > 0, thread == 0 {
                let trouble = try sites.trouble(Int.random(in: 0..<troubled, using: &generator), using: &generator)
                Archipelago.Trouble.allCases.firstIndex(of: trouble).map { troubles[$0].increment() }
            } else {
                try look(as: thread << 32 | number, &held, using: &generator)
                try OutermostResolve.expectIdleThread("of thread \(thread)")
            }
        }
    }

    /// Resolves something somewhere.
    private func look(as resolve: Int, _ held: inout [Int: Held], using generator: inout SeededGenerator) throws {
        let kind = Int.random(in: 0..<5, using: &generator)
        let isStable = troubled == 0 || Int.random(in: 0..<3, using: &generator) > 0
        let index = Int.random(in: 0..<64, using: &generator)
        let site = isStable ? sites.stable[index % sites.stable.count] : sites.troubled(index)
        let visit = Visit(site: site, isStable: isStable, resolve: resolve)
        do {
            try OutermostResolve.$number.withValue(resolve) { try look(visit, kind, &held) }
            looks[kind].increment()
        } catch let error as ResolutionError {
            let leadsToTrouble = kind == 3 && sites.stable.count == 1
            try expect(!isStable || leadsToTrouble && error.path.first == "Bridge", "an untouched container: \(error)")
            try expect([.closed, .removed, .missing].contains(error.code), "\(error)")
            refused.increment()
        }
    }

    /// Lets go of all containers, and finds what is left.
    func expectNothingIsLeft() throws {
        for site in sites.stable { XCTAssertEqual(site.mark.kept.count, 1, "the singleton of \(site.mark.site)") }
        for mark in sites.closeAll() { XCTAssertEqual(mark.population.alive, 0, "instances of \(mark.site) are left") }
    }

    func state(_ label: String, misses: Int) {
        var stated = Stated(label)
        stated.add(Int(seconds.rounded()), "seconds")
        for (tally, what) in zip(looks, ["singletons", "shared", "graphs", "bridges", "rings"]) {
            stated.add(tally.count, what)
        }
        if troubled > 0 {
            for (tally, trouble) in zip(troubles, Archipelago.Trouble.allCases) {
                stated.add(tally.count, "\(trouble)")
            }
            stated.add(refused.count, "resolves refused by a changed container")
        }
        stated.state(misses: misses)
    }
}

// MARK: Looking

extension IsolationCourse {
    /// One outermost resolve.
    struct Visit {
        let site: Site
        let isStable: Bool
        let resolve: Int
    }

    private func look(_ visit: Visit, _ kind: Int, _ held: inout [Int: Held]) throws {
        let container = visit.site.container
        switch kind {
        case 0: try look(at: container.resolve(Kept.self), visit)
        case 1:
            let instance = try container.resolve(Held.self)
            try expectOwn(instance, visit)
            // What this thread holds is everybody's.
            let known = visit.isStable ? held.updateValue(instance, forKey: visit.site.mark.site) : nil
            try expect(known == nil || known === instance, "two shared instances of \(visit.site.mark.site)")
            if visit.resolve % 7 == 0 { held = [:] }
        case 2: try look(at: container.resolve(Whole.self), visit)
        case 3: try look(at: container.resolve(Bridge.self), visit)
        default: try look(at: container.resolve(Ring.self), visit)
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

    private func look(at whole: Whole, _ visit: Visit) throws {
        try expectOwn(whole, visit)
        try expectOwn(whole.unit, visit)
        try expect(whole.unit.resolve == visit.resolve, "a unit of another resolve")
        for part in whole.parts {
            // A registration that changed meanwhile has an instance of its own.
            try expect(part.unit === whole.unit || !visit.isStable, "two units in one graph")
            try expectOwn(part.unit, visit)
            try expect(part.unit.resolve == visit.resolve, "a unit of another resolve")
            try expectOwn(part.kept, visit)
        }
    }

    private func look(at bridge: Bridge, _ visit: Visit) throws {
        try expectOwn(bridge, visit)
        try look(at: bridge.own, visit)
        let isOtherStable = bridge.otherSite < sites.stable.count
        try expect(bridge.otherSite != visit.site.mark.site, "a bridge to its own side")
        try expect(bridge.others[0] === bridge.others[1] || !isOtherStable, "two units of the other side in one graph")
        for unit in bridge.others {
            try expect(unit.mark.site == bridge.otherSite, "the other side's unit is of \(unit.mark.site)")
            try expect(unit.resolve == visit.resolve, "the other side's unit is of another resolve")
        }
        try expect(bridge.otherKept.mark.site == bridge.otherSite, "the other side's singleton")
        if isOtherStable {
            try expect(kept[bridge.otherSite].isSame(bridge.otherKept), "another singleton of \(bridge.otherSite)")
        }
    }

    private func look(at ring: Ring, _ visit: Visit) throws {
        try expectOwn(ring, visit)
        let count = sites.stable.count
        try expect(ring.next?.mark.site == (visit.site.mark.site + 1) % count, "the ring is not closed")
        guard visit.isStable else { return }
        var next: Ring? = ring
        for _ in 0..<count { next = next?.next }
        try expect(next === ring, "the ring leads elsewhere")
    }
}
