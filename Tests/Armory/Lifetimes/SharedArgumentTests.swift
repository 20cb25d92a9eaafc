// LIFE1, LIFE5: an instance for each value of the arguments that lives as long as others hold it.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Room: Sendable { var number: Int { get } }

private final class Chamber: Tracked, Room, @unchecked Sendable {  // Immutable.
    let number: Int
    init(_ tracker: LifetimeTracker, _ number: Int) {
        self.number = number
        super.init(tracker)
    }
}

private struct Value: Room { let number: Int }

final class SharedArgumentTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testLIFE5_EachValueHasOneAsLongAsItIsHeld() throws {
        let container = try Container {
            Shared((any Room).self, arguments: Int.self) { [tracker] _, number in Chamber(tracker, number) }
        }
        var held: (any Room)? = try container.resolve((any Room).self, arguments: 1)
        let other = try container.resolve((any Room).self, arguments: 2)
        XCTAssertTrue(try container.resolve((any Room).self, arguments: 1) as AnyObject === held as AnyObject)
        XCTAssertFalse(held as AnyObject === other as AnyObject)
        XCTAssertEqual(tracker.made, 2)
        held = nil
        XCTAssertEqual(tracker.alive, 1, "the container does not hold it")
        XCTAssertEqual(try container.resolve((any Room).self, arguments: 1).number, 1)
        XCTAssertEqual(tracker.made, 3)
        withExtendedLifetime(other) {}
    }

    func testM3_ValuesThatNobodyHoldsDoNotPileUp() throws {
        let container = try Container {
            Shared(arguments: Int.self, String.self) { [tracker] _, number, _ in Chamber(tracker, number) }
        }
        for number in 0..<10_000 { _ = try container.resolve(Chamber.self, arguments: number, "a") }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertLessThanOrEqual(container.keptInstanceCount(of: Chamber.self), 64)
    }

    func testC1_OneForEachValueUnderThreads() throws {
        let container = try Container {
            Shared(arguments: Int.self) { [tracker] _, number in Chamber(tracker, number) }
        }
        let results = race(threads: 16) { thread in
            try (0..<50).map { try container.resolve(Chamber.self, arguments: $0) }
        }
        let chambers = try results.map { try $0.get() }
        for number in 0..<50 { XCTAssertEqual(Set(chambers.map { $0[number].serial }).count, 1) }
    }

    func testAValueTypeIsRefused() throws {
        let container = try Container {
            Shared((any Room).self, arguments: Int.self) { _, number in Value(number: number) }
        }
        failure(.valueTypeShared) { try container.resolve((any Room).self, arguments: 1) }
    }

    func testAnInitializerTakesItsArgumentsFromTheResolve() throws {
        final class Cabin: Sendable {
            let number: Int
            let room: Chamber
            init(number: Int, room: Chamber) { (self.number, self.room) = (number, room) }
        }
        let container = try Container {
            Shared(Cabin.init, .argument, .registered)
            Singleton { [tracker] in Chamber(tracker, 0) }
        }
        let cabin = try container.resolve(Cabin.self, arguments: 4)
        XCTAssertEqual(cabin.number, 4)
        XCTAssertTrue(try container.resolve(Cabin.self, arguments: 4) === cabin)
        let kept = try Container {
            Kept(Cabin.init, .argument, .registered)
            Singleton { [tracker] in Chamber(tracker, 0) }
        }
        XCTAssertTrue(try kept.resolve(Cabin.self, arguments: 4) === kept.resolve(Cabin.self, arguments: 4))
        XCTAssertFalse(try kept.resolve(Cabin.self, arguments: 5) === kept.resolve(Cabin.self, arguments: 4))
    }

    func testLIFE5_AnAwaitingFactory() async throws {
        let container = try Container {
            Shared(arguments: Int.self) { [tracker] (_: AsyncResolver, number: Int) async in
                await Task.yield()
                return Chamber(tracker, number)
            }
        }
        let one = try await container.resolveAsync(Chamber.self, arguments: 1)
        let again = try await container.resolveAsync(Chamber.self, arguments: 1)
        XCTAssertTrue(one === again)
    }
}
