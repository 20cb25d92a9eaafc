// Circles that `initCompleted` closes.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

/// A member of a ring.
private final class Link {
    weak var next: Link?
    let number: Int
    private let life = Counted()
    init(_ number: Int) { self.number = number }
}

final class CircleTests: SwinjectTestCase {
    private let scopes: [ObjectScope] = [
        .graph, .container, .weak, ObjectScope(storageFactory: PermanentStorage.init, description: "own"),
    ]

    func testTwoPropertiesCloseACircle() {
        for scope in scopes {
            let container = Container()
            container.register(Parent.self) { _ in Parent() }.inObjectScope(scope)
                .initCompleted { r, parent in parent.laterChild = r.resolve(Child.self) }
            container.register(Child.self) { _ in Child() }.inObjectScope(scope)
                .initCompleted { r, child in child.parent = r.resolve(Parent.self) }
            let parent = container.resolve(Parent.self)!
            XCTAssertTrue(parent.laterChild?.parent === parent, "\(scope)")
            let child = container.resolve(Child.self)!
            XCTAssertTrue(child.parent?.laterChild === child || scope === ObjectScope.graph, "\(scope)")
        }
    }

    func testAnInitializerAndAPropertyCloseACircle() {
        for scope in scopes {
            let container = Container()
            container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }.inObjectScope(scope)
            container.register(Child.self) { _ in Child() }.inObjectScope(scope)
                .initCompleted { r, child in child.parent = r.resolve(Parent.self) }
            let parent = container.resolve(Parent.self)!
            XCTAssertTrue(parent.child?.parent === parent, "\(scope)")
        }
    }

    func testARingOfFour() {
        for scope in scopes {
            let container = Container()
            for number in 0..<4 {
                container.register(Link.self, name: "\(number)") { _ in Link(number) }.inObjectScope(scope)
                    .initCompleted { r, link in link.next = r.resolve(Link.self, name: "\((number + 1) % 4)") }
            }
            container.register([Link].self) { r in (0..<4).map { r.resolve(Link.self, name: "\($0)")! } }
            let ring = container.resolve([Link].self)!
            for number in 0..<4 { XCTAssertTrue(ring[number].next === ring[(number + 1) % 4], "\(scope)") }
        }
    }

    func testTheClosuresRunOnceForEachInstanceInTheirOrder() {
        let seen = Locked<[String]>([])
        for scope in scopes {
            let container = Container()
            container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
                .initCompleted { _, cat in seen.withLock { $0.append("first \(cat.name)") } }
                .initCompleted { _, cat in seen.withLock { $0.append("second \(cat.name)") } }
            container.register([Cat].self) { r in [r.resolve(Cat.self)!, r.resolve(Cat.self)!] }
            let cats = container.resolve([Cat].self)
            XCTAssertEqual(cats?.count, 2)
            XCTAssertEqual(seen.withLock { $0 }, ["first Mimi", "second Mimi"], "\(scope)")
            seen.withLock { $0 = [] }
        }
    }

    func testACircleWithArguments() {
        let container = Container()
        container.register(Parent.self) { (r, _: Int) in Parent(child: r.resolve(Child.self, argument: "a")!) }
        container.register(Child.self) { (_, _: String) in Child() }
            .initCompleted { r, child in child.parent = r.resolve(Parent.self, argument: 1) }
        let parent = container.resolve(Parent.self, argument: 1)!
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testACircleThroughAForwardedType() {
        let container = Container()
        container.register(Parent.self) { r in Parent(child: r.resolve(Child.self, name: "b")!) }
            .implements(Parent.self, name: "a")
        container.register(Child.self) { _ in Child() }.implements(Child.self, name: "b")
            .initCompleted { r, child in child.parent = r.resolve(Parent.self, name: "a") }
        let parent = container.resolve(Parent.self, name: "a")!
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testACircleOfInitializersEndsTheProcess() throws {
        let words = "Infinite recursive call for circular dependency has been detected."
        for scope in scopes + [.transient] {
            try assertEndsProcess(
                "circle in \(scope)", saying: words, "path: Parent → Child → Parent\n",
                notSaying: ["Parent → Child → Parent →", "inject {"]
            ) {
                let container = Container()
                container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)) }.inObjectScope(scope)
                container.register(Child.self) { r in
                    _ = r.resolve(Parent.self)
                    return Child()
                }.inObjectScope(scope)
                _ = container.resolve(Parent.self)
            }
        }
    }

    func testTheFactoryRunsAgainWhereACompletionNeedsItsInstance() {
        for scope in scopes {
            let (maker, completed) = (Maker(), Maker())
            let container = Container()
            container.register(Parent.self) { r in maker.make(Parent(child: r.resolve(Child.self)!)) }
                .inObjectScope(scope).initCompleted { _, parent in _ = completed.make(parent) }
            container.register(Child.self) { _ in Child() }.inObjectScope(scope).initCompleted { r, child in
                let parent = r.resolve(Parent.self)!
                XCTAssert(parent === r.resolve(Parent.self), "\(scope)")
                child.parent = parent
            }
            container.register([Parent].self) { r in [r.resolve(Parent.self)!, r.resolve(Parent.self)!] }
            let parents = container.resolve([Parent].self)!
            XCTAssert(parents[0] === parents[1], "\(scope)")
            XCTAssert(parents[0].child?.parent === parents[0], "\(scope)")
            XCTAssertEqual(maker.made, 2, "\(scope)")
            XCTAssertEqual(completed.made, 1, "\(scope)")
        }
    }

    func testACircleThroughALazyOfAnotherGraph() {
        for scope in [ObjectScope.container, .weak] {
            let graph = GraphIdentifier()
            let container = Container()
            container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }.inObjectScope(scope)
            container.register(Child.self) { _ in Child() }.inObjectScope(scope).initCompleted { r, child in
                child.parent = (r as! Container).withObjectGraph(graph) { $0.resolve(Parent.self)! }
            }
            let parent = container.resolve(Parent.self)!
            XCTAssert(parent.child?.parent === parent, "\(scope)")
        }
    }

    func testATransientCompletionThatNeedsItselfEndsTheProcess() throws {
        for scope in [ObjectScope.transient, ObjectScope(storageFactory: TransientStorage.init, description: "own")] {
            try assertEndsProcess(
                "endless in \(scope)", saying: "Infinite recursive call for circular dependency",
                "Child → Parent", notSaying: ["Parent → Child → Parent → Child → Parent", "…"]
            ) {
                let container = Container()
                container.register(Parent.self) { _ in Parent() }.inObjectScope(scope)
                    .initCompleted { r, parent in parent.laterChild = r.resolve(Child.self) }
                container.register(Child.self) { _ in Child() }.inObjectScope(scope)
                    .initCompleted { r, child in child.parent = r.resolve(Parent.self) }
                _ = container.resolve(Parent.self)
            }
        }
    }

    func testEndlessArgumentsEndTheProcessWithTheirPath() throws {
        try assertEndsProcess(
            "endless arguments", saying: "is too deep in the graph", "→ Link taking (Resolver, Int) → …",
            notSaying: ["GraphIdentifier"]
        ) {
            let container = Container()
            container.register(Link.self) { (r: any Resolver, number: Int) in
                _ = r.resolve(Link.self, argument: number + 1)
                return Link(number)
            }
            _ = container.resolve(Link.self, argument: 0)
        }
    }

    func testADeepGraphWithoutACircleIsResolved() {
        let container = Container()
        container.register(Link.self, name: "0") { _ in Link(0) }
        for number in 1...300 {
            container.register(Link.self, name: "\(number)") { r in
                _ = r.resolve(Link.self, name: "\(number - 1)")
                return Link(number)
            }
        }
        XCTAssertEqual(container.resolve(Link.self, name: "300")?.number, 300)
    }
}
