import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Parent: @unchecked Sendable {  // One thread.
    let life = Counted()
    var child: Child?
    var log: [String] = []
}

private final class Child: @unchecked Sendable {  // One thread.
    let life = Counted()
    weak var parent: Parent?
    init(_ parent: Parent?) { self.parent = parent }
}

private struct Point: Equatable, Sendable {
    var x = 0
    var y = 0
}

/// LIFE8, REG6: what an injection may do, on one thread.
final class InjectionTests: WatchedTestCase {
    private func family(_ parent: Lifetime, _ child: Lifetime) throws -> Container {
        try Container(
            Plan { plan in
                plan.injected(parent, Parent.self) { _ in
                    Parent()
                } inject: {
                    $0.child = try $1.resolve()
                }
                plan.register(child) { Child(try $0.resolve()) }
            })
    }

    func testLIFE8_AConstructorAndAnInjectionCloseACycle() throws {
        for parent in [Lifetime.singleton, .graph] {
            for child in [Lifetime.singleton, .graph, .transient] {
                let made = try family(parent, child).resolve(Parent.self)
                // A singleton keeps the child, and the child does not keep its parent.
                XCTAssertTrue(made.child?.parent === made, "\(parent), \(child)")
                assertThreadIsIdle()
            }
        }
    }

    func testLIFE8_ACycleMayBeEnteredFromItsConstructorSide() throws {
        let container = try family(.singleton, .singleton)
        let child = try container.resolve(Child.self)
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(parent.child === child)
        XCTAssertTrue(child.parent === parent)
        assertThreadIsIdle()
    }

    func testREG6_InjectionsRunInOrderAndSeeTheFactorysWork() throws {
        let container = try Container(
            Plan { plan in
                plan.qualified(
                    .singleton, Parent.self, by: 1,
                    injections: [
                        { parent, _ in parent.log.append("first") },
                        { parent, resolver in parent.log.append(try resolver.resolve()) },
                        { parent, _ in parent.log.append("third") },
                    ]
                ) { _ in Parent() }
                plan.transient { _ in "second" }
            })
        XCTAssertEqual(
            try container.resolve(Parent.self, named: RegistrationName(1)).log, ["first", "second", "third"])
        XCTAssertEqual(try container.resolve(Parent.self, named: RegistrationName(1)).log.count, 3, "injected once")
    }

    func testREG6_ValueTypesAreInjectedInPlace() throws {
        let container = try Container(
            Plan { plan in
                plan.qualified(
                    .singleton, Point.self, by: 0,
                    injections: [{ point, _ in point.x = 1 }, { point, _ in point.y = 2 }]
                ) { _ in Point() }
                plan.injected(.graph, Point.self, named: "graph") { _ in
                    Point()
                } inject: { point, resolver in
                    point.x = try resolver.resolve(Point.self, named: RegistrationName(0)).y + 1
                }
                plan.injected(.transient, Point.self, named: "transient") { _ in
                    Point()
                } inject: { point, resolver in
                    point = try resolver.resolve(Point.self, named: RegistrationName("graph"))
                    point.y = 9
                }
            })
        for _ in 0..<2 {
            XCTAssertEqual(try container.resolve(Point.self, named: RegistrationName(0)), Point(x: 1, y: 2))
            XCTAssertEqual(try container.resolve(Point.self, named: "graph"), Point(x: 3, y: 0))
            XCTAssertEqual(try container.resolve(Point.self, named: "transient"), Point(x: 3, y: 9))
        }
    }

