// One container for this API and for Armory's own.

import Armory
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private typealias Container = Swinject.Container

final class NativeTests: SwinjectTestCase {
    func testSubscribersReceiveTheEventsOfEntries() {
        final class Log: EventSubscriber {
            let events = Locked<[String]>([])
            func receive(_ event: ContainerEvent) { events.withLock { $0.append("\(event)") } }
        }
        let log = Log()
        let container = Container(subscribers: [log])
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        XCTAssertNotNil(container.resolve(Cat.self))
        let before = log.events.withLock { $0.count { $0.contains("Cat") } }
        XCTAssertGreaterThan(before, 0)
        XCTAssertNotNil(Container(parent: container).resolve(Cat.self))
        container.resetObjectScope(.container)
        XCTAssertNotNil(container.resolve(Cat.self))
        XCTAssertGreaterThan(log.events.withLock { $0.count { $0.contains("Cat") } }, before)
    }

    func testRegisteringAForwardedEntryAgainLeavesNothingBehind() {
        let container = Container()
        for _ in 0..<100 {
            container.register(Cat.self) { _ in Cat() }.implements((any Animal).self)
            XCTAssertNotNil(container.resolve((any Animal).self))
        }
        XCTAssertEqual(container.native.graph.nodes.count, 2)
        for _ in 0..<100 {
            container.register(Cat.self) { _ in Cat() }.implements((any Animal).self)
            container.register((any Animal).self) { _ in Dog() }
            XCTAssert(container.resolve((any Animal).self) is Dog)
        }
        XCTAssertEqual(container.native.graph.nodes.count, 2)
    }

    func testBothSeeTheSameInstances() throws {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        container.register(Cat.self, name: "n") { _ in Cat() }.inObjectScope(.container).implements((any Animal).self)
        XCTAssertTrue(try container.native.resolve(Cat.self) === container.resolve(Cat.self))
        XCTAssertTrue(try container.native.resolve(Cat.self, named: "n") === container.resolve(Cat.self, name: "n"))
        XCTAssertTrue(try container.native.resolve((any Animal).self) === container.resolve(Cat.self, name: "n"))
    }

    func testTheNativeContainerSeesLaterRegistrationsAndSettings() throws {
        let parent = Container()
        let container = Container(parent: parent)
        let native = container.native
        parent.register(Cat.self) { _ in Cat(name: "later") }.inObjectScope(.container)
        XCTAssertTrue(try native.resolve(Cat.self) === parent.resolve(Cat.self))
        let entry = container.register(Dog.self) { _ in Dog() }
        XCTAssertFalse(try native.resolve(Dog.self) === native.resolve(Dog.self))
        entry.inObjectScope(.container).implements((any Animal).self)
        XCTAssertTrue(try native.resolve(Dog.self) === native.resolve((any Animal).self))
    }

    func testAnEntryThatWasReplacedBeforeTheFirstResolveIsGone() throws {
        let container = Container()
        let first = container.register(Cat.self) { _ in Cat(name: "first") }
        container.register(Cat.self) { _ in Cat(name: "second") }
        first.inObjectScope(.container)
        XCTAssertEqual(container.resolve(Cat.self)?.name, "second")
        XCTAssertEqual(container.native.graph.nodes.count, 1)
    }

    func testAFactoryOfThisAPINeedsANativeServiceAndTheOtherWayRound() throws {
        let container = Container()
        try container.native.register(Singleton.Unchecked { Dog(name: "native") })
        container.register((any Person).self) { r in PetOwner(pet: r.resolve(Dog.self)!) }
        try container.native.register(Transient { House(owner: try $0((any Person).self), guest: try $0(Dog.self)) })
        let house = try XCTUnwrap(container.resolve(House.self))
        XCTAssertTrue(house.owner.pet === house.guest)
        XCTAssertTrue(container.hasAnyRegistration(of: Dog.self))
        container.removeAll()
        XCTAssertNotNil(container.resolve(Dog.self))
    }

    func testTheGraphIsOneForBoth() throws {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        try container.native.register(
            Transient { House(owner: PetOwner(pet: try $0(Cat.self)), guest: try $0(Cat.self)) })
        let house = try XCTUnwrap(container.resolve(House.self))
        XCTAssertTrue(house.owner.pet === house.guest)
    }

