import Armory
import ArmoryTestSupport
import XCTest

private final class Service: Sendable { let life = Counted() }

private struct Report {
    let text: String
    let number: Int
}

private enum Region: Hashable, Sendable { case north, south }

// O1: what is found where.
final class ParentTests: LeakCheckedTestCase {
    func testO1_AChildSeesItsParentsRegistrationsInEveryFormOfAsking() throws {
        let parent = try Container {
            Singleton { Service() }
            Singleton(value: 7)
            Singleton(value: 8).named("eight")
            Singleton(value: 9).named(RegistrationName(Region.north))
            Transient(arguments: Int.self) { Report(text: try $0.resolve(), number: $1) }
            Transient(arguments: Int.self, Int.self) { Report(text: try $0.resolve(), number: $1 + $2) }.named("sum")
            Transient(arguments: Int.self) { Report(text: try $0.resolve(), number: -$1) }.named(
                RegistrationName(Region.north))
            Transient { "text" }
        }
        let child = try Container(parents: [parent]) {}
        XCTAssertTrue(try child.resolve(Service.self) === parent.resolve(Service.self))
        XCTAssertEqual(try child.resolve(Int.self), 7)
        XCTAssertEqual(try child.resolve(Int.self, named: "eight"), 8)
        XCTAssertEqual(try child.resolve(Int.self, named: RegistrationName(Region.north)), 9)
        XCTAssertEqual(try child.resolve(Int?.self), 7)
        XCTAssertEqual(try child.resolve(Int?.self, named: "eight"), 8)
        XCTAssertEqual(try child.resolve(Int?.self, named: RegistrationName(Region.north)), 9)
        XCTAssertEqual(try child.resolve(Int?.self), 7)
        XCTAssertEqual(try child.resolve(Int?.self, named: "eight"), 8)
        XCTAssertEqual(try child.resolve(Int?.self, named: RegistrationName(Region.north)), 9)
        XCTAssertEqual(try child.with(Int.self) { $0 }, 7)
        XCTAssertEqual(try child.resolve(Report.self, arguments: 3).number, 3)
        XCTAssertEqual(try child.resolve(Report.self, named: "sum", arguments: 3, 4).number, 7)
        XCTAssertEqual(try child.resolve(Report.self, named: RegistrationName(Region.north), arguments: 3).number, -3)
        // And the second time, when the child has what it needs for them.
        XCTAssertEqual(try child.resolve(Report.self, arguments: 3).text, "text")
        XCTAssertEqual(try child.resolve(String.self), "text")
        assertThreadIsIdle()
    }

    func testO1_WhatNobodyHasIsMissingInEveryFormOfAsking() throws {
        let child = try Container(parents: [Container(parents: [Container {}]) {}]) {}
        failure(.missing) { try child.resolve(Int.self) }
        failure(.missing) { try child.resolve(Int.self, named: "a") }
        failure(.missing) { try child.resolve(Int.self, named: RegistrationName(Region.south)) }
        failure(.missing) { try child.resolve(Int.self, arguments: 1) }
        failure(.missing) { try child.resolve(Int.self, named: "a", arguments: 1) }
        failure(.missing) { try child.with(Int.self) { _ in } }
        XCTAssertNil(try child.resolve(Int?.self))
        XCTAssertNil(try child.resolve(Int?.self))
        XCTAssertNil(try child.resolve(Int?.self, named: "a"))
        XCTAssertNil(try child.resolve(Int?.self, named: RegistrationName(Region.south)))
        assertThreadIsIdle()
    }

    func testO1_OwnRegistrationsShadowAndParentsNeverSeeThem() throws {
        let parent = try Container {
            Singleton(value: 1)
            Transient { "parent" }
        }
        let child = try Container(parents: [parent]) {
            Singleton(value: 2)
            Singleton(value: 2.5)
        }
        XCTAssertEqual(try child.resolve(Int.self), 2)
        XCTAssertEqual(try parent.resolve(Int.self), 1)
        XCTAssertEqual(try child.resolve(String.self), "parent")
        failure(.missing) { try parent.resolve(Double.self) }
        XCTAssertNil(try parent.resolve(Double?.self))
    }

