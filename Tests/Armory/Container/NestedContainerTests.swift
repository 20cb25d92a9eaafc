import Armory
import ArmoryTestSupport
import XCTest

private final class Unit: Sendable { let life = Counted() }

// C8: a container that a factory asks.
final class NestedContainerTests: LeakCheckedTestCase {
    func testC8_AContainerAskedInAFactoryMakesAGraphOfItsOwnEachTime() throws {
        let inner = try Container { Graph { Unit() } }
        let outer = try Container {
            Graph { Unit() }
            Transient { resolver in
                let own = try resolver.resolve(Unit.self)
                XCTAssertTrue(try resolver.resolve(Unit.self) === own)
                return try [own, inner.resolve(), inner.resolve()]
            }
        }
        let units = try outer.resolve([Unit].self)
        XCTAssertEqual(Set(units.map(ObjectIdentifier.init)).count, 3)
        assertThreadIsIdle()
    }

    func testM2_AnInnerContainersGraphEndsWithItsResolve() throws {
        let tracker = LifetimeTracker()
        let inner = try Container { Graph { Tracked(tracker) } }
        let outer = try Container {
            Transient { () -> [Int] in
                let first = try inner.resolve(Tracked.self).serial
                XCTAssertEqual(tracker.alive, 0)
                return try [first, inner.resolve(Tracked.self).serial]
            }
        }
        XCTAssertEqual(try outer.resolve([Int].self), [1, 2])
        XCTAssertEqual(tracker.alive, 0)
    }
}
