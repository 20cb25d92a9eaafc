// Custom scopes, the storages, and the identifiers of graphs.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

/// Notes the calls.
private final class NotingStorage: InstanceStorage {
    var kept: Any?
    var completions = 0
    var graphs: [GraphIdentifier] = []

    var instance: Any? {
        get { kept }
        set { kept = newValue }
    }

    func graphResolutionCompleted() { completions += 1 }

    func instance(inGraph graph: GraphIdentifier) -> Any? {
        graphs.append(graph)
        return kept
    }

    func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
        graphs.append(graph)
        kept = instance
    }
}

private final class OwnScope: ObjectScopeProtocol {
    private(set) var storages: [NotingStorage] = []

    func makeStorage() -> any InstanceStorage {
        let storage = NotingStorage()
        storages.append(storage)
        return storage
    }
}

final class StorageTests: SwinjectTestCase {
    func testACustomScopeKeepsInItsStorageAndIsReset() {
        let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
        let other = ObjectScope(storageFactory: PermanentStorage.init)
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(session)
        container.register(Dog.self) { _ in Dog() }.inObjectScope(other)
        let (cat, dog) = (container.resolve(Cat.self), container.resolve(Dog.self))
        XCTAssertTrue(container.resolve(Cat.self) === cat)
        XCTAssertTrue(container.description.contains("ObjectScope: session"))
        Container(parent: container).resetObjectScope(session)
        XCTAssertFalse(container.resolve(Cat.self) === cat)
        XCTAssertTrue(container.resolve(Dog.self) === dog)
    }

    func testAScopeOfAnotherClassMakesAStorageForEachEntryOnce() {
        let scope = OwnScope()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
        container.register(Dog.self) { _ in Dog() }.inObjectScope(scope)
        XCTAssertTrue(scope.storages.isEmpty)
        for _ in 0..<2 { _ = (container.resolve(Cat.self), container.resolve(Dog.self)) }
        XCTAssertEqual(scope.storages.count, 2)
        XCTAssertTrue(scope.storages[0].kept is Cat)
        container.resetObjectScope(scope, serviceType: Cat.self)
        XCTAssertNil(scope.storages[0].kept)
        XCTAssertNotNil(scope.storages[1].kept)
    }

    func testTheStorageIsToldWhenTheOutermostResolveEnds() {
        let scope = OwnScope()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
        container.register(Dog.self) { r in
            _ = r.resolve(Cat.self)
            XCTAssertEqual(scope.storages[0].completions, 0)
            return Dog()
        }
        _ = container.resolve(Dog.self)
        XCTAssertEqual(scope.storages[0].completions, 1)
    }

    func testTheStorageIsToldOnceForEachStoredInstance() {
        final class Forgetful: InstanceStorage {
            var stored = 0
            var completions = 0
            var instance: Any? {
                get { nil }
                set { stored += 1 }
            }
            func graphResolutionCompleted() { completions += 1 }
        }
        let container = Container()
        let storage = Forgetful()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(ObjectScope(storageFactory: { storage }))
        container.register([Cat].self) { r in [r.resolve(Cat.self)!, r.resolve(Cat.self)!] }
        _ = container.resolve([Cat].self)
        XCTAssertEqual(storage.stored, 2)
        XCTAssertEqual(storage.completions, 2)
        let kept = OwnScope()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(kept)
        _ = container.resolve([Cat].self)
        _ = container.resolve([Cat].self)
        XCTAssertEqual(kept.storages[0].completions, 1, "nothing was stored again")
    }

    func testAResetReachesAStorageThatNoResolveHasMade() {
        let container = Container()
        let storage = PermanentStorage()
        storage.instance = Cat(name: "earlier")
        let scope = ObjectScope(storageFactory: { storage })
        let entry = container.register(Cat.self) { _ in Cat(name: "new") }.inObjectScope(scope)
        let service: any Any.Type = entry.serviceType
        container.resetObjectScope(scope as any ObjectScopeProtocol, serviceType: Dog.self)
        XCTAssertNotNil(storage.instance)
        container.resetObjectScope(scope, serviceType: service)
        XCTAssertNil(storage.instance)
        storage.instance = Cat(name: "earlier")
        Container(parent: container).resetObjectScope(scope)
        XCTAssertEqual(container.resolve(Cat.self)?.name, "new")
    }

    func testTheGraphIsTheSameInOneResolveAndAnotherInTheNext() {
        let scope = OwnScope()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
        container.register([Cat].self) { r in [r.resolve(Cat.self)!, r.resolve(Cat.self)!] }
        _ = container.resolve([Cat].self)
        let first = Set(scope.storages[0].graphs)
        XCTAssertEqual(first.count, 1)
        scope.storages[0].graphs = []
        _ = container.resolve([Cat].self)
        XCTAssertEqual(Set(scope.storages[0].graphs).count, 1)
        XCTAssertTrue(first.isDisjoint(with: scope.storages[0].graphs))
    }

