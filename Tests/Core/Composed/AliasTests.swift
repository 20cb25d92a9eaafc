// REG13: other names for an instance: in chains, to what lives in a scope, and in circles.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private protocol Reading: Sendable { var name: String { get } }
private protocol Writing: Sendable { var name: String { get } }
private final class Store: Reading, Writing {
    let name: String
    init(_ name: String) { self.name = name }
}
private final class Collector: Sendable {
    let readings: [any Reading]
    init(_ readings: [any Reading]) { self.readings = readings }
}

extension Plan {
    /// `Reading` is another name for `Writing`, and that one for the store.
    fileprivate mutating func chain() {
        alias((any Writing).self, of: Store.self) { $0 }
        alias((any Reading).self, of: (any Writing).self) { Store($0.name) }
    }

    /// Two names that stand for each other.
    fileprivate mutating func circle() {
        alias((any Writing).self, of: (any Reading).self) { Store($0.name) }
        alias((any Reading).self, of: (any Writing).self) { Store($0.name) }
    }
}

final class AliasTests: WatchedTestCase {
    func testREG13_AnAliasOfAnAliasLeadsToTheInstance() throws {
        let container = try Container(
            Plan {
                $0.alias((any Sendable).self, of: (any Writing).self) { $0 }
                $0.alias((any Writing).self, of: Store.self) { $0 }
                $0.autowired(.singleton, Store.self) { Store("base") }
            })
        let store = try container.resolve(Store.self)
        XCTAssert(try container.resolve((any Sendable).self) as AnyObject === store)
        XCTAssert(try container.resolve([any Sendable].self).first as AnyObject === store)
        let child = try Container(Plan(), parents: [container])
        XCTAssert(try child.resolve((any Sendable).self) as AnyObject === store)
    }

    func testREG13_AnAliasOfWhatLivesInAScopeLivesThere() throws {
        let container = try Container(
            Plan {
                $0.chain()
                $0.scoped(Store.self) { _ in Store("scoped") }
            })
        let error = failure(.outsideScope) { try container.resolve((any Reading).self) }
        XCTAssertEqual(error?.path, ["any Reading", "any Writing", "Store"])
        let scopes = try (container.openScope(), container.openScope())
        for scope in [scopes.0, scopes.1] {
            XCTAssertEqual(try scope.resolve((any Reading).self).name, "scoped")
            XCTAssert(try scope.resolve((any Writing).self) as AnyObject === scope.resolve(Store.self))
        }
        XCTAssert(try scopes.0.resolve(Store.self) !== scopes.1.resolve(Store.self))
    }

    func testREG13_ACircleOfAliasesIsAnError() async throws {
        let container = try Container(
            Plan {
                $0.circle()
                $0.singleton(Collector.self) { Collector(try $0.resolve()) }
                $0.alias(Store.self, of: Store.self) { $0 }
            })
        let error = failure(.cycle) { try container.resolve((any Reading).self) }
        XCTAssertEqual(error?.path, ["any Reading", "any Writing", "any Reading"])
        failure(.cycle) { try container.resolve([any Reading].self) }
        failure(.cycle) { try container.resolve(Store.self) }
        // Who asks for a list is left out of it: an alias is followed to see whether it is the one.
        failure(.cycle) { try container.resolve(Collector.self) }
        do {
            _ = try await container.resolveAsync(Collector.self)
            XCTFail("a circle was resolved")
        } catch {
            XCTAssertEqual(error.code, .cycle)
        }
        assertThreadIsIdle()
    }

    func testREG13_ACircleOfAliasesThatATaskCollectsIsAnError() async throws {
        let container = try Container(
            Plan {
                $0.circle()
                $0.awaited(.singleton, Collector.self) { Collector(try await $0.resolve()) }
            })
        do {
            _ = try await container.resolveAsync(Collector.self)
            XCTFail("a circle was resolved")
        } catch {
            XCTAssertEqual(error.code, .cycle)
        }
    }

    func testO4_AnAliasSeesWhatOverridesItsOriginalAndMayBeOverriddenItself() throws {
        let base = try Container(
            Plan {
                $0.chain()
                $0.autowired(.singleton, Store.self) { Store("base") }
                $0.autowired(.singleton, Collector.self) { (reading: any Reading) in Collector([reading]) }
            })
        let collector = try base.resolve(Collector.self)
        XCTAssert(try base.overriding(Plan()).resolve(Collector.self) === collector)
        let original = try base.overriding(Plan { $0.autowired(.singleton, Store.self) { Store("other") } })
        XCTAssertEqual(try original.resolve((any Reading).self).name, "other")
        XCTAssertEqual(try original.resolve(Collector.self).readings.map(\.name), ["other"])
        let name = try base.overriding(
            Plan { $0.autowired(.singleton, (any Writing).self) { Store("name") as any Writing } })
        XCTAssertEqual(try name.resolve((any Reading).self).name, "name")
        XCTAssertEqual(try name.resolve(Collector.self).readings.map(\.name), ["name"])
        XCTAssert(try name.resolve(Store.self) === base.resolve(Store.self))
        XCTAssertEqual(try base.resolve(Collector.self).readings.map(\.name), ["base"])
    }
}
