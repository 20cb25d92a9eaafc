import Armory
import ArmoryTestSupport
import XCTest

private final class Leaf {}
private final class Twig {}

private final class Tree {
    var leaf: Leaf?
    var twig: Twig!
    init() {}
}

private final class Shop: Sendable {}

/// E2: what used to do nothing is a fault.
final class SilentMistakesTests: LeakCheckedTestCase {
    func testREG6_AnOptionalPropertyNeedsARegistration() {
        let error = failure(.invalid) {
            try Container {
                Transient { Tree() }.dependsOn().inject(\.leaf).inject(\.twig)
                Transient { Leaf() }.named("other")
            }
        }
        XCTAssertEqual(error?.faults.map(\.key), ["Leaf", "Twig"])
        XCTAssertEqual(error?.faults.map(\.code), [.missing, .missing])
        XCTAssertEqual(
            error?.faults.last?.fix,
            "register Twig before it is resolved, or pass .optional to inject if it may be missing.")
    }

    func testREG6_WithoutACheckTheResolveFails() throws {
        let container = try Container(configuration: .init(validates: false)) { Transient { Tree() }.inject(\.leaf) }
        failure(.missing) { try container.resolve(Tree.self) }
    }

    func testREG6_ByANameToo() throws {
        let error = failure(.invalid) {
            try Container {
                Transient { Tree() }.inject(\.leaf, .named("green"))
                Transient { Leaf() }
            }
        }
        XCTAssertEqual(error?.faults.map(\.key), ["Leaf named \"green\""])
    }

    func testREG6_NilIsMeantWhereOptionalSaysSo() throws {
        let container = try Container {
            Transient { Tree() }.inject(\.leaf, .optional).inject(\.twig, .optional(named: "old"))
            Transient { Twig() }.named("old")
        }
        let tree = try container.resolve(Tree.self)
        XCTAssertNil(tree.leaf)
        XCTAssertNotNil(tree.twig)
    }

    func testREG6_ARegisteredOneIsSet() throws {
        let container = try Container {
            Transient { Tree() }.inject(\.leaf).inject(\.twig)
            Transient { Leaf() }
            Transient { Twig() }
        }
        let tree = try container.resolve(Tree.self)
        XCTAssertTrue(tree.leaf != nil && tree.twig != nil)
    }

    func testREG4_AFurtherTypeIsAnotherType() {
        for registration: any Registration in [
            Singleton { Shop() }.as { $0 as Shop }, Transient { Shop() }.as { $0 as Shop },
            Graph { Shop() }.as { $0 as Shop },
            Singleton { Shop() }.as { $0 as any Sendable }.as { $0 as Shop },
        ] {
            let error = failure(.invalid) { try Container { [registration] } }
            XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
        }
        let error = failure(.invalid) {
            try Container { Singleton(fileID: "Shop/Wiring.swift", line: 12) { Shop() }.as { $0 as Shop } }
        }
        assertErrorText(error?.faults.first, "duplicate: as the same type")
    }

    func testMOD1_ALongBlockIsRefused() throws {
        @Sendable func block(_ count: Int) -> [any ModuleElement] {
            let elements: [any ModuleElement] = (0..<count).map { number in
                Singleton(fileID: "Shop/Wiring.swift", line: 12) { number }.named(RegistrationName(number))
            }
            return ModuleBuilder.buildFinalResult(ModuleBuilder.makeBlock(elements))
        }
        XCTAssertNoThrow(try Container { block(250) })
        let error = failure(.invalid) { try Container { block(251) } }
        assertErrorText(error?.faults.first, "blockTooLong")
        let inModule = failure(.invalid) { try Container { Module("long") { block(300) } } }
        XCTAssertEqual(inModule?.faults.map(\.code), [.blockTooLong])
    }
}
