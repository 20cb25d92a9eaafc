// Parents and children.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

final class HierarchyTests: SwinjectTestCase {
    func testAChildSeesTheParentsServicesAndNotTheOtherWayRound() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register((any Animal).self) { _ in Cat() }
        child.register(Dog.self) { _ in Dog() }
        XCTAssertNotNil(child.resolve((any Animal).self))
        XCTAssertNotNil(child.resolve(Dog.self))
        XCTAssertNil(parent.resolve(Dog.self))
    }

    func testAChildsServiceShadowsTheParents() {
        let parent = Container()
        parent.register((any Animal).self) { _ in Cat() }
        parent.register(Cat.self) { (_, name: String) in Cat(name: name) }
        let child = Container(parent: parent)
        child.register((any Animal).self) { _ in Dog() }
        child.register(Cat.self) { (_, name: String) in Cat(name: "child's \(name)") }
        XCTAssertEqual(child.resolve((any Animal).self)?.name, "Hachi")
        XCTAssertEqual(parent.resolve((any Animal).self)?.name, "Mimi")
        XCTAssertEqual(child.resolve(Cat.self, argument: "a")?.name, "child's a")
        XCTAssertEqual(parent.resolve(Cat.self, argument: "a")?.name, "a")
    }

    func testTheFamilySharesAnInstanceOfTheParentWhoeverIsFirst() {
        for isChildFirst in [false, true] {
            for scope in [ObjectScope.container, .weak, ObjectScope(storageFactory: PermanentStorage.init)] {
                let parent = Container()
                let child = Container(parent: parent)
                parent.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
                parent.register(Dog.self) { (_, name: String) in Dog(name: name) }.inObjectScope(scope)
                let (first, second) = isChildFirst ? (child, parent) : (parent, child)
                let (cat, dog) = (first.resolve(Cat.self), first.resolve(Dog.self, argument: "a"))
                XCTAssertTrue(second.resolve(Cat.self) === cat)
                XCTAssertTrue(second.resolve(Dog.self, argument: "a") === dog)
            }
        }
    }

    func testTransientAndGraphFactoriesOfTheParentReceiveTheChild() {
        for scope in [ObjectScope.transient, .graph] {
            let parent = Container()
            parent.register((any Animal).self) { _ in Cat() }
            parent.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }.inObjectScope(
                scope)
            parent.register((any Person).self) { (r, _: Int) in PetOwner(pet: r.resolve((any Animal).self)!) }
                .inObjectScope(scope)
            let child = Container(parent: parent)
            child.register((any Animal).self) { _ in Dog() }
            XCTAssertEqual(child.resolve((any Person).self)?.pet.name, "Hachi")
            XCTAssertEqual(child.resolve((any Person).self, argument: 1)?.pet.name, "Hachi")
            XCTAssertEqual(parent.resolve((any Person).self)?.pet.name, "Mimi")
        }
    }

    func testAKeptInstanceOfTheParentIsCreatedByTheParent() {
        for scope in [ObjectScope.container, .weak] {
            let parent = Container()
            parent.register((any Animal).self) { _ in Cat() }
            parent.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }.inObjectScope(
                scope)
            for _ in 0..<2 {
                let child = Container(parent: parent)
                child.register((any Animal).self) { _ in Dog() }
                XCTAssertEqual(child.resolve((any Person).self)?.pet.name, "Mimi", "no child's object in the parent")
            }
        }
    }

    func testAWeakFactoryOfTheParentThatReturnsValuesAlwaysReceivesTheParent() {
        let parent = Container()
        parent.register(Int.self) { _ in 1 }
        parent.register(Euro.self) { r in Euro(cents: r.resolve(Int.self)!) }.inObjectScope(.weak)
        let child = Container(parent: parent)
        child.register(Int.self) { _ in 2 }
        XCTAssertEqual((0..<3).map { _ in child.resolve(Euro.self)?.cents }, [1, 1, 1])
    }

    func testAFactoryInACustomScopeReceivesTheChild() {
        for storage in [PermanentStorage.init, TransientStorage.init] as [() -> any InstanceStorage] {
            let parent = Container()
            parent.register((any Animal).self) { _ in Cat() }
            parent.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
                .inObjectScope(ObjectScope(storageFactory: storage))
            let child = Container(parent: parent)
            child.register((any Animal).self) { _ in Dog() }
            XCTAssertEqual(child.resolve((any Person).self)?.pet.name, "Hachi")
        }
    }

    func testTheResolverIsTheContainer() {
        let parent = Container()
        let child = Container(parent: parent)
        let seen = Locked<[ObjectIdentifier]>([])
        func note(_ r: any Resolver) { (r as? Container).map { c in seen.withLock { $0.append(ObjectIdentifier(c)) } } }
        parent.register(Cat.self) { r in
            note(r)
            return Cat()
        }.initCompleted { r, _ in note(r) }
        _ = (parent.resolve(Cat.self), child.resolve(Cat.self))
        XCTAssertEqual(seen.withLock { $0 }, [parent, parent, child, child].map { ObjectIdentifier($0) })
    }

    func testAChildThatHasResolvedHoldsNothingOfTheParentsWhenItIsReset() {
        let parent = Container()
        parent.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        let child = Container(parent: parent)
        weak let cat = child.resolve(Cat.self)
        XCTAssertNotNil(cat)
        parent.resetObjectScope(.container)
        XCTAssertNil(cat)
    }

    func testAChildKeepsItsParent() {
        let child = Container(parent: Container { $0.register(Cat.self) { r in Cat(name: r.resolve(String.self)!) } })
        child.register(String.self) { _ in "child" }
        XCTAssertEqual(child.resolve(Cat.self)?.name, "child")
    }

    func testALaterRegistrationOfTheParentIsSeen() {
        let parent = Container()
        let child = Container(parent: Container(parent: parent))
        XCTAssertNil(child.resolve(Cat.self))
        parent.register(Cat.self) { _ in Cat() }
        XCTAssertNotNil(child.resolve(Cat.self))
    }
}
