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
    private class Base: @unchecked Sendable { let life = Counted() }  // No state.
    private final class Derived: Base, @unchecked Sendable {}  // As `Base`.
    private final class Numbered: Base, @unchecked Sendable {  // As `Base`.
        let number: Int
        init(number: Int) { self.number = number }
    }

    func testRES1_EveryWayToResolveFindsTheSubclass() throws {
        let container = try Container {
            Transient { Derived() }
            Transient { Derived() }.named("other")
            Transient(arguments: Int.self) { _, number in Numbered(number: number) }
            Transient(arguments: Int.self) { _, number in Numbered(number: number) }.named("other")
            Transient { r -> Bool in
                let (derived, numbered): (Base.Type, Base.Type) = (Derived.self, Numbered.self)
                let all = [try r.resolve(derived), try r.resolve(derived, named: "other")]
                let made = [
                    try r.resolve(numbered, arguments: 7), try r.resolve(numbered, named: "other", arguments: 7),
                ]
                return all.allSatisfy { $0 is Derived } && made.allSatisfy { ($0 as? Numbered)?.number == 7 }
            }
        }
        let (derived, numbered): (Base.Type, Base.Type) = (Derived.self, Numbered.self)
        XCTAssertTrue(try container.resolve(derived) is Derived)
        XCTAssertTrue(try container.resolve(derived, named: "other") is Derived)
        XCTAssertTrue(try container.with(derived) { $0 is Derived })
        XCTAssertEqual((try container.resolve(numbered, arguments: 8) as? Numbered)?.number, 8)
        XCTAssertEqual((try container.resolve(numbered, named: "other", arguments: 9) as? Numbered)?.number, 9)
        XCTAssertTrue(try container.resolve(Bool.self))
        XCTAssertEqual(failure(.missing) { try container.resolve(Base.self) }?.key, "Base")
        XCTAssertEqual(
            failure(.missing) { try Container {}.resolve(derived) }?.key, "Derived", "the class that was asked for")
    }

    func testRES1_EveryWayToAwaitFindsTheSubclass() async throws {
        let container = try Container {
            Transient { () async -> Derived in Derived() }
            Transient(arguments: Int.self) { (_: AsyncResolver, number) async in Numbered(number: number) }
            Transient { r async throws -> Bool in
                let (derived, numbered): (Base.Type, Base.Type) = (Derived.self, Numbered.self)
                let made = try await r.resolve(numbered, arguments: 7)
                return try await r.resolve(derived) is Derived && (made as? Numbered)?.number == 7
            }
        }
        let (derived, numbered): (Base.Type, Base.Type) = (Derived.self, Numbered.self)
        let one = try await container.resolveAsync(derived)
        XCTAssertTrue(one is Derived)
        let made = try await container.resolveAsync(numbered, arguments: 8)
        XCTAssertEqual((made as? Numbered)?.number, 8)
        let isFound = try await container.resolveAsync(Bool.self)
        XCTAssertTrue(isFound)
    }
}
