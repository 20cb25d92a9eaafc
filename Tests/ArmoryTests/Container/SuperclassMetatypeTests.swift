import Armory
import ArmoryTestSupport
import XCTest

final class SuperclassMetatypeTests: LeakCheckedTestCase {
    func testRES1_AMetatypeHeldAsASuperclassFindsTheSubclass() throws {
        class Base: @unchecked Sendable { let life = Counted() }  // No state.
        final class Derived: Base, @unchecked Sendable {}  // As `Base`.
        final class Other: Base, @unchecked Sendable {}  // As `Base`.
        let container = try Container {
            Singleton { Derived() }
            Graph { Other() }.inject { _, _ in }.onWired { _ in }
        }
        let types: [Base.Type] = [Derived.self, Other.self]
        XCTAssertTrue(try container.resolve(types[0]) is Derived)
        XCTAssertTrue(try container.resolve(types[0]) === container.resolve(Derived.self))
        XCTAssertTrue(try container.resolve(types[1]) is Other)
    }

    func testRES1_AMetatypeHeldAsASuperclassFindsTheSubclassThatAwaits() async throws {
        class Base: @unchecked Sendable {}  // No state.
        final class Derived: Base, @unchecked Sendable {}  // As `Base`.
        final class Other: Base, @unchecked Sendable {}  // As `Base`.
        let container = try Container {
            Singleton { () async in Derived() }
            Kept { Other() }
        }
        let types: [Base.Type] = [Derived.self, Other.self]
        let derived = try await container.resolveAsync(types[0])
        XCTAssertTrue(derived is Derived)
        XCTAssertTrue(try container.resolve(types[0]) === derived)
        XCTAssertTrue(try container.resolve(types[1]) is Other)
    }
}
