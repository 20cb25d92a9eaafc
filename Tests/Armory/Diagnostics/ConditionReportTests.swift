// SEE7: which registrations are used, which are not, and why.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Mailer: Sendable {}
private struct Mail: Mailer {}

/// A registration at a line of one file.
private func mailer(_ line: Int) -> Singleton<any Mailer> {
    Singleton((any Mailer).self, fileID: "Shop/Wiring.swift", line: line) { Mail() }
}

private func promise(_ line: Int) -> Promised<any Mailer> {
    Promised((any Mailer).self, fileID: "Shop/Wiring.swift", line: line)
}

private enum Listed: AutomaticModules {
    static let storage = Module("storage") { Module("mail") { mailer(1) } }
    static var modules: [Module] { [storage] }
}

final class ConditionReportTests: LeakCheckedTestCase {
    private func assert(
        _ container: Container, _ lines: [String], file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(
            container.conditions.map { $0.description.replacing("any Mailer at Shop/Wiring.swift:", with: "") }, lines,
            file: file, line: line)
    }

    func testSEE7_AConditionThatHoldsAndOneThatDoesNot() throws {
        let container = try Container(configuration: .init(environment: ["MAIL": "secret"])) {
            mailer(1).when { $0["MAIL"] == nil }
            mailer(2).when { $0["MAIL"] != nil && $0["HOST"] == nil }
        }
        assert(
            container,
            [
                "2: in; condition holds; HOST is not set, MAIL is set",
                "1: out; condition does not hold; MAIL is set",
            ])
        XCTAssertEqual(container.conditions.map(\.reason), [.registered, .condition])
        XCTAssertNil(container.conditions[1].usedInstead)
    }

    func testSEE7_Absence() throws {
        let container = try Container {
            mailer(1).ifAbsent()
            mailer(4)
            mailer(3).ifAbsent().when { _ in true }
            promise(5)
        }
        assert(
            container,
            [
                "4: in",
                "1: out; ifAbsent, and Shop/Wiring.swift:4 is registered",
                "3: out; ifAbsent, and Shop/Wiring.swift:4 is registered; condition holds",
                "5: out; a promise that Shop/Wiring.swift:4 keeps",
            ])
        XCTAssertEqual(
            container.conditions.map(\.reason), [.registered, .ifAbsent, .ifAbsent, .promise])
        XCTAssertEqual(container.conditions[1].usedInstead?.location.line, 4)
        XCTAssertEqual(container.conditions.map(\.isUsed), [true, false, false, false])
    }

    func testSEE7_Promises() throws {
        let application = try Container { mailer(1) }
        assert(
            try Container(parents: [application]) { promise(2) }, ["2: out; a promise that Shop/Wiring.swift:1 keeps"])
        let unchecked = try Container(configuration: .init(validates: false)) { promise(3) }
        assert(unchecked, ["3: out; a promise that nothing in this container keeps"])
    }

    func testSEE7_Replacements() throws {
        let module = Module("mail") { mailer(1) }
        let container = try Container {
            module.replacing { mailer(2) }.replacing { mailer(3) }
        }
        assert(
            container,
            ["3: in", "1: out; replaced by Shop/Wiring.swift:3", "2: out; replaced by Shop/Wiring.swift:3"])
    }

    func testSEE7_ADerivedContainerListsWhatItOverrides() throws {
        let application = try Container {
            mailer(1)
            Singleton(value: 1)
        }
        let derived = try application.overriding { mailer(2) }
        assert(derived, ["2: in", "1: out; replaced by Shop/Wiring.swift:2"])
        assert(
            try application.overriding { mailer(3).ifAbsent() }, ["3: in", "1: out; replaced by Shop/Wiring.swift:3"])
        XCTAssertEqual(application.conditions.map(\.isUsed), [true, true])
    }

    func testSEE7_PrivateRegistrationsAndFurtherTypes() throws {
        let mail = Module("a") {
            mailer(1).private().when { $0["A"] == nil }
            mailer(2).private().ifAbsent()
            Singleton(String.self, fileID: "Shop/Wiring.swift", line: 3) { "\(try $0.resolve((any Mailer).self))" }
        }
        let container = try Container(configuration: .init(environment: [:])) {
            mail
            Singleton(Mail.self, fileID: "Shop/Wiring.swift", line: 4) { Mail() }.as { $0 as any Mailer }
            mailer(5).ifAbsent()
            mailer(6).contributed().when { _ in true }
        }
        XCTAssertEqual(
            container.conditions.map { "\($0.registration.location.line) \($0.isUsed) \($0.hasCondition)" },
            [
                "1 true true", "2 false false", "3 true false", "4 true false", "4 true false", "5 false false",
                "6 true true",
            ])
    }

    func testSEE7_TheModulesThatLeadToARegistration() throws {
        let container = try Container.automatic(modulesOf: Listed.self)
        XCTAssertEqual(container.conditions.map(\.modules), [["AutomaticModules", "storage", "mail"]])
        let plain = try Container {
            Listed.storage
            Singleton(value: 1)
        }
        XCTAssertEqual(plain.conditions.map(\.modules), [["storage", "mail"], []])
    }
}
