// The edge of weak sharing: the last release races with the next resolve.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

/// C1 for `Shared`: nobody is given a dead object, and there are never two that live.
///
/// An instance lives while a weak reference to it can be loaded. One whose `deinit` runs does not: so the count of those
/// between `init` and the end of `deinit` says nothing, and the factory looks at the latest instance instead.
final class SharedEdgeStressTests: LeakCheckedTestCase {
    /// What the instances of one registration have in common.
    private final class Edge: @unchecked Sendable {  // `latest` is the factory's, which one thread runs at a time.
        private weak var latest: Live?
        let made = Atomic<Int>(0)
        let died = Atomic<Int>(0)
        /// How many were made while another one lived.
        let doubles = Atomic<Int>(0)
        /// How many were handed out dead.
        let corpses = Atomic<Int>(0)

        func make() -> Live {
            if latest != nil { doubles.add(1, ordering: .relaxed) }
            let live = Live(self, serial: made.add(1, ordering: .relaxed).newValue)
            latest = live
            return live
        }
    }

    private final class Live: Sendable {
        private static let alive = 0x5AFE
        private static let dead = 0xDEAD
        private let edge: Edge
        private let serial: Int
        /// Atomic, so that the last store is not left out.
        private let canary = Atomic<Int>(Live.alive)

        init(_ edge: Edge, serial: Int) {
            self.edge = edge
            self.serial = serial
        }

        deinit {
            canary.store(Live.dead, ordering: .relaxed)
            edge.died.add(1, ordering: .relaxed)
        }

        /// Whether the object lives now and for as long as the caller holds it.
        func isAlive(during spins: Int) -> Bool {
            let first = serial
            var isAlive = canary.load(ordering: .relaxed) == Live.alive
            for _ in 0..<spins { isAlive = canary.load(ordering: .relaxed) == Live.alive && isAlive }
            return isAlive && serial == first
        }
    }

    /// What one thread does.
    private static func resolveAndRelease(
        _ container: Container, _ edge: Edge, iterations: Int, gap: Int, seed: UInt64, tick: (Int) -> Void
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for iteration in 0..<iterations {
            if iteration % 4096 == 0 { tick(iteration) }
            let random = Int(truncatingIfNeeded: generator.next() & 0xFFFF)
            if try !container.resolve(Live.self).isAlive(during: random & 3) {
                edge.corpses.add(1, ordering: .relaxed)
            }
            // Held by nobody for longer than by this thread, so that the next resolve often finds the instance dying.
            for _ in 0..<(random >> 2) % gap { _ = edge.died.load(ordering: .relaxed) }
        }
    }

    private func assertTheEdgeHolds(threads: Int, iterations: Int, seed: UInt64) throws {
        let edge = Edge()
        let container = try Container { Shared { edge.make() } }
        let label = "C1 shared at the edge, \(threads) threads"
        let watchdog = Watchdog("\(label), seed \(seed)", threads: threads)
        defer { watchdog.disarm() }
        let jostle = Jostle()
        let rounds = 5
        let each = iterations / threads / rounds
        let growth = Heap.growth(rounds: rounds) { round in
            let results = race(threads: threads) { thread in
                let seed = seed &+ UInt64(round * threads + thread)
                try jostle.during {
                    try Self.resolveAndRelease(container, edge, iterations: each, gap: 64 * threads, seed: seed) {
                        watchdog.note(thread, "is at iteration", $0)
                        watchdog.tick()
                    }
                }
            }
            for case .failure(let error) in results { XCTFail("\(label): \(error)") }
        }
        let pauses = jostle.stop()
        XCTAssertLessThan(growth, 1 << 17, "\(label): what the dead leave behind is kept")
        let made = edge.made.load(ordering: .relaxed)
        let kept = made - edge.died.load(ordering: .relaxed)
        let doubles = edge.doubles.load(ordering: .relaxed)
        let corpses = edge.corpses.load(ordering: .relaxed)
        XCTAssertEqual(corpses, 0, "\(label), seed \(seed): a dead object was handed out")
        XCTAssertEqual(doubles, 0, "\(label), seed \(seed): an instance was made while another lived")
        XCTAssertEqual(kept, 0, "\(label), seed \(seed): instances are kept")
        var stated = Stated(label)
        stated.add(each * threads * rounds, "resolves and releases")
        stated.add(made, "instances")
        stated.add(pauses, "interruptions")
        stated.state(misses: corpses + doubles + kept)
    }

    func testC1_TheLastReleaseRacesWithAResolveOnTwoThreads() throws {
        try assertTheEdgeHolds(
            threads: 2, iterations: StressScale.scaled(10_000_000, underThreadSanitizer: 2_000_000), seed: 1)
    }

    func testC1_TheLastReleaseRacesWithAResolveOnFourThreads() throws {
        try assertTheEdgeHolds(
            threads: 4, iterations: StressScale.scaled(10_000_000, underThreadSanitizer: 2_000_000), seed: 2)
    }
}
