import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Parent: @unchecked Sendable {  // One thread.
    let life = Counted()
    let child: Child
    var isInjected = false
    init(child: Child) { self.child = child }
}

private final class Child: @unchecked Sendable {  // One thread.
    let life = Counted()
    weak var parent: Parent?
    var injections = 0
}

/// C3: an injection that meets an unfinished constructor further out runs again when that has returned, so a graph resolves
/// from whichever end.
final class PutOffInjectionTests: WatchedTestCase {
    private func assertWired(_ parent: Parent, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(parent.child.parent === parent, file: file, line: line)
        XCTAssertTrue(parent.isInjected, file: file, line: line)
        assertThreadIsIdle(file: file, line: line)
    }

    private func container(
        _ parent: Lifetime, _ child: Lifetime, made: @escaping @Sendable () throws -> Void = {}
    ) throws -> Container {
        try Container(
            Plan { plan in
                plan.injected(parent, Parent.self) { resolver in
                    let child: Child = try resolver.resolve()
                    try made()
                    return Parent(child: child)
                } inject: { parent, _ in
                    parent.isInjected = true
                }
                plan.injected(child, Child.self) { _ in
                    Child()
                } inject: { child, resolver in
                    child.parent = try resolver.resolve(Parent.self)
                    child.injections += 1
                }
            })
    }

    func testC3_SingletonsFromEitherEnd() throws {
        for isChildFirst in [false, true] {
            let container = try container(.singleton, .singleton)
            if isChildFirst { _ = try container.resolve(Child.self) }
            let parent = try container.resolve(Parent.self)
            assertWired(parent)
            XCTAssertTrue(try container.resolve(Child.self) === parent.child)
            XCTAssertEqual(parent.child.injections, 1)
        }
    }

    func testC3_EveryMixOfLifetimesThatHasAnEnd() throws {
        for (parent, child) in [
            (Lifetime.singleton, Lifetime.graph), (.singleton, .transient), (.graph, .graph), (.graph, .transient),
        ] {
            assertWired(try container(parent, child).resolve(Parent.self))
        }
    }

    func testC3_AGraphParentInThePlainWayAndASingletonChild() throws {
        final class Plain { let life = Counted(); let child: Holder; init(child: Holder) { self.child = child } }
        final class Holder: @unchecked Sendable { let life = Counted(); weak var plain: Plain? }  // One thread.
        let container = try Container(
            Plan { plan in
                plan.graph { Plain(child: try $0.resolve()) }
                plan.injected(.singleton, Holder.self) { _ in
                    Holder()
                } inject: {
                    $0.plain = try $1.resolve(Plain.self)
                }
            })
        let plain = try container.resolve(Plain.self)
        XCTAssertTrue(plain.child.plain === plain)
        XCTAssertFalse(try container.resolve(Plain.self) === plain)
        assertThreadIsIdle()
    }

    func testC3_ATransientParentOfASingletonChildEnds() throws {
        final class Owner: @unchecked Sendable {  // One thread.
            let life = Counted()
            let child: Holder
            init(child: Holder) { self.child = child }
        }
        final class Holder: @unchecked Sendable { let life = Counted(); var owner: Owner? }  // One thread.
        let container = try Container(
            Plan { plan in
                plan.transient { Owner(child: try $0.resolve()) }
                plan.injected(.singleton, Holder.self) { _ in
                    Holder()
                } inject: {
                    $0.owner = try $1.resolve(Owner.self)
                }
            })
        let owner = try container.resolve(Owner.self)
        defer { owner.child.owner = nil }
        XCTAssertTrue(owner.child.owner?.child === owner.child)
        XCTAssertFalse(owner.child.owner === owner, "transients are two")
        assertThreadIsIdle()
    }

    func testC3_ATransientThatInjectsWhatIsMadeOfOneResolvesFromEitherEnd() throws {
        final class Part { let life = Counted(); var whole: Whole? }
        final class Whole: @unchecked Sendable {  // One thread.
            let life = Counted()
            let part: Part
            init(part: Part) { self.part = part }
        }
        for lifetime in [Lifetime.singleton, .graph] {
            for isPartFirst in [false, true] {
                let container = try Container(
                    Plan { plan in
                        plan.register(lifetime) { Whole(part: try $0.resolve()) }
                        plan.injected(.transient, Part.self) { _ in
                            Part()
                        } inject: {
                            $0.whole = try $1.resolve(Whole.self)
                        }
                    })
                if isPartFirst {
                    let part = try container.resolve(Part.self)
                    XCTAssertTrue(part.whole?.part.whole === part.whole)
                    XCTAssertFalse(part.whole?.part === part, "transients are two")
                    part.whole?.part.whole = nil
                } else {
                    let whole = try container.resolve(Whole.self)
                    XCTAssertTrue(whole.part.whole === whole)
                    whole.part.whole = nil
                }
                assertThreadIsIdle()
            }
        }
    }

