import Armory
import ArmoryTestSupport
import XCTest

/// C9: looking up one very key, for a library that has an API of its own on top of this one.
final class ExactTests: EveryHashTestCase {
    private struct Plain: SharedResolvable, Equatable {
        init(resolver: Resolver, arguments: Void) {}
    }

    private final class Companion: Sendable {
        let life = Counted()
    }

    func testC9_NothingElseStandsForAKey() throws {
        let container = Container()
        try container.register(Singleton { 5 })
        try container.register(Singleton { "named" }.named("a"))
        XCTAssertEqual(try container.resolveExact(Int.self), 5)
        XCTAssertEqual(try container.resolveExact(String.self, named: "a"), "named")
        XCTAssertNil(try container.resolveExact(String.self))
        XCTAssertNil(try container.resolveExact(String.self, named: "b"))
        XCTAssertNil(try container.resolveExact([Int].self), "no list is made up")
        XCTAssertTrue(try container.resolveExact(Int?.self) == .none, "no optional stands for its type")
        XCTAssertNil(try container.resolveExact(Plain.self), "nothing is made just in time")
        try container.register(Singleton { [1] })
        XCTAssertEqual(try container.resolveExact([Int].self), [1])
        assertThreadIsIdle()
    }

    func testC9_AKeyIsLookedForInTheParentsAndNotWhereItWasRemoved() throws {
        let parent = Container()
        try parent.register(Singleton { 5 })
        let child = Container(parents: [parent])
        XCTAssertEqual(try child.resolveExact(Int.self), 5)
        try child.register(Transient { 6 })
        XCTAssertEqual(try child.resolveExact(Int.self), 6)
        try child.remove(Int.self)
        XCTAssertEqual(try child.resolveExact(Int.self), 5)
        try parent.remove(Int.self)
        XCTAssertNil(try child.resolveExact(Int.self))
        parent.close()
        XCTAssertThrowsError(try child.resolveExact(Int.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        assertThreadIsIdle()
    }

    func testC9_WhatDeclinesIsAnErrorOrNil() throws {
        let container = Container()
        try container.register(Transient(Int.self) { throw Declined("not today") })
        try container.register(Transient { "\(try $0(Int.self))" })
        XCTAssertThrowsError(try container.resolveExact(Int.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .declined)
        }
        XCTAssertNil(try container.resolveExactOptional(Int.self))
        XCTAssertNil(try container.resolveExactOptional(UInt.self))
        XCTAssertThrowsError(try container.resolveExactOptional(String.self), "it has not declined itself")
    }

    func testC9_AnInheritedHitIsTheNearestAncestorsReadyInstance() throws {
        let grandparent = Container()
        try grandparent.register(Singleton(value: 5))
        try grandparent.register(Singleton(value: "ready"))
        let parent = Container(parents: [grandparent])
        try parent.register(Transient { 6 })
        let child = Container(parents: [parent])
        XCTAssertNil(unsafe child.hit(Int.self).instance, "the parent's is not ready")
        XCTAssertNil(unsafe child.hit(UInt.self).instance)
        let address = unsafe try XCTUnwrap(child.hit(String.self).instance)
        let text = unsafe address.assumingMemoryBound(to: String.self).pointee
        Container.unpin()
        XCTAssertEqual(text, "ready")
        grandparent.close()
        XCTAssertNil(unsafe child.hit(String.self).instance)
        assertThreadIsIdle()
    }

    func testC9_ACompanionsFactoryMakesWhatIsAskedForInAnotherWay() throws {
        let parent = Container()
        try parent.register(Singleton(value: "parent"))
        try parent.register(
            Companioned<Int>(.transient, named: nil, at: SourceLocation(), Companion()) { try $0(String.self).count })
        let child = Container(parents: [parent])
        try child.register(Singleton(value: "its child"))
        XCTAssertEqual(try parent.resolve(Int.self), 6)
        XCTAssertEqual(try child.resolveExact(Int.self), 9, "in the view of the child")
    }
}
