// Graphs that lead through several assemblies.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private final class Parent {
    let life = Counted()
    var children: [Child] = []
}

private final class Child {
    let life = Counted()
    weak var parent: Parent?
    let keeps: Parent?
    init(keeps: Parent? = nil) { self.keeps = keeps }
}

private class ParentAssembly: Assembly, @unchecked Sendable {
    lazy var childAssembly: ChildAssembly = self.context.assembly()

    var ofGraph: Parent {
        define(init: Parent()) {
            $0.children = [self.childAssembly.ofGraph, self.childAssembly.ofGraph]
            return $0
        }
    }

    var single: Parent {
        define(scope: .lazySingleton, init: Parent()) {
            $0.children = [self.childAssembly.single, self.childAssembly.single, self.childAssembly.fresh]
            return $0
        }
    }

    var weak: Parent {
        define(scope: .weakSingleton, init: Parent()) {
            $0.children = [self.childAssembly.weak, self.childAssembly.weak]
            return $0
        }
    }
}

private class ChildAssembly: Assembly, @unchecked Sendable {
    lazy var parentAssembly: ParentAssembly = self.context.assembly()
    private(set) var made = 0

    private func make() -> Child {
        made += 1
        return Child()
    }

    var ofGraph: Child {
        define(init: self.make()) {
            $0.parent = self.parentAssembly.ofGraph
            return $0
        }
    }

    var single: Child {
        define(scope: .lazySingleton, init: self.make()) {
            $0.parent = self.parentAssembly.single
            return $0
        }
    }

    var weak: Child {
        define(scope: .weakSingleton, init: self.make()) {
            $0.parent = self.parentAssembly.weak
            return $0
        }
    }

    var fresh: Child {
        define(scope: .prototype, init: self.make()) {
            $0.parent = self.parentAssembly.single
            return $0
        }
    }

    /// Made by its initializer from what the other assembly has.
    var made2: Child { define(init: Child(keeps: self.parentAssembly.single)) }
}

final class CrossAssemblyTests: ContextTestCase {
    private var parents: ParentAssembly { ParentAssembly.instance(from: context) }
    private var children: ChildAssembly { ChildAssembly.instance(from: context) }

    func testAGraphLeadsThroughTwoAssembliesAndBack() {
        let parent = parents.ofGraph
        XCTAssert(parent.children[0] === parent.children[1])
        XCTAssert(parent.children[0].parent === parent)
        XCTAssertEqual(children.made, 1)
        let other = parents.ofGraph
        XCTAssert(other !== parent && other.children[0] !== parent.children[0])
    }

    func testACircleOfSingletonsInTwoAssemblies() {
        let parent = parents.single
        XCTAssert(parent.children[0] === parent.children[1])
        XCTAssertEqual(children.made, 2, "a singleton and a prototype")
        XCTAssert(parent.children.allSatisfy { $0.parent === parent })
        XCTAssert(children.single === parent.children[0])
        XCTAssert(parents.single === parent)
    }

    func testACircleOfSingletonsFromItsOtherEnd() {
        let child = children.single
        XCTAssert(child.parent === parents.single)
        XCTAssert(parents.single.children[0] === child)
    }

    func testACircleOfWeakSingletonsInTwoAssemblies() {
        var parent: Parent? = parents.weak
        XCTAssert(parent?.children[0] === parent?.children[1])
        XCTAssert(parent?.children[0].parent === parent)
        XCTAssert(parents.weak === parent)
        XCTAssertEqual(children.made, 1)
        weak let gone = parent
        parent = nil
        XCTAssertNil(gone)
        XCTAssertEqual(parents.weak.children.count, 2)
        XCTAssertEqual(children.made, 2)
    }

    func testAnInitializerTakesFromAnotherAssembly() {
        XCTAssert(children.made2.keeps === parents.single)
    }

    func testTheTwoAssembliesAreOfOneContext() {
        XCTAssert(parents.childAssembly === children)
        XCTAssert(children.parentAssembly === parents)
        XCTAssert(ParentAssembly.instance(from: DIContext()) !== parents)
    }

    /// What is made in one context is none of the other's, though one graph leads through both.
    func testAGraphMayLeadThroughTwoContexts() {
        class Outer: Assembly, @unchecked Sendable {
            var inner = DIContext()
            var parent: Parent {
                define(init: Parent()) { $0.children = [self.child, self.innerChild, self.innerChild] }
            }
            var child: Child { define(init: Child()) }
            var innerChild: Child { Inner.instance(from: inner).child }
        }
        class Inner: Assembly, @unchecked Sendable {
            var child: Child { define(init: Child()) }
        }
        let parent = Outer.instance(from: context).parent
        XCTAssert(parent.children[0] !== parent.children[1])
        XCTAssert(parent.children[1] === parent.children[2])
    }
}
