// Arguments of one to nine.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

final class ArgumentTests: SwinjectTestCase {
    func testTheTypesOfTheArgumentsArePartOfTheKey() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat(name: "none") }
        container.register((any Animal).self) { (_, name: String) in Cat(name: name) }
        container.register((any Animal).self) { (_, name: String, awake: Bool) in Cat(name: "\(name) \(awake)") }
        container.register((any Animal).self) { (_, number: Int) in Cat(name: "\(number)") }
        XCTAssertEqual(container.resolve((any Animal).self)?.name, "none")
        XCTAssertEqual(container.resolve((any Animal).self, argument: "a")?.name, "a")
        XCTAssertEqual(container.resolve((any Animal).self, arguments: "a", true)?.name, "a true")
        XCTAssertEqual(container.resolve((any Animal).self, argument: 7)?.name, "7")
    }

    func testOtherTypesOrNumbersOfArgumentsFindNothing() {
        let container = Container()
        container.register(Cat.self) { (_, name: String) in Cat(name: name) }
        XCTAssertNil(container.resolve(Cat.self))
        XCTAssertNil(container.resolve(Cat.self, argument: 7))
        XCTAssertNil(container.resolve(Cat.self, arguments: "a", "b"))
        XCTAssertNil(container.resolve(Cat.self, argument: "a" as String?))
        XCTAssertNil(container.resolve(Cat.self, argument: "a" as Any))
        XCTAssertNil(container.resolve(Cat.self, name: "n", argument: "a"))
    }

    func testOptionalArguments() {
        let container = Container()
        container.register(Cat.self) { (_, name: String?) in Cat(name: name ?? "nil") }
        XCTAssertEqual(container.resolve(Cat.self, argument: nil as String?)?.name, "nil")
        XCTAssertEqual(container.resolve(Cat.self, argument: "a" as String?)?.name, "a")
        XCTAssertNil(container.resolve(Cat.self, argument: "a"))
    }

    func testNamesGoWithArguments() {
        let container = Container()
        container.register(Cat.self, name: "n") { (_, name: String) in Cat(name: "named \(name)") }
        container.register(Cat.self) { (_, name: String) in Cat(name: name) }
        XCTAssertEqual(container.resolve(Cat.self, name: "n", argument: "a")?.name, "named a")
        XCTAssertEqual(container.resolve(Cat.self, argument: "a")?.name, "a")
    }

    func testTwoToNineArguments() {
        let container = Container()
        for name in [nil, "n"] as [String?] {
            container.register(String.self, name: name) { (_, a: Int, b: Int) in "\(a)\(b)" }
            container.register(String.self, name: name) { (_, a: Int, b: Int, c: Int) in "\(a)\(b)\(c)" }
            container.register(String.self, name: name) { (_, a: Int, b: Int, c: Int, d: Int) in "\(a)\(b)\(c)\(d)" }
            container.register(String.self, name: name) { (_, a: Int, b: Int, c: Int, d: Int, e: Int) in
                "\(a)\(b)\(c)\(d)\(e)"
            }
            container.register(String.self, name: name) { (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in
                "\(a)\(b)\(c)\(d)\(e)\(f)"
            }
            container.register(String.self, name: name) { (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int) in
                "\(a)\(b)\(c)\(d)\(e)\(f)\(g)"
            }
            container.register(String.self, name: name) {
                (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) in
                "\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)"
            }
            container.register(String.self, name: name) {
                (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) in
                "\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)\(i)"
            }
        }
        let r: any Resolver = container
        let found = [
            r.resolve(String.self, arguments: 1, 2), r.resolve(String.self, arguments: 1, 2, 3),
            r.resolve(String.self, arguments: 1, 2, 3, 4), r.resolve(String.self, arguments: 1, 2, 3, 4, 5),
            r.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6), r.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7),
            r.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8),
            r.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9),
        ]
        let named = [
            r.resolve(String.self, name: "n", arguments: 1, 2), r.resolve(String.self, name: "n", arguments: 1, 2, 3),
            r.resolve(String.self, name: "n", arguments: 1, 2, 3, 4),
            r.resolve(String.self, name: "n", arguments: 1, 2, 3, 4, 5),
            r.resolve(String.self, name: "n", arguments: 1, 2, 3, 4, 5, 6),
            r.resolve(String.self, name: "n", arguments: 1, 2, 3, 4, 5, 6, 7),
            r.resolve(String.self, name: "n", arguments: 1, 2, 3, 4, 5, 6, 7, 8),
            r.resolve(String.self, name: "n", arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9),
        ]
        let all = (2...9).map { count in (1...count).map(String.init).joined() }
        XCTAssertEqual(found, all)
        XCTAssertEqual(named, all)
    }

    func testAKeptInstanceIsThatOfTheFirstArguments() {
        for scope in [ObjectScope.container, .weak, ObjectScope(storageFactory: PermanentStorage.init)] {
            let container = Container()
            container.register(Cat.self) { (_, name: String) in Cat(name: name) }.inObjectScope(scope)
            let first = container.resolve(Cat.self, argument: "a")
            XCTAssertTrue(container.resolve(Cat.self, argument: "b") === first, "\(scope)")
            XCTAssertEqual(first?.name, "a")
        }
    }

    func testGraphSharesAnInstanceWithArguments() {
        let container = Container()
        container.register(Cat.self) { (_, name: String) in Cat(name: name) }
        container.register([Cat].self) { r in ["a", "b"].map { r.resolve(Cat.self, argument: $0)! } }
        let cats = container.resolve([Cat].self)!
        XCTAssertTrue(cats[0] === cats[1])
        XCTAssertFalse(container.resolve(Cat.self, argument: "a") === cats[0])
    }

    func testAFactoryWithArgumentsMayResolveItself() {
        let container = Container()
        container.register(Int.self) { (r, number: Int) in
            number == 0 ? 0 : number + r.resolve(Int.self, argument: number - 1)!
        }
        XCTAssertEqual(container.resolve(Int.self, argument: 4), 10)
    }

    func testArgumentsThatAreObjectsAndProtocolsAreReleased() {
        let container = Container()
        container.register((any Person).self) { (_, pet: any Animal) in PetOwner(pet: pet) }
        weak var gone: Cat?
        do {
            let cat = Cat()
            gone = cat
            XCTAssertTrue(container.resolve((any Person).self, argument: cat as any Animal)?.pet === cat)
        }
        XCTAssertNil(gone)
    }
}