    func testTheBuiltInStoragesInACustomScope() {
        let container = Container()
        container.register(Cat.self, name: "t") { _ in Cat() }
            .inObjectScope(ObjectScope(storageFactory: TransientStorage.init))
        container.register(Cat.self, name: "g") { _ in Cat() }
            .inObjectScope(ObjectScope(storageFactory: GraphStorage.init))
        container.register(Cat.self, name: "w") { _ in Cat() }
            .inObjectScope(ObjectScope(storageFactory: WeakStorage.init, parent: ObjectScope.graph))
        func pair(_ name: String) -> (Cat, Cat) {
            container.register([Cat].self) { r in [r.resolve(Cat.self, name: name)!, r.resolve(Cat.self, name: name)!] }
            let cats = container.resolve([Cat].self)!
            return (cats[0], cats[1])
        }
        let transient = pair("t")
        XCTAssertFalse(transient.0 === transient.1)
        let graph = pair("g")
        XCTAssertTrue(graph.0 === graph.1)
        XCTAssertFalse(container.resolve(Cat.self, name: "g") === graph.0)
        let held = pair("w")
        XCTAssertTrue(held.0 === held.1)
        XCTAssertTrue(container.resolve(Cat.self, name: "w") === held.0)
    }

    func testTheStoragesOfThePredefinedScopes() {
        XCTAssertTrue(ObjectScope.transient.makeStorage() is TransientStorage)
        XCTAssertTrue(ObjectScope.graph.makeStorage() is GraphStorage)
        XCTAssertTrue(ObjectScope.container.makeStorage() is PermanentStorage)
        XCTAssertTrue(ObjectScope.weak.makeStorage() is CompositeStorage)
        XCTAssertEqual("\(ObjectScope.weak)", "weak")
        XCTAssertEqual(ObjectScope(storageFactory: PermanentStorage.init).description, "")
    }

    func testGraphStorage() {
        let storage = GraphStorage()
        let (one, other) = (GraphIdentifier(), GraphIdentifier())
        let (cat, dog) = (Cat(), Dog())
        storage.setInstance(cat, inGraph: one)
        storage.setInstance(dog, inGraph: other)
        XCTAssertTrue(storage.instance(inGraph: one) as? Cat === cat)
        XCTAssertTrue(storage.instance(inGraph: other) as? Dog === dog)
        XCTAssertTrue(storage.instance as? Dog === dog)
        storage.graphResolutionCompleted()
        XCTAssertNil(storage.instance)
        XCTAssertTrue(storage.instance(inGraph: one) as? Cat === cat)
        storage.setInstance(Cat(), inGraph: one)
        storage.graphResolutionCompleted()
        XCTAssertNil(storage.instance(inGraph: one))
        storage.setInstance(Euro(cents: 1), inGraph: one)
        XCTAssertNil(storage.instance(inGraph: one))
    }

    func testWeakStorageAndCompositeStorage() {
        let weak = WeakStorage()
        weak.instance = Euro(cents: 1)
        XCTAssertNil(weak.instance)
        let cat = Cat()
        weak.instance = cat
        XCTAssertTrue(weak.instance as? Cat === cat)
        weak.instance = Cat()
        XCTAssertNil(weak.instance)
        let (first, second) = (PermanentStorage(), PermanentStorage())
        let both = CompositeStorage([first, second])
        XCTAssertNil(both.instance)
        second.instance = 2
        XCTAssertEqual(both.instance as? Int, 2)
        both.instance = 3
        XCTAssertEqual(first.instance as? Int, 3)
        both.setInstance(4, inGraph: GraphIdentifier())
        XCTAssertEqual(both.instance(inGraph: GraphIdentifier()) as? Int, 4)
    }

    func testAGraphStorageDoesNotGrow() {
        let scope = ObjectScope(storageFactory: GraphStorage.init)
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
        for _ in 0..<StressScale.scaled(1_000) { _ = container.resolve(Cat.self) }
        // The leak check at the end counts the graphs, of which the storage holds a few.
    }

    func testAStorageThatResolves() {
        final class Asking: InstanceStorage {
            weak var container: Container?
            var kept: Any?
            var instance: Any? {
                get {
                    _ = container?.resolve(Dog.self)
                    return kept
                }
                set { kept = newValue }
            }
        }
        let container = Container()
        let storage = Asking()
        storage.container = container
        let scope = ObjectScope(storageFactory: { storage })
        container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
        container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
        let cat = container.resolve(Cat.self)
        XCTAssertTrue(container.resolve(Cat.self) === cat)
        storage.container = nil
    }

    func testTheFactoryMayRegisterAndResetWhileItRuns() {
        let container = Container()
        for scope in [ObjectScope.graph, .container, .weak, ObjectScope(storageFactory: PermanentStorage.init)] {
            container.register(Cat.self) { r in
                let container = r as! Container
                container.register(Dog.self) { _ in Dog(name: "late") }
                container.resetObjectScope(scope)
                return Cat(name: r.resolve(Dog.self)!.name)
            }.inObjectScope(scope)
            XCTAssertEqual(container.resolve(Cat.self)?.name, "late")
            XCTAssertEqual(container.resolve(Cat.self)?.name, "late")
        }
    }
}
