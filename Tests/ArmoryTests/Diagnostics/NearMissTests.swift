import Armory
import ArmoryTestSupport
import XCTest

protocol NearRates: Sendable {}
protocol NearTable<Row>: Sendable { associatedtype Row }
class NearBase: @unchecked Sendable {}  // It has no fields.

private final class BankRates: NearRates {}
private struct FixedRates: NearRates {}
private struct Sums<Number: Sendable>: Sendable {}
extension Sums: NearRates where Number: NearRates {}
private final class Derived: NearBase, NearRates, @unchecked Sendable {}  // It has no fields.
private final class Pages: NearTable { typealias Row = Int }
private protocol Secret: Sendable {}
private struct Keeper: Secret {}
private struct Desk: Sendable { init(rates: any NearRates) {} }

private let file: StaticString = "Shop/Wiring.swift"

/// E1: a missing protocol beside types that conform to it.
final class NearMissTests: LeakCheckedTestCase {
    private func near<T>(
        _ type: T.Type, line: UInt = #line, @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws -> [String] {
        let container = try Container(contents)
        let error = failure(.missing, line: line) { try container.resolve(type) }
        return error?.nearKeys ?? []
    }

    func testE1_AClassThatConformsIsNamedWithTheWayToFindItByTheProtocol() throws {
        let container = try Container { Singleton(fileID: file, line: 9) { BankRates() } }
        assertErrorText(
            failure(.missing) { try container.resolve((any NearRates).self) }, "missing: near a conforming type")
        let mended = try Container {
            Singleton(BankRates.init).as { $0 as any NearRates }
            Singleton((any NearRates).self, FixedRates.init).named("fixed")
        }
        XCTAssertTrue(try mended.resolve((any NearRates).self) is BankRates)
        XCTAssertTrue(try mended.resolve((any NearRates).self, named: "fixed") is FixedRates)
    }

    func testE1_WhatConformsIsFoundWithoutMakingIt() throws {
        let made = Counter()
        let found = try near((any NearRates).self) {
            Singleton { () -> Derived in
                made.increment()
                return Derived()
            }
            Transient { FixedRates() }
            Shared { BankRates() }
            Graph { Sums<FixedRates>() }
            Scoped { Sums<Int>() }
            Singleton { 7 }
        }
        XCTAssertEqual(found, ["BankRates", "Derived", "FixedRates", "Sums<FixedRates>"])
        XCTAssertEqual(made.value, 0)
    }

    func testE1_OnlyWhatTheProtocolWouldFindIsNear() throws {
        let found = try near((any NearRates).self) {
            Singleton { BankRates() }.named("main")
            Module("hidden") { Singleton { FixedRates() }.private() }
            Seeded(Derived.self)
        }
        XCTAssertEqual(found, [])
        // Its own name comes first.
        let own = try near((any NearRates).self) {
            Singleton { BankRates() }
            Singleton((any NearRates).self) { FixedRates() }.named("main")
        }
        XCTAssertEqual(own, ["any NearRates named \"main\""])
    }

    func testE1_CompositionsAndClassesCountAndWhatSaysNothingDoesNot() throws {
        func found<T>(_ type: T.Type) throws -> [String] {
            try near(type) {
                Singleton { Derived() }
                Singleton { BankRates() }
                Singleton { Pages() }
                Singleton { Keeper() }
            }
        }
        XCTAssertEqual(try found((any NearBase & NearRates).self), [], "a class in it is not looked at")
        XCTAssertEqual(try found((any NearTable).self), ["Pages"])
        XCTAssertEqual(try found((any NearTable<Int>).self), [], "associated types are not looked at")
        XCTAssertEqual(try found((any Secret).self), ["Keeper"], "a private protocol")
        XCTAssertEqual(try found(Any.self), [])
        XCTAssertEqual(try found(AnyObject.self), [])
        XCTAssertEqual(try found(String.self), [])
    }

    func testE1_AParentsAreNearAndNoMoreThanFiveAre() throws {
        let parent = try Container { Singleton { BankRates() } }
        let child = try Container(parents: [parent]) { Singleton { FixedRates() } }
        let error = failure(.missing) { try child.resolve((any NearRates).self) }
        XCTAssertEqual(error?.nearKeys.count, 2)
        struct Rates<A>: NearRates {}
        let found = try near((any NearRates).self) {
            Singleton { Rates<Int>() }
            Singleton { Rates<Int8>() }
            Singleton { Rates<Int16>() }
            Singleton { Rates<Int32>() }
            Singleton { Rates<Int64>() }
            Singleton { Rates<UInt>() }
        }
        XCTAssertEqual(found.count, 5)
    }

    func testE1_AmongVeryManyTheFirstMissingKeysHaveNearMisses() {
        let error = failure(.invalid) {
            try Container {
                for number in 0..<300 {
                    Singleton { FixedRates() }.qualified(by: number)
                    Singleton(Desk.init, .qualified(by: number)).qualified(by: number)
                }
            }
        }
        let near = error?.faults.count { $0.nearKeys.first?.hasPrefix("FixedRates qualified by") ?? false }
        XCTAssertEqual(error?.faults.count, 300)
        XCTAssertEqual(near, 50_000 / 600)
    }

    // MARK: Parameters

    private func fault(@ModuleBuilder _ contents: () -> [any ModuleElement]) -> ResolutionError? {
        let error = failure(.invalid) { try Container(contents) }
        return error?.faults.first
    }

    func testE1_AParametersFixIsOneThatItsInitializerCanHave() throws {
        struct Till: Sendable { init(desk: Desk, later: Lazy<FixedRates>) {} }
        assertErrorText(fault { Singleton(Desk.init) }, "missing: a parameter of a protocol")
        assertErrorText(
            fault {
                Singleton(Till.init)
                Singleton { FixedRates() }
            }, "missing: a parameter of a structure")
        assertErrorText(fault { Singleton(Desk.init, .named("main")) }, "missing: a named parameter")
    }

    func testE1_AParametersNearMissIsTakenByAParameter() throws {
        assertErrorText(
            fault {
                Singleton(Desk.init)
                Singleton((any NearRates).self) { FixedRates() }.named("main")
            }, "missing: a parameter near a name")
        assertErrorText(
            fault {
                Singleton(Desk.init)
                Singleton((any NearRates).self) { FixedRates() }.qualified(by: 7)
            }, "missing: a parameter near a qualifier")
        assertErrorText(
            fault {
                Singleton(Desk.init, .named("main"))
                Singleton((any NearRates).self) { FixedRates() }
            }, "missing: a named parameter near one without a name")
    }

    func testE1_WhatIsNoParameterIsAskedForByResolveOptional() throws {
        let declared = fault { Singleton { Desk(rates: try $0()) }.dependsOn((any NearRates).self) }
        assertErrorText(declared, "missing: a protocol declared by a closure")
        let injected = fault { Singleton { 7 }.inject(dependsOn: [(any NearRates).self]) { _, _ in } }
        XCTAssertEqual(injected?.fix, declared?.fix)
        let container = try Container { Singleton { Desk(rates: try $0()) } }
        XCTAssertEqual(failure(.missing) { try container.resolve(Desk.self) }?.fix, declared?.fix)
    }

    func testE1_ARemovedParameterMayBeMadeOptionalToo() throws {
        let container = try Container {
            Singleton(Desk.init)
            Singleton((any NearRates).self) { FixedRates() }
        }
        try container.remove((any NearRates).self)
        assertErrorText(.removed, "removed: a parameter") { _ = try container.resolve(Desk.self) }
    }
}
