import Armory
import ArmoryTestSupport
import XCTest

private final class Unit {
    let life = Counted()
    let serial: Int
    init(_ serial: Int) { self.serial = serial }
}

private final class Left {
    let life = Counted()
    let unit: Unit
    init(_ unit: Unit) { self.unit = unit }
}

private final class Right {
    let life = Counted()
    let unit: Unit
    init(_ unit: Unit) { self.unit = unit }
}

private final class Top {
    let life = Counted()
    let left: Left
    let right: Right
    let unit: Unit
    init(_ left: Left, _ right: Right, _ unit: Unit) {
        self.left = left
        self.right = right
        self.unit = unit
    }
}

final class GraphTests: LeakCheckedTestCase {
    private func container(_ made: Counter) throws -> Container {
        try Container {
            Graph { Unit(made.increment()) }
            Transient { Left(try $0.resolve()) }
            Transient { Right(try $0.resolve()) }
            Transient { Top(try $0.resolve(), try $0.resolve(), try $0.resolve()) }
        }
    }

    func testLIFE1_ChildrenOfOneResolveShareAGraphInstance() throws {
        let made = Counter()
        let top = try container(made).resolve(Top.self)
        XCTAssertTrue(top.left.unit === top.right.unit)
        XCTAssertTrue(top.left.unit === top.unit)
        XCTAssertEqual(made.value, 1)
        assertThreadIsIdle()
    }

    func testLIFE1_TheNextOutermostResolveHasItsOwn() throws {
        let made = Counter()
        let container = try container(made)
        let first = try container.resolve(Top.self)
        let second = try container.resolve(Top.self)
        XCTAssertFalse(first.unit === second.unit)
        XCTAssertEqual(first.unit.serial, 1)
        XCTAssertEqual(second.unit.serial, 2)
        XCTAssertFalse(try container.resolve(Unit.self) === container.resolve(Unit.self))
        XCTAssertEqual(made.value, 4)
    }

    func testASingletonsFactoryJoinsTheGraphThatRuns() throws {
        final class Keeper: Sendable {
            let life = Counted()
            let serial: Int
            init(_ serial: Int) { self.serial = serial }
        }
        let made = Counter()
        let container = try Container {
            Graph { Unit(made.increment()) }
            Singleton { Keeper(try $0.resolve(Unit.self).serial) }
            Transient { resolver in
                [try resolver.resolve(Keeper.self).serial, try resolver.resolve(Unit.self).serial]
            }
        }
        XCTAssertEqual(try container.resolve([Int].self), [1, 1])
        XCTAssertEqual(try container.resolve([Int].self), [1, 2], "the singleton is made; the graph is new")
        XCTAssertEqual(try container.resolve(Keeper.self).serial, 1)
        assertThreadIsIdle()
    }

    func testSeveralSingletonsInOneResolveShareTheGraph() throws {
        let made = Counter()
        let container = try Container {
            Graph { Unit(made.increment()) }
            Singleton { try $0.resolve(Unit.self).serial }.named("a")
            Singleton { try $0.resolve(Unit.self).serial }.named("b")
            Singleton { try $0.resolve(Int.self, named: "a") + 10 * $0.resolve(Int.self, named: "b") }
        }
        XCTAssertEqual(try container.resolve(Int.self), 11)
        XCTAssertEqual(made.value, 1)
    }

    func testGraphsGrowPastTheIndexAndKeepEveryInstance() throws {
        for count in [1, 7, 8, 9, 16, 17, 33, 64, 65, 200, 1000] {
            let made = Counter()
            let container = try Container {
                for number in 0..<count { Graph { Unit(made.increment()) }.named(RegistrationName(number)) }
                Transient { resolver in
                    try (0..<2).map { _ in
                        try (0..<count).map { try resolver.resolve(Unit.self, named: RegistrationName($0)) }
                    }
                }
            }
            let twice = try container.resolve([[Unit]].self)
            XCTAssertEqual(twice[0].map(\.serial), Array(1...count))
            XCTAssertEqual(twice[1].map(\.serial), Array(1...count))
            XCTAssertEqual(made.value, count)
            assertThreadIsIdle()
        }
    }

    func testNestedGraphInstancesGrowPastTheIndex() throws {
        final class Link {
            let life = Counted()
            let next: Link?
            init(_ next: Link?) { self.next = next }
        }
        let container = try Container {
            for number in 0..<250 {
                Graph { Link(try $0.resolve(Link?.self, named: RegistrationName(number + 1))) }.named(
                    RegistrationName(number))
            }
        }
        // Debug frames are large.
        let length = try onThread(stackSize: 16 << 20) {
            var length = 0
            var link: Link? = try container.resolve(Link.self, named: RegistrationName(0))
            while let current = link {
                length += 1
                link = current.next
            }
            assertThreadIsIdle()
            return length
        }
        XCTAssertEqual(length, 250)
    }

    func testM2_TheArenaIsEmptyAfterAThrow() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Graph { Tracked(tracker) }.named("a")
            Graph { Tracked(tracker) }.named("b")
            Transient { resolver -> Int in
                _ = try resolver.resolve(Tracked.self, named: "a")
                _ = try resolver.resolve(Tracked.self, named: "b")
                throw Mishap(1)
            }
            Graph { resolver -> String in
                _ = try resolver.resolve(Tracked.self, named: "a")
                throw Mishap(2)
            }
        }
        failure(.factoryFailed) { try container.resolve(Int.self) }
        XCTAssertEqual(tracker.made, 2)
        XCTAssertEqual(tracker.alive, 0)
        assertThreadIsIdle()
        failure(.factoryFailed) { try container.resolve(String.self) }
        XCTAssertEqual(tracker.alive, 0)
        assertThreadIsIdle()
    }

    func testM2_TheArenaLeavesNothingAliveAndDestroysNewestFirst() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            for number in 0..<20 { Graph { Tracked(tracker) }.named(RegistrationName(number)) }
            Transient { resolver in
                try (0..<20).map { try resolver.resolve(Tracked.self, named: RegistrationName($0)).serial }
            }
        }
        XCTAssertEqual(try container.resolve([Int].self), Array(1...20))
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.releaseOrder, Array((1...20).reversed()))
    }

    func testAGraphFactoryThatFailedIsCalledAgainInTheSameResolve() throws {
        let calls = Counter()
        let container = try Container {
            Graph { () throws -> Unit in
                if calls.increment() == 1 { throw Mishap(1) }
                return Unit(calls.value)
            }
            Transient { resolver in
                let first = try? resolver.resolve(Unit.self).serial
                return try [first, resolver.resolve(Unit.self).serial, resolver.resolve(Unit.self).serial]
            }
        }
        XCTAssertEqual(try container.resolve([Int?].self), [nil, 2, 2])
        assertThreadIsIdle()
    }

    func testAnInjectedGraphInstanceIsInjectedOnce() throws {
        final class Box { let life = Counted(); var number = 0 }
        let container = try Container {
            Graph { Box() }.inject { box, _ in box.number += 1 }
            Transient { resolver in [try resolver.resolve(Box.self), try resolver.resolve(Box.self)] }
        }
        let boxes = try container.resolve([Box].self)
        XCTAssertTrue(boxes[0] === boxes[1])
        XCTAssertEqual(boxes[0].number, 1)
    }
}
