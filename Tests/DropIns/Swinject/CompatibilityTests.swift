import ArmorySwinject
import ArmoryTestSupport
import XCTest

/// What programs rely on beyond single calls.
final class CompatibilityTests: SwinjectTestCase {
    private final class Node {
        private let life = Counted()
    }

    func testAProgramMayPutAContainerBehindItsOwnProtocol() {
        let registering: any Registering = Container()
        registering.register(Cat.self, name: "own") { _ in Cat() }
        XCTAssertNotNil((registering as? Container)?.resolve(Cat.self, name: "own"))
    }

    func testAProviderReadInsideOfAResolveJoinsItsGraph() {
        let container = Container()
        container.register(Node.self) { _ in Node() }
        container.register([Node].self) { r in
            [r.resolve(Provider<Node>.self)!.instance, r.resolve(Node.self)!, r.resolve(Provider<Node>.self)!.instance]
        }
        let nodes = container.resolve([Node].self)!
        XCTAssertEqual(Set(nodes.map { ObjectIdentifier($0) }).count, 1)
        let provider = container.resolve(Provider<Node>.self)!
        XCTAssert(provider.instance !== provider.instance)
    }

    func testAnInvokerCallsAFactoryWithoutArguments() {
        let mock = Container()
        mock.register(Cat.self) { _ in Cat(name: "mock") }
        let container = Container()
        for scope in [ObjectScope.transient, .graph, .container, .weak] {
            var completed: [String] = []
            container.register((any Person).self, name: "who") { r in PetOwner(pet: r.resolve(Cat.self)!) }
                .inObjectScope(scope)
                .initCompleted { _, owner in completed.append(owner.pet.name) }
            let owner: (any Person)? = Container(parent: container)._resolve(name: "who", option: nil) {
                (factory: (any Resolver) -> Any) in factory(mock)
            }
            XCTAssertEqual(owner?.pet.name, "mock", "\(scope)")
            XCTAssertEqual(completed, ["mock"], "\(scope)")
            guard scope === ObjectScope.container else { continue }
            XCTAssert(container.resolve((any Person).self, name: "who") === owner)
        }
    }

    func testAnEntryWithFurtherTypesKeepsThemWhenAForwardTakesItsKey() {
        let container = Container()
        container.register((any Animal).self) { _ in Dog() }.implements((any Named).self)
        container.register(Cat.self) { _ in Cat() }.implements((any Animal).self)
        XCTAssert(container.resolve((any Animal).self) is Cat)
        XCTAssert(container.resolve((any Named).self) is Dog)
    }

    func testAWeakParentInACircleIsHeldUntilTheResolveEnds() {
        final class Parent {
            let child: Child
            private let life = Counted()
            init(child: Child) { self.child = child }
        }
        final class Child {
            weak var parent: Parent?
            private let life = Counted()
        }
        let container = Container()
        container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }.inObjectScope(.weak)
        container.register(Child.self) { _ in Child() }.inObjectScope(.weak)
            .initCompleted { r, child in child.parent = r.resolve(Parent.self)! }
        container.register([ObjectIdentifier].self) { r in
            (0..<2).map { _ in ObjectIdentifier(r.resolve(Parent.self)!) }
        }
        let identifiers = container.resolve([ObjectIdentifier].self)!
        XCTAssertEqual(identifiers[0], identifiers[1])
    }

    func testAWrapperOfAnotherContainerHoldsIt() {
        let container = Container()
        container.register([Lazy<Node>].self) { _ in
            let other = Container()
            other.register(Node.self) { _ in Node() }
            return [other.resolve(Lazy<Node>.self)!]
        }
        .inObjectScope(.container)
        XCTAssertNotNil(container.resolve([Lazy<Node>].self)![0].instance)
    }

    func testAScopeMayResolveWhenItIsReleased() {
        final class OwnScope: ObjectScopeProtocol {
            let container: Container
            init(_ container: Container) { self.container = container }
            func makeStorage() -> any InstanceStorage { PermanentStorage() }
            deinit { _ = container.resolve(Cat.self) }
        }
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        container.register(Dog.self) { _ in Dog() }.inObjectScope(OwnScope(container)).inObjectScope(.graph)
        XCTAssertNotNil(container.resolve(Dog.self))
    }

    func testAForwardReachesTheEntryOfAnotherContainer() {
        let (first, second) = (Container(), Container())
        second.forward((any Animal).self, to: first.register(Dog.self) { _ in Dog() }.inObjectScope(.container))
        XCTAssert(second.resolve((any Animal).self) === first.resolve(Dog.self))
    }

    func testValuesBehindAProtocolAreNotSharedInAGraph() {
        var calls = 0
        let container = Container()
        container.register((any Numbered).self) { _ in
            calls += 1
            return Number(value: calls)
        }
        container.register([Int].self) { r in
            (0..<3).map { _ in r.resolve((any Numbered).self)!.value }
        }
        XCTAssertEqual(container.resolve([Int].self), [1, 2, 3])
    }
}

private protocol Registering {
    @discardableResult
    func register<Service>(
        _ serviceType: Service.Type, name: String?, factory: @escaping (any Resolver) -> Service
    ) -> ServiceEntry<Service>
}

extension Container: Registering {}

private protocol Named: AnyObject {}

extension Dog: Named {}

private protocol Numbered {
    var value: Int { get }
}

private struct Number: Numbered {
    let value: Int
}
