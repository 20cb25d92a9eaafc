// The graph of an outermost resolve: its identifier, and resolves that continue it.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

private final class Note: Sendable {
    let graphs = Locked<[GraphIdentifier?]>([])
    func add(_ graph: GraphIdentifier?) { graphs.withLock { $0.append(graph) } }
    var all: [GraphIdentifier] { graphs.withLock { $0.compactMap(\.self) } }
}

/// Keeps one instance, and the graphs that it was asked for.
private final class NotingStorage: InstanceStorage {
    var instance: Any?
    var graphs: [GraphIdentifier] = []

    func instance(inGraph graph: GraphIdentifier) -> Any? {
        graphs.append(graph)
        return instance
    }
}

/// Asks a graph when it ends, if the test still has the graph.
private final class Mark: Sendable {
    let graph: Locked<GraphIdentifier?>
    let ends: Maker

    init(_ graph: Locked<GraphIdentifier?>, _ ends: Maker) { (self.graph, self.ends) = (graph, ends) }

    deinit { _ = ends.make(graph.withLock { $0 }?.knownObjects) }
}

private struct Marked: ServiceKeyOption {
    let mark: Mark
    var description: String { "marked" }
    func isEqualTo(_ another: any ServiceKeyOption) -> Bool { (another as? Marked)?.mark === mark }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(mark)) }
}

final class GraphTests: SwinjectTestCase {
    // MARK: The running graph

    func testTheIdentifierIsThatOfTheRunningGraphAndNilOutside() {
        let note = Note()
        let container = Container()
        container.register(Cat.self) { r in
            note.add(r.resolve(GraphIdentifier.self))
            return Cat()
        }.initCompleted { r, _ in note.add(r.resolve(GraphIdentifier.self)) }
        container.register(House.self) { r in
            note.add(r.resolve(GraphIdentifier.self))
            return House(owner: PetOwner(pet: r.resolve(Cat.self)!), guest: Dog())
        }
        XCTAssertNil(container.resolve(GraphIdentifier.self))
        XCTAssertNotNil(container.resolve(House.self))
        XCTAssertEqual(note.all.count, 3)
        XCTAssertEqual(Set(note.all).count, 1)
        XCTAssertEqual(Set(note.all.map(\.id)).count, 1)
        XCTAssertNotNil(container.resolve(House.self))
        XCTAssertEqual(Set(note.all).count, 2)
        XCTAssertNil(container.resolve(GraphIdentifier.self))
        let graph = note.all[0]
        container.withObjectGraph(graph) { XCTAssertEqual($0.resolve(GraphIdentifier.self), graph) }
    }

    func testAChildFindsTheObjectsThatItsParentHasMadeInAGraph() {
        let note = Note()
        let parent = Container()
        parent.register(Cat.self) { _ in Cat() }
        parent.register(House.self) { r in
            let cat = r.resolve(Cat.self)!
            note.add(r.resolve(GraphIdentifier.self))
            return House(owner: PetOwner(pet: cat), guest: r.resolve(Cat.self)!)
        }
        let house = parent.resolve(House.self)!
        let child = Container(parent: parent)
        child.withObjectGraph(note.all[0]) { container in
            XCTAssert(container === child)
            XCTAssert(container.resolve(Cat.self) === house.guest)
            XCTAssert(container.resolve(House.self) === house)
        }
        XCTAssert(house.owner.pet === house.guest)
    }

    func testObjectsOfAGraphAreHeldWeakly() {
        let note = Note()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        weak var gone: Cat?
        do {
            container.register(Dog.self) { r in
                note.add(r.resolve(GraphIdentifier.self))
                gone = r.resolve(Cat.self)
                return Dog()
            }
            XCTAssertNotNil(container.resolve(Dog.self))
        }
        XCTAssertNil(gone)
        let cats = container.withObjectGraph(note.all[0]) { ($0.resolve(Cat.self), $0.resolve(Cat.self)) }
        XCTAssertNotNil(cats.0)
        XCTAssert(cats.0 === cats.1)
    }

    func testM3_ObjectsOfEndedContainersDoNotGrowTheGraph() {
        let (graph, parent) = (GraphIdentifier(), Container())
        parent.register(Dog.self) { _ in Dog() }
        func child() -> (container: Container, cat: Cat) {
            let child = Container(parent: parent)
            child.register(Cat.self) { r in
                _ = r.resolve(Dog.self)
                return Cat()
            }
            return (child, child.withObjectGraph(graph) { $0.resolve(Cat.self)! })
        }
        var most = 0
        for _ in 0..<1_000 {
            _ = child()
            most = max(most, graph.knownObjects)
        }
        XCTAssertLessThan(most, 20)
        // Objects that exist stay known. Not every new one looks for those that are gone.
        var children = (0..<300).map { _ in child() }
        for _ in 0..<50 { _ = child() }
        XCTAssertGreaterThanOrEqual(graph.knownObjects, 350)
        for (child, cat) in children { XCTAssert(child.withObjectGraph(graph) { $0.resolve(Cat.self) } === cat) }
        // And others make room again when they are gone.
        children = []
        for _ in 0..<1_000 { _ = child() }
        XCTAssertLessThan(graph.knownObjects, 20)
    }

