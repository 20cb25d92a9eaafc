import Armory
import ArmoryTestSupport
import XCTest

private final class Service: Sendable { let life = Counted() }

private final class Unit: Sendable { let life = Counted() }

final class IsolationTests: LeakCheckedTestCase {
    func testC6_TwoContainersShareNothing_D2() throws {
        let one = try Container { Singleton { Service() } }
        let other = try Container { Singleton { Service() } }
        let mine = try one.resolve(Service.self)
        XCTAssertFalse(try mine === other.resolve(Service.self))
        XCTAssertTrue(try mine === one.resolve(Service.self))
    }

    func testC6_OneRegistrationInTwoContainersMakesTwoInstances_D4() throws {
        let calls = Counter()
        let singleton = Singleton { () -> Service in
            calls.increment()
            return Service()
        }
        let shared = Shared { Unit() }
        let one = try Container {
            singleton
            shared
        }
        let other = try Container {
            singleton
            shared
        }
        XCTAssertFalse(try one.resolve(Service.self) === other.resolve(Service.self))
        XCTAssertEqual(calls.value, 2)
        let held = try one.resolve(Unit.self)
        XCTAssertFalse(try held === other.resolve(Unit.self))
        XCTAssertTrue(try held === one.resolve(Unit.self))
    }

    func testC6_ClosingOneContainerLeavesTheOther_D12() throws {
        let value = Singleton(value: 1)
        let one = try Container { value }
        let other = try Container { value }
        XCTAssertEqual(try one.resolve(Int.self), 1)
        one.close()
        XCTAssertEqual(try other.resolve(Int.self), 1)
    }

    func testC6_EachContainersRegistrationsSeeTheirOwnContainer() throws {
        let service = Transient { "\(try $0.resolve(Int.self))" }
        let one = try Container {
            service
            Singleton(value: 1)
        }
        let other = try Container {
            service
            Singleton(value: 2)
        }
        XCTAssertEqual(try one.resolve(String.self), "1")
        XCTAssertEqual(try other.resolve(String.self), "2")
    }

    func testC8_AContainerAskedInAnothersFactoryJoinsThePath() throws {
        let inner = try Container { Transient { "\(try $0.resolve(Double.self))" } }
        let outer = try Container { Transient { try inner.resolve(String.self).count } }
        let error = failure(.missing) { try outer.resolve(Int.self) }
        XCTAssertEqual(error?.path, ["Int", "String", "Double"])
        XCTAssertEqual(error?.key, "Double")
        assertThreadIsIdle()
    }

    func testC8_ACycleThroughTwoContainersIsFound() throws {
        let shelf = Shelf<Container?>(nil)
        let inner = try Container {
            Transient { try shelf.value?.resolve(Int.self).description ?? "" }
            Singleton { Double(try shelf.value?.resolve(UInt.self) ?? 0) }
        }
        let outer = try Container {
            Transient { try inner.resolve(String.self).count }
            Singleton { UInt(try inner.resolve(Double.self)) }
        }
        shelf.value = outer
        defer { shelf.value = nil }
        XCTAssertEqual(
            failure(.cycle) { try outer.resolve(Int.self) }?.path, ["Int", "String", "Int"])
        XCTAssertEqual(
            failure(.cycle) { try inner.resolve(Double.self) }?.path, ["Double", "UInt", "Double"])
        assertThreadIsIdle()
    }

    func testC8_TheSameTypesInTwoContainersAreNoCycle() throws {
        let inner = try Container {
            Singleton { 1 }
            Graph { "inner" }
            Transient { 1.5 }
        }
        let outer = try Container {
            Singleton { try inner.resolve(Int.self) + 1 }
            Graph { try inner.resolve(String.self) + " outer" }
            Transient { try inner.resolve(Double.self) + 1 }
        }
        XCTAssertEqual(try outer.resolve(Int.self), 2)
        XCTAssertEqual(try outer.resolve(String.self), "inner outer")
        XCTAssertEqual(try outer.resolve(Double.self), 2.5)
    }

    func testAContainerMadeInsideAFactoryIsFreedWithItsGraph() throws {
        let tracker = LifetimeTracker()
        let outer = try Container {
            Transient { () -> Int in
                let inner = try Container {
                    Graph { Tracked(tracker) }
                    Singleton { [Tracked(tracker)] }
                }
                return try inner.resolve(Tracked.self).serial + inner.resolve([Tracked].self)[0].serial
            }
        }
        for _ in 0..<50 { XCTAssertGreaterThan(try outer.resolve(Int.self), 0) }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.made, 100)
        assertThreadIsIdle()
    }
}
