// The interface of SwinjectAutoregistration.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

private struct Report: Equatable {
    let title: String
    let year: Int
    let pet: String

    init(title: String, year: Int, pet: any Animal) {
        (self.title, self.year, self.pet) = (title, year, pet.name)
    }

    init(pet: any Animal) { self.init(title: "-", year: 0, pet: pet) }
}

final class AutoregistrationTests: SwinjectTestCase {
    private final class Shelter {
        let guest: (any Animal)?
        init(guest: (any Animal)?) { self.guest = guest }
    }

    func testTheParametersAreResolved() {
        let container = Container()
        container.autoregister((any Animal).self, initializer: { Cat() })
        container.autoregister((any Person).self, initializer: PetOwner.init)
        container.autoregister(House.self, initializer: House.init).inObjectScope(.container)
        let house = container.resolve(House.self)!
        XCTAssertTrue(house.owner.pet === house.guest)
        XCTAssertTrue(container.resolve(House.self) === house)
    }

    func testNames() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.autoregister(Report.self, name: "n", initializer: Report.init(pet:))
        XCTAssertEqual(container.resolve(Report.self, name: "n")?.pet, "Mimi")
        XCTAssertNil(container.resolve(Report.self))
    }

    func testArguments() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register(Int.self) { _ in 2026 }
        container.autoregister(Report.self, argument: String.self, initializer: Report.init(title:year:pet:))
        container.autoregister(Report.self, arguments: String.self, Int.self, initializer: Report.init(title:year:pet:))
        container.autoregister(
            Report.self, arguments: Int.self, String.self, Dog.self, initializer: Report.init(title:year:pet:))
        let cat = Cat()
        XCTAssertEqual(
            container.resolve(Report.self, argument: "a"), Report(title: "a", year: 2026, pet: cat))
        XCTAssertEqual(container.resolve(Report.self, arguments: "a", 7), Report(title: "a", year: 7, pet: cat))
        XCTAssertEqual(
            container.resolve(Report.self, arguments: 7, "a", Dog()), Report(title: "a", year: 7, pet: Dog()))
    }

    func testAnOptionalParameterMayBeMissing() {
        let container = Container()
        container.autoregister(Shelter.self, initializer: Shelter.init)
        XCTAssertNil(container.resolve(Shelter.self)!.guest)
        container.register((any Animal).self) { _ in Cat() }
        XCTAssertEqual(container.resolve(Shelter.self)!.guest?.name, "Mimi")
    }

    func testAMissingParameterEndsTheProcess() throws {
        try assertEndsProcess(
            "unresolved", saying: "SwinjectAutoregistration: Resolution failed.", "Unresolved service: Animal",
            "Initializer: (Animal) -> PetOwner", "path: PetOwner → any Animal", "AutoregistrationTests.swift:",
            "fix: register it"
        ) {
            let container = Container()
            container.autoregister(PetOwner.self, initializer: PetOwner.init)
            _ = container.resolve(PetOwner.self)
        }
    }

    func testArgumentsOfOneTypeEndTheProcess() throws {
        try assertEndsProcess(
            "same types", saying: "dynamic arguments of the same type (String, String) is not supported"
        ) {
            Container().autoregister(
                Report.self, arguments: String.self, String.self, initializer: Report.init(title:year:pet:))
        }
    }

    func testTheOperators() throws {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register(Cat.self, name: "n") { _ in Cat(name: "named") }
        container.register(Cat.self) { (_, name: String) in Cat(name: name) }
        container.register(Cat.self, name: "n") { (_, name: String) in Cat(name: "named \(name)") }
        container.register(Cat.self) { (_, a: String, b: Int) in Cat(name: "\(a) \(b)") }
        container.register(Cat.self, name: "n") { (_, a: String, b: Int) in Cat(name: "named \(a) \(b)") }
        container.register(Cat.self) { (_, a: String, b: Int, c: Bool) in Cat(name: "\(a) \(b) \(c)") }
        container.register(Cat.self, name: "n") { (_, a: String, b: Int, c: Bool) in Cat(name: "named \(a) \(b) \(c)") }
        let r: any Resolver = container
        let animal: any Animal = r~>
        XCTAssertEqual(animal.name, "Mimi")
        XCTAssertEqual((r ~> (any Animal).self).name, "Mimi")
        XCTAssertEqual((r ~> (Cat.self, name: "n")).name, "named")
        XCTAssertEqual((r ~> (Cat.self, argument: "a")).name, "a")
        XCTAssertEqual((r ~> (Cat.self, name: "n", argument: "a")).name, "named a")
        XCTAssertEqual((r ~> (Cat.self, arguments: "a", 1)).name, "a 1")
        XCTAssertEqual((r ~> (Cat.self, name: "n", arguments: "a", 1)).name, "named a 1")
        XCTAssertEqual((r ~> (Cat.self, arguments: "a", 1, true)).name, "a 1 true")
        XCTAssertEqual((r ~> (Cat.self, name: "n", arguments: "a", 1, true)).name, "named a 1 true")
        XCTAssertEqual((r ~> (service: Cat.self, argument: "a")).name, "a")
        container.register(PetOwner.self) { PetOwner(pet: $0 ~> Dog.self) }
        try assertEndsProcess(
            "required", saying: "Dog is required by ~>, and was not resolved", "path: PetOwner → Dog",
            "AutoregistrationTests.swift:", "fix: register it"
        ) { _ = r ~> PetOwner.self }
    }

    func testTheOperatorWithATupleOfArguments() {
        let container = Container()
        for name in [nil, "n"] as [String?] {
            let prefix = name ?? ""
            container.register(Cat.self, name: name) { (_, a: String, b: Int) in
                Cat(name: "\(prefix)\(a)\(b)")
            }
            container.register(Cat.self, name: name) { (_, a: String, b: Int, c: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)")
            }
            container.register(Cat.self, name: name) { (_, a: String, b: Int, c: Int, d: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)\(d)")
            }
            container.register(Cat.self, name: name) { (_, a: String, b: Int, c: Int, d: Int, e: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)\(d)\(e)")
            }
            container.register(Cat.self, name: name) { (_, a: String, b: Int, c: Int, d: Int, e: Int, f: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)\(d)\(e)\(f)")
            }
            container.register(Cat.self, name: name) { (_, a: String, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)\(d)\(e)\(f)\(g)")
            }
            container.register(Cat.self, name: name) {
                (_, a: String, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)")
            }
            container.register(Cat.self, name: name) {
                (_, a: String, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) in
                Cat(name: "\(prefix)\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)\(i)")
            }
        }
        let r: any Resolver = container
        var found: [Cat] = []
        found.append(r ~> (Cat.self, arguments: ("a", 1)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2, 3)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2, 3)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2, 3, 4)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2, 3, 4)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2, 3, 4, 5)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2, 3, 4, 5)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2, 3, 4, 5, 6)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2, 3, 4, 5, 6)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2, 3, 4, 5, 6, 7)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2, 3, 4, 5, 6, 7)))
        found.append(r ~> (Cat.self, arguments: ("a", 1, 2, 3, 4, 5, 6, 7, 8)))
        found.append(r ~> (Cat.self, name: "n", arguments: ("a", 1, 2, 3, 4, 5, 6, 7, 8)))
        let digits = (1...8).map { count in "a" + (1...count).map { "\($0)" }.joined() }
        XCTAssertEqual(found.map { $0.name }, digits.flatMap { [$0, "n" + $0] })
        let cat: Cat = container ~> (service: Cat.self, arguments: ("a", 1))
        XCTAssertEqual(cat.name, "a1")
    }
}
