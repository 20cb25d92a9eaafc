import Armory
import ArmoryTestSupport
import XCTest

/// Equal by its number alone; every value has the same hash.
private struct Colliding: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
}

private enum Region: Hashable, Sendable {
    case north, south
    case port(Int)
}

private enum Shore: Hashable, Sendable {
    case north, south
}

private protocol Beacon: Sendable {}

final class ServiceKeyTests: LeakCheckedTestCase {
    private func key(_ type: any Any.Type, _ qualifier: (some Hashable & Sendable)?) -> ServiceKey {
        ServiceKey(type, qualifier: qualifier.map { Qualifier($0) })
    }

    private func bare(_ type: any Any.Type) -> ServiceKey { ServiceKey(type) }

    func testEqualKeysHaveEqualHashes() {
        let pairs = [
            (bare(Int.self), bare(Int.self)),
            (key(Int.self, 5), key(Int.self, 5)),
            (key(Int.self, RegistrationName("a")), key(Int.self, RegistrationName("a"))),
            (key((any Beacon).self, Region.port(3)), key((any Beacon).self, Region.port(3))),
        ]
        for (left, right) in pairs {
            XCTAssertEqual(left, right)
            XCTAssertEqual(left.hashValue, right.hashValue)
        }
    }

    func testKeysDifferByTypeAlone() {
        XCTAssertNotEqual(bare(Int.self), bare(UInt.self))
        XCTAssertNotEqual(bare(Int.self), bare(Int?.self))
        XCTAssertNotEqual(bare(Int.self), bare(Int.Type.self))
        XCTAssertNotEqual(bare((any Beacon).self), bare((any Beacon & CustomStringConvertible).self))
        XCTAssertNotEqual(key(Int.self, 1), key(UInt.self, 1))
    }

    func testKeysDifferByQualifierAlone() {
        XCTAssertNotEqual(bare(Int.self), key(Int.self, 1))
        XCTAssertNotEqual(key(Int.self, 1), bare(Int.self))
        XCTAssertNotEqual(key(Int.self, 1), key(Int.self, 2))
        XCTAssertNotEqual(key(Int.self, Region.north), key(Int.self, Region.south))
        XCTAssertNotEqual(key(Int.self, Region.port(1)), key(Int.self, Region.port(2)))
    }

    func testQualifiersOfDifferentTypesNeverMix() {
        XCTAssertNotEqual(key(Int.self, RegistrationName("a")), key(Int.self, "a"))
        XCTAssertNotEqual(key(Int.self, "a"), key(Int.self, RegistrationName("a")))
        XCTAssertNotEqual(key(Int.self, Region.north), key(Int.self, Shore.north))
        XCTAssertNotEqual(key(Int.self, 1), key(Int.self, 1 as UInt8))
        XCTAssertNotEqual(key(Int.self, AnyHashable(1).base as? Int ?? 0), key(Int.self, 1.0))
    }

    func testD3_KeysWithEqualHashesAreToldApartByEquality() {
        let keys = (0..<50).map { key(Int.self, Colliding(number: $0)) }
        XCTAssertEqual(Set(keys.map(\.hashValue)).count, 1, "the hashes do collide")
        XCTAssertEqual(Set(keys).count, 50)
        for (index, key) in keys.enumerated() {
            XCTAssertEqual(keys.firstIndex(of: key), index)
        }
    }

    func testDescriptionIsWhatTheUserWouldWrite() {
        XCTAssertEqual(bare(Int.self).description, "Int")
        XCTAssertEqual(bare([String: [Int]].self).description, "[String: [Int]]")
        XCTAssertEqual(bare((any Beacon).self).description, "any Beacon")
        XCTAssertEqual(
            bare((any Beacon & CustomStringConvertible).self).description,
            "any Beacon & CustomStringConvertible")
        XCTAssertEqual(key(Int.self, RegistrationName("primary")).description, "Int named \"primary\"")
        XCTAssertEqual(key(Int.self, "primary").description, "Int named \"primary\"")
        XCTAssertEqual(key(Int.self, 7).description, "Int named 7")
    }
}
