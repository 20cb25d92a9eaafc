// REG10: what a condition reads, and the list of the conditions.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private protocol Mailer: Sendable {}
private struct SMTPMailer: Mailer {}
private struct LogMailer: Mailer {}

final class ConditionTests: LeakCheckedTestCase {
    private let variable = "ARMORY_CONDITION_TEST"

    override func tearDown() {
        unsafe unsetenv(variable)
        super.tearDown()
    }

    private var mailers: Module {
        Module("mail") { [variable] in
            Singleton((any Mailer).self) { SMTPMailer() }.when { $0[variable] == "smtp=yes" }
            Singleton((any Mailer).self) { LogMailer() }.ifAbsent()
        }
    }

    private func lines(_ container: Container) -> [String] {
        container.conditions.map { condition in
            condition.description.replacing("\(condition.registration.location)", with: "here")
        }
    }

    func testREG10_WithoutAnEnvironmentConditionsReadTheProcess() throws {
        XCTAssertTrue(try Container { mailers }.resolve((any Mailer).self) is LogMailer)
        unsafe setenv(variable, "smtp=yes", 1)
        XCTAssertTrue(try Container { mailers }.resolve((any Mailer).self) is SMTPMailer)
        let contents = Module { [variable] in Singleton { "seen" }.private().when { $0[variable] != nil } }
        let derived = try Container { Singleton { 1 } }.overriding {
            Singleton { 2 }
            contents
        }
        XCTAssertEqual(derived.conditions.filter(\.hasCondition).map(\.isMet), [true])
        unsafe setenv(variable, "", 1)
        XCTAssertEqual(
            try Container { mailers }.conditions.flatMap(\.variables).map(\.isSet), [true], "empty, but set")
    }

    func testREG10_AnEnvironmentThatIsPassedHidesThatOfTheProcess() throws {
        unsafe setenv(variable, "smtp=yes", 1)
        let empty = Container.Configuration(environment: [:])
        XCTAssertEqual(empty.environment, [:])
        XCTAssertTrue(try Container(configuration: empty) { mailers }.resolve((any Mailer).self) is LogMailer)
        var own = Container.Configuration()
        XCTAssertEqual(own.environment, ProcessInfo.processInfo.environment)
        own.environment = ["OTHER": "1"]
        XCTAssertEqual(own.environment, ["OTHER": "1"])
        XCTAssertTrue(try Container(configuration: own) { mailers }.resolve((any Mailer).self) is LogMailer)
        XCTAssertNoThrow(try mailers.validate(configuration: own))
    }

    func testREG10_TheListSaysWhatWasReadAndNoValue() throws {
        let configuration = Container.Configuration(environment: ["USER": "root", variable: "smtp=yes"])
        let container = try Container(configuration: configuration) {
            mailers
            Singleton { "root" }.when { $0["USER"] == "root" }.when { $0["HOME"] != nil }
            Singleton { 1 }.named("all").when { !$0.environment.isEmpty }
            Singleton { 2.5 }.when { $0.isRegistered(String.self) }
            Singleton { UInt8(1) }
        }
        XCTAssertEqual(
            lines(container),
            [
                "any Mailer at here: in; condition holds; ARMORY_CONDITION_TEST is set",
                "any Mailer at here: out; ifAbsent, and \(container.conditions[0].registration.location) is registered",
                "Int named \"all\" at here: in; condition holds; the whole environment was read",
                "UInt8 at here: in",
                "String at here: out; condition does not hold; HOME is not set, USER is set",
                "Double at here: out; condition does not hold",
            ])
        XCTAssertEqual(container.conditions.map(\.registration.module), ["mail", "mail", nil, nil, nil, nil])
        XCTAssertEqual(container.conditions.map(\.isMet), [true, true, true, true, false, false])
        XCTAssertEqual(container.conditions.map(\.hasCondition), [true, false, true, false, true, true])
        XCTAssertEqual(
            container.conditions.map(\.readsWholeEnvironment), [false, false, true, false, false, false])
        XCTAssertEqual(container.conditions[4].variables.map(\.name), ["HOME", "USER"])
        XCTAssertEqual(container.conditions[4].variables.map(\.isSet), [false, true])
        XCTAssertTrue(try Container {}.conditions.isEmpty)
    }

    func testE1_AMissingKeyNamesTheRegistrationWhoseConditionDoesNotHold() throws {
        struct Newsletter: Sendable { let mailer: any Mailer }
        let conditional = Singleton((any Mailer).self, fileID: "Shop/Wiring.swift", line: 9) { SMTPMailer() }
            .when { [variable] in $0[variable] == "smtp=yes" }
        let built = failure(.invalid) {
            try Container {
                conditional
                Singleton(Newsletter.init)
            }
        }
        let fault = built?.faults.first
        assertErrorText(of: fault?.description.replacing(variable, with: "MAIL"), "missing: near an unmet condition")
        let resolved = failure(.missing) { try Container { conditional }.resolve((any Mailer).self) }
        XCTAssertEqual(resolved?.nearKeys, ["any Mailer"])
        XCTAssertEqual(resolved?.fix, fault?.fix)
    }

    func testREG10_RegistrationsOfOneLineAreListedByTheirNames() throws {
        let names: [RegistrationName] = ["a", "b", "c"]
        let container = try Container { for name in names { Singleton { 1 }.named(name).when { _ in true } } }
        XCTAssertEqual(container.conditions.map(\.registration.key), ["a", "b", "c"].map { "Int named \"\($0)\"" })
    }

    func testM1_TheListHoldsNoFactory() throws {
        let container: Container
        do {
            final class Captured: Sendable { let life = Counted() }
            let captured = Captured()
            container = try Container {
                Singleton { [captured] in "\(ObjectIdentifier(captured))" }.when { _ in false }
            }
        }
        XCTAssertEqual(container.conditions.count, 1)
        XCTAssertEqual(Counted.alive, 0)
    }
}
