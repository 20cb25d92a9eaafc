// How long objects live, and the three pictures of the document.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

/// What the pictures are about: A has B, B has C, C has A.
class A {
    var b: B?
}

class B {
    var c: C?
}

class C {
    var a: A?
}

extension A {
    /// Whether A, B and C go round in a circle.
    var isClosed: Bool { b?.c?.a === self }

    /// The objects hold each other: somebody has to let go.
    func open() {
        var next: A? = self
        while let a = next {
            next = a.b?.c?.a
            a.b?.c?.a = nil
            a.b = nil
        }
    }
}

private class GraphAssembly: Assembly, @unchecked Sendable {
    var a: A { define(init: A()) { $0.b = self.b } }
    var b: B { define(init: B()) { $0.c = self.c } }
    var c: C { define(init: C()) { $0.a = self.a } }
}

private class SingletonAssembly: Assembly, @unchecked Sendable {
    var a: A { define(init: A()) { $0.b = self.b } }
    var b: B { define(scope: .lazySingleton, init: B()) { $0.c = self.c } }
    var c: C { define(init: C()) { $0.a = self.a } }
}

private class PrototypeAssembly: Assembly, @unchecked Sendable {
    var a: A { define(scope: .prototype, init: A()) { $0.b = self.b } }
    var b: B { define(init: B()) { $0.c = self.c } }
    var c: C { define(init: C()) { $0.a = self.a } }
}

final class PictureTests: ContextTestCase {
    func testTwoRequestsAreTwoGraphsEachClosedOnItself() {
        let a1 = GraphAssembly.instance(from: context).a
        let a2 = GraphAssembly.instance(from: context).a
        XCTAssert(a1.isClosed && a2.isClosed)
        XCTAssert(a1 !== a2 && a1.b !== a2.b && a1.b?.c !== a2.b?.c)
        a1.open()
        a2.open()
    }

    func testTheGraphIsClosedFromWhicheverEndItIsEntered() {
        let c = GraphAssembly.instance(from: context).c
        XCTAssert(c.a?.b?.c === c)
        let b = GraphAssembly.instance(from: context).b
        XCTAssert(b.c?.a?.b === b)
        c.a?.open()
        b.c?.a?.open()
    }

    func testASingletonInTheCircleIsSharedByBothRequestsAndJoinedToTheFirst() {
        let a1 = SingletonAssembly.instance(from: context).a
        let a2 = SingletonAssembly.instance(from: context).a
        XCTAssert(a1 !== a2)
        XCTAssert(a1.b != nil && a1.b === a2.b, "B is one")
        XCTAssert(a1.isClosed, "B is joined to the first graph")
        XCTAssert(a2.b?.c?.a === a1, "and stays so")
        a2.b = nil
        a1.open()
    }

    func testAPrototypeInTheCircleIsFourObjectsOverTwoRequests() {
        let a1 = PrototypeAssembly.instance(from: context).a
        let a2 = PrototypeAssembly.instance(from: context).a
        let all = [a1, a1.b?.c?.a, a2, a2.b?.c?.a].compactMap { $0 }
        XCTAssertEqual(Set(all.map(ObjectIdentifier.init)).count, 4)
        XCTAssert(a1.b?.c?.a?.b === a1.b, "the second one of a request has the B of the graph")
        XCTAssert(a1.b !== a2.b)
        a1.open()
        a2.open()
    }
}

private final class Thing {
    let life = Counted()
    var number = 0
}

/// Says how often it makes something.
private class CountingAssembly: Assembly, @unchecked Sendable {
    private(set) var made = 0
    private(set) var injected = 0

    private func make() -> Thing {
        made += 1
        return Thing()
    }

    var single: Thing { define(scope: .lazySingleton, init: self.make()) { $0.number = self.next() } }
    var weak: Thing { define(scope: .weakSingleton, init: self.make()) { $0.number = self.next() } }
    var fresh: Thing { define(scope: .prototype, init: self.make()) }
    var ofGraph: Thing { define(init: self.make()) }
    var pair: (Thing, Thing) { define(init: (self.fresh, self.fresh)) }
    var shared: (Thing, Thing) { define(init: (self.ofGraph, self.ofGraph)) }

    private func next() -> Int {
        injected += 1
        return injected
    }
}

final class ScopeTests: ContextTestCase {
    func testALazySingletonIsMadeAndInjectedOnceAndNotBeforeItIsAskedFor() {
        let assembly = CountingAssembly.instance(from: context)
        XCTAssertEqual(assembly.made, 0)
        let first = assembly.single
        XCTAssert(assembly.single === first && assembly.single === first)
        XCTAssertEqual(assembly.made, 1)
        XCTAssertEqual(assembly.injected, 1)
        XCTAssertEqual(first.number, 1)
    }

    func testASingletonGoesWithItsContext() {
        weak var single: Thing?
        do {
            let context = DIContext()
            single = CountingAssembly.instance(from: context).single
            XCTAssertNotNil(single, "the context holds it")
            withExtendedLifetime(context) {}
        }
        XCTAssertNil(single)
    }

    func testAWeakSingletonIsSharedWhileItIsHeldAndThenMadeAnew() {
        let assembly = CountingAssembly.instance(from: context)
        var first: Thing? = assembly.weak
        XCTAssert(assembly.weak === first)
        XCTAssertEqual(assembly.made, 1)
        weak let gone = first
        first = nil
        XCTAssertNil(gone, "nothing but its users holds it")
        let second = assembly.weak
        XCTAssertEqual(assembly.made, 2)
        XCTAssertEqual(second.number, 2)
        XCTAssert(assembly.weak === second)
    }

    func testAPrototypeIsMadeEachTime() {
        let assembly = CountingAssembly.instance(from: context)
        XCTAssert(assembly.fresh !== assembly.fresh)
        let pair = assembly.pair
        XCTAssert(pair.0 !== pair.1, "in one graph too")
        XCTAssertEqual(assembly.made, 4)
    }

    func testAnObjectOfTheGraphIsOneForTheGraphAndAnotherForTheNext() {
        let assembly = CountingAssembly.instance(from: context)
        let (first, second) = assembly.shared
        XCTAssert(first === second)
        XCTAssert(assembly.shared.0 !== first)
        XCTAssert(assembly.ofGraph !== assembly.ofGraph)
    }

    func testTheGraphHoldsNothingAfterItsEnd() {
        weak let thing = CountingAssembly.instance(from: context).ofGraph
        XCTAssertNil(thing)
    }

    /// What the original does: the scope is looked at in each call.
    func testOneNameInTwoScopesIsTwoObjects() {
        let assembly = ChangingAssembly.instance(from: context)
        let single = assembly.thing
        assembly.scope = .objectGraph
        XCTAssert(assembly.thing !== single)
        assembly.scope = .lazySingleton
        XCTAssert(assembly.thing === single)
    }
}

private class ChangingAssembly: Assembly, @unchecked Sendable {
    var scope = Scope.lazySingleton
    var thing: Thing { define(scope: scope, init: Thing()) }
}
