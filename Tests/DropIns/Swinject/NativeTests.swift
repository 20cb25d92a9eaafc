// Beside native code: a native container as a parent, the entries as a native module, and subscribers.

import Armory
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private typealias Container = Swinject.Container

private final class Log: EventSubscriber {
    let events = Locked<[String]>([])

    func receive(_ event: ContainerEvent) {
        let text: String? =
            switch event {
            case .registered(let info): "registered \(info.key)"
            case .made(let making): "made \(making.registration.key) for \(making.asker?.key ?? "nobody")"
            case .failed(let making, _): "failed \(making.registration.key)"
            case .closed(let closing): "closed \(closing.registration.key)"
            default: nil
            }
        if let text { events.withLock { $0.append(text) } }
    }

    func taken() -> [String] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

final class NativeTests: SwinjectTestCase {
    // MARK: Events

    func testSubscribersHearWhatIsRegisteredMadeAndClosed() {
        let log = Log()
        let container = Container(subscribers: [log])
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        container.register(Dog.self) { r in Dog(name: r.resolve(Cat.self)!.name) }
        XCTAssertEqual(log.taken(), ["registered Cat", "registered Dog"])
        XCTAssertNotNil(Container(parent: container).resolve(Dog.self))
        XCTAssertEqual(log.taken(), ["made Cat for Dog", "made Dog for nobody"])
        XCTAssertNotNil(container.resolve(Cat.self))
        XCTAssertEqual(log.taken(), [])
        container.resetObjectScope(.container)
        XCTAssertEqual(log.taken(), ["closed Cat"])
        container.resetObjectScope(.container)
        XCTAssertEqual(log.taken(), [])
        XCTAssertNotNil(container.resolve(Cat.self))
        container.removeAll()
        XCTAssertEqual(log.taken(), ["made Cat for nobody", "closed Cat"])
    }

    func testSubscribersHearOfStoredAndReplacedInstancesAndOfFailures() {
        let log = Log()
        let container = Container(subscribers: [log])
        let scope = ObjectScope(storageFactory: PermanentStorage.init)
        container.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
        XCTAssertNotNil(container.resolve(Cat.self))
        XCTAssertEqual(log.taken(), ["registered Cat", "made Cat for nobody"])
        container.resetObjectScope(scope)
        XCTAssertEqual(log.taken(), ["closed Cat"])
        XCTAssertNotNil(container.resolve(Cat.self))
        container._register(Cat.self, factory: { (_: any Swinject.Resolver) in 7 })
        XCTAssertEqual(log.taken(), ["made Cat for nobody", "closed Cat", "registered Cat"])
        XCTAssertNil(container.resolve(Cat.self))
        XCTAssertEqual(log.taken(), ["failed Cat"])
    }

    // MARK: A native parent

    private func nativeParent() throws -> Armory.Container {
        try Armory.Container {
            Unchecked { Dog(name: "native") }
            Unchecked { Cat(name: "named") }.named("n")
            Transient(arguments: Int.self) { _, number in Euro(cents: number) }
        }
    }

    func testANativeParentIsAskedForWhatIsMissing() throws {
        let native = try nativeParent()
        let container = Container(parent: native, defaultObjectScope: .container)
        container.register((any Person).self) { r in PetOwner(pet: r.resolve(Dog.self)!) }
        let child = Container(parent: container)
        let dog = try native.resolve(Dog.self)
        XCTAssert(child.resolve((any Person).self)?.pet === dog)
        XCTAssert(child.resolve((any Person).self) === container.resolve((any Person).self), "the default scope")
        XCTAssertEqual(container.resolve(Cat.self, name: "n")?.name, "named")
        XCTAssert(container.resolve(Swinject.Lazy<Dog>.self)?.instance === dog)
        XCTAssert(container.resolve(Dog?.self)! === dog)
        XCTAssertTrue(child.hasAnyRegistration(of: Dog.self))
        XCTAssertTrue(child.hasAnyRegistration(of: Cat.self, name: "n"))
        XCTAssertNil(container.resolve(Cat.self), "exactly the name")
        XCTAssertNil(container.resolve(Euro.self, argument: 7), "no arguments")
        XCTAssertFalse(child.hasAnyRegistration(of: Cat.self))
        container.register(Dog.self) { _ in Dog(name: "own") }
        XCTAssertEqual(child.resolve(Dog.self)?.name, "own")
    }

