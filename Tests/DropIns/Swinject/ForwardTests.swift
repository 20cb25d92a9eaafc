// Further types of one service.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

private protocol A1 {}
private protocol A2 {}
private protocol A3 {}
private protocol A4 {}
private protocol A5 {}
private protocol A6 {}
private protocol A7 {}
private protocol A8 {}
private protocol A9 {}
private final class Everything: A1, A2, A3, A4, A5, A6, A7, A8, A9 {
    private let life = Counted()
}

final class ForwardTests: SwinjectTestCase {
    func testAFurtherTypeLeadsToTheSameInstance() {
        for scope in [ObjectScope.container, .weak, ObjectScope(storageFactory: PermanentStorage.init)] {
            let container = Container()
            container.register(Cat.self) { _ in Cat() }.implements((any Animal).self).inObjectScope(scope)
            let cat = container.resolve(Cat.self)!
            XCTAssertTrue(container.resolve((any Animal).self) === cat)
        }
    }

    func testTheGraphSharesTheInstanceOfBothTypes() {
        let container = Container()
        let service = container.register(Cat.self) { _ in Cat() }
        container.forward((any Animal).self, to: service)
        container.register(House.self) { r in
            House(owner: PetOwner(pet: r.resolve((any Animal).self)!), guest: r.resolve(Cat.self)!)
        }
        let house = container.resolve(House.self)!
        XCTAssertTrue(house.guest === house.owner.pet)
    }

    func testNamesAndArguments() {
        let container = Container()
        container.register(Cat.self, name: "own") { (_, name: String) in Cat(name: name) }
            .implements((any Animal).self).implements((any Animal).self, name: "further")
        XCTAssertEqual(container.resolve((any Animal).self, argument: "a")?.name, "a")
        XCTAssertEqual(container.resolve((any Animal).self, name: "further", argument: "b")?.name, "b")
        XCTAssertNil(container.resolve((any Animal).self, name: "own", argument: "b"))
        XCTAssertNil(container.resolve((any Animal).self))
    }

    func testAnInstanceOfAnotherTypeIsNone() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }.implements(Dog.self)
        XCTAssertNil(container.resolve(Dog.self))
        XCTAssertNotNil(container.resolve((any Animal).self))
    }

    func testTwoToNineFurtherTypes() {
        let container = Container()
        container.register(Everything.self) { _ in Everything() }.inObjectScope(.container)
            .implements((any A1).self, (any A2).self).implements((any A1).self, (any A2).self, (any A3).self)
            .implements((any A1).self, (any A2).self, (any A3).self, (any A4).self).implements(
                (any A1).self, (any A2).self, (any A3).self, (any A4).self, (any A5).self
            )
            .implements((any A1).self, (any A2).self, (any A3).self, (any A4).self, (any A5).self, (any A6).self)
            .implements(
                (any A1).self, (any A2).self, (any A3).self, (any A4).self, (any A5).self, (any A6).self, (any A7).self
            )
            .implements(
                (any A1).self, (any A2).self, (any A3).self, (any A4).self, (any A5).self, (any A6).self, (any A7).self,
                (any A8).self
            )
            .implements(
                (any A1).self, (any A2).self, (any A3).self, (any A4).self, (any A5).self, (any A6).self, (any A7).self,
                (any A8).self, (any A9).self)
        XCTAssertTrue(container.resolve((any A1).self) as? Everything === container.resolve(Everything.self))
        XCTAssertTrue(container.resolve((any A9).self) as? Everything === container.resolve(Everything.self))
    }

    func testAFurtherTypeStaysWithItsEntryWhenAnotherEntryGetsTheKey() {
        let container = Container()
        container.register(Cat.self) { _ in Cat(name: "first") }.implements((any Animal).self)
        container.register(Cat.self) { _ in Cat(name: "second") }.implements((any Animal).self, name: "n")
        XCTAssertEqual(container.resolve(Cat.self)?.name, "second")
        XCTAssertEqual(container.resolve((any Animal).self)?.name, "first")
        XCTAssertEqual(container.resolve((any Animal).self, name: "n")?.name, "second")
        XCTAssertEqual(container.description.components(separatedBy: "-> Cat").count, 2)
    }

    func testALaterRegistrationReplacesAFurtherType() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.implements((any Animal).self)
        container.register((any Animal).self) { _ in Dog() }
        XCTAssertEqual(container.resolve((any Animal).self)?.name, "Hachi")
        XCTAssertEqual(container.resolve(Cat.self)?.name, "Mimi")
    }

    func testAContainerForwardsToAnEntryOfItsParent() {
        let parent = Container()
        let entry = parent.register(Cat.self) { _ in Cat(name: "parent") }.inObjectScope(.container)
        let child = Container(parent: parent)
        child.forward((any Animal).self, to: entry)
        XCTAssertTrue(child.resolve((any Animal).self) === parent.resolve(Cat.self))
        child.register(Cat.self) { _ in Cat(name: "child") }
        XCTAssertEqual(child.resolve((any Animal).self)?.name, "parent")
        XCTAssertNil(parent.resolve((any Animal).self))
    }

    func testAFurtherTypeKeepsTheInstanceOfItsEntryWhenAnotherTakesTheKey() {
        let container = Container()
        let entry = container.register(Cat.self) { _ in Cat(name: "first") }.inObjectScope(.container)
            .implements((any Animal).self)
        let cat = container.resolve(Cat.self)
        container.register(Cat.self) { _ in Cat(name: "second") }
        XCTAssert(container.resolve((any Animal).self) === cat)
        XCTAssertEqual(container.resolve(Cat.self)?.name, "second")
        container.forward(Cat.self, to: entry)
        XCTAssert(container.resolve(Cat.self) === cat)
        for _ in 0..<100 {
            container.register(Cat.self) { _ in Cat() }.implements((any Animal).self)
            container.register((any Animal).self) { _ in Dog() }
            XCTAssert(container.resolve((any Animal).self) is Dog)
        }
        XCTAssertEqual(container.description.components(separatedBy: "Service:").count, 3)
    }

    func testAForwardOutlivesTheContainerOfItsEntry() {
        let container = Container()
        do {
            container.forward(
                (any Animal).self, to: Container().register(Cat.self) { _ in Cat() }.inObjectScope(.container))
        }
        XCTAssert(container.resolve((any Animal).self) === container.resolve((any Animal).self))
    }

    func testForwardingAnEntryToItself() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.implements(Cat.self)
        XCTAssertNotNil(container.resolve(Cat.self))
    }

    func testCompletionSeesTheInstanceOnce() {
        let maker = Maker()
        let container = Container()
        container.register(Cat.self) { _ in Cat() }.inObjectScope(.container).implements((any Animal).self)
            .initCompleted { _, cat in _ = maker.make(cat.name) }
        XCTAssertTrue(container.resolve((any Animal).self) === container.resolve(Cat.self))
        XCTAssertEqual(maker.made, 1)
    }
}
