// Threads that end while others resolve.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

/// M1: the state of a thread goes with it, and so does what it has made.
final class TeardownStressTests: LeakCheckedTestCase {
    /// Threads that live at the same time: in each lane one ends before the next begins.
    private static let lanes = 16
    /// Threads that resolve all the while; one of them evicts too.
    private static let residents = 3

    func testM1_ThreadsThatEndUnderLoadLeaveNoMemory() throws {
        let label = "M1 short-lived threads, \(Self.lanes) at a time"
        let census = Census()
        var stated = Stated(label)
        do {
            let load = try Load(label, census)
            // The first threads make what the runtime keeps.
            try load.run(lanes: Self.lanes, residents: Self.residents, perLane: 20)
            let perLane = StressScale.scaled(10_000) / Self.lanes / 5 + 1
            let growth = try Heap.growth { _ in
                try load.run(lanes: Self.lanes, residents: Self.residents, perLane: perLane)
            }
            XCTAssertLessThan(growth, 1 << 15, "\(label): ended threads leave memory behind")
            stated.add(load.threadCount.load(ordering: .relaxed), "threads")
            stated.add(load.lastResolves.load(ordering: .relaxed), "resolves by thread-local destructors")
            stated.add(load.evictions.load(ordering: .relaxed), "evictions")
        }
        // A thread that has given its result may still hold the container.
        let limit = Date(timeIntervalSinceNow: 60)
        while census.alive > 0, Date() < limit { usleep(200) }
        XCTAssertEqual(census.alive, 0, "\(label): instances are kept")
        stated.add(census.made, "objects")
        stated.state(misses: 0)
    }
}

/// What the threads resolve.
private final class Load: Sendable {
    private let container: Container
    private let census: Census
    let threadCount = Atomic<Int>(0)
    let lastResolves = Atomic<Int>(0)
    let evictions = Atomic<Int>(0)
    private let label: String
    private let key: ThreadLocal

    final class Pair {
        let left: Widget
        let right: Widget
        init(_ left: Widget, _ right: Widget) {
            self.left = left
            self.right = right
        }
    }

    init(_ label: String, _ census: Census) throws {
        self.label = label
        self.census = census
        key = ThreadLocal()
        container = try Container {
            Singleton { Widget(census) }.inject { widget, _ in widget.complete(.atOnce) }
            Kept { Widget(census) }.named("kept").inject { widget, _ in widget.complete(.atOnce) }
            Kept { Widget(census) }.lifetime(PerThread()).named("of the thread")
                .inject { widget, _ in widget.complete(.atOnce) }
            Shared { Widget(census) }.named("shared").inject { widget, _ in widget.complete(.atOnce) }
            Graph { Widget(census) }.named("graph")
            Transient { Pair(try $0.resolve(named: "graph"), try $0.resolve(named: "graph")) }
            Transient { [try $0.resolve(Pair.self), try $0.resolve(Pair.self)] }
            Transient(Int.self) { throw Miss("always") }
        }
    }

    /// Runs short-lived threads, one after the other in each lane, while the residents resolve.
    func run(lanes: Int, residents: Int, perLane: Int) throws {
        let watchdog = Watchdog(label, threads: lanes)
        defer { watchdog.disarm() }
        let lanesLeft = Atomic<Int>(lanes)
        let results = race(threads: lanes + residents) { [self] thread in
            guard thread < lanes else {
                return try onEndedThread { [self] in
                    while lanesLeft.load(ordering: .relaxed) > 0 { try reside(evicts: thread == lanes) }
                }
            }
            defer { lanesLeft.subtract(1, ordering: .relaxed) }
            for number in 0..<perLane {
                watchdog.note(thread, "has begun thread", number)
                try onEndedThread { [self] in try live(lane: thread, number) }
                watchdog.tick()
            }
        }
        for result in results { try result.get() }
    }

    private func reside(evicts: Bool) throws {
        try resolveAll()
        guard evicts else { return }
        container.evict(Widget.self, named: "kept")
        evictions.add(1, ordering: .relaxed)
    }

    /// The whole life of a short-lived thread.
    private func live(lane: Int, _ number: Int) throws {
        threadCount.add(1, ordering: .relaxed)
        // A container that goes with its thread.
        let census = census
        let own = try Container { Singleton { Widget(census) } }
        _ = try own.resolve(Widget.self)
        for _ in 0...(lane + number) % 4 { try resolveAll() }
        guard number % 4 == 0 else { return }
        key.atEndOfThread { [self] in
            // The thread's state may be gone by now; then this begins another.
            do { try resolveAll() } catch { fatalError("\(label): a destructor got \(error)") }
            lastResolves.add(1, ordering: .relaxed)
        }
    }

    private func resolveAll() throws {
        try container.resolve(Widget.self).expectComplete("a singleton")
        try container.resolve(Widget.self, named: "kept").expectComplete("a kept instance")
        let own = try container.resolve(Widget.self, named: "of the thread")
        try own.expectComplete("a thread's instance")
        try expect(container.resolve(Widget.self, named: "of the thread") === own, "a thread has two instances")
        let shared = try container.resolve(Widget.self, named: "shared")
        try shared.expectComplete("a shared instance")
        try expect(container.resolve(Widget.self, named: "shared") === shared, "a second shared instance was made")
        let pairs = try container.resolve([Pair].self)
        let objects = pairs.flatMap { [$0.left, $0.right] }
        try expect(objects.allSatisfy { $0 === objects[0] }, "a graph has two instances")
        do {
            _ = try container.resolve(Int.self)
            throw Miss("a factory that throws gave an instance")
        } catch let error as ResolutionError {
            try expect(error.code == .factoryFailed, "\(error)")
        }
    }
}
