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

    func testE1_ItsOwnNameIsNear() throws {
        let own = try near((any NearRates).self) {
            Singleton { BankRates() }
            Singleton((any NearRates).self) { FixedRates() }.named("main")
        }
        XCTAssertEqual(own, ["any NearRates named \"main\""])
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
                Singleton((any NearRates).self) { FixedRates() }.named(RegistrationName(7))
            }, "missing: a parameter near a qualifier")
        assertErrorText(
            fault {
                Singleton(Desk.init, .named("main"))
                Singleton((any NearRates).self) { FixedRates() }
            }, "missing: a named parameter near one without a name")
    }

    func testE1_WhatIsNoParameterIsAskedForByResolveOptional() throws {
        let declared = fault { Singleton { Desk(rates: try $0.resolve()) }.dependsOn((any NearRates).self) }
        assertErrorText(declared, "missing: a protocol declared by a closure")
        let injected = fault { Singleton { 7 }.inject(dependsOn: (any NearRates).self) { _, _ in } }
        XCTAssertEqual(injected?.fix, declared?.fix)
        let container = try Container { Singleton { Desk(rates: try $0.resolve()) } }
        XCTAssertEqual(failure(.missing) { try container.resolve(Desk.self) }?.fix, declared?.fix)
    }
}
