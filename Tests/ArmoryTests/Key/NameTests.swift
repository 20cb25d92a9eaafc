import Armory
import ArmoryTestSupport
import XCTest

extension Name {
    fileprivate static let primary: Name = "primary"
}

final class NameTests: LeakCheckedTestCase {
    func testNamesAreEqualByTheirCharacters() {
        XCTAssertEqual(Name.primary, Name("pri" + "mary"))
        XCTAssertEqual(Name.primary.hashValue, Name("pri" + "mary").hashValue)
        XCTAssertNotEqual(Name.primary, "Primary")
        XCTAssertNotEqual(Name.primary, "")
        XCTAssertEqual(Name(""), "")
    }

    func testNamesAreEqualHoweverTheTextIsStored() {
        let long = String(repeating: "long name ", count: 100)
        XCTAssertEqual(Name(long), Name(String(decoding: Array(long.utf8), as: UTF8.self)))
        XCTAssertNotEqual(Name(long), Name(long + "."))
        XCTAssertEqual(Name("Łódź ⚓️"), "Łódź ⚓️")
    }

    func testDescriptionIsTheText() {
        XCTAssertEqual(Name.primary.description, "primary")
        XCTAssertEqual("\(Name("replica"))", "replica")
    }

    func testAThousandNamesHaveAThousandHashes() throws {
        let names = (0..<1000).map { Name("name\($0)") }
        XCTAssertEqual(Set(names).count, 1000)
        XCTAssertEqual(Set(names.map(\.hashValue)).count, 1000)
    }

    /// XXH3-64 has one hash for these two texts; a search for any collision found them.
    func testD15_TwoNamesOfOneHashAreToldApartByTheirBytes() throws {
        let (first, second): (Name, Name) = ("imoflpoodoagodah", "ehohfbgbgnehbkan")
        XCTAssertEqual(first.hashValue, second.hashValue)
        XCTAssertNotEqual(first, second)
        let container = try Container {
            Singleton(value: 1).named(first)
            Singleton(value: 2).named(second)
        }
        XCTAssertEqual(try container.resolve(Int.self, named: first), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: second), 2)
    }

    func testANameIsFoundByAnEqualNameThatWasMadeElsewhere() throws {
        let container = try Container {
            Singleton(value: 1).named(.primary)
            Singleton(value: 2).named("replica")
        }
        XCTAssertEqual(try container.resolve(Int.self, named: Name("pri" + "mary")), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: "replica"), 2)
        failure(.missing) { try container.resolve(Int.self, named: "Replica") }
    }
}
