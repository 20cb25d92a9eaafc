import Armory
import ArmoryTestSupport
import XCTest

/// Overrides that are refused.
final class BadOverridesTests: LeakCheckedTestCase {
    protocol Store: Sendable {}
    struct FileStore: Store {}
    struct MemoryStore: Store {}

    func testO4_AnOverrideOfWhatNobodyRegisteredIsRefusedWithNearMisses() throws {
        let base = try Container {
            Singleton((any Store).self, fileID: "Shop/Wiring.swift", line: 9) { FileStore() }.named("main")
        }
        let error = failure(.invalid) {
            try base.overriding {
                Singleton((any Store).self, fileID: "ShopTests/Tests.swift", line: 4) { MemoryStore() }
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.overridesNothing])
        assertErrorText(error?.faults.first, "overridesNothing: near a named one of the base")
    }

    func testO4_EveryFaultIsToldAtOnce() throws {
        let base = try Container {
            Singleton((any Store).self, FileStore.init)
            Singleton { 7 }
        }
        let error = failure(.invalid) {
            try base.overriding {
                Singleton { "text" }
                Singleton { true }
                Singleton { (number: Double) in Int(number) }
                Singleton((any Store).self, MemoryStore.init)
                Singleton((any Store).self, FileStore.init)
                Singleton { 8.5 as Float }.private()
            }
        }
        XCTAssertEqual(
            error?.faults.map(\.code.description).sorted(),
            ["duplicate", "missing", "overridesNothing", "overridesNothing", "privateWithoutModule"])
        assertErrorText(error?.faults.first { $0.key == "String" }, "overridesNothing: not registered")
    }

    func testO4_AContributionOverridesNothing() throws {
        let stores = Module("stores") { Singleton((any Store).self, FileStore.init).contributed() }
        let base = try Container { stores }
        let error = failure(.invalid) {
            try base.overriding { Singleton((any Store).self, MemoryStore.init).contributed() }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.overridesNothing])
        XCTAssertEqual(error?.faults.map(\.key), ["any Store"])
        let other = failure(.invalid) {
            try Container {
                stores.replacing { Singleton((any Store).self, MemoryStore.init).contributed() }
            }
        }
        assertErrorText(other?.faults.first, "overridesNothing: an element replaced in a module")
        XCTAssertEqual(try base.overriding { Singleton([any Store].self) { [] } }.resolve([any Store].self).count, 0)
        failure(.invalid) { try base.overriding { Singleton([Int].self) { [] } } }
    }

    func testO4_ACircleThroughTheBaseIsAFault() throws {
        struct First: Sendable { let second: Second }
        struct Second: Sendable { let number: Int }
        let base = try Container {
            Singleton { 7 }
            Singleton(Second.init)
            Singleton(First.init)
        }
        let error = failure(.invalid) {
            try base.overriding { Singleton { (first: First) in first.second.number } }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.cycle])
        // Unchecked, it is the resolve's error.
        let unchecked = try Container(configuration: .init(validates: false)) {
            Singleton { 7 }
            Singleton(Second.init)
            Singleton(First.init)
        }
        let derived = try unchecked.overriding { Singleton { (first: First) in first.second.number } }
        failure(.cycle) { try derived.resolve(First.self) }
        assertThreadIsIdle()
    }

    func testO4_AFailingFactoryIsTriedAgain() throws {
        let failing = Shelf(true)
        let base = try Container {
            Singleton { 7 }
            Singleton { (number: Int) in "\(number)" }
        }
        let derived = try base.overriding {
            Singleton { () throws -> Int in
                if failing.value { throw Mishap(1) }
                return 8
            }
        }
        let error = failure(.factoryFailed) { try derived.resolve(String.self) }
        XCTAssertEqual(error?.path, ["String", "Int"])
        failing.value = false
        XCTAssertEqual(try derived.resolve(String.self), "8")
        failing.value = true
        failure(.factoryFailed) {
            try base.overriding {
                Singleton { () throws -> Int in throw Mishap(2) }.eager()
            }
        }
    }
}
