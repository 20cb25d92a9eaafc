import Armory
import ArmoryTestSupport
import XCTest

/// Holds another tracked object.
private final class Holder: Tracked, @unchecked Sendable {  // Immutable.
    let held: Tracked
    init(_ tracker: LifetimeTracker, _ held: Tracked) {
        self.held = held
        super.init(tracker)
    }
}

/// Holds a resolver that awaits, and asks it later.
private final class Lazy: Tracked, @unchecked Sendable {  // Immutable.
    let resolver: AsyncResolver
    init(_ tracker: LifetimeTracker, _ resolver: AsyncResolver) {
        self.resolver = resolver
        super.init(tracker)
    }
}

/// A qualifier whose hash is that of all others.
private final class Badge: Tracked, Hashable, @unchecked Sendable {  // Immutable.
    private let number: Int
    init(_ tracker: LifetimeTracker, _ number: Int) {
        self.number = number
        super.init(tracker)
    }

    static func == (left: Badge, right: Badge) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) {}
}

final class MemoryTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private func container() throws -> Container {
        try Container {
            for number in 0..<20 { Singleton { [tracker] in Tracked(tracker) }.named(RegistrationName(number)) }
            Singleton { [tracker] in Holder(tracker, try $0.resolve(Tracked.self, named: RegistrationName(3))) }
            Singleton(value: Tracked(tracker))
            Shared { [tracker] in Holder(tracker, try $0.resolve()) }.named("shared")
            Graph { [tracker] in Holder(tracker, try $0.resolve()) }.named("graph")
            Transient { [tracker] in Holder(tracker, try $0.resolve(Holder.self, named: "graph")) }
                .named("transient")
        }
    }

    private func useAll(of container: Container) throws {
        for number in 0..<20 { _ = try container.resolve(Tracked.self, named: RegistrationName(number)) }
        _ = try container.resolve(Holder.self)
        for name in ["shared", "graph", "transient"] {
            _ = try container.resolve(Holder.self, named: RegistrationName(name))
        }
    }

    func testM1_EverythingIsFreedWhenTheContainerGoes() throws {
        var container: Container? = try container()
        try container.map(useAll)
        XCTAssertEqual(tracker.alive, 22)
        let reference = WeakReference(container)
        container = nil
        XCTAssertNil(reference.object)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_AnUnusedContainerFreesWhatItWasGiven() throws {
        do { _ = try container() }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.made, 1)
    }

    func testM1_InstancesLeaveNewestFirst() throws {
        for closes in [true, false] {
            let tracker = LifetimeTracker()
            do {
                let container = try Container {
                    for number in 0..<50 { Singleton { Tracked(tracker) }.named(RegistrationName(number)) }
                }
                for number in (0..<50).shuffled() {
                    _ = try container.resolve(Tracked.self, named: RegistrationName(number))
                }
                if closes { container.close() }
            }
            XCTAssertEqual(tracker.releaseOrder, Array((1...50).reversed()), "closed: \(closes)")
        }
    }

    func testM1_WhatIsNeededLeavesAfterWhatNeedsIt() throws {
        do {
            let container = try Container {
                Singleton { [tracker] in Holder(tracker, try $0.resolve()) }
                Singleton { [tracker] in Tracked(tracker) }
            }
            _ = try container.resolve(Holder.self)
        }
        XCTAssertEqual(tracker.releaseOrder, [2, 1])
    }

    func testM1_FactoriesAreFreedWithTheContainer() throws {
        do {
            let capture = Tracked(tracker)
            let container = try Container {
                Singleton { capture.serial }
                Transient { "\(capture.serial)" }
                Transient(arguments: Int.self) { _, number in Double(capture.serial + number) }
                Graph { [1] }.inject { list, _ in list.append(capture.serial) }
            }
            XCTAssertEqual(try container.resolve(Int.self), 1)
            XCTAssertEqual(try container.resolve([Int].self), [1, 1])
            XCTAssertEqual(try container.resolve(Double.self, arguments: 1), 2)
            XCTAssertEqual(tracker.alive, 1)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_QualifiersAreFreedWithTheContainer() throws {
        do {
            let container = try Container {
                for number in 0..<3 { Singleton { number }.named(RegistrationName(Badge(tracker, number))) }
            }
            XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(Badge(tracker, 2))), 2)
            XCTAssertNil(try container.resolve(Int?.self, named: RegistrationName(Badge(tracker, 3))))
            XCTAssertGreaterThan(tracker.alive, 0)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_AnInstanceThatHoldsAResolverKeepsItsContainer() async throws {
        var lazy: Lazy?
        let reference = WeakReference<Container>()
        do {
            let container = try Container {
                Transient { [tracker] (resolver: AsyncResolver) async in Lazy(tracker, resolver) }
                Singleton { [tracker] in Tracked(tracker) }
            }
            reference.object = container
            lazy = try await container.resolveAsync(Lazy.self)
        }
        XCTAssertNotNil(reference.object)
        let serial = try await lazy?.resolver.resolve(Tracked.self).serial
        XCTAssertEqual(serial, 2, "usable after the factory")
        lazy = nil
        XCTAssertNil(reference.object)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM4_ARegistrationTakes256BytesOfHeapAtMostAndItsQualifier112() throws {
        try skipWithOneHash("a table with a long chain is sparse")
        // The factory captures nothing: what it captures is the user's.
        let count = 10_000
        var containers: [Container] = []
        let used =
            try Heap.growth(rounds: 3) { _ in
                let container = try Container(configuration: .init(validates: false)) {
                    for number in 0..<count { Singleton { _ in 5 }.named(RegistrationName(number)) }
                }
                containers.append(container)
            } / count
        // The allocator counts a large table or not, as it comes from the heap or from the system.
        XCTAssertLessThanOrEqual(used, 256 + 112)
        XCTAssertGreaterThan(used, 64, "the measure works")
        withExtendedLifetime(containers) {}
    }

    func testM1_AThousandContainersLeaveNothing() throws {
        func round() throws {
            let container = try container()
            try useAll(of: container)
        }
        // So many that the tracker's list of serials doubles in two of the measured rounds at most.
        for _ in 0..<300 { try round() }
        let growth = try Heap.growth { _ in for _ in 0..<150 { try round() } }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertLessThan(growth, 150 * 16, "16 bytes for each container")
    }

    func testM2_AHundredThousandGraphsDoNotGrowTheHeap() throws {
        let container = try Container {
            Graph { [1, 2, 3] }
            Graph { "\(try $0.resolve([Int].self))" }
            Transient { (try $0.resolve(String.self), try $0.resolve([Int].self)) }
        }
        for _ in 0..<1000 { _ = try container.resolve((String, [Int]).self) }
        let count = StressScale.scaled(20_000, atLeast: 10_000)
        let growth = try Heap.growth { _ in
            for _ in 0..<count { _ = try container.resolve((String, [Int]).self) }
        }
        XCTAssertLessThan(growth, count / 2, "one small object for each hundred graphs is about as much")
    }

    func testM2_FailuresDoNotGrowTheHeap() throws {
        let container = try Container {
            Graph { [1, 2, 3] }
            Singleton { resolver -> String in
                _ = try resolver.resolve([Int].self)
                throw Mishap(1)
            }
            Transient { try $0.resolve(String.self).count }
            Transient { try $0.resolve(Double.self) as Double }
        }
        func round() {
            _ = try? container.resolve(Int.self)
            _ = try? container.resolve(Double.self)
            _ = try? container.resolve(UInt.self)
        }
        for _ in 0..<1000 { round() }
        let count = StressScale.scaled(4_000, atLeast: 2_000)
        let growth = Heap.growth { _ in for _ in 0..<count { round() } }
        XCTAssertLessThan(growth, count, "one small object for each fifty rounds is about as much")
    }
}