    /// The factory of the first one is plain: nothing is made in full when it returns.
    func testC3_TransientsInACircleAreAnErrorAlsoIfOneOfThemIsPlain() throws {
        final class Near: @unchecked Sendable { let life = Counted(); init(_ far: Far) {} }
        final class Far: @unchecked Sendable { let life = Counted(); var near: Near? }  // One thread.
        let container = try Container(
            Plan { plan in
                plan.transient { Near(try $0.resolve()) }
                plan.injected(.transient, Far.self) { _ in
                    Far()
                } inject: {
                    $0.near = try $1.resolve()
                }
            })
        XCTAssertEqual(failure(.cycle) { try container.resolve(Near.self) }?.path, ["Near", "Far", "Near"])
        assertThreadIsIdle()
        XCTAssertEqual(failure(.cycle) { try container.resolve(Far.self) }?.path.first, "Far")
        assertThreadIsIdle()
    }

    func testC4_AParentWhoseFactoryThrowsGivesUpTheChildThatWaited() throws {
        for parent in [Lifetime.singleton, .graph] {
            for child in [Lifetime.singleton, .graph, .transient] where (parent, child) != (.graph, .singleton) {
                let attempts = Counter()
                let container = try container(parent, child) { if attempts.increment() == 1 { throw Mishap(7) } }
                XCTAssertEqual(
                    failure(.factoryFailed) { try container.resolve(Parent.self) }?.underlying as? Mishap, Mishap(7))
                assertThreadIsIdle()
                assertWired(try container.resolve(Parent.self))
            }
        }
    }

    func testE1_WhatAPutOffInjectionThrowsIsItsOwnError() throws {
        for child in [Lifetime.singleton, .graph, .transient] {
            let container = try Container(
                Plan { plan in
                    plan.singleton { Parent(child: try $0.resolve()) }
                    plan.injected(child, Child.self) { _ in
                        Child()
                    } inject: { child, resolver in
                        child.parent = try resolver.resolve(Parent.self)
                        throw Mishap()
                    }
                })
            let error = failure(.factoryFailed) { try container.resolve(Parent.self) }
            XCTAssertEqual(error?.key, "Child")
            XCTAssertEqual(error?.path, ["Parent", "Child"])
            XCTAssertTrue(error?.underlying is Mishap)
            assertThreadIsIdle()
        }
    }

    func testE1_AnObjectThatAPutOffInjectionReplacesIsNamed() throws {
        let container = try Container(
            Plan { plan in
                plan.singleton { Parent(child: try $0.resolve()) }
                plan.injected(.singleton, Child.self) { _ in
                    Child()
                } inject: { child, resolver in
                    _ = try resolver.resolve(Parent.self)
                    child = Child()
                }
            })
        XCTAssertEqual(
            failure(.replacedWhileInjecting) { try container.resolve(Parent.self) }?.path, ["Parent", "Child"])
        assertThreadIsIdle()
    }

    func testC3_WhatAnInjectionAssignedBeforeItWasPutOffIsDropped() throws {
        for lifetime in [Lifetime.graph, .transient] {
            let runs = Counter()
            let container = try Container(
                Plan { plan in
                    plan.singleton { Parent(child: try $0.resolve()) }
                    plan.injected(lifetime, Child.self) { _ in
                        Child()
                    } inject: { child, resolver in
                        if runs.increment() == 1 { child = Child() }
                        child.parent = try resolver.resolve(Parent.self)
                    }
                })
            let parent = try container.resolve(Parent.self)
            XCTAssertEqual(runs.value, 2)
            XCTAssertTrue(parent.child.parent === parent)
        }
    }

    func testC3_AnInjectionThatHidesTheErrorIsPutOffAllTheSame() throws {
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Parent.self) {
                    Parent(child: try $0.resolve())
                } inject: { parent, _ in
                    parent.isInjected = true
                }
                plan.injected(.singleton, Child.self) { _ in
                    Child()
                } inject: { child, resolver in
                    child.parent = try? resolver.resolve(Parent.self)
                }
            })
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_AValueTypeCannotBeHandedOutUnfinished() throws {
        struct Leaf: Sendable { var parent: Parent? }
        final class Holder: Sendable { let life = Counted(); let leaf: Leaf; init(leaf: Leaf) { self.leaf = leaf } }
        let container = try Container(
            Plan { plan in
                plan.singleton { Holder(leaf: try $0.resolve()) }
                plan.injected(.singleton, Leaf.self) { _ in
                    Leaf(parent: nil)
                } inject: { _, resolver in
                    _ = try resolver.resolve(Holder.self)
                }
            })
        XCTAssertEqual(failure(.cycle) { try container.resolve(Holder.self) }?.path, ["Holder", "Leaf", "Holder"])
        assertThreadIsIdle()
    }

    func testC3_AGraphParentInAScopeInsideOfOneOutsideOfIt() throws {
        let own = Locked<Container?>(nil)
        let inner = Locked<Parent?>(nil)
        let made = Counter()
        let container = try container(.graph, .graph) {
            guard made.increment() == 1 else { return }
            let scope = try own.withLock { $0 }?.openScope()
            let parent = try scope?.resolve(Parent.self)
            inner.withLock { $0 = parent }
        }
        own.withLock { $0 = container }
        defer {
            own.withLock { $0 = nil }
            inner.withLock { $0 = nil }
        }
        assertWired(try container.resolve(Parent.self))
        assertWired(try XCTUnwrap(inner.withLock { $0 }))
    }
}
