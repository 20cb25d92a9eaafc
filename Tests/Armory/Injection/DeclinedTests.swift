// REG19: factories that decline.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
}

private protocol Named: Sendable {}
extension Thing: Named {}

private final class Needy: Sendable {
    private let life = Counted()
    let thing: Thing
    init(_ thing: Thing) { self.thing = thing }
}

private final class Easy: Sendable {
    private let life = Counted()
    let thing: Thing?
    init(_ thing: Thing?) { self.thing = thing }
}

final class DeclinedTests: LeakCheckedTestCase {
    /// What `decline` says, in each lifetime.
    private func container(_ lifetime: Int, _ decline: @escaping @Sendable () throws -> Thing) throws -> Container {
        try Container {
            switch lifetime {
            case 0: Transient(Thing.self, decline)
            case 1: Graph(Thing.self, decline)
            case 2: Shared(Thing.self, decline)
            case 3: Transient(Thing.self, decline).inject { _, _ in }
            default: Singleton(Thing.self, decline).as { $0 as any Named }
            }
            Transient(Needy.init)
            Transient(Easy.init)
        }
    }

    func testREG19_AnOptionalIsNilAndARequiredOneTheError() throws {
        for lifetime in 0...4 {
            let container = try container(lifetime) { throw Declined("there is no socket") }
            XCTAssertNil(try container.resolve(Thing?.self))
            let inferred: Thing? = try container.resolve()
            XCTAssertNil(inferred)
            XCTAssertNil(try container.resolve(Easy.self).thing)
            XCTAssertNil(Injected<Thing?>(container: container).value)
            let error = failure(.declined) { try container.resolve(Thing.self) }
            XCTAssertEqual((error?.underlying as? Declined)?.reason, "there is no socket")
            let deep = failure(.declined) { try container.resolve(Needy.self) }
            XCTAssertEqual(deep?.path, ["Needy", "Thing"])
            failure(.declined) { try container.resolve(Needy?.self) }
            assertThreadIsIdle()
        }
    }

    func testREG19_AFurtherTypeOfWhatDeclinesIsNilToo() throws {
        let container = try container(4) { throw Declined() }
        XCTAssertNil(try container.resolve((any Named)?.self))
        failure(.declined) { try container.resolve((any Named).self) }
    }

    func testREG19_NothingIsKept() throws {
        let isWilling = Shelf(false)
        for lifetime in 0...4 {
            isWilling.value = false
            let container = try container(lifetime) {
                guard isWilling.value else { throw Declined() }
                return Thing()
            }
            XCTAssertNil(try container.resolve(Thing?.self))
            isWilling.value = true
            XCTAssertNotNil(try container.resolve(Thing?.self))
        }
    }

    func testREG19_ListsAndMapsGoWithoutIt() throws {
        let container = try Container {
            Singleton { Thing() }.named("a")
            Singleton(Thing.self) { throw Declined() }.named("b")
            Singleton { Thing() }.named("c").contributed()
            Transient(Thing.self) { throw Declined() }.contributed()
        }
        XCTAssertEqual(try container.resolve([Thing].self).count, 2)
        XCTAssertEqual(Set(try container.resolve([RegistrationName: Thing].self).keys), ["a", "c"])
    }

    func testREG19_InAParentAndInAScope() throws {
        let parent = try Container {
            Transient(Thing.self) { throw Declined() }
            Scoped(Needy.self) { throw Declined() }.in(.declining)
        }
        let child = try Container(parents: [parent]) {}
        XCTAssertNil(try child.resolve(Thing?.self))
        try child.withScope(.declining) { scope in
            XCTAssertNil(try scope.resolve(Thing?.self))
            XCTAssertNil(try scope.resolve(Needy?.self))
            failure(.declined) { try scope.resolve(Needy.self) }
        }
    }

    func testREG19_TheMessage() throws {
        let container = try Container {
            Singleton(Thing.self, fileID: "Shop/Wiring.swift", line: 12) { throw Declined("there is no socket") }
            Transient(Needy.init)
        }
        assertErrorText(failure(.declined) { try container.resolve(Needy.self) }, "declined: with a reason")
    }
}

extension ScopeTag {
    fileprivate static let declining = ScopeTag("declining")
}
