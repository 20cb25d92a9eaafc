import Armory
import ArmoryTestSupport
import XCTest

/// Says whose it is.
private final class Dependency: Sendable {
    let life = Counted()
    let owner: String
    init(_ owner: String) { self.owner = owner }
}

private class Holder: @unchecked Sendable {  // Set in `inject` alone.
    let life = Counted()
    let dependency: Dependency
    var other: Dependency?
    init(_ dependency: Dependency) { self.dependency = dependency }
}

private final class Single: Holder, @unchecked Sendable {}
private final class Weak: Holder, @unchecked Sendable {}
private final class Passing: Holder, @unchecked Sendable {}
private final class Common: Holder, @unchecked Sendable {}

/// Everything in one object.
private struct All: Sendable {
    let single: Single
    let weak: Weak
    let passing: Passing
    let common: Common
    let commonOfSingle: Common?
}

// O2: in whose view an instance is made.
final class ParentViewTests: LeakCheckedTestCase {
    /// A parent that has everything and a child that has another dependency.
    private func family(
        _ registration: some Registration<Dependency> = Transient { Dependency("child") }
    ) throws -> (parent: Container, child: Container) {
        let parent = try Container {
            Transient { Dependency("parent") }
            Singleton { Single(try $0.resolve()) }
            Shared { Weak(try $0.resolve()) }
            Transient { Passing(try $0.resolve()) }
            Graph { Common(try $0.resolve()) }
        }
        return (parent, try Container(parents: [parent]) { registration })
    }

    func testO2_ASingletonOfAParentHoldsNothingOfAChild_D7() throws {
        let (parent, first) = try family()
        let second = try Container(parents: [parent]) { Transient { Dependency("second child") } }
        XCTAssertEqual(try first.resolve(Single.self).dependency.owner, "parent")
        XCTAssertEqual(try second.resolve(Single.self).dependency.owner, "parent")
        XCTAssertEqual(try parent.resolve(Single.self).dependency.owner, "parent")
        XCTAssertTrue(try first.resolve(Single.self) === parent.resolve(Single.self))
        XCTAssertTrue(try first.resolve(Single.self) === second.resolve(Single.self))
    }

    func testO2_ASharedInstanceOfAParentHoldsNothingOfAChild_D7() throws {
        let (parent, child) = try family()
        let held = try child.resolve(Weak.self)
        XCTAssertEqual(held.dependency.owner, "parent")
        XCTAssertTrue(try held === parent.resolve(Weak.self))
    }

    func testO2_TransientAndGraphInstancesAreMadeInTheViewOfWhoeverAsked() throws {
        let (parent, child) = try family()
        let grandchild = try Container(parents: [child]) { Transient { Dependency("grandchild") } }
        for _ in 0..<2 {
            XCTAssertEqual(try child.resolve(Passing.self).dependency.owner, "child")
            XCTAssertEqual(try child.resolve(Common.self).dependency.owner, "child")
            XCTAssertEqual(try grandchild.resolve(Passing.self).dependency.owner, "grandchild")
            XCTAssertEqual(try grandchild.resolve(Common.self).dependency.owner, "grandchild")
            XCTAssertEqual(try parent.resolve(Passing.self).dependency.owner, "parent")
            XCTAssertEqual(try parent.resolve(Common.self).dependency.owner, "parent")
        }
    }

    func testO2_OneResolveHasAGraphInstanceOfEachView() throws {
        let parent = try Container {
            Transient { Dependency("parent") }
            Graph { Common(try $0.resolve()) }
            Singleton { resolver -> Single in
                let single = Single(try resolver.resolve(Common.self).dependency)
                return single
            }
            Transient { resolver in
                let before = try resolver.resolve(Common.self)
                let single = try resolver.resolve(Single.self)
                let after = try resolver.resolve(Common.self)
                XCTAssertTrue(before === after, "one for each resolve in one view")
                return [before.dependency.owner, single.dependency.owner, after.dependency.owner]
            }
        }
        let child = try Container(parents: [parent]) { Transient { Dependency("child") } }
        XCTAssertEqual(try child.resolve([String].self), ["child", "parent", "child"])
        XCTAssertEqual(try child.resolve([String].self), ["child", "parent", "child"])
        XCTAssertEqual(try parent.resolve([String].self), ["parent", "parent", "parent"])
        assertThreadIsIdle()
    }

    func testO2_AGraphInstanceOfTheParentsViewIsSharedByWhatIsMadeThere() throws {
        let parent = try Container {
            Transient { Dependency("parent") }
            Graph { Common(try $0.resolve()) }
            Singleton { Single(try $0.resolve(Common.self).dependency) }
            Singleton { Weak(try $0.resolve(Common.self).dependency) }
            Transient { (try $0.resolve(Single.self), try $0.resolve(Weak.self), try $0.resolve(Common.self)) }
        }
        let child = try Container(parents: [parent]) { Transient { Dependency("child") } }
        let (single, weak, common) = try child.resolve((Single, Weak, Common).self)
        XCTAssertTrue(single.dependency === weak.dependency)
        XCTAssertFalse(single.dependency === common.dependency)
        XCTAssertEqual(common.dependency.owner, "child")
    }

