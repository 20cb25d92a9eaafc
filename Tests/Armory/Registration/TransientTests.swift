import Armory
import ArmoryTestSupport
import XCTest

private final class Plain {
    let life = Counted()
    var number = 0
}

private final class Leaf: Sendable { let life = Counted() }

private struct Twig {
    let left: Leaf
    let right: Leaf
}

final class TransientTests: LeakCheckedTestCase {
    func testLIFE1_ATransientIsNewAtEveryResolve() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Transient { Tracked(tracker) } }
        let first = try container.resolve(Tracked.self)
        let second = try container.resolve(Tracked.self)
        XCTAssertFalse(first === second)
        XCTAssertEqual(tracker.made, 2)
    }

    func testATransientIsNotKept() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Transient { Tracked(tracker) } }
        for _ in 0..<10 { _ = try container.resolve(Tracked.self) }
        XCTAssertEqual(tracker.made, 10)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testTwoChildrenGetTwoTransients() throws {
        let container = try Container {
            Transient { Leaf() }
            Transient { Twig(left: try $0.resolve(), right: try $0.resolve()) }
        }
        let twig = try container.resolve(Twig.self)
        XCTAssertFalse(twig.left === twig.right)
    }

    func testS2_ATransientNeedNotBeSendable() throws {
        let container = try Container { Transient { Plain() } }
        let plain = try container.resolve(Plain.self)
        plain.number = 3
        XCTAssertEqual(try container.resolve(Plain.self).number, 0)
    }

    func testREG7_AThrowingFactoryIsCalledAgain_C4() throws {
        let calls = Counter()
        let container = try Container {
            Transient { () throws -> Leaf in
                if calls.increment() % 2 == 1 { throw Mishap(calls.value) }
                return Leaf()
            }
        }
        for round in 0..<3 {
            let error = failure(.factoryFailed) { try container.resolve(Leaf.self) }
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(2 * round + 1))
            XCTAssertNoThrow(try container.resolve(Leaf.self))
            assertThreadIsIdle()
        }
    }

    func testAFactoryMayCatchTheErrorOfADependency() throws {
        let container = try Container {
            Transient { () throws -> Leaf in throw Mishap(1) }
            Transient { resolver -> Twig in
                let fallback = Leaf()
                return Twig(left: (try? resolver.resolve()) ?? fallback, right: fallback)
            }
        }
        let twig = try container.resolve(Twig.self)
        XCTAssertTrue(twig.left === twig.right)
        assertThreadIsIdle()
    }

    func testInjectionsOfATransientRunInOrderAtEveryResolve() throws {
        let container = try Container {
            Transient { Plain() }
                .inject { plain, _ in plain.number += 1 }
                .inject { plain, _ in plain.number *= 10 }
        }
        XCTAssertEqual(try container.resolve(Plain.self).number, 10)
        XCTAssertEqual(try container.resolve(Plain.self).number, 10)
    }

    func testREG6_AnInjectionMayReplaceATransient() throws {
        let container = try Container {
            Transient { 1 }.inject { number, _ in number += 41 }
            Transient { Plain() }.inject { plain, resolver in
                plain = Plain()
                plain.number = try resolver.resolve()
            }
        }
        XCTAssertEqual(try container.resolve(Plain.self).number, 42)
    }

    func testAThousandNestedDistinctTransientsUnderOneResolve() throws {
        let container = try Container {
            Transient { Leaf() }
            Transient { resolver in try (0..<1000).map { _ in try resolver.resolve(Leaf.self) } }
        }
        let leaves = try container.resolve([Leaf].self)
        XCTAssertEqual(Set(leaves.map { ObjectIdentifier($0) }).count, 1000)
        assertThreadIsIdle()
    }
}
