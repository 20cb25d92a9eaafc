import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
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

private struct RingLine: Sendable {
    let rings: [Ring]
}

/// LIFE8: cycles that injections close.
final class CycleInjectionTests: WatchedTestCase {
    private let tracker = LifetimeTracker()

    /// Registers a ring; `inject` runs at the end of each member's injection.
    private func ring(
        _ lifetimes: [Lifetime], in plan: inout Plan, _ inject: @escaping @Sendable (Ring) throws -> Void = { _ in }
    ) {
        for number in lifetimes.indices {
            plan.qualified(
                lifetimes[number], Ring.self, by: number,
                injections: [
                    { ring, resolver in
                        ring.injections += 1
                        ring.next = try resolver.resolve(
                            Ring.self, named: RegistrationName((number + 1) % lifetimes.count))
                        try inject(ring)
                    }
                ]
            ) { [tracker] _ in Ring(number, tracker) }
        }
    }

    /// Resolves the ring from each of its members and looks at every member.
    private func check(_ lifetimes: [Lifetime], file: StaticString = #filePath, line: UInt = #line) throws {
        for first in lifetimes.indices {
            let container = try Container(
                Plan { plan in
                    ring(lifetimes, in: &plan)
                    plan.transient { resolver in
                        var rings: [Ring] = []
                        for number in lifetimes.indices {
                            rings.append(try resolver.resolve(named: RegistrationName(number)))
                        }
                        return RingLine(rings: rings)
                    }
                })
            let made = tracker.made
            let start = try container.resolve(Ring.self, named: RegistrationName(first))
            var member = start
            for step in 1...lifetimes.count {
                guard let next = member.next else { return XCTFail("not closed", file: file, line: line) }
                XCTAssertEqual(next.number, (first + step) % lifetimes.count, file: file, line: line)
                XCTAssertEqual(next.injections, 1, "injected exactly once", file: file, line: line)
                member = next
            }
            XCTAssertTrue(member === start, "\(lifetimes) from \(first)", file: file, line: line)
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
            while let next = member.next {
                member.next = nil
                member = next
            }
        }
    }

    func testLIFE8_ACycleOfOne() throws {
        for lifetime in [Lifetime.singleton, .graph] { try check([lifetime]) }
    }

    func testLIFE8_CyclesOfTwoThreeAndFive() throws {
        for lifetime in [Lifetime.singleton, .graph] {
            for count in [2, 3, 5] { try check(Array(repeating: lifetime, count: count)) }
        }
    }

    func testLIFE8_EveryMixOfSingletonAndGraph() throws {
        let lifetimes: [Lifetime] = [.singleton, .graph]
        for first in lifetimes {
            for second in lifetimes {
                try check([first, second])
                for third in lifetimes { try check([first, second, third]) }
            }
        }
    }

    func testLIFE8_NothingOfARingIsLeftWithItsContainer() throws {
        try check([.singleton, .graph, .singleton, .graph])
        XCTAssertEqual(tracker.alive, 0)
    }

    func testLIFE8_AGraphRingIsNewForEachOutermostResolve() throws {
        let container = try Container(Plan { ring([.graph, .graph], in: &$0) })
        let first = try container.resolve(Ring.self, named: RegistrationName(0))
        let second = try container.resolve(Ring.self, named: RegistrationName(0))
        XCTAssertFalse(first === second)
        XCTAssertFalse(first.next === second.next)
        XCTAssertEqual(tracker.made, 4)
        for ring in [first, second] { ring.next = nil }
    }

    func testLIFE8_TwoGraphParentsOfOneRingShareIt() throws {
        let container = try Container(
            Plan { plan in
                ring([.graph, .graph, .graph], in: &plan)
                plan.transient { resolver in
                    var rings: [Ring] = []
                    for number in [2, 0, 1, 2] { rings.append(try resolver.resolve(named: RegistrationName(number))) }
                    return RingLine(rings: rings)
                }
            })
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
            [Lifetime.singleton, .singleton, .singleton], [.graph, .graph, .graph], [.singleton, .graph, .singleton],
            [.graph, .singleton, .graph],
        ] {
            for failing in 0..<3 {
                let before = tracker.made
                let attempts = Counter()
                let failed = Log<Ring>()
                let container = try Container(
                    Plan { plan in
                        ring(lifetimes, in: &plan) { ring in
                            if attempts.value == 0 { failed.add(ring) }
                            if ring.number == failing, attempts.value == 0 { throw Mishap(failing) }
                        }
                    })
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
        let container = try Container(
            Plan { [tracker] plan in
                plan.injected(.singleton, Ring.self) { _ in
                    Ring(0, tracker)
                } inject: { _, resolver in
                    _ = try resolver.resolve(Ring.self, named: RegistrationName("b"))
                    throw Mishap(1)
                }
                plan.singleton(Ring.self, named: "b") { _ in Ring(1, tracker) }
            })
        for round in 1...3 {
            failure(.factoryFailed) { try container.resolve(Ring.self) }
            XCTAssertEqual(tracker.alive, 1, "b holds nothing of the group and stays")
            XCTAssertEqual(tracker.made, round + 1)
        }
    }
}