    func testO2_InjectionsSeeTheSameViewAsTheFactory() throws {
        let parent = try Container {
            Transient { Dependency("parent") }
            Singleton { Single(try $0.resolve()) }.inject { $0.other = try $1.resolve() }
            Transient { Passing(try $0.resolve()) }.inject { $0.other = try $1.resolve() }
            Graph { Common(try $0.resolve()) }.inject { $0.other = try $1.resolve() }
        }
        let child = try Container(parents: [parent]) { Transient { Dependency("child") } }
        XCTAssertEqual(try child.resolve(Single.self).other?.owner, "parent")
        XCTAssertEqual(try child.resolve(Passing.self).other?.owner, "child")
        XCTAssertEqual(try child.resolve(Common.self).other?.owner, "child")
        assertThreadIsIdle()
    }

    func testO2_ArgumentsGoToAFactoryInTheViewOfWhoeverAsked() throws {
        let parent = try Container {
            Transient { Dependency("parent") }
            Transient(arguments: Int.self) { "\(try $0.resolve(Dependency.self).owner) \($1)" }
        }
        let child = try Container(parents: [parent]) { Transient { Dependency("child") } }
        XCTAssertEqual(try child.resolve(String.self, arguments: 1), "child 1")
        XCTAssertEqual(try parent.resolve(String.self, arguments: 1), "parent 1")
        XCTAssertEqual(try child.resolve(String.self, arguments: 2), "child 2")
    }

    func testO2_ASingletonOfAParentThatNeedsWhatAChildAloneHasIsMissingIt() throws {
        let parent = try Container(configuration: .init(validates: false)) { Singleton { Single(try $0.resolve()) } }
        let child = try Container(parents: [parent]) { Transient { Dependency("child") } }
        let error = failure(.missing) { try child.resolve(Single.self) }
        XCTAssertEqual(error?.path, ["Single", "Dependency"])
    }

    func testC3_ARegistrationOnThePathInAnotherViewIsNoCycle() throws {
        // child: Passing -> Int (the child's) -> Single (the parent's) -> Passing in the parent's view -> Int there.
        func parent() throws -> Container {
            try Container {
                Singleton(value: 1)
                Transient { resolver -> Passing in
                    Passing(Dependency("\(try resolver.resolve(Int.self))"))
                }
                Graph { Common(Dependency("\(try $0.resolve(Int.self))")) }
                Singleton {
                    Single(
                        Dependency(
                            "\(try $0.resolve(Passing.self).dependency.owner), \(try $0.resolve(Common.self).dependency.owner)"
                        ))
                }
            }
        }
        func child(_ parent: Container, _ number: Int) throws -> Container {
            try Container(parents: [parent]) {
                Transient { try $0.resolve(Single.self).dependency.owner == "1, 1" ? number : 0 }
            }
        }
        XCTAssertEqual(try child(parent(), 2).resolve(Passing.self).dependency.owner, "2")
        XCTAssertEqual(try child(parent(), 3).resolve(Common.self).dependency.owner, "3")
        assertThreadIsIdle()
    }

    func testC3_ACycleThroughTheParentsTransientIsFoundAtOnce() throws {
        let parent = try Container { Transient { "\(try $0.resolve(Int.self))" } }
        let child = try Container(parents: [parent]) { Transient { try $0.resolve(String.self).count } }
        let error = failure(.cycle) { try child.resolve(String.self) }
        XCTAssertEqual(error?.path, ["String", "Int", "String"])
        assertThreadIsIdle()
    }

    func testC3_ACycleThatAnInjectionClosesIsCompletedInEachView() throws {
        final class Tree: @unchecked Sendable {  // Set in `inject` alone.
            let life = Counted()
            weak var leaf: Leaf?
            var name = ""
        }
        final class Leaf: @unchecked Sendable {  // Immutable.
            let life = Counted()
            let tree: Tree
            init(_ tree: Tree) { self.tree = tree }
        }
        let parent = try Container {
            Singleton(value: "parent")
            Graph { Tree() }.inject {
                $0.leaf = try $1.resolve()
                $0.name = try $1.resolve()
            }
            Graph { Leaf(try $0.resolve()) }
        }
        let child = try Container(parents: [parent]) { Singleton(value: "child") }
        for (container, name) in [(child, "child"), (parent, "parent"), (child, "child")] {
            let leaf = try container.resolve(Leaf.self)
            XCTAssertTrue(leaf.tree.leaf === leaf)
            XCTAssertEqual(leaf.tree.name, name)
        }
        assertThreadIsIdle()
    }

    func testM1_ChildrenThatAFactoryMakesAndDropsLeaveNothingInTheGraph() throws {
        final class Cup: @unchecked Sendable { let life = Counted() }  // Empty.
        final class Lid: @unchecked Sendable { let life = Counted(), numbers = [1, 2, 3] }  // Immutable.
        let parent = try Container {
            Graph { Cup() }
            Graph { Lid() }
        }
        let outer = try Container {
            Transient { _ -> Int in
                var sum = 0
                for round in 0..<200 {
                    let child = try Container(parents: [parent]) {}
                    if round % 2 == 0 {
                        let cups = try [child.resolve(Cup.self), child.resolve(Cup.self)]
                        sum += cups.count - 1
                    } else {
                        sum += try child.resolve(Lid.self).numbers.count
                    }
                }
                return sum
            }
        }
        XCTAssertEqual(try outer.resolve(Int.self), 400)
        assertThreadIsIdle()
    }
}
