import Armory
import ArmoryTestSupport
import XCTest

extension RegistrationName {
    fileprivate static let primary: RegistrationName = "primary"
}

final class NameTests: LeakCheckedTestCase {
    func testNamesAreEqualByTheirCharacters() {
        XCTAssertEqual(RegistrationName.primary, RegistrationName("pri" + "mary"))
        XCTAssertEqual(RegistrationName.primary.hashValue, RegistrationName("pri" + "mary").hashValue)
        XCTAssertNotEqual(RegistrationName.primary, "Primary")
        XCTAssertNotEqual(RegistrationName.primary, "")
        XCTAssertEqual(RegistrationName(""), "")
    }

    func testNamesAreEqualHoweverTheTextIsStored() {
        let long = String(repeating: "long name ", count: 100)
        XCTAssertEqual(RegistrationName(long), RegistrationName(String(decoding: Array(long.utf8), as: UTF8.self)))
        XCTAssertNotEqual(RegistrationName(long), RegistrationName(long + "."))
        XCTAssertEqual(RegistrationName("Łódź ⚓️"), "Łódź ⚓️")
    }

    func testDescriptionIsTheText() {
        XCTAssertEqual(RegistrationName.primary.description, "primary")
        XCTAssertEqual("\(RegistrationName("replica"))", "replica")
    }

    func testAThousandNamesHaveAThousandHashes() throws {
        let names = (0..<1000).map { RegistrationName("name\($0)") }
        XCTAssertEqual(Set(names).count, 1000)
        XCTAssertEqual(Set(names.map(\.hashValue)).count, 1000)
    }

    /// XXH3-64 has one hash for these two texts; a search for any collision found them.
    func testD15_TwoNamesOfOneHashAreToldApartByTheirBytes() throws {
        let (first, second): (RegistrationName, RegistrationName) = ("imoflpoodoagodah", "ehohfbgbgnehbkan")
        XCTAssertEqual(first.hashValue, second.hashValue)
        XCTAssertNotEqual(first, second)
        let container = try Container {
            Singleton(value: 1).named(first)
            Singleton(value: 2).named(second)
        }
        XCTAssertEqual(try container.resolve(Int.self, named: first), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: second), 2)
    }

    func testAnOptionalNameIsAnotherValue() throws {
        let optional = RegistrationName(RegistrationName?.some("a"))
        let empty = RegistrationName(RegistrationName?.some(""))
        XCTAssertNotEqual(optional, "a")
        XCTAssertNotEqual(empty, "")
        XCTAssertNotEqual("", empty)
        XCTAssertEqual(RegistrationName(RegistrationName("a")), "a")
        let container = try Container {
            Singleton { 1 }.named("a")
            Singleton { 2 }.named(optional)
        }
        XCTAssertEqual(try container.resolve(Int.self, named: optional), 2)
        XCTAssertEqual(try container.resolve([RegistrationName: Int].self), ["a": 1, optional: 2])
        XCTAssertEqual(try container.resolve([String: Int].self), ["a": 1])
    }

    func testANameIsFoundByAnEqualNameThatWasMadeElsewhere() throws {
        let container = try Container {
            Singleton(value: 1).named(.primary)
            Singleton(value: 2).named("replica")
        }
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName("pri" + "mary")), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: "replica"), 2)
        failure(.missing) { try container.resolve(Int.self, named: "Replica") }
    }
}