    func testM1_AGraphReleasesTheKeysOfEndedContainersAfterItsLock() {
        let (graph, ends) = (GraphIdentifier(), Maker())
        let known = Locked<GraphIdentifier?>(graph)
        for _ in 0..<50 {
            let child = Container()
            let option = Marked(mark: Mark(known, ends))
            child._register(Cat.self, factory: { (_: any Resolver) in Cat() }, option: option)
            let cat: Cat? = child.withObjectGraph(graph) { container in
                container._resolve(name: nil, option: option) { (factory: (any Resolver) -> Any) in factory(container) }
            }
            XCTAssertNotNil(cat)
        }
        XCTAssertGreaterThan(ends.made, 30)
        // Else the graph would hold the marks, which hold the graph.
        known.withLock { $0 = nil }
    }

    func testM3_AGraphKnowsTheObjectsOfServicesAlone() {
        let note = Note()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        container.register(Dog.self) { r in
            let cat = r.resolve(Cat.self)!
            note.add(r.resolve(GraphIdentifier.self))
            return Dog(name: cat.name)
        }
        XCTAssertNotNil(container.resolve(Dog.self))
        XCTAssertEqual(note.all[0].knownObjects, 2)
    }

    func testAGraphInsideOfAnotherEndsBeforeIt() {
        let graph = GraphIdentifier()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        container.register(Dog.self) { r in
            let container = r as! Container
            let inner = container.withObjectGraph(graph) { container in
                container.withObjectGraph(graph) { XCTAssertEqual($0.resolve(GraphIdentifier.self), graph) }
                return container.resolve(GraphIdentifier.self)
            }
            XCTAssertEqual(inner, graph)
            XCTAssertNotEqual(r.resolve(GraphIdentifier.self), graph)
            return Dog()
        }
        XCTAssertNotNil(container.resolve(Dog.self))
    }

    func testALazyInAnObjectLeadsBackToIt() {
        final class Node {
            var parent: Lazy<Node>?
            private let life = Counted()
        }
        let container = Container()
        container.register(Node.self) { r in
            let node = Node()
            node.parent = r.resolve(Lazy<Node>.self)
            return node
        }
        let node = container.resolve(Node.self)!
        XCTAssert(node.parent?.instance === node)
        node.parent = nil
    }

    func testFourThreadsContinueOneGraph() {
        let report = Barrage("one graph", threads: 4, rounds: StressScale.scaled(200, atLeast: 20)).run(
            prepare: { _ in
                let container = Container()
                container.register(Cat.self) { _ in Cat() }
                return Shared((container, GraphIdentifier()))
            },
            body: { stage, _ in
                let (container, graph) = stage.value
                return Shared(container.withObjectGraph(graph) { $0.resolve(Cat.self)! })
            },
            check: { _, results in
                let cats = Set(try results.map { ObjectIdentifier(try $0.get().value) })
                guard cats.count == 1 else { throw Miss("\(cats.count) cats") }
            })
        XCTAssertNil(report.miss)
    }

    // MARK: An earlier graph

    func testResolvesInAnEarlierGraphFindItsObjects() {
        let storage = NotingStorage()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        container.register(Dog.self) { _ in Dog() }.inObjectScope(ObjectScope(storageFactory: { storage }))
        container.register(House.self) { r in
            House(owner: PetOwner(pet: r.resolve(Cat.self)!), guest: r.resolve(Dog.self)!)
        }
        let house = container.resolve(House.self)!
        let graph = storage.graphs[0]
        let cats = container.withObjectGraph(graph) { ($0.resolve(Cat.self)!, $0.resolve(Cat.self)!) }
        XCTAssertTrue(cats.0 === house.owner.pet)
        XCTAssertTrue(cats.1 === house.owner.pet)
        XCTAssertFalse(container.resolve(Cat.self) === house.owner.pet)
    }

    func testANewGraphIsSharedByItsResolves() throws {
        struct Refused: Error {}
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        let graph = GraphIdentifier()
        let cat = container.withObjectGraph(graph) { container -> Cat in
            let cat = container.resolve(Cat.self)!
            XCTAssertTrue(container.resolve(Cat.self) === cat)
            return cat
        }
        XCTAssertTrue(container.withObjectGraph(graph) { $0.resolve(Cat.self) } === cat)
        XCTAssertFalse(container.withObjectGraph(GraphIdentifier()) { $0.resolve(Cat.self) } === cat)
        XCTAssertThrowsError(try container.withObjectGraph(graph) { _ in throw Refused() })
        XCTAssertTrue(container.withObjectGraph(graph) { $0.resolve(Cat.self) } === cat)
    }

    func testTheIdentifierOfAGraphInsideAFactory() {
        let container = Container()
        let graph = GraphIdentifier()
        container.register(Cat.self) { _ in Cat() }
        container.register([Cat].self) { r in
            let own = r.resolve(Cat.self)!
            let other = container.withObjectGraph(graph) { $0.resolve(Cat.self)! }
            return [own, other, r.resolve(Cat.self)!]
        }
        let cats = container.resolve([Cat].self)!
        XCTAssertTrue(cats[0] === cats[2])
        XCTAssertFalse(cats[0] === cats[1])
        container.removeAll()
    }
}
