import Armory
import ArmoryTestSupport
import XCTest

private struct Colliding: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

private enum Region: Hashable, Sendable {
    case north, south
    case port(Int)
}

/// Qualifiers as registrations use them.
final class QualifierTests: LeakCheckedTestCase {
    func testREG5_UnqualifiedAndQualifiedNeverMix() throws {
        let container = try Container {
            Singleton(value: "none")
            Singleton(value: "name").named("a")
            Singleton(value: "text").named(RegistrationName("a" as Substring))
            Singleton(value: "number").named(RegistrationName(1))
            Singleton(value: "byte").named(RegistrationName(1 as UInt8))
            Singleton(value: "north").named(RegistrationName(Region.north))
            Singleton(value: "port 1").named(RegistrationName(Region.port(1)))
            Singleton(value: "port 2").named(RegistrationName(Region.port(2)))
        }
        XCTAssertEqual(try container.resolve(String.self), "none")
        XCTAssertEqual(try container.resolve(String.self, named: "a"), "name")
        XCTAssertEqual(try container.resolve(String.self, named: RegistrationName("a" as Substring)), "text")
        XCTAssertEqual(try container.resolve(String.self, named: RegistrationName(1)), "number")
        XCTAssertEqual(try container.resolve(String.self, named: RegistrationName(1 as UInt8)), "byte")
        XCTAssertEqual(try container.resolve(String.self, named: RegistrationName(Region.north)), "north")
        XCTAssertEqual(try container.resolve(String.self, named: RegistrationName(Region.port(1))), "port 1")
        XCTAssertEqual(try container.resolve(String.self, named: RegistrationName(Region.port(2))), "port 2")
        failure(.missing) { try container.resolve(String.self, named: RegistrationName(Region.south)) }
        failure(.missing) { try container.resolve(String.self, named: RegistrationName(1 as Int8)) }
        failure(.missing) { try container.resolve(Substring.self, named: "a") }
    }

    func testREG5_AQualifiedRegistrationAloneIsNotFoundWithoutItsQualifier() throws {
        let container = try Container {
            Singleton(value: 1).named("a")
            Singleton(value: "text")
        }
        failure(.missing) { try container.resolve(Int.self) }
        failure(.missing) { try container.resolve(String.self, named: "text") }
        XCTAssertNil(try container.resolve(Int?.self))
    }

    func testANameIsTheSameQualifierHoweverItIsGiven() throws {
        let container = try Container {
            Singleton(value: 1).named("a")
            Singleton(value: 2).named(RegistrationName("b"))
        }
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName("a")), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: "b"), 2)
    }

    func testTheLastQualifierOfARegistrationCounts() throws {
        let container = try Container { Singleton(value: 1).named("a").named("b") }
        XCTAssertEqual(try container.resolve(Int.self, named: "b"), 1)
        failure(.missing) { try container.resolve(Int.self, named: "a") }
    }

    func testD15_QualifiersWithOneHashAreToldApartByEquality() throws {
        let container = try Container {
            for number in 0..<200 { Singleton(value: number).named(RegistrationName(Colliding(number: number))) }
        }
        for number in 0..<200 {
            XCTAssertEqual(
                try container.resolve(Int.self, named: RegistrationName(Colliding(number: number))), number)
        }
        failure(.missing) { try container.resolve(Int.self, named: RegistrationName(Colliding(number: 200))) }
        let error = failure(.invalid) {
            try Container {
                for number in 0..<20 { Singleton(value: number).named(RegistrationName(Colliding(number: number))) }
                Singleton(value: 0).named(RegistrationName(Colliding(number: 7)))
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
    }

    func testD15_ReplacingOneOfCollidingKeysLeavesTheOthers() throws {
        let container = try Container(configuration: .init(duplicates: .replace)) {
            for number in 0..<20 { Singleton(value: number).named(RegistrationName(Colliding(number: number))) }
            Singleton(value: 1000).named(RegistrationName(Colliding(number: 7)))
        }
        for number in 0..<20 {
            XCTAssertEqual(
                try container.resolve(Int.self, named: RegistrationName(Colliding(number: number))),
                number == 7 ? 1000 : number)
        }
    }

    func testKeysOfManyTypesAndQualifiersAreAllFound() throws {
        let container = try Container {
            for number in 0..<500 {
                Singleton(value: number).named(RegistrationName(number))
                Singleton(value: "\(number)").named(RegistrationName(number))
                Singleton(value: Double(number)).named(RegistrationName("n\(number)"))
            }
        }
        for number in 0..<500 {
            XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(number)), number)
            XCTAssertEqual(try container.resolve(String.self, named: RegistrationName(number)), "\(number)")
            XCTAssertEqual(try container.resolve(named: RegistrationName("n\(number)")), Double(number))
        }
    }
}