    func testTheGraphShowsTheRegistrationsWithTheirPlaces() throws {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register((any Person).self, name: "n") { r in PetOwner(pet: r.resolve((any Animal).self)!) }
        container.register(Cat.self) { (_, name: String, _: Bool) in Cat(name: name) }.inObjectScope(.container)
        container.autoregister(House.self, initializer: House.init)
        let nodes = container.native.graph.nodes
        for key in [
            "any Animal", "any Person named \"n\"", "Cat taking (Resolver, String, Bool)", "House",
        ] {
            let node = try XCTUnwrap(nodes.first { $0.key == key }, "\(key) is not in \(nodes.map(\.key))")
            XCTAssertEqual(node.file, "ArmorySwinjectTests/NativeTests.swift")
        }
        XCTAssertNoThrow(try container.native.validate())
    }

    func testADryRunShowsTheDependenciesAndLeavesTheContainerAlone() throws {
        let maker = Maker()
        let container = Container()
        let seen = Locked<[ObjectIdentifier]>([])
        container.register(Cat.self) { r in
            seen.withLock { $0.append(ObjectIdentifier(r as! Container)) }
            return maker.make(Cat())
        }.inObjectScope(.container)
        container.register((any Person).self) { r in PetOwner(pet: r.resolve(Cat.self)!) }
        let graph = container.native.observedGraph()
        let person = try XCTUnwrap(graph.nodes.first { $0.key == "any Person" })
        let cat = try XCTUnwrap(graph.nodes.first { $0.key == "Cat" })
        XCTAssertTrue(graph.edges.contains { $0.from == person.id && $0.to == cat.id })
        XCTAssertFalse(seen.withLock { $0 }.contains(ObjectIdentifier(container)))
        let made = maker.made
        XCTAssertNotNil(container.resolve(Cat.self))
        XCTAssertEqual(maker.made, made + 1)
        XCTAssertTrue(seen.withLock { $0 }.contains(ObjectIdentifier(container)))
    }

    func testOverridesReachTheFactories() throws {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
            .inObjectScope(.container)
        XCTAssertEqual(container.resolve((any Person).self)?.pet.name, "Mimi")
        let test = try container.native.overriding { Transient((any Animal).self) { Dog() } }
        XCTAssertEqual(try test.resolve((any Person).self).pet.name, "Hachi")
        XCTAssertEqual(container.resolve((any Person).self)?.pet.name, "Mimi")
    }

    func testADryRunAndOverridesHaveTheirOwnStorages() throws {
        let maker = Maker()
        let storage = PermanentStorage()
        let container = Container()
        container.register(Cat.self) { _ in maker.make(Cat()) }
            .inObjectScope(ObjectScope(storageFactory: { maker.made == 0 ? storage : PermanentStorage() }))
        container.register(Dog.self) { _ in Dog() }
        XCTAssertNotNil(container.resolve(Cat.self))
        XCTAssertTrue(storage.instance is Cat)
        let cat = container.resolve(Cat.self)
        _ = container.native.observedGraph()
        let test = try container.native.overriding { Transient { Dog() } }
        XCTAssertFalse(try test.resolve(Cat.self) === cat)
        XCTAssertTrue(try test.resolve(Cat.self) === test.resolve(Cat.self))
        XCTAssertTrue(container.resolve(Cat.self) === cat)
        XCTAssertEqual(maker.made, 3)
    }

    func testTheNativeContainerOutlivesItsOwner() throws {
        let native = Container { container in
            container.register(Cat.self) { r in Cat(name: r.resolve(String.self)!) }
            container.register(String.self) { _ in "alone" }
        }.native
        XCTAssertEqual(try native.resolve(Cat.self).name, "alone")
    }

    func testANativeScopeResolvesInItsOwnView() throws {
        let container = Container()
        container.register((any Person).self) { r in PetOwner(pet: r.resolve(Dog.self)!) }
        try container.native.register(Scoped.Unchecked { Dog(name: "scoped") }.in(.request))
        try container.native.withScope(.request) { scope in
            let person = try scope.resolve((any Person).self)
            XCTAssertTrue(try scope.resolve(Dog.self) === person.pet)
        }
    }

    func testQualifiedNames() {
        let container: Swinject.Container = Container(defaultObjectScope: Swinject.ObjectScope.container)
        let entry: Swinject.ServiceEntry<Cat> = container.register(Cat.self) { (_: any Swinject.Resolver) in Cat() }
        entry.inObjectScope(Swinject.ObjectScope.weak)
        let lazy: Swinject.Lazy<Cat>? = container.resolve(Swinject.Lazy<Cat>.self)
        let provider: Swinject.Provider<Cat>? = container.resolve(Swinject.Provider<Cat>.self)
        XCTAssertEqual(lazy?.instance.name, provider?.instance.name)
        XCTAssertNil((Swinject.Assembler().resolver as any Swinject.Resolver).resolve(Cat.self))
    }
}
