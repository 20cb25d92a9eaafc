import Armory
import ArmoryTestSupport
import XCTest

/// Metatypes as services: optimised code that knows one may give it no memory.
///
/// A factory that stores it would then write over something else.
final class MetatypeTests: LeakCheckedTestCase {
    private final class Thing: Sendable {}

    private protocol Named: Sendable {
        static var name: String { get }
    }

    private struct First: Named {
        static let name = "first"
    }

    private struct Pair {
        let one: Int.Type
        let two: (String.Type, Int)
    }

    func testMetatypesAreServices() throws {
        let container = try Container {
            Singleton { Thing.self }
            Singleton((any Named.Type).self) { First.self }
            Transient { Int.self }
        }
        XCTAssertTrue(try container.resolve(Thing.Type.self) == Thing.self)
        XCTAssertEqual(try container.resolve((any Named.Type).self).name, "first")
        XCTAssertTrue(try container.resolve(Int.Type.self) == Int.self)
        XCTAssertThrowsError(try container.resolve(Thing.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .missing)
        }
    }

    func testMetatypesOfEveryLifetime() throws {
        let container = try Container {
            Transient { Int.self }
            Graph { String.self }
            Singleton { Bool.self }
            Scoped { UInt8.self }
            Transient(arguments: Int.self) { (_, _: Int) in Double.self }
        }
        try container.withScope { scope in
            for _ in 0..<3 {
                XCTAssertTrue(try scope.resolve(Int.Type.self) == Int.self)
                XCTAssertTrue(try scope.resolve(String.Type.self) == String.self)
                XCTAssertTrue(try scope.resolve(Bool.Type.self) == Bool.self)
                XCTAssertTrue(try scope.resolve(UInt8.Type.self) == UInt8.self)
                XCTAssertTrue(try scope.resolve(Double.Type.self, arguments: 1) == Double.self)
            }
        }
        XCTAssertThrowsError(try container.resolve(Thing.self))
    }

    func testMetatypesInValues() throws {
        let container = try Container {
            Transient { Int.self }
            Transient { (String.self, 5) }
            Transient(Int.Type?.self) { Int.self }
            Transient { (Int.self, [(String.self, true)]) }
            Transient(Pair.init)
        }
        for _ in 0..<3 {
            let pair = try container.resolve(Pair.self)
            XCTAssertTrue(pair.one == Int.self && pair.two.0 == String.self)
            XCTAssertEqual(pair.two.1, 5)
            XCTAssertTrue(try container.resolve(Int.Type?.self) == Int.self)
            let (one, list) = try container.resolve((Int.Type, [(String.Type, Bool)]).self)
            XCTAssertTrue(one == Int.self && list[0].0 == String.self && list[0].1)
        }
        XCTAssertThrowsError(try container.resolve(Thing.self))
    }

    func testMetatypesThatAreAskedForInEveryWay() throws {
        let container = try Container {
            Transient { Int.self }
            Transient { Int.self }.named("one")
            Transient { resolver in (try resolver.resolve(Int.Type.self), 1) }
        }
        let child = try Container(parents: [container]) {}
        for container in [container, child] {
            XCTAssertTrue(try container.resolve(Int.Type.self, named: "one") == Int.self)
            XCTAssertTrue(try XCTUnwrap(container.resolve(Int.Type?.self)) == Int.self)
            XCTAssertNil(try container.resolve(String.Type?.self))
            XCTAssertTrue(try container.resolve((Int.Type, Int).self).0 == Int.self)
            XCTAssertEqual(try container.resolve([Int.Type].self).count, 2)
            XCTAssertThrowsError(try container.resolve(Thing.self))
        }
    }
}
