// The four scopes, for objects and for values.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

final class ScopeTests: SwinjectTestCase {
    func testTransientIsNewAtEachResolve() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }.inObjectScope(.transient)
        container.register(House.self) { r in
            House(owner: PetOwner(pet: r.resolve((any Animal).self)!), guest: r.resolve((any Animal).self)!)
        }
        let house = container.resolve(House.self)!
        XCTAssertFalse(house.owner.pet === house.guest)
    }

    func testGraphIsSharedInOneResolveAndNewInTheNext() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
        container.register(House.self) { r in
            House(owner: r.resolve((any Person).self)!, guest: r.resolve((any Animal).self)!)
        }
        let (one, other) = (container.resolve(House.self)!, container.resolve(House.self)!)
        XCTAssertTrue(one.owner.pet === one.guest)
        XCTAssertTrue(other.owner.pet === other.guest)
        XCTAssertFalse(one.guest === other.guest)
    }

    func testContainerIsOne() {
        let maker = Maker()
        let container = Container()
        container.register((any Animal).self) { _ in maker.make(Cat()) }.inObjectScope(.container)
        XCTAssertTrue(container.resolve((any Animal).self) === container.resolve((any Animal).self))
        XCTAssertEqual(maker.made, 1)
    }

    func testWeakIsOneWhileItIsHeld() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }.inObjectScope(.weak)
        weak var gone: (any Animal)?
        do {
            let held = container.resolve((any Animal).self)!
            XCTAssertTrue(container.resolve((any Animal).self) === held)
            gone = held
        }
        XCTAssertNil(gone)
        XCTAssertNotNil(container.resolve((any Animal).self))
    }

    func testAWeakInstanceLivesUntilTheResolveThatCreatedItEnds() {
        let maker = Maker()
        let container = Container()
        container.register((any Animal).self) { _ in maker.make(Cat()) }.inObjectScope(.weak)
        container.register((any Person).self) { r in
            // Nothing holds it meanwhile.
            let name = r.resolve((any Animal).self)!.name
            return PetOwner(pet: Dog(name: name))
        }
        container.register(House.self) { r in
            House(owner: r.resolve((any Person).self)!, guest: r.resolve((any Animal).self)!)
        }
        XCTAssertNotNil(container.resolve(House.self))
        XCTAssertEqual(maker.made, 1)
    }

    func testContainerRunsTheFactoryOfAValueOnce() {
        let maker = Maker()
        let container = Container()
        container.register(Euro.self) { _ in maker.make(Euro(cents: 7)) }.inObjectScope(.container)
        container.register((any Price).self) { _ in maker.make(Euro(cents: 7)) }.inObjectScope(.container)
        var one = container.resolve(Euro.self)!
        one.cents = 8
        XCTAssertEqual(container.resolve(Euro.self)?.cents, 7)
        XCTAssertEqual(container.resolve((any Price).self)?.cents, 7)
        XCTAssertEqual(container.resolve((any Price).self)?.cents, 7)
        XCTAssertEqual(maker.made, 2)
    }

    func testWeakKeepsNoValues() {
        let (maker, completed) = (Maker(), Maker())
        let container = Container()
        container.register(Euro.self) { _ in maker.make(Euro(cents: 7)) }.inObjectScope(.weak)
        for _ in 0..<2 { XCTAssertEqual(container.resolve(Euro.self)?.cents, 7) }
        XCTAssertEqual(maker.made, 2)
        container.register((any Price).self) { _ in maker.make(Euro(cents: 8)) }.inObjectScope(.weak)
            .initCompleted { _, price in completed.make(XCTAssertEqual(price.cents, 8)) }.implements(
                Euro.self, name: "a")
        for _ in 0..<3 { XCTAssertEqual(container.resolve((any Price).self)?.cents, 8) }
        XCTAssertEqual(container.resolve(Euro.self, name: "a")?.cents, 8)
        XCTAssertEqual(maker.made, 6)
        XCTAssertEqual(completed.made, 4)
    }

    func testGraphSharesNoValues() {
        let maker = Maker()
        let container = Container()
        container.register(Euro.self) { _ in maker.make(Euro(cents: 7)) }
        container.register([Euro].self) { r in [r.resolve(Euro.self)!, r.resolve(Euro.self)!] }
        XCTAssertEqual(container.resolve([Euro].self)?.count, 2)
        XCTAssertEqual(maker.made, 2)
    }

    func testAScopeThatIsSetLaterDropsTheInstance() {
        let container = Container()
        let entry = container.register(Cat.self) { _ in Cat() }
        XCTAssertFalse(container.resolve(Cat.self) === container.resolve(Cat.self))
        entry.inObjectScope(.container)
        let kept = container.resolve(Cat.self)
        XCTAssertTrue(container.resolve(Cat.self) === kept)
        entry.inObjectScope(ObjectScope.weak)
        XCTAssertFalse(container.resolve(Cat.self) === kept)
    }

    func testASettingOfAReplacedEntryDoesNotBringItBack() {
        let container = Container()
        let entry = container.register(Cat.self) { _ in Cat(name: "old") }
        container.register(Cat.self) { _ in Cat(name: "new") }
        entry.inObjectScope(.container).initCompleted { _, _ in XCTFail("the old entry") }
        XCTAssertEqual(container.resolve(Cat.self)?.name, "new")
    }

    // MARK: Reset

    func testResettingAScopeForgetsItsInstancesOnly() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        container.register(Dog.self) { (_, name: String) in Dog(name: name) }.inObjectScope(.container)
        container.register(Child.self) { _ in Child() }.inObjectScope(.weak)
        let (cat, dog, child) =
            (container.resolve(Cat.self), container.resolve(Dog.self, argument: "a"), container.resolve(Child.self))
        container.resetObjectScope(.weak)
        XCTAssertTrue(container.resolve(Cat.self) === cat)
        XCTAssertFalse(container.resolve(Child.self) === child)
        let newChild = container.resolve(Child.self)
        container.resetObjectScope(.container)
        XCTAssertFalse(container.resolve(Cat.self) === cat)
        XCTAssertFalse(container.resolve(Dog.self, argument: "a") === dog)
        XCTAssertTrue(container.resolve(Child.self) === newChild)
    }

    func testResettingAScopeForOneServiceReachesTheParentOfAChildWithoutIt() {
        let parent = Container()
        parent.register(Cat.self) { _ in Cat() }.inObjectScope(.container).implements((any Animal).self)
        parent.register(Cat.self, name: "a") { _ in Cat() }.inObjectScope(.container)
        parent.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
        let child = Container(parent: parent)
        let (cat, named, dog) =
            (child.resolve(Cat.self), child.resolve(Cat.self, name: "a"), child.resolve(Dog.self))
        child.resetObjectScope(.container, serviceType: Cat.self)
        XCTAssertFalse(child.resolve(Cat.self) === cat)
        XCTAssertFalse(child.resolve(Cat.self, name: "a") === named)
        XCTAssertTrue(child.resolve(Dog.self) === dog)
        let second = child.resolve(Cat.self)
        child.resetObjectScope(.weak, serviceType: Cat.self)
        XCTAssertTrue(child.resolve(Cat.self) === second)
        child.resetObjectScope(.container, serviceType: (any Animal).self)
        XCTAssertFalse(child.resolve(Cat.self) === second, "a further type leads to the entry")
        let third = child.resolve(Cat.self)
        child.resetObjectScope(.container)
        XCTAssertFalse(child.resolve(Cat.self) === third)
        XCTAssertFalse(child.resolve(Dog.self) === dog)
    }

    func testAResetContainerReleasesTheInstance() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        weak let cat = container.resolve(Cat.self)
        XCTAssertNotNil(cat)
        container.resetObjectScope(.container)
        XCTAssertNil(cat)
    }
}
