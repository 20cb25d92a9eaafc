// Assemblies and behaviors.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

private final class AnimalAssembly: Assembly {
    func assemble(container: Container) { container.register((any Animal).self) { _ in Cat() } }
}

private final class PersonAssembly: Assembly {
    let loadedPet = Locked<String?>(nil)

    func assemble(container: Container) {
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
    }

    func loaded(resolver: any Resolver) {
        loadedPet.withLock { $0 = resolver.resolve((any Person).self)?.pet.name }
    }
}

/// Notes registrations.
private final class NotingBehavior: Behavior {
    var seen: [String] = []

    func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?
    ) {
        seen.append("\(type) \(Service.self) \(name ?? "-")")
    }
}

final class AssemblerTests: SwinjectTestCase {
    func testAllAreAssembledBeforeTheFirstIsLoaded() {
        let person = PersonAssembly()
        let assembler = Assembler([person, AnimalAssembly()])
        XCTAssertEqual(person.loadedPet.withLock { $0 }, "Mimi")
        XCTAssertNotNil(assembler.resolver.resolve((any Person).self))
    }

    func testAssembliesAreAppliedOneByOneOrTogether() {
        let person = PersonAssembly()
        let assembler = Assembler(container: Container())
        assembler.apply(assembly: AnimalAssembly())
        assembler.apply(assemblies: [person])
        XCTAssertEqual(person.loadedPet.withLock { $0 }, "Mimi")
        XCTAssertNil(Assembler().resolver.resolve((any Animal).self))
    }

    func testAGivenContainerIsUsed() {
        let container = Container()
        _ = Assembler([AnimalAssembly()], container: container)
        XCTAssertNotNil(container.resolve((any Animal).self))
    }

    func testAnAssemblerHasAParent() {
        let parent = Assembler([AnimalAssembly()])
        let child = Assembler([PersonAssembly()], parent: parent)
        XCTAssertNotNil(child.resolver.resolve((any Person).self))
        XCTAssertNil(parent.resolver.resolve((any Person).self))
        let plain = Assembler(parentAssembler: parent, defaultObjectScope: .container)
        plain.apply(assembly: PersonAssembly())
        XCTAssertTrue(plain.resolver.resolve((any Person).self) === plain.resolver.resolve((any Person).self))
        XCTAssertNotNil(Assembler([AnimalAssembly()], parent: nil).resolver.resolve((any Animal).self))
    }

    @available(*, deprecated)
    func testTheDeprecatedInitializers() throws {
        let parent = try Assembler(assemblies: [AnimalAssembly()], container: Container())
        let child = try Assembler(assemblies: [PersonAssembly()], parentAssembler: parent)
        XCTAssertNotNil(child.resolver.resolve((any Person).self))
    }

    func testABehaviorReceivesEachRegistration() {
        let (first, second) = (NotingBehavior(), NotingBehavior())
        let container = Container(behaviors: [first])
        container.register(Cat.self) { _ in Cat() }.implements((any Animal).self, name: "a")
        container.addBehavior(second)
        container.register(Dog.self, name: "b") { (_, _: Int) in Dog() }
        let child = Assembler([AnimalAssembly()], parent: nil, behaviors: [second])
        XCTAssertNotNil(child.resolver.resolve((any Animal).self))
        XCTAssertEqual(first.seen, ["Cat Cat -", "Animal Cat a", "Dog Dog b"])
        XCTAssertEqual(second.seen, ["Dog Dog b", "Animal Animal -"])
    }

    func testABehaviorMayChangeTheEntry() {
        struct Keeping: Behavior {
            func container<Type, Service>(
                _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
                withName name: String?
            ) {
                entry.inObjectScope(.container)
            }
        }
        let container = Container(behaviors: [Keeping()])
        container.register(Cat.self) { _ in Cat() }
        XCTAssertTrue(container.resolve(Cat.self) === container.resolve(Cat.self))
    }
}
