import Armory
import ArmoryTestSupport
import XCTest

final class GetOrMakeTests: LeakCheckedTestCase {
    func testC9_GetOrMakeRegistersWhatIsMissing() throws {
        let container = Container()
        let tracker = LifetimeTracker()
        let first = try container.getOrMake(Singleton { Tracked(tracker) })
        XCTAssertTrue(try container.getOrMake(Singleton { Tracked(tracker) }) === first)
        XCTAssertTrue(try container.resolve(Tracked.self) === first)
        XCTAssertEqual(tracker.made, 1)
    }

    func testC9_GetOrMakeKeepsWhatIsRegistered() throws {
        let container = try Container { Singleton(value: 1).named("a") }
        XCTAssertEqual(try container.getOrMake(Singleton(value: 2).named("a")), 1)
        XCTAssertEqual(try container.getOrMake(Singleton(value: 3).named("b")), 3, "frozen or not")
        XCTAssertEqual(try container.resolve(Int.self, named: "b"), 3)
    }

    func testC9_GetOrMakeAfterRemoveMakesAnew() throws {
        let container = Container()
        XCTAssertEqual(try container.getOrMake(Singleton(value: 1)), 1)
        try container.remove(Int.self)
        XCTAssertEqual(try container.getOrMake(Singleton(value: 2)), 2)
        XCTAssertEqual(try container.resolve(Int.self), 2)
    }

    func testC9_GetOrMakeOfAClosedContainerIsClosed() {
        let container = Container()
        container.close()
        failure(.closed) { try container.getOrMake(Singleton(value: 1)) }
    }

    func testC9_GetOrMakeOfManyTypes() throws {
        func instance<T: Makeable>(_ type: T.Type, _ container: Container) throws {
            _ = try container.getOrMake(Singleton(type) { T() })
        }
        let container = Container()
        for type in ManyTypes.hundred + ManyTypes.hundred { try instance(type, container) }
        container.freeze()
        for type in Digits.all { try instance(type, container) }
    }

    func testC9_OneAtATimeResolvesAsAnyOtherContainer() throws {
        final class Node: @unchecked Sendable {  // One thread.
            let life = Counted()
            weak var peer: Node?
        }
        let calls = Counter()
        let container = try Container(configuration: .init(building: .oneAtATime)) {
            Singleton { calls.increment() }
            Graph { [try $0.resolve(Int.self)] }
            Transient { "\(try $0.resolve([Int].self)) \(try $0.resolve([Int].self))" }
            Transient(arguments: Int.self) { resolver, number in Double(try resolver(Int.self) + number) }
            Singleton { Node() }.inject { node, resolver in
                node.peer = try resolver.resolve(Node.self, named: "b")
            }
            Singleton { Node() }.named("b").inject { node, resolver in node.peer = try resolver() }
        }
        XCTAssertEqual(try container.resolve(String.self), "[1] [1]")
        XCTAssertEqual(try container.resolve(Double.self, arguments: 5), 6)
        let node = try container.resolve(Node.self)
        XCTAssertTrue(node.peer?.peer === node)
        failure(.missing) { try container.resolve(UInt.self) }
        XCTAssertEqual(calls.value, 1)
        assertThreadIsIdle()
    }
}
