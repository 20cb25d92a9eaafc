import Armory
import ArmoryTestSupport
import XCTest

private enum Environment: CaseIterable {
    case testing, staging, production
}

final class BuilderTests: LeakCheckedTestCase {
    private func container(
        debug: Bool, count: Int, environment: Environment
    ) throws -> Container {
        try Container {
            Singleton(value: "always")
            if debug { Singleton(value: "debug").named("debug") }
            if count > 2 {
                Singleton(value: "many").named("count")
            } else {
                Singleton(value: "few").named("count")
            }
            for number in 0..<count { Singleton(value: number).named(RegistrationName(number)) }
            switch environment {
            case .testing: Singleton(value: "testing").named("environment")
            case .staging: Singleton(value: "staging").named("environment")
            case .production:
                Singleton(value: "production").named("environment")
                Singleton(value: "strict").named("mode")
            }
        }
    }

    func testBuilderWithIf() throws {
        XCTAssertEqual(
            try container(debug: true, count: 0, environment: .testing)
                .resolve(String.self, named: "debug"), "debug")
        XCTAssertNil(
            try container(debug: false, count: 0, environment: .testing)
                .resolve(String?.self, named: "debug"))
    }

    func testBuilderWithElse() throws {
        for count in [0, 2, 3] {
            XCTAssertEqual(
                try container(debug: true, count: count, environment: .testing)
                    .resolve(String.self, named: "count"), count > 2 ? "many" : "few")
        }
    }

    func testBuilderWithFor() throws {
        let container = try container(debug: false, count: 50, environment: .staging)
        for number in 0..<50 { XCTAssertEqual(try container.resolve(named: RegistrationName(number)), number) }
        XCTAssertNil(try container.resolve(Int?.self, named: RegistrationName(50)))
        XCTAssertEqual(try container.resolve(String.self), "always")
    }

    func testBuilderWithSwitch() throws {
        for environment in Environment.allCases {
            let container = try container(debug: false, count: 0, environment: environment)
            XCTAssertEqual(
                try container.resolve(String.self, named: "environment"), "\(environment)")
            XCTAssertEqual(
                try container.resolve(String?.self, named: "mode"),
                environment == .production ? "strict" : nil)
        }
    }

    func testBuilderTakesLists() throws {
        let list: [any Registration] = [Singleton(value: 1), Transient { "text" }]
        let container = try Container {
            list
            Graph { 2.5 }
        }
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertEqual(try container.resolve(String.self), "text")
        XCTAssertEqual(try container.resolve(Double.self), 2.5)
    }

    func testADuplicateIsRefused() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton(value: 1).named("a")
                Singleton(value: 2).named("a")
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
    }

    func testADuplicateReplacesWhereTheConfigurationSaysSo() throws {
        let container = try Container(configuration: .init(duplicates: .replace)) {
            Singleton(value: 1)
            Singleton(value: 2).named("a")
            Transient { 3 }
        }
        XCTAssertEqual(try container.resolve(Int.self), 3)
        XCTAssertEqual(try container.resolve(Int.self, named: "a"), 2)
    }
}
