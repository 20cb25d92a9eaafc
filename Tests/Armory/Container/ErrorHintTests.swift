import Armory
import ArmoryTestSupport
import Foundation
import XCTest

protocol HintStore: Sendable {}
private final class SQLStore: HintStore {}
private struct Db: Sendable {}

private let file: StaticString = "Shop/Wiring.swift"

/// E1: what an error adds for mistakes that many programs make, by the table of texts.
final class ErrorHintTests: LeakCheckedTestCase {
    /// The text of the one fault that a check of the graph finds.
    private func fault(
        _ code: ResolutionError.Code, @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> ResolutionError? {
        let faults = failure(.invalid) { try Container(contents) }?.faults
        XCTAssertEqual(faults?.map(\.code), [code])
        return faults?.first
    }

    // MARK: Parameters

    private struct Repo: Sendable { init(db: Db, retries: Int = 3) {} }

    func testE1_AParameterWithADefaultValueSaysWhichItIsAndHowToLeaveItOut() throws {
        let shop = Module {
            Singleton(Repo.init, fileID: file, line: 12)
            Singleton { Db() }
        }
        let fault = fault(.missing) { shop }
        assertErrorText(fault, "missing: a parameter with a default value, the second")
        let unchecked = try Container(configuration: .init(validates: false)) { shop }
        let error = failure(.missing) { try unchecked.resolve(Repo.self) }
        XCTAssertEqual(error?.description, fault?.description)
    }

    func testE1_ParametersOfOneTypeAreAllNamed() {
        struct Server: HintStore { init(port: Int, db: Db, retries: Int, limit: Int) {} }
        assertErrorText(
            fault(.missing) {
                Singleton((any HintStore).self, Server.init, fileID: file, line: 12)
                Singleton { Db() }
            }, "missing: for several parameters")
    }

    func testE1_AValueAmongTheParametersCounts() {
        struct Server: Sendable { init(host: String, db: Db, port: Int) {} }
        let error = fault(.missing) {
            Singleton(Server.init, .value("localhost"), .registered, .value(8080))
        }
        assertErrorText(error, "missing: a parameter between values")
    }

    func testE1_AContainerAsAParameterIsAResolver() {
        struct Server: Sendable { init(container: Container) {} }
        assertErrorText(
            fault(.missing) { Singleton(Server.init, fileID: file, line: 12) }, "missing: a parameter of the container")
    }

    func testE1_AContainerUnderANameIsNamed() throws {
        struct Server: Sendable { init(container: Container) {} }
        let tenants = try Container {}
        assertErrorText(
            fault(.missing) {
                Singleton(Server.init, fileID: file, line: 12)
                Singleton(fileID: file, line: 9) { tenants }.named("tenants")
            }, "missing: a parameter near a named container")
    }

    func testE1_ANearMissOfAValueIsStillNamed() {
        assertErrorText(
            fault(.missing) {
                Singleton(Repo.init, fileID: file, line: 12)
                Singleton { Db() }
                Singleton(fileID: file, line: 9) { 3 }.named("retries")
            }, "missing: a parameter near a named value")
    }

    private struct Taker<P: Sendable>: Sendable { init(_ parameter: P) {} }

    func testE1_OnlyValuesOfTheStandardLibraryAndFoundationMayBeDefaults() {
        // The fix names the type only in the closure that it offers.
        func offersAClosure<P: Sendable>(_ type: P.Type) -> Bool? {
            fault(.missing) { Singleton(Taker<P>.init) }?.fix.contains("Taker<")
        }
        for type: any Sendable.Type in [
            Int.self, UInt8.self, String.self, Bool.self, Double.self, Duration.self, [Int].self, [String: Bool].self,
            Set<String>.self, Date.self, URL.self, UUID.self, [URL].self, ClosedRange<Int>.self,
        ] {
            XCTAssertEqual(offersAClosure(type), true, "\(type)")
        }
        for type: any Sendable.Type in [
            Db.self, (any HintStore).self, SQLStore.self, (any Clock).self, (any Error).self,
            [Db].self, [String: Db].self,
        ] {
            XCTAssertEqual(offersAClosure(type), false, "\(type)")
        }
    }

    func testE1_WhatAClosureAsksForIsNoParameter() {
        assertErrorText(
            fault(.missing) { Singleton { Repo(db: Db(), retries: try $0.resolve()) }.dependsOn(Int.self) },
            "missing: declared by a closure")
    }

    // MARK: Near misses

    func testE1_APromisedTypeIsNoNearMiss() throws {
        let faults = failure(.invalid) {
            try Container {
                Transient { 1 }.dependsOn((any HintStore).self)
                Promised(SQLStore.self)
            }
        }?.faults
        XCTAssertEqual(faults?.map(\.nearKeys), [[], []])
    }

    func testE1_ATypeThatDiffersByOptionalityIsNear() {
        assertErrorText(
            fault(.missing) {
                Singleton(Repo.init, fileID: file, line: 12)
                Singleton(Db?.self, fileID: file, line: 9) { nil }
                Singleton { 3 }
            }, "missing: near an optional type")
    }

    // MARK: Arguments

    private struct Order: Sendable {}

    private func wrong(_ resolve: (Container) throws -> Order) throws -> ResolutionError? {
        let container = try Container {
            Transient(arguments: Int?.self, (any HintStore).self, String.self, fileID: file, line: 5) { _, _, _, _ in
                Order()
            }
            Transient(arguments: (any HintStore)?.self, fileID: file, line: 6) { _, _ in Order() }.named("optional")
        }
        return failure(.wrongArguments) { try resolve(container) }
    }

    func testE1_ArgumentsThatDifferAreNamed() throws {
        assertErrorText(
            try wrong { try $0.resolve(arguments: 1, SQLStore(), "a") }, "wrongArguments: each needs another type")
        assertErrorText(
            try wrong { try $0.resolve(arguments: 1 as Int?, Db(), "a" as String?) }, "wrongArguments: one is optional")
        assertErrorText(try wrong { try $0.resolve(arguments: (number: 1, text: "a")) }, "wrongArguments: a tuple")
        assertErrorText(
            try wrong { try $0.resolve(arguments: 1 as Int?, SQLStore() as any HintStore) }, "wrongArguments: too few")
    }

    func testE1_OneArgumentIsNamedIfItOnlyNeedsAnAs() throws {
        assertErrorText(
            try wrong { try $0.resolve(named: "optional", arguments: SQLStore()) },
            "wrongArguments: a conforming type for an optional protocol")
        assertErrorText(
            try wrong { try $0.resolve(named: "optional", arguments: SQLStore() as any HintStore) },
            "wrongArguments: a protocol for an optional protocol")
        assertErrorText(
            try wrong { try $0.resolve(named: "optional", arguments: 1) },
            "wrongArguments: another type for an optional protocol")
        let container = try Container {
            Transient(arguments: Int?.self, (any HintStore).self, String.self) { _, _, _, _ in Order() }
            Transient(arguments: (any HintStore)?.self) { _, _ in Order() }.named("optional")
        }
        XCTAssertNoThrow(try container.resolve(Order.self, arguments: 1 as Int?, SQLStore() as any HintStore, "a"))
        XCTAssertNoThrow(
            try container.resolve(Order.self, named: "optional", arguments: SQLStore() as (any HintStore)?))
    }
}
