import Armory
import ArmoryTestSupport
import XCTest

final class ErrorPropertiesTests: LeakCheckedTestCase {
    func testE1_PropertiesOfAFailedFactory() throws {
        let container = try Container {
            Transient(fileID: "Shop/Wiring.swift", line: 3) { () throws -> Int in throw Mishap(9) }
                .named("a")
            Transient(fileID: "Shop/Wiring.swift", line: 4) { "\(try $0.resolve(Int.self, named: "a"))" }
        }
        let error = failure(.factoryFailed) { try container.resolve(String.self) }
        XCTAssertEqual(error?.key, "Int named \"a\"")
        XCTAssertEqual(error?.path, ["String", "Int named \"a\""])
        XCTAssertEqual(error?.location, CodeLocation(fileID: "Shop/Wiring.swift", line: 3))
        XCTAssertEqual(error?.location?.fileID, "Shop/Wiring.swift")
        XCTAssertEqual(error?.location?.line, 3)
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(9))
        XCTAssertEqual(error?.fix.isEmpty, false)
        XCTAssertEqual(error?.description.hasSuffix(error?.fix ?? ""), true)
    }

    func testE1_PropertiesOfAMissingRegistration() throws {
        let container = try Container {
            Transient(fileID: "Shop/Wiring.swift", line: 4) { "\(try $0.resolve(Int.self))" }
        }
        let nested = failure(.missing) { try container.resolve(String.self) }
        XCTAssertEqual(nested?.key, "Int")
        XCTAssertEqual(nested?.path, ["String", "Int"])
        XCTAssertEqual(nested?.location?.description, "Shop/Wiring.swift:4", "the one that asked")
        XCTAssertNil(nested?.underlying)
        let outermost = failure(.missing) { try container.resolve(Int.self, named: "a") }
        XCTAssertEqual(outermost?.path, ["Int named \"a\""])
        XCTAssertNil(outermost?.location)
    }

    func testPlacesAreEqualByFileAndLine() {
        let places = [
            CodeLocation(fileID: "Shop/Wiring.swift", line: 3), CodeLocation(fileID: "Shop/Wiring.swift", line: 4),
            CodeLocation(fileID: "Shop/Other.swift", line: 3), CodeLocation(fileID: "Shop/Wiring.swift", line: 3),
        ]
        XCTAssertEqual(Set(places).count, 3)
        XCTAssertEqual(places[0], places[3])
        XCTAssertEqual(places[0].hashValue, places[3].hashValue)
        XCTAssertEqual(places[1].description, "Shop/Wiring.swift:4")
    }

    func testARegistrationKnowsWhereItIsWritten() throws {
        let line = #line + 1
        let container = try Container { Singleton { () throws -> Int in throw Mishap() } }
        let error = failure(.factoryFailed) { try container.resolve(Int.self) }
        XCTAssertEqual(error?.location?.line, line)
        XCTAssertEqual(error?.location?.fileID, #fileID)
    }

    func testE1_AnErrorOfANestedFactoryIsNotWrapped() throws {
        let container = try Container {
            Transient { () throws -> Int in throw Mishap(1) }
            Singleton { "\(try $0.resolve(Int.self))" }
            Graph { [try $0.resolve(String.self)] }
            Transient { [try $0.resolve([String].self)] }
        }
        let error = failure(.factoryFailed) { try container.resolve([[String]].self) }
        XCTAssertEqual(error?.key, "Int")
        XCTAssertEqual(error?.path.count, 4)
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(1), "the user's own error, kept as it was")
    }

    func testC4_AFactoryThatFailedOnceIsRetried() throws {
        let calls = Counter()
        let container = try Container {
            Singleton { () throws -> Int in
                if calls.increment() == 1 { throw Mishap(1) }
                return calls.value
            }
            Transient { "\(try $0.resolve(Int.self))" }
        }
        failure(.factoryFailed) { try container.resolve(String.self) }
        XCTAssertEqual(try container.resolve(String.self), "2")
        XCTAssertEqual(try container.resolve(Int.self), 2)
    }

    func testC4_AFactoryThatAlwaysFailsFailsAnewEachTime() throws {
        let calls = Counter()
        let container = try Container {
            Singleton { () throws -> Int in throw Mishap(calls.increment()) }
        }
        for call in 1...5 {
            let error = failure(.factoryFailed) { try container.resolve(Int.self) }
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(call), "nothing of a failure is kept")
        }
    }

    func testAnInjectionsErrorIsTheFactorysKind() throws {
        let container = try Container {
            Singleton { 1 }.inject { _, _ in throw Mishap(6) }
        }
        let error = failure(.factoryFailed) { try container.resolve(Int.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(6))
        XCTAssertEqual(error?.key, "Int")
    }

    func testCodesAreTheirNames() {
        let codes: [ResolutionError.Code] = [
            .missing, .duplicate, .cycle, .tooDeep, .wrongArguments, .factoryFailed,
            .valueTypeShared, .replacedWhileInjecting, .timedOut, .closed,
        ]
        XCTAssertEqual(
            codes.map(\.description),
            [
                "missing", "duplicate", "cycle", "tooDeep", "wrongArguments", "factoryFailed",
                "valueTypeShared", "replacedWhileInjecting", "timedOut", "closed",
            ])
        XCTAssertEqual(Set(codes).count, codes.count)
    }

    func testE1_AnErrorOutlivesItsContainer() throws {
        var error: ResolutionError?
        do {
            let container = try Container {
                Singleton(value: 1).named("near")
                Transient { "\(try $0.resolve(Int.self))" }
            }
            error = failure(.missing) { try container.resolve(String.self) }
        }
        XCTAssertEqual(error?.path, ["String", "Int"])
        XCTAssertEqual(error?.nearKeys, ["Int named \"near\""])
    }

    func testS1_AnErrorIsOneWordAndSendable() throws {
        func isSendable(_ value: some Sendable) -> Bool { true }
        let error = failure(.missing) { try Container {}.resolve(Int.self) }
        XCTAssertEqual(error.map { isSendable($0) }, true)
        XCTAssertEqual(MemoryLayout<ResolutionError>.size, MemoryLayout<Int>.size)
    }

    func testE3_NothingIsPrinted() throws {
        let container = try Container {
            Transient { () throws -> Int in throw Mishap(1) }
            Transient { try $0.resolve(Double.self) as Double }
            Shared(UInt.self) { 1 }
            Singleton(value: "text")
        }
        let (out, err) = try Output.captured {
            failure(.factoryFailed) { try container.resolve(Int.self) }
            failure(.cycle) { try container.resolve(Double.self) }
            failure(.valueTypeShared) { try container.resolve(UInt.self) }
            failure(.missing) { try container.resolve([UInt8].self) }
            failure(.wrongArguments) { try container.resolve(String.self, arguments: 1) }
            container.close()
            failure(.closed) { try container.resolve(String.self) }
        }
        XCTAssertEqual(out, "")
        XCTAssertEqual(err, "")
        let (control, _) = try Output.captured { print("heard") }
        XCTAssertEqual(control, "heard\n", "the capture works")
    }
}