    func testO1_ANameShadowsItsOwnKeyAlone() throws {
        let parent = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("a")
        }
        let child = try Container(parents: [parent]) { Singleton(value: 3).named("a") }
        XCTAssertEqual(try child.resolve(Int.self), 1)
        XCTAssertEqual(try child.resolve(Int.self, named: "a"), 3)
    }

    func testO1_SeveralParentsAreSearchedInOrderDepthFirst() throws {
        let deep = try Container {
            Singleton(value: "deep")
            Singleton(value: 1)
            Singleton(value: 1).named("deep alone")
        }
        let first = try Container(parents: [deep]) { Singleton(value: 1.5) }
        let second = try Container {
            Singleton(value: "second")
            Singleton(value: 2)
            Singleton(value: 2.5)
            Singleton(value: UInt8(2))
        }
        let child = try Container(parents: [first, second]) {}
        XCTAssertEqual(try child.resolve(String.self), "deep", "depth comes before the second parent")
        XCTAssertEqual(try child.resolve(Double.self), 1.5)
        XCTAssertEqual(try child.resolve(UInt8.self), 2)
        XCTAssertEqual(try child.resolve(Int.self, named: "deep alone"), 1)
        let swapped = try Container(parents: [second, first]) {}
        XCTAssertEqual(try swapped.resolve(String.self), "second")
        XCTAssertEqual(try swapped.resolve(Double.self), 2.5)
        XCTAssertEqual(swapped.parents.map(ObjectIdentifier.init), [second, first].map(ObjectIdentifier.init))
    }

    func testO1_AnAncestorOfTwoParentsIsSearchedOnce() throws {
        // A ladder of diamonds: 2^40 ways lead to the top.
        var level = try [Container { Singleton(value: 7) }]
        for _ in 0..<40 { level = try [Container(parents: level) {}, Container(parents: level) {}] }
        let child = try Container(parents: level) {}
        XCTAssertEqual(try child.resolve(Int.self), 7)
        failure(.missing) { try child.resolve(String.self) }
    }

    func testO1_ManyRegistrationsOfAParentAreResolvedThroughAChild() throws {
        let parent = try Container {
            for number in 0..<500 {
                Transient { number }.named(RegistrationName(number))
                Graph { "\(number)" }.named(RegistrationName(number))
            }
        }
        let child = try Container(parents: [parent]) {}
        for _ in 0..<2 {
            for number in 0..<500 {
                XCTAssertEqual(try child.resolve(Int.self, named: RegistrationName(number)), number)
                XCTAssertEqual(try child.resolve(String.self, named: RegistrationName(number)), "\(number)")
            }
        }
        failure(.missing) { try child.resolve(Int.self, named: RegistrationName(500)) }
        XCTAssertEqual(try child.resolve(Int?.self, named: RegistrationName(7)), 7)
    }

    func testO1_AChildHasTheSameKeyInAnotherLifetime() throws {
        let parent = try Container {
            Transient { Service() }
            Singleton { "parent" }
        }
        let calls = Counter()
        let child = try Container(parents: [parent]) {
            Singleton { Service() }
            Transient { "child \(calls.increment())" }
        }
        XCTAssertTrue(try child.resolve(Service.self) === child.resolve(Service.self))
        XCTAssertFalse(try parent.resolve(Service.self) === parent.resolve(Service.self))
        XCTAssertEqual(try child.resolve(String.self), "child 1")
        XCTAssertEqual(try child.resolve(String.self), "child 2")
        XCTAssertEqual(try parent.resolve(String.self), "parent")
    }

    func testO1_ACustomQualifiersOwnCodeMayResolve() throws {
        let parent = try Container {
            Singleton(value: 1)
            Transient { "north" }.named(RegistrationName(Curious(number: 1, container: nil)))
        }
        let child = try Container(parents: [Container {}, parent]) {}
        XCTAssertEqual(
            try child.resolve(String.self, named: RegistrationName(Curious(number: 1, container: child))), "north")
        failure(.missing) {
            try child.resolve(String.self, named: RegistrationName(Curious(number: 2, container: child)))
        }
        assertThreadIsIdle()
    }

    func testM1_AChildKeepsItsParentsAndNotTheOtherWay() throws {
        let tracker = LifetimeTracker()
        var parent: Container? = try Container { Singleton { Tracked(tracker) } }
        var child: Container? = try Container(parents: [try XCTUnwrap(parent)]) {}
        weak let weakChild = child
        _ = try child?.resolve(Tracked.self)
        parent = nil
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertNotNil(try child?.resolve(Tracked.self))
        child = nil
        XCTAssertNil(weakChild)
        XCTAssertEqual(tracker.alive, 0)
    }
}

/// A qualifier whose comparison asks a container.
private struct Curious: Hashable, Sendable {
    let number: Int
    let container: Container?

