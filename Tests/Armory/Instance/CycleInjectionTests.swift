import Armory
import ArmoryTestSupport
import XCTest

/// Refers to the next of its ring.
private final class Ring: Tracked, @unchecked Sendable {  // One thread at a time writes, before it is published.
    let number: Int
    var next: Ring?
    var injections = 0

    init(_ number: Int, _ tracker: LifetimeTracker) {
        self.number = number
        super.init(tracker)
    }
}

/// The lifetimes of a ring's members.
private enum Lifetime { case singleton, shared, graph }

private struct RingLine: Sendable {
    let rings: [Ring]
}

/// LIFE8: cycles that `inject` closes.
final class CycleInjectionTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private func member(
        _ number: Int, of lifetimes: [Lifetime], _ inject: @escaping @Sendable (Ring) throws -> Void = { _ in }
    ) -> any Registration {
        let factory: @Sendable (Resolver) throws -> Ring = { [tracker] _ in Ring(number, tracker) }
        let body: @Sendable (inout Ring, Resolver) throws -> Void = { ring, resolver in
            ring.injections += 1
            ring.next = try resolver.resolve(Ring.self, named: RegistrationName((number + 1) % lifetimes.count))
            try inject(ring)
        }
        return switch lifetimes[number] {
        case .singleton: Singleton(Ring.self, factory).inject(body).named(RegistrationName(number))
        case .shared: Shared(Ring.self, factory).inject(body).named(RegistrationName(number))
        case .graph: Graph(Ring.self, factory).inject(body).named(RegistrationName(number))
        }
    }

    /// Resolves the ring from each of its members and looks at every member.
    private func check(_ lifetimes: [Lifetime], file: StaticString = #filePath, line: UInt = #line) throws {
        for first in lifetimes.indices {
            let container = try Container {
                for number in lifetimes.indices { member(number, of: lifetimes) }
                Transient { resolver in
                    RingLine(rings: try lifetimes.indices.map { try resolver.resolve(named: RegistrationName($0)) })
                }
            }
            let made = tracker.made
            let start = try container.resolve(Ring.self, named: RegistrationName(first))
            var ring = start
            for step in 1...lifetimes.count {
                guard let next = ring.next else { return XCTFail("not closed", file: file, line: line) }
                XCTAssertEqual(next.number, (first + step) % lifetimes.count, file: file, line: line)
                XCTAssertEqual(next.injections, 1, "injected exactly once", file: file, line: line)
                ring = next
            }
            XCTAssertTrue(ring === start, "\(lifetimes) from \(first)", file: file, line: line)
            XCTAssertEqual(tracker.made - made, lifetimes.count, "each object once", file: file, line: line)
            assertThreadIsIdle(file: file, line: line)
            if !lifetimes.contains(.graph) {
                let all = try container.resolve(RingLine.self)
                for member in all.rings {
                    XCTAssertTrue(member.next === all.rings[(member.number + 1) % lifetimes.count])
                }
                XCTAssertTrue(all.rings[first] === start)
                XCTAssertEqual(tracker.made - made, lifetimes.count)
            }
            // The ring holds itself.
            while let next = ring.next {
                ring.next = nil
                ring = next
            }
        }
    }

    func testLIFE8_ACycleOfOne() throws {
        for lifetime in [Lifetime.singleton, .shared, .graph] { try check([lifetime]) }
    }

    func testLIFE8_CyclesOfTwoThreeAndFive() throws {
        for lifetime in [Lifetime.singleton, .shared, .graph] {
            for count in [2, 3, 5] { try check(Array(repeating: lifetime, count: count)) }
        }
    }

    func testLIFE8_EveryMixOfSingletonSharedAndGraph() throws {
        let lifetimes: [Lifetime] = [.singleton, .shared, .graph]
        for first in lifetimes {
            for second in lifetimes {
                try check([first, second])
                for third in lifetimes { try check([first, second, third]) }
            }
        }
    }

    func testLIFE8_NothingOfARingIsLeftWithItsContainer() throws {
        try check([.singleton, .shared, .graph, .singleton, .graph])
        XCTAssertEqual(tracker.alive, 0)
    }

    func testLIFE8_AGraphRingIsNewForEachOutermostResolve() throws {
        let lifetimes: [Lifetime] = [.graph, .graph]
        let container = try Container { for number in 0..<2 { member(number, of: lifetimes) } }
        let first = try container.resolve(Ring.self, named: RegistrationName(0))
        let second = try container.resolve(Ring.self, named: RegistrationName(0))
        XCTAssertFalse(first === second)
        XCTAssertFalse(first.next === second.next)
        XCTAssertEqual(tracker.made, 4)
        for ring in [first, second] { ring.next = nil }
    }

    func testLIFE8_TwoGraphParentsOfOneRingShareIt() throws {
        let lifetimes: [Lifetime] = [.graph, .graph, .graph]
        let container = try Container {
            for number in 0..<3 { member(number, of: lifetimes) }
            Transient { resolver in
                RingLine(rings: try [2, 0, 1, 2].map { try resolver.resolve(named: RegistrationName($0)) })
            }
        }
        let rings = try container.resolve(RingLine.self).rings
        XCTAssertTrue(rings[0] === rings[3])
        XCTAssertTrue(rings[0].next === rings[1])
        XCTAssertTrue(rings[1].next === rings[2])
        XCTAssertTrue(rings[2].next === rings[3])
        XCTAssertEqual(tracker.made, 3)
        for ring in rings { ring.next = nil }
    }

    func testLIFE8_AThrowInAnInjectionGivesUpTheGroupAndTheNextResolveBuildsItAnew() throws {
        for lifetimes in [
            [Lifetime.singleton, .singleton, .singleton], [.shared, .shared, .shared],
            [.graph, .graph, .graph], [.singleton, .graph, .shared], [.graph, .singleton, .graph],
        ] {
            for failing in 0..<3 {
                let before = tracker.made
                let attempts = Counter()
                let failed = Log<Ring>()
                let container = try Container {
                    for number in 0..<3 {
                        member(number, of: lifetimes) { ring in
                            if attempts.value == 0 { failed.add(ring) }
                            if ring.number == failing, attempts.value == 0 { throw Mishap(failing) }
                        }
                    }
                }
                let error = failure(.factoryFailed) { try container.resolve(Ring.self, named: RegistrationName(0)) }
                XCTAssertEqual(error?.underlying as? Mishap, Mishap(failing))
                XCTAssertEqual(error?.key, "Ring named \(failing)")
                assertThreadIsIdle()
                XCTAssertEqual(tracker.made - before, 3)
                attempts.increment()
                let start = try container.resolve(Ring.self, named: RegistrationName(0))
                XCTAssertTrue(start.next?.next?.next === start)
                XCTAssertEqual(tracker.made - before, 6, "\(lifetimes), \(failing): all of it anew")
                for old in failed.all {
                    XCTAssertFalse(start === old || start.next === old || start.next?.next === old)
                }
                for ring in failed.all + [start] { ring.next = nil }
            }
        }
    }

    func testLIFE8_WhatAThrowGaveUpIsReleased() throws {
        let container = try Container {
            Singleton { [tracker] in Ring(0, tracker) }
                .inject { ring, resolver in
                    _ = try resolver.resolve(Ring.self, named: "b")
                    throw Mishap(1)
                }
            Singleton { [tracker] in Ring(1, tracker) }.named("b")
        }
        for round in 1...3 {
            failure(.factoryFailed) { try container.resolve(Ring.self) }
            XCTAssertEqual(tracker.alive, 1, "b holds nothing of the group and stays")
            XCTAssertEqual(tracker.made, round + 1)
        }
    }
}
