import Armory
import ArmoryTestSupport
import Foundation
import XCTest

protocol HintStore: Sendable {}
private final class SQLStore: HintStore {}
private struct Db: Sendable {}

private let file: StaticString = "Shop/Wiring.swift"

/// E1: what an error adds for mistakes that many programs make, to the letter.
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
        let text = """
            Repo needs Int, which is not registered. [missing]
              path: Repo → Int
              Repo is registered at Shop/Wiring.swift:12, and parameter 2 of its initializer is Int
              fix: pass .value(…) for the parameter, or register Int. If the parameter has a default value, leave it out in a closure: { Repo(…) }.
            """
        let shop = Module {
            Singleton(Repo.init, fileID: file, line: 12)
            Singleton { Db() }
        }
        assertMessage(fault(.missing) { shop }, text)
        let unchecked = try Container(configuration: .init(validates: false)) { shop }
        assertMessage(failure(.missing) { try unchecked.resolve(Repo.self) }, text)
    }

    func testE1_ParametersOfOneTypeAreAllNamed() {
        struct Server: HintStore { init(port: Int, db: Db, retries: Int, limit: Int) {} }
        assertMessage(
            fault(.missing) {
                Singleton((any HintStore).self, Server.init, fileID: file, line: 12)
                Singleton { Db() }
            },
            """
            any HintStore needs Int, which is not registered. [missing]
              path: any HintStore → Int
              any HintStore is registered at Shop/Wiring.swift:12, and parameters 1, 3 and 4 of its initializer are Int
              fix: pass .value(…) for the parameter, or register Int. If the parameter has a default value, leave it out in a closure.
            """)
    }

    func testE1_AValueAmongTheParametersCounts() {
        struct Server: Sendable { init(host: String, db: Db, port: Int) {} }
        let error = fault(.missing) {
            Singleton(Server.init, .value("localhost"), .registered, .value(8080))
        }
        XCTAssertEqual(error?.description.contains(", and parameter 2 of its initializer is Db\n"), true)
    }

    func testE1_ANearMissOfAValueIsStillNamed() {
        assertMessage(
            fault(.missing) {
                Singleton(Repo.init, fileID: file, line: 12)
                Singleton { Db() }
                Singleton(fileID: file, line: 9) { 3 }.named("retries")
            },
            """
            Repo needs Int, which is not registered. [missing]
              path: Repo → Int
              Repo is registered at Shop/Wiring.swift:12, and parameter 2 of its initializer is Int
              near: Int named "retries", registered at Shop/Wiring.swift:9
              fix: register Int without a qualifier, or pass .named("retries") for the parameter. If the parameter has a default value, leave it out in a closure: { Repo(…) }.
            """)
    }

    private struct Taker<P: Sendable>: Sendable { init(_ parameter: P) {} }

    func testE1_OnlyValuesOfTheStandardLibraryAndFoundationMayBeDefaults() {
        func offersAClosure<P: Sendable>(_ type: P.Type) -> Bool? {
            fault(.missing) { Singleton(Taker<P>.init) }?.fix.contains("leave it out in a closure")
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

    func testE1_AParameterOfADecoratorHasNoPosition() {
        struct Logged: HintStore { init(store: any HintStore, level: Int) {} }
        assertMessage(
            fault(.missing) {
                Transient((any HintStore).self, fileID: file, line: 9) { SQLStore() }
                Decorator((any HintStore).self, Logged.init)
            },
            """
            any HintStore needs Int, which is not registered. [missing]
              path: any HintStore → Int
              any HintStore is registered at Shop/Wiring.swift:9
              fix: register Int before it is resolved, or make the parameter's type Int? if it may be missing.
            """)
    }

    func testE1_AParameterWhoseSourceCannotBeGivenIsResolvedInAClosure() {
        struct Logged: HintStore { init(store: any HintStore, db: Db) {} }
        let text = "register Db without a qualifier, or resolve it with named: \"main\" in a closure."
        let decorated = fault(.missing) {
            Transient((any HintStore).self) { SQLStore() }
            Decorator((any HintStore).self, Logged.init)
            Singleton { Db() }.named("main")
        }
        XCTAssertEqual(decorated?.fix, text)
        let awaiting = fault(.missing) {
            Singleton { (db: Db) async in Repo(db: db) }
            Singleton { Db() }.named("main")
        }
        XCTAssertEqual(awaiting?.fix, text)
        XCTAssertEqual(
            fault(.missing) { Singleton { (retries: Int) async in Repo(db: Db(), retries: retries) } }?.fix,
            "register Int. If the parameter has a default value, leave it out in a closure: { Repo(…) }.")
    }

    func testE1_WhatAClosureAsksForIsNoParameter() {
        XCTAssertEqual(
            fault(.missing) { Singleton { Repo(db: Db(), retries: try $0()) }.dependsOn(Int.self) }?.fix,
            "register Int before it is resolved, or use resolveOptional if it may be missing.")
    }

    // MARK: Near misses

    func testE1_AParametersConformingTypeIsNearAtEveryTime() throws {
        struct Shop: Sendable { init(store: any HintStore) {} }
        let text = """
            Shop needs any HintStore, which is not registered. [missing]
              path: Shop → any HintStore
              Shop is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any HintStore
              near: SQLStore, registered at Shop/Wiring.swift:9
              fix: add .as { $0 as any HintStore } to the registration of SQLStore, or register it as (any HintStore).self.
            """
        let shop = Module {
            Singleton(Shop.init, fileID: file, line: 12)
            Singleton(fileID: file, line: 9) { SQLStore() }
        }
        assertMessage(fault(.missing) { shop }, text)
        let unchecked = try Container(configuration: .init(validates: false)) { shop }
        assertMessage(failure(.missing) { try unchecked.resolve(Shop.self) }, text)
        let mended = [
            Singleton { SQLStore() }.as { $0 as any HintStore } as any Registration,
            Singleton((any HintStore).self) { SQLStore() },
        ]
        for registration in mended {
            let container = try Container {
                Singleton(Shop.init)
                registration
            }
            XCTAssertNoThrow(try container.resolve(Shop.self))
        }
    }

    func testE1_APromisedTypeIsNoNearMiss() throws {
        let faults = failure(.invalid) {
            try Container {
                Transient { 1 }.dependsOn((any HintStore).self)
                Promised(SQLStore.self)
            }
        }?.faults
        XCTAssertEqual(faults?.map { $0.description.contains("near: SQLStore") }, [false, false])
    }

    func testE1_ATypeThatDiffersByOptionalityIsNear() {
        assertMessage(
            fault(.missing) {
                Singleton(Repo.init, fileID: file, line: 12)
                Singleton(Db?.self, fileID: file, line: 9) { nil }
                Singleton { 3 }
            },
            """
            Repo needs Db, which is not registered. [missing]
              path: Repo → Db
              Repo is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is Db
              near: Db?, registered at Shop/Wiring.swift:9
              fix: register Db, or make the parameter's type Db?.
            """)
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
        assertMessage(
            try wrong { try $0.resolve(arguments: 1, SQLStore(), "a") },
            """
            Order takes arguments of type (Int?, any HintStore, String), not (Int, SQLStore, String). [wrongArguments]
              Order is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type (Int?, any HintStore, String) to resolve(_:arguments:): argument 1 is Int, so write it as Int?; argument 2 is SQLStore, so write it as any HintStore.
            """)
        assertMessage(
            try wrong { try $0.resolve(arguments: 1 as Int?, Db(), "a" as String?) },
            """
            Order takes arguments of type (Int?, any HintStore, String), not (Int?, Db, String?). [wrongArguments]
              Order is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type (Int?, any HintStore, String) to resolve(_:arguments:): argument 2 is Db, not any HintStore; argument 3 is String?, so unwrap it.
            """)
        assertMessage(
            try wrong { try $0.resolve(arguments: (number: 1, text: "a")) },
            """
            Order takes arguments of type (Int?, any HintStore, String), not (number: Int, text: String). [wrongArguments]
              Order is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type (Int?, any HintStore, String) to resolve(_:arguments:).
            """)
        assertMessage(
            try wrong { try $0.resolve(arguments: 1 as Int?, SQLStore() as any HintStore) },
            """
            Order takes arguments of type (Int?, any HintStore, String), not (Int?, any HintStore). [wrongArguments]
              Order is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type (Int?, any HintStore, String) to resolve(_:arguments:).
            """)
    }

    func testE1_OneArgumentIsNamedIfItOnlyNeedsAnAs() throws {
        let exactly = "pass values of exactly the type (any HintStore)? to resolve(_:arguments:)"
        XCTAssertEqual(
            try wrong { try $0.resolve(named: "optional", arguments: SQLStore()) }?.fix,
            "\(exactly): the argument is SQLStore, so write it as (any HintStore)?.")
        XCTAssertEqual(
            try wrong { try $0.resolve(named: "optional", arguments: SQLStore() as any HintStore) }?.fix,
            "\(exactly): the argument is any HintStore, so write it as (any HintStore)?.")
        XCTAssertEqual(try wrong { try $0.resolve(named: "optional", arguments: 1) }?.fix, "\(exactly).")
        let container = try Container {
            Transient(arguments: Int?.self, (any HintStore).self, String.self) { _, _, _, _ in Order() }
            Transient(arguments: (any HintStore)?.self) { _, _ in Order() }.named("optional")
        }
        XCTAssertNoThrow(try container.resolve(Order.self, arguments: 1 as Int?, SQLStore() as any HintStore, "a"))
        XCTAssertNoThrow(
            try container.resolve(Order.self, named: "optional", arguments: SQLStore() as (any HintStore)?))
    }
}