    func testREG6_AValueTypeThatNeedsItselfInAnInjectionIsACycle() throws {
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Point.self) { _ in
                    Point()
                } inject: {
                    $0 = try $1.resolve()
                }
                plan.injected(.graph, [Int].self) { _ in
                    [1]
                } inject: {
                    $0 += try $1.resolve([Int].self)
                }
                plan.injected(.singleton, Point.self, named: "outer") { _ in
                    Point()
                } inject: {
                    $0 = try $1.resolve()
                }
            })
        XCTAssertEqual(failure(.cycle) { try container.resolve(Point.self) }?.path, ["Point", "Point"])
        XCTAssertEqual(failure(.cycle) { try container.resolve([Int].self) }?.path, ["[Int]", "[Int]"])
        XCTAssertEqual(
            failure(.cycle) { try container.resolve(Point.self, named: "outer") }?.path,
            ["Point named \"outer\"", "Point", "Point"])
        assertThreadIsIdle()
    }

    func testREG6_AValueTypeThatIsNeededWhileItIsInjectedIsACycle() throws {
        final class Corner: @unchecked Sendable {  // One thread.
            let life = Counted()
            var point: Point?
        }
        for corner in [Lifetime.singleton, .graph, .transient] {
            let container = try Container(
                Plan { plan in
                    plan.injected(.singleton, Point.self) { _ in
                        Point()
                    } inject: { point, resolver in
                        point.x = try resolver.resolve(Corner.self).point == nil ? 0 : 1
                    }
                    plan.injected(corner, Corner.self) { _ in
                        Corner()
                    } inject: {
                        $0.point = try $1.resolve(Point.self)
                    }
                })
            XCTAssertEqual(
                failure(.cycle) { try container.resolve(Point.self) }?.path, ["Point", "Corner", "Point"], "\(corner)")
            assertThreadIsIdle()
        }
    }

    func testREG6_AnObjectThatNobodyTookMayBeReplacedByItsInjection() throws {
        let replacement = Parent()
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Parent.self) { _ in
                    Parent()
                } inject: { parent, _ in
                    parent = replacement
                }
            })
        XCTAssertTrue(try container.resolve(Parent.self) === replacement)
        XCTAssertTrue(try container.resolve(Parent.self) === replacement)
    }

    func testE1_AnObjectThatIsReplacedAfterAnotherOneTookItIsNamed() throws {
        for lifetime in [Lifetime.singleton, .graph] {
            let runs = Counter()
            let container = try Container(
                Plan { plan in
                    plan.injected(lifetime, Parent.self) { _ in
                        Parent()
                    } inject: { parent, resolver in
                        let child: Child = try resolver.resolve()
                        if runs.increment() == 1 { parent = Parent() }
                        parent.child = child
                    }
                    plan.singleton { Child(try $0.resolve()) }
                })
            let error = failure(.replacedWhileInjecting) { try container.resolve(Parent.self) }
            XCTAssertEqual(error?.path, ["Parent"])
            assertThreadIsIdle()
            // The child that held the first one went with it.
            let parent = try container.resolve(Parent.self)
            XCTAssertTrue(parent.child?.parent === parent)
            XCTAssertEqual(runs.value, 2)
        }
    }

    func testLIFE8_AThrowBesideACycleIsNotKept_C4() throws {
        let calls = Counter()
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Parent.self) { _ in
                    Parent()
                } inject: { parent, resolver in
                    parent.child = try resolver.resolve()
                    if calls.increment() < 3 { throw Mishap(calls.value) }
                }
                plan.singleton { Child(try $0.resolve()) }
            })
        for call in 1...2 {
            XCTAssertEqual(
                failure(.factoryFailed) { try container.resolve(Parent.self) }?.underlying as? Mishap, Mishap(call))
        }
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
        XCTAssertTrue(try container.resolve(Child.self) === parent.child)
    }

    func testLIFE8_TheHalfMadeGroupOfAFailedInjectionIsNotSeen() throws {
        let kept = Log<Child>()
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Parent.self) { _ in
                    Parent()
                } inject: { parent, resolver in
                    let child: Child = try resolver.resolve()
                    kept.add(child)
                    parent.child = child
                    if kept.all.count == 1 { throw Mishap(1) }
                }
                plan.singleton { Child(try $0.resolve()) }
            })
        failure(.factoryFailed) { try container.resolve(Parent.self) }
        let parent = try container.resolve(Parent.self)
        XCTAssertEqual(kept.all.count, 2)
        XCTAssertFalse(kept.all[0] === kept.all[1], "the child that held the failed parent went with it")
        XCTAssertTrue(try container.resolve(Child.self) === parent.child)
    }
}
