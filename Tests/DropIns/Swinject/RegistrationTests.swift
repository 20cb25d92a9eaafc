// Keys: the type, the name, the types of the arguments, the option.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

final class RegistrationTests: SwinjectTestCase {
    func testARegisteredServiceIsResolvedWithItsDependencies() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
        XCTAssertEqual(container.resolve((any Person).self)?.pet.name, "Mimi")
    }

    func testAMissingServiceIsNil() {
        let container = Container()
        XCTAssertNil(container.resolve((any Animal).self))
        XCTAssertNil(container.resolve((any Animal).self, name: "cat"))
        XCTAssertNil(container.resolve((any Animal).self, argument: "cat"))
    }

    func testNamesDistinguishRegistrations() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat(name: "none") }
        container.register((any Animal).self, name: "a") { _ in Cat(name: "first") }
        container.register((any Animal).self, name: "b") { _ in Cat(name: "second") }
        XCTAssertEqual(container.resolve((any Animal).self)?.name, "none")
        XCTAssertEqual(container.resolve((any Animal).self, name: "a")?.name, "first")
        XCTAssertEqual(container.resolve((any Animal).self, name: "b")?.name, "second")
        XCTAssertNil(container.resolve((any Animal).self, name: "c"))
    }

    func testANamedServiceIsNotAnUnnamedOne() {
        let container = Container()
        container.register(Dog.self, name: "a") { _ in Dog() }
        XCTAssertNil(container.resolve(Dog.self))
        container.register(Cat.self) { _ in Cat() }
        XCTAssertNil(container.resolve(Cat.self, name: "a"))
    }

    func testALaterRegistrationReplacesAnEarlierOneAndItsInstance() {
        let container = Container()
        container.register(Cat.self) { _ in Cat(name: "first") }.inObjectScope(.container)
        XCTAssertEqual(container.resolve(Cat.self)?.name, "first")
        container.register(Cat.self) { _ in Cat(name: "second") }.inObjectScope(.container)
        XCTAssertEqual(container.resolve(Cat.self)?.name, "second")
    }

    func testAReplacedInstanceGoesAtTheRegistration() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        weak let cat = container.resolve(Cat.self)
        XCTAssertNotNil(cat)
        container.register(Cat.self) { _ in Cat() }
        XCTAssertNil(cat)
    }

    func testReplacementsDoNotGrowMemory() {
        let container = Container()
        let rounds = StressScale.scaled(20_000)
        let growth = Heap.growth { _ in
            for number in 0..<rounds {
                container.register(Cat.self, name: "\(number % 50)") { _ in Cat() }.inObjectScope(.container)
                    .initCompleted { _, _ in }.implements((any Animal).self, name: "\(number % 7)")
                container.register(Cat.self) { (_, name: String) in Cat(name: name) }
                if number % 20 == 0 { _ = container.resolve(Cat.self, name: "0") }
            }
        }
        XCTAssertLessThan(growth, 20_000)
    }

    func testRemoveAllRemovesWhatWasResolvedBefore() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        container.register(Dog.self, name: "a") { _ in Dog() }
        container.register(Dog.self) { (_, name: String) in Dog(name: name) }.implements((any Animal).self)
        XCTAssertNotNil(container.resolve(Cat.self))
        container.removeAll()
        XCTAssertNil(container.resolve(Cat.self))
        XCTAssertNil(container.resolve(Dog.self, name: "a"))
        XCTAssertNil(container.resolve(Dog.self, argument: "b"))
        XCTAssertNil(container.resolve((any Animal).self, argument: "b"))
        XCTAssertFalse(container.hasAnyRegistration(of: Cat.self))
        XCTAssertEqual(container.description, "[\n]")
        container.register(Cat.self) { _ in Cat(name: "again") }
        XCTAssertEqual(container.resolve(Cat.self)?.name, "again")
    }

    func testAnEntryOutlivesItsContainer() {
        var container: Container? = Container()
        let entry = container?.register(Cat.self) { _ in Cat() }
        XCTAssertNotNil(container?.resolve(Cat.self))
        container = nil
        entry?.inObjectScope(.container).initCompleted { _, _ in }.implements((any Animal).self)
        XCTAssertTrue(entry?.serviceType == Cat.self)
    }

    func testRemovingAllOfAChildShowsTheParentsAgain() {
        let parent = Container()
        parent.register(Cat.self) { _ in Cat(name: "parent") }
        let child = Container(parent: parent)
        child.register(Cat.self) { _ in Cat(name: "child") }
        XCTAssertEqual(child.resolve(Cat.self)?.name, "child")
        child.removeAll()
        XCTAssertEqual(child.resolve(Cat.self)?.name, "parent")
    }

    func testHasAnyRegistrationFindsEveryKindOfEntryHereAndInParents() {
        let parent = Container()
        parent.register(Cat.self) { _ in Cat() }
        let container = Container(parent: parent)
        container.register(Dog.self, name: "a") { _ in Dog() }
        container.register(Parent.self) { (_, _: Int) in Parent() }
        container._register(Child.self, factory: { (_: any Resolver) in Child() }, option: Shade(level: 1))
        XCTAssertTrue(container.hasAnyRegistration(of: Cat.self))
        XCTAssertFalse(parent.hasAnyRegistration(of: Dog.self, name: "a"))
        XCTAssertTrue(container.hasAnyRegistration(of: Dog.self, name: "a"))
        XCTAssertFalse(container.hasAnyRegistration(of: Dog.self))
        XCTAssertTrue(container.hasAnyRegistration(of: Parent.self))
        XCTAssertFalse(container.hasAnyRegistration(of: Parent.self, name: "a"))
        XCTAssertTrue(container.hasAnyRegistration(of: Child.self))
        XCTAssertFalse(container.hasAnyRegistration(of: House.self))
    }

    func testTheInitializersClosureRegisters() {
        let container = Container { container in
            container.register(Cat.self) { _ in Cat() }
        }
        XCTAssertNotNil(container.resolve(Cat.self))
    }

    func testTheDefaultScopeIsThatOfTheContainer() {
        let container = Container(defaultObjectScope: .container)
        container.register(Cat.self) { _ in Cat() }
        container.register(Dog.self) { _ in Dog() }.inObjectScope(.transient)
        XCTAssertTrue(container.resolve(Cat.self) === container.resolve(Cat.self))
        XCTAssertFalse(container.resolve(Dog.self) === container.resolve(Dog.self))
    }

    func testTheDescriptionListsTheEntriesInOrder() {
        let container = Container()
        container.register(Dog.self, name: "a") { (_, _: Int, _: String) in Dog() }.inObjectScope(.weak)
        container.register(Cat.self) { _ in Cat() }.initCompleted { _, _ in }.initCompleted { _, _ in }
            .implements((any Animal).self)
        XCTAssertEqual(
            container.description,
            """
            [
                { Service: Cat, Factory: Resolver -> Animal, ObjectScope: graph, InitCompleted: Specified 2 closures },
                { Service: Cat, Factory: Resolver -> Cat, ObjectScope: graph, InitCompleted: Specified 2 closures },
                { Service: Dog, Name: "a", Factory: (Resolver, Int, String) -> Dog, ObjectScope: weak }
            ]
            """)
    }

    func testTheEntryTellsItsTypes() {
        let container = Container()
        let entry = container.register(Cat.self) { (_, _: Int) in Cat() }
        XCTAssertTrue(entry.serviceType == Cat.self)
        XCTAssertTrue(entry.argumentsType == (any Resolver, Int).self)
        XCTAssertTrue(container.register(Cat.self) { _ in Cat() }.argumentsType == (any Resolver).self)
    }

    // MARK: Options

    private struct Shade: ServiceKeyOption {
        let level: Int
        var description: String { "Shade \(level)" }
        func isEqualTo(_ another: any ServiceKeyOption) -> Bool { (another as? Shade)?.level == level }
        func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }

    private struct Tint: ServiceKeyOption {
        var description: String { "Tint" }
        func isEqualTo(_ another: any ServiceKeyOption) -> Bool { another is Tint }
        func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }

    func testOptionsAreComparedAsAWhole() {
        let container = Container()
        let names: [(option: any ServiceKeyOption, name: String)] = [
            (Shade(level: 1), "one"), (Shade(level: 2), "two"), (Tint(), "tint"),
        ]
        for (option, name) in names {
            container._register(
                Cat.self, factory: { (all: (any Resolver, Bool)) in Cat(name: name, isSleeping: all.1) }, option: option
            )
        }
        for (option, name) in names {
            let cat: Cat? = container._resolve(name: nil, option: option) { (factory: ((any Resolver, Bool)) -> Any) in
                factory((container, true))
            }
            XCTAssertEqual(cat?.name, name)
            XCTAssertEqual(cat?.isSleeping, true)
        }
        XCTAssertNil(container.resolve(Cat.self, argument: true))
        XCTAssertTrue(container.description.contains("Service: Cat, Tint, Factory: (Resolver, Bool) -> Cat"))
    }

    func testAnExtensionsFactoryWithoutArguments() {
        let container = Container()
        container._register(Cat.self, factory: { (r: any Resolver) in (r.resolve(Dog.self) == nil ? Cat() : 7) as Any })
        XCTAssertNotNil(container.resolve(Cat.self))
        container.register(Dog.self) { _ in Dog() }
        XCTAssertNil(container.resolve(Cat.self), "an instance of another type is none")
    }
}
