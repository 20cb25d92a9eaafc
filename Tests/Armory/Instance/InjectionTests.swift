import Armory
import ArmoryTestSupport
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

final class InjectionTests: LeakCheckedTestCase {
    func testLIFE8_AConstructorAndAnInjectionCloseACycle() throws {
        let containers = try [
            Container {
                Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
                Singleton { Child(try $0.resolve()) }
            },
            Container {
                Graph { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
                Graph { Child(try $0.resolve()) }
            },
            Container {
                Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
                Graph { Child(try $0.resolve()) }
            },
            Container {
                Graph { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
                Singleton { Child(try $0.resolve()) }
            },
            Container {
                Shared { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
                Singleton { Child(try $0.resolve()) }
            },
            Container {
                Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
                Transient { Child(try $0.resolve()) }
            },
        ]
        for container in containers {
            let parent = try container.resolve(Parent.self)
            XCTAssertTrue(parent.child?.parent === parent)
            assertThreadIsIdle()
        }
    }

    func testREG6_InjectionsRunInOrderAndSeeTheFactorysWork() throws {
        let container = try Container {
            Singleton { Parent() }
                .inject { parent, _ in parent.log.append("first") }
                .inject { parent, resolver in parent.log.append(try resolver.resolve()) }
                .inject { parent, _ in parent.log.append("third") }
            Transient { "second" }
        }
        XCTAssertEqual(try container.resolve(Parent.self).log, ["first", "second", "third"])
        XCTAssertEqual(try container.resolve(Parent.self).log.count, 3, "injected once")
    }

    func testREG6_ValueTypesAreInjectedInPlace() throws {
        let container = try Container {
            Singleton { Point() }.inject { point, _ in point.x = 1 }.inject { point, _ in point.y = 2 }
            Graph { Point() }.inject { point, resolver in point.x = try resolver.resolve(Point.self).y + 1 }
                .named("graph")
            Transient { Point() }.inject { point, resolver in
                point = try resolver.resolve(Point.self, named: "graph")
                point.y = 9
            }.named("transient")
        }
        for _ in 0..<2 {
            XCTAssertEqual(try container.resolve(Point.self), Point(x: 1, y: 2))
            XCTAssertEqual(try container.resolve(Point.self, named: "graph"), Point(x: 3, y: 0))
            XCTAssertEqual(try container.resolve(Point.self, named: "transient"), Point(x: 3, y: 9))
        }
    }

    func testREG6_AValueTypeThatNeedsItselfInAnInjectionIsACycle() throws {
        let container = try Container {
            Singleton { Point() }.inject { point, resolver in point = try resolver.resolve() }.named("unrelated")
            Singleton { Point() }.inject { point, resolver in point = try resolver.resolve() }
            Graph { [1] }.inject { list, resolver in list += try resolver.resolve([Int].self) }
        }
        XCTAssertEqual(failure(.cycle) { try container.resolve(Point.self) }?.path, ["Point", "Point"])
        XCTAssertEqual(
            failure(.cycle) { try container.resolve([Int].self) }?.path, ["[Int]", "[Int]"])
        failure(.cycle) { try container.resolve(Point.self, named: "unrelated") }
        assertThreadIsIdle()
    }

    func testREG6_AValueTypeThatIsNeededWhileItIsInjectedIsACycle() throws {
        final class Corner: @unchecked Sendable {  // One thread.
            var point: Point?
        }
        let injected: @Sendable (inout Corner, Resolver) throws -> Void = { corner, resolver in
            corner.point = try resolver.resolve(Point.self)
        }
        for corner: any Registration<Corner> in [
            Singleton { Corner() }.inject(injected), Shared { Corner() }.inject(injected),
            Graph { Corner() }.inject(injected), Transient { Corner() }.inject(injected),
        ] {
            let container = try Container {
                Singleton { Point() }.inject { point, resolver in
                    point.x = try resolver.resolve(Corner.self).point == nil ? 0 : 1
                }
                corner
            }
            XCTAssertEqual(
                failure(.cycle) { try container.resolve(Point.self) }?.path, ["Point", "Corner", "Point"])
            assertThreadIsIdle()
        }
    }

    func testREG6_AnObjectThatNobodyTookMayBeReplacedByItsInjection() throws {
        let replacement = Parent()
        let container = try Container {
            Singleton { Parent() }.inject { parent, _ in parent = replacement }
        }
        XCTAssertTrue(try container.resolve(Parent.self) === replacement)
        XCTAssertTrue(try container.resolve(Parent.self) === replacement)
    }

    func testLIFE8_AThrowBesideACycleIsNotKept_C4() throws {
        let calls = Counter()
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in
                parent.child = try resolver.resolve()
                if calls.increment() < 3 { throw Mishap(calls.value) }
            }
            Singleton { Child(try $0.resolve()) }
        }
        for call in 1...2 {
            XCTAssertEqual(
                failure(.factoryFailed) { try container.resolve(Parent.self) }?.underlying as? Mishap,
                Mishap(call))
        }
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
        XCTAssertTrue(try container.resolve(Child.self) === parent.child)
    }

    func testLIFE8_TheHalfMadeGroupOfAFailedInjectionIsNotSeen() throws {
        let seen = Log<ObjectIdentifier>()
        let kept = Log<Child>()
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in
                let child: Child = try resolver.resolve()
                kept.add(child)
                seen.add(ObjectIdentifier(child))
                parent.child = child
                if seen.all.count == 1 { throw Mishap(1) }
            }
            Singleton { Child(try $0.resolve()) }
        }
        failure(.factoryFailed) { try container.resolve(Parent.self) }
        let parent = try container.resolve(Parent.self)
        XCTAssertEqual(seen.all.count, 2)
        XCTAssertNotEqual(seen.all[0], seen.all[1], "the child that held the failed parent went with it")
        XCTAssertTrue(try container.resolve(Child.self) === parent.child)
    }

    func testLIFE8_ACycleMayBeEnteredFromItsConstructorSide() throws {
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver.resolve() }
            Singleton { Child(try $0.resolve()) }
        }
        let child = try container.resolve(Child.self)
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(parent.child === child)
        XCTAssertTrue(child.parent === parent)
        assertThreadIsIdle()
    }
}