    func testAnErrorOfTheNativeParentEndsTheProcess() throws {
        struct Refused: Error {}
        try assertEndsProcess("thrown", saying: "Dog could not be created: its factory threw", "Refused()") {
            let native = try Armory.Container { Unchecked { () throws -> Dog in throw Refused() } }
            _ = Container(parent: native).resolve(Dog.self)
        }
    }

    // MARK: A native module

    func testTheModuleHasTheSameInstances() throws {
        let parent = Container()
        parent.register(Cat.self) { _ in Cat(name: "hidden") }
        parent.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
        let container = Container(parent: parent)
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        container.register(Cat.self, name: "n") { _ in Cat() }.inObjectScope(.container).implements((any Animal).self)
        container.register(Euro.self) { (_, cents: Int) in Euro(cents: cents) }
        let native = try Armory.Container {
            container.module
            Transient { House(owner: PetOwner(pet: try $0.resolve(Cat.self)), guest: try $0.resolve(Dog.self)) }
        }
        XCTAssert(try native.resolve(Cat.self) === container.resolve(Cat.self))
        XCTAssert(try native.resolve(Cat.self, named: "n") === container.resolve((any Animal).self))
        XCTAssert(try native.resolve((any Animal).self) === container.resolve(Cat.self, name: "n"))
        let house = try native.resolve(House.self)
        XCTAssert(house.guest === parent.resolve(Dog.self))
        XCTAssert(house.owner.pet === container.resolve(Cat.self))
        XCTAssertThrowsError(try native.resolve(Euro.self)) { XCTAssertEqual(($0 as? ResolutionError)?.code, .missing) }
        _ = native.close()
        XCTAssert(container.resolve(Dog.self) === house.guest, "never closed natively")
    }

    func testTheModuleIsThatOfItsMomentAndDeclaresWhatIsKnown() throws {
        let container = Container()
        container.autoregister((any Animal).self, initializer: { Cat() })
        container.autoregister((any Person).self, initializer: PetOwner.init)
        container.autoregister(House.self, name: "h", initializer: House.init)
        container.register(Child.self) { _ in Child() }.implements(AnyObject.self, name: "child")
        let module = container.module
        container.register((any Animal).self) { _ in Dog() }
        container.register(Dog.self) { _ in Dog() }
        let native = try Armory.Container { module }
        XCTAssert(try native.resolve((any Animal).self) is Cat)
        XCTAssertFalse(native.isRegistered(ServiceKey(Dog.self)))
        try native.validate()
        let graph = native.graph
        let edges = graph.edges.map { "\(graph.nodes[$0.from].key) needs \(graph.nodes[$0.to].key)" }.sorted()
        let child = ServiceKey(AnyObject.self, qualifier: Qualifier(RegistrationName("child")))
        XCTAssertEqual(
            edges,
            [
                "House named \"h\" needs any Animal", "House named \"h\" needs any Person",
                "\(child) needs Child", "any Person needs any Animal",
            ].sorted())
        let node = try XCTUnwrap(graph.nodes.first { $0.key == "any Person" })
        XCTAssertEqual(node.file, "ArmorySwinjectTests/NativeTests.swift")
    }

    func testADeclaredDependencyThatIsMissingIsAFault() throws {
        let container = Container()
        container.autoregister(PetOwner.self, initializer: PetOwner.init)
        let module = container.module
        XCTAssertThrowsError(try Armory.Container { module }.validate()) { error in
            XCTAssert("\(error)".contains("any Animal, which is not registered"), "\(error)")
        }
    }

    func testParametersThatMayBeMissingOrComeLaterAreNoFaults() throws {
        final class Shelter {
            let guest: (any Animal)?
            let owner: Swinject.Lazy<Dog>
            init(guest: (any Animal)?, owner: Swinject.Lazy<Dog>) { (self.guest, self.owner) = (guest, owner) }
        }
        let container = Container()
        container.autoregister(Shelter.self, initializer: Shelter.init)
        let module = container.module
        XCTAssertNoThrow(try Armory.Container { module }.validate())
    }

    func testTheModuleKeepsTheContainerAndDeclines() throws {
        let native: Armory.Container
        do {
            let container = Container()
            container.register(Cat.self) { r in Cat(name: r.resolve(String.self)!) }
            container.register(String.self) { _ in "alone" }.implements(Int.self)
            let module = container.module
            native = try Armory.Container { module }
        }
        XCTAssertEqual(try native.resolve(Cat.self).name, "alone")
        XCTAssertNil(try native.resolve(Int?.self))
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
