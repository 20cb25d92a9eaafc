// Deferred dependencies whose instance one thread releases while other threads read it.

import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

final class ReleaseRaceTests: LeakCheckedTestCase {
    func testC1_AReadDuringReleasesReturnsALivingInstanceThatNoEarlierReleaseHasRemoved() {
        let rounds = StressScale.scaled(4000, underThreadSanitizer: 200)
        let report = Barrage("C1 releases of a lazy dependency", threads: 4, rounds: rounds, isJostled: true).run { _ in
            try Stage()
        } body: { stage, thread in
            thread == 0 ? stage.releaseAll() : try stage.readAll()
        } check: { stage, results in
            for result in results { try result.get() }
            try expect(Ticket.count.load(ordering: .relaxed) <= 1, "instances are left beside the kept one")
        } after: { _ in
            try expect(Ticket.count.load(ordering: .relaxed) == 0, "an instance is never released")
        }
        var stated = Stated("C1 releases of a lazy dependency while 3 threads read it")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }

    func testC4_AnInstanceWhoseResolveBeganBeforeAReleaseIsNotKept() throws {
        let reference = Reference()
        let made = Counter()
        let container = try Container {
            Transient { () -> Ticket in
                made.increment()
                if made.value == 1 { reference.lazy?.release() }
                return Ticket(stamp: made.value)
            }
        }
        let lazy = Lazy<Ticket>(container: container)
        reference.lazy = lazy
        XCTAssertEqual(try lazy().stamp, 1)
        XCTAssertFalse(lazy.isResolved)
        XCTAssertEqual(try lazy().stamp, 2)
        XCTAssertEqual(try lazy().stamp, 2)
        XCTAssertTrue(lazy.isResolved)
        reference.lazy = nil
    }

    private final class Reference: @unchecked Sendable {  // One thread uses it.
        var lazy: Lazy<Ticket>?
    }
}

/// An instance that knows whether it was released, and how many releases had begun when it was created.
private final class Ticket: Sendable {
    private static let alive = 0x5AFE
    static let count = Atomic<Int>(0)
    let stamp: Int
    /// Atomic, so that the last store is not left out.
    private let canary = Atomic<Int>(Ticket.alive)

    init(stamp: Int) {
        self.stamp = stamp
        Self.count.wrappingAdd(1, ordering: .relaxed)
    }

    deinit {
        canary.store(0xDEAD, ordering: .relaxed)
        Self.count.wrappingSubtract(1, ordering: .relaxed)
    }

    var isAlive: Bool { canary.load(ordering: .relaxed) == Self.alive }
}

/// A lazy dependency, and how many of its releases have begun and ended.
private final class Stage: Sendable {
    private final class Releases: Sendable {
        let begun = Atomic<Int>(0)
        let ended = Atomic<Int>(0)
    }

    private let releases = Releases()
    private let container: Container
    private let lazy: Lazy<Ticket>

    init() throws {
        let releases = releases
        container = try Container {
            Transient { Ticket(stamp: releases.begun.load(ordering: .acquiring)) }
        }
        lazy = Lazy(container: container)
    }

    func releaseAll() {
        for _ in 0..<50 {
            releases.begun.wrappingAdd(1, ordering: .acquiringAndReleasing)
            lazy.release()
            releases.ended.wrappingAdd(1, ordering: .releasing)
        }
    }

    func readAll() throws {
        for _ in 0..<200 {
            let ended = releases.ended.load(ordering: .acquiring)
            let ticket = try lazy()
            try expect(ticket.isAlive, "a released instance")
            try expect(ticket.stamp >= ended, "release \(ended) has removed an instance of \(ticket.stamp)")
        }
    }
}