    static func == (left: Curious, right: Curious) -> Bool {
        _ = try? (left.container ?? right.container)?.resolve(Int.self)
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {}
}

// MARK: Errors

final class ParentErrorTests: LeakCheckedTestCase {
    func testE1_NearMissesAreLookedForInParentsToo() throws {
        let grandparent = try Container { Singleton(fileID: "Shop/A.swift", line: 1) { 1 }.named("b") }
        let parent = try Container(parents: [grandparent]) {
            Transient(fileID: "Shop/A.swift", line: 2) { 2 }.named("a")
        }
        let child = try Container(parents: [parent]) {}
        // The child now has a slot of its own for it, which is no registration of the child's.
        XCTAssertEqual(try child.resolve(Int.self, named: "a"), 2)
        assertErrorText(failure(.missing) { try child.resolve(Int.self) }, "missing: near registrations of parents")
    }

    func testE1_ThePathLeadsThroughTheParents() throws {
        let parent = try Container {
            Transient { "\(try $0.resolve(Int.self))" }
            Singleton { UInt(try $0.resolve(Double.self)) }
        }
        let child = try Container(parents: [parent]) { Transient { Int(try $0.resolve(UInt.self)) } }
        let error = failure(.missing) { try child.resolve(String.self) }
        XCTAssertEqual(error?.path, ["String", "Int", "UInt", "Double"])
        assertThreadIsIdle()
    }

    func testO1_WhatAParentHasWithOtherArgumentsIsAnError() throws {
        let parent = try Container {
            Singleton(value: 1)
            Transient(arguments: Int.self) { _, number in "\(number)" }
        }
        let child = try Container(parents: [parent]) {}
        failure(.wrongArguments) { try child.resolve(Int.self, arguments: 1) }
        failure(.wrongArguments) { try child.resolve(String.self, arguments: "1") }
        failure(.wrongArguments) { try child.resolve(String.self) }
        failure(.wrongArguments) { try child.resolve(String?.self) }
        assertThreadIsIdle()
    }

    func testO3_AClosedChildRefusesEveryUseAndLeavesItsParents() throws {
        let parent = try Container {
            Singleton(value: 1)
            Transient { "text" }
        }
        let child = try Container(parents: [parent]) {}
        XCTAssertEqual(try child.resolve(String.self), "text")
        child.close()
        failure(.closed) { try child.resolve(Int.self) }
        failure(.closed) { try child.resolve(Int.self, named: "a") }
        failure(.closed) { try child.resolve(String.self) }
        failure(.closed) { try child.resolve(String?.self) }
        failure(.closed) { try child.resolve(String?.self, named: "a") }
        failure(.closed) { try child.resolve(String.self, arguments: 1) }
        XCTAssertEqual(try parent.resolve(Int.self), 1)
        XCTAssertEqual(try parent.resolve(String.self), "text")
        let second = try Container(parents: [parent]) {}
        XCTAssertEqual(try second.resolve(String.self), "text")
    }

    func testO3_AClosedChildMakesNothingInItsParents() async throws {
        final class Pool: Sendable {
            init(_ made: Counter) { made.increment() }
        }
        let made = Counter()
        let parent = try Container {
            Singleton { Pool(made) }.named("kept")
            Shared { Pool(made) }.named("shared")
            Kept { Pool(made) }.named("own")
            Singleton { () async in Pool(made) }.named("awaiting")
            Kept(arguments: Int.self) { _, _ in Pool(made) }.named("by number")
        }
        let child = try Container(parents: [parent]) {}
        let scope = try child.openScope()
        child.close()
        for closed in [child, scope] {
            for name in ["kept", "shared", "own", "awaiting"] as [RegistrationName] {
                failure(.closed) { try closed.resolve(Pool.self, named: name) }
                await failure(.closed) { try await closed.resolveAsync(Pool.self, named: name) }
            }
        }
        for closed in [child, scope] {
            failure(.closed) { try closed.resolve(Pool.self, named: "by number", arguments: 1) }
            await failure(.closed) { try await closed.resolveAsync(Pool.self, named: "by number", arguments: 1) }
            failure(.closed) { try closed.resolve([Pool].self) }
            await failure(.closed) { try await closed.resolveAsync([Pool].self) }
        }
        XCTAssertEqual(made.value, 0)
        for name in ["kept", "shared", "own"] as [RegistrationName] { _ = try parent.resolve(Pool.self, named: name) }
    }
}
