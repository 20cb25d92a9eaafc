import Armory
import ArmoryTestSupport
import XCTest

private final class Engine: Sendable { let life = Counted() }

private final class Car: Sendable {
    let life = Counted()
    let engine: Engine
    init(_ engine: Engine) { self.engine = engine }
}

final class SingletonTests: LeakCheckedTestCase {
    func testLIFE1_ASingletonIsMadeOnceAtTheFirstResolve() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Tracked(tracker) } }
        XCTAssertEqual(tracker.made, 0, "nothing is made before it is asked for")
        let first = try container.resolve(Tracked.self)
        for _ in 0..<10 { XCTAssertTrue(try container.resolve(Tracked.self) === first) }
        XCTAssertEqual(tracker.made, 1)
    }

    func testLIFE1_ASingletonIsKeptThoughNobodyHoldsIt() throws {
        let tracker = LifetimeTracker()
        let container = try Container { Singleton { Tracked(tracker) } }
        let serial = try container.resolve(Tracked.self).serial
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertEqual(try container.resolve(Tracked.self).serial, serial)
    }

    func testSingletonsShareTheirDependencies() throws {
        let container = try Container {
            Singleton { Car(try $0.resolve()) }
            Singleton { Car(try $0.resolve()) }.named("second")
            Singleton { Engine() }
        }
        let engine = try container.resolve(Engine.self)
        XCTAssertTrue(try container.resolve(Car.self).engine === engine)
        XCTAssertTrue(try container.resolve(Car.self, named: "second").engine === engine)
        XCTAssertFalse(try container.resolve(Car.self) === container.resolve(Car.self, named: "second"))
    }

    func testSingletonsOfOneTypeUnderTwoNamesAreTwo() throws {
        let container = try Container {
            Singleton { Engine() }.named("a")
            Singleton { Engine() }.named("b")
        }
        let first = try container.resolve(Engine.self, named: "a")
        XCTAssertFalse(try first === container.resolve(Engine.self, named: "b"))
        XCTAssertTrue(try first === container.resolve(Engine.self, named: "a"))
    }

    func testREG7_AThrowLeavesTheSlotRetryable_C4() throws {
        let calls = Counter()
        let container = try Container {
            Singleton { () throws -> Engine in
                if calls.increment() < 3 { throw Mishap(calls.value) }
                return Engine()
            }
        }
        for attempt in 1...2 {
            let error = failure(.factoryFailed) { try container.resolve(Engine.self) }
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(attempt))
        }
        let engine = try container.resolve(Engine.self)
        XCTAssertTrue(try container.resolve(Engine.self) === engine)
        XCTAssertEqual(calls.value, 3)
        assertThreadIsIdle()
    }

    func testREG3_AReadyValueIsTheOneThatWasGiven() throws {
        let engine = Engine()
        let container = try Container {
            Singleton(value: engine)
            Singleton((any Sendable).self, value: engine)
            Singleton(value: 42)
        }
        XCTAssertTrue(try container.resolve(Engine.self) === engine)
        XCTAssertTrue(try container.resolve((any Sendable).self) as AnyObject === engine)
        XCTAssertEqual(try container.resolve(Int.self), 42)
    }

    func testREG3_AReadyValueIsReleasedWithItsContainer() throws {
        let tracker = LifetimeTracker()
        var container: Container? = try Container { Singleton(value: Tracked(tracker)) }
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertEqual(try container?.resolve(Tracked.self).serial, 1)
        container = nil
        XCTAssertEqual(tracker.alive, 0)
    }

    func testS2_AnUncheckedSingletonMayHoldAClassThatIsNotSendable() throws {
        final class Plain { let life = Counted(); var number = 0 }
        let container = try Container { Unchecked(Plain.self) { _ in Plain() } }
        try container.resolve(Plain.self).number = 5
        XCTAssertEqual(try container.resolve(Plain.self).number, 5)
    }

    func testASingletonStructIsOneValueForAll() throws {
        struct Limits: Sendable { var most: Int }
        let calls = Counter()
        let container = try Container { Singleton { Limits(most: calls.increment()) } }
        var copy = try container.resolve(Limits.self)
        copy.most = 99
        XCTAssertEqual(try container.resolve(Limits.self).most, 1)
        XCTAssertEqual(calls.value, 1)
    }

    func testAFactoryThatResolvesItsOwnContainerAsAGlobalJoinsTheResolution_C8() throws {
        let shelf = Shelf<Container?>(nil)
        let container = try Container {
            Singleton { Car(try shelf.value.map { try $0.resolve() } ?? Engine()) }
            Singleton { Engine() }
        }
        shelf.value = container
        defer { shelf.value = nil }
        XCTAssertTrue(try container.resolve(Car.self).engine === container.resolve(Engine.self))
    }

    func testREG6_AValueIsInjectedAtTheFirstResolve() throws {
        final class Box: @unchecked Sendable {  // Written before it is shared.
            let life = Counted()
            var number = 0
        }
        let wired = Counter()
        let container = try Container {
            Singleton(value: Box())
                .inject { box, resolver in box.number += try resolver.resolve() }
                .onWired { _ in wired.increment() }
            Singleton { 7 }
        }
        XCTAssertEqual(try container.resolve(Box.self).number, 7)
        XCTAssertEqual(try container.resolve(Box.self).number, 7)
        XCTAssertEqual(wired.value, 1)
    }
}
