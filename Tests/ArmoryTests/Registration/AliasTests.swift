// REG4: one object under several types.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Auditing: Sendable { var object: ObjectIdentifier { get } }
private protocol Billing: Sendable { var object: ObjectIdentifier { get } }

private class Ledger: Auditing, Billing, @unchecked Sendable {  // Immutable.
    private let life = Counted()
    var object: ObjectIdentifier { ObjectIdentifier(self) }
}
private final class OtherLedger: Ledger, @unchecked Sendable {}  // As above.

private final class Three: Sendable {
    private let life = Counted()
    let ledger: Ledger
    let auditing: any Auditing
    let billing: any Billing
    init(ledger: Ledger, auditing: any Auditing, billing: any Billing) {
        self.ledger = ledger
        self.auditing = auditing
        self.billing = billing
    }
    var areOne: Bool { ledger.object == auditing.object && ledger.object == billing.object }
}

final class AliasTests: EveryHashTestCase {
    private func containers() throws -> [(String, Container)] {
        func named(_ name: Name?, _ registration: some Registration) -> any Registration {
            guard let name else { return registration }
            return registration.named(name)
        }
        var containers: [(String, Container)] = []
        for name in [nil, "named"] as [Name?] {
            let registrations: [(String, any Registration)] = [
                ("singleton", Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }),
                ("shared", Shared(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }),
                ("scoped", Scoped(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }),
                ("graph", Graph(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }),
            ]
            for (text, registration) in registrations {
                let list = [named(name, registration)]
                containers.append(
                    (
                        "\(text) \(name?.description ?? "")",
                        try Container(scope: .request) {
                            list
                            if let name {
                                Transient(Three.init, .named(name), .named(name), .named(name))
                            } else {
                                Transient(Three.init)
                            }
                        }
                    ))
            }
        }
        return containers
    }

    func testREG4_OneInstanceUnderEachTypeInEveryLifetimeThatShares() throws {
        let containers = try containers()
        XCTAssertEqual(containers.count, 8)
        for (text, container) in containers {
            let first = try container.resolve(Three.self)
            XCTAssertTrue(first.areOne, text)
            let second = try container.resolve(Three.self)
            XCTAssertTrue(second.areOne, text)
            XCTAssertEqual(first.ledger === second.ledger, !text.hasPrefix("graph"), text)
        }
    }

    func testREG4_AnAliasOfWhatIsReplacedFollowsIt() throws {
        let container = try Container { Singleton(Ledger.init).as { $0 as any Auditing } }
        let old = try container.resolve((any Auditing).self)
        try container.replace(Singleton(Ledger.self) { OtherLedger() })
        let new = try container.resolve((any Auditing).self)
        XCTAssertNotEqual(old.object, new.object)
        XCTAssertEqual(new.object, try container.resolve(Ledger.self).object)
        let overlay = try container.overlay(Singleton(Ledger.self) { OtherLedger() })
        XCTAssertNotEqual(try container.resolve((any Auditing).self).object, new.object)
        overlay.remove()
        XCTAssertEqual(try container.resolve((any Auditing).self).object, new.object)
    }

    func testREG4_ResetOfTheTypeMakesAllAliasesNew() throws {
        let container = try Container { Singleton(Ledger.init).as { $0 as any Auditing } }
        let old = try container.resolve((any Auditing).self)
        try container.reset((any Auditing).self)
        let new = try container.resolve((any Auditing).self)
        XCTAssertNotEqual(new.object, old.object, "the alias stands for the instance")
        XCTAssertEqual(try container.resolve(Ledger.self).object, new.object)
        try container.reset(Ledger.self)
        XCTAssertNotEqual(try container.resolve((any Auditing).self).object, new.object)
    }

    func testREG4_AFurtherTypeTakesTheArgumentsOfTheFirst() throws {
        struct Page: CustomStringConvertible { let description: String }
        let container = try Container {
            Transient(arguments: Int.self, String.self) { _, number, text in Page(description: "\(number) \(text)") }
                .as { $0 as any CustomStringConvertible }
                .as { $0 }
        }
        let page = try container.resolve((any CustomStringConvertible).self, arguments: 7, "seven")
        XCTAssertEqual(page.description, "7 seven")
        failure(.wrongArguments) { try container.resolve((any CustomStringConvertible).self, arguments: "seven") }
        failure(.wrongArguments) { try container.resolve((any CustomStringConvertible).self) }
    }

    func testREG4_APublicAliasStandsForThePublicRegistration() throws {
        let container = try Container {
            Module {
                Singleton { 1 }.as { "\($0)" }
                Singleton { 2 }.private()
                Transient { (number: Int) in [number] }
            }
        }
        XCTAssertEqual(try container.resolve(String.self), "1")
        XCTAssertEqual(try container.resolve([Int].self), [2])
    }

    func testREG4_RemoveTakesOneKeyAway() throws {
        let container = try Container {
            Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }
        }
        try container.remove((any Auditing).self)
        failure(.removed) { try container.resolve((any Auditing).self) }
        _ = try container.resolve((any Billing).self)
        try container.remove(Ledger.self)
        let error = failure(.removed) { try container.resolve((any Billing).self) }
        XCTAssertEqual(error?.path, ["any Billing", "Ledger"])
    }

    func testREG4_ARefusedAliasLeavesNothingBehind() throws {
        let container = Container()
        try container.register(Singleton((any Billing).self) { Ledger() })
        let before = try container.resolve((any Billing).self).object
        let registration = Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }
        failure(.duplicate) { try container.register(registration) }
        XCTAssertNil(try container.resolveOptional(Ledger.self))
        XCTAssertNil(try container.resolveOptional((any Auditing).self))
        XCTAssertEqual(try container.resolve((any Billing).self).object, before)
        try container.remove((any Billing).self)
        try container.register(registration)
        XCTAssertEqual(
            try container.resolve((any Billing).self).object, try container.resolve((any Auditing).self).object)
        container.freeze()
        failure(.frozen) { try container.register(registration.named("late")) }
        container.close()
        failure(.closed) { try container.register(registration.named("later")) }
    }

    func testREG4_OneTypeTwiceIsADuplicateOrTheLastOne() throws {
        let registration = Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Auditing }
        failure(.duplicate) { try Container().register(registration) }
        failure(.invalid) { try Container { registration } }
        let container = Container(configuration: .init(duplicates: .replace))
        try container.register(registration)
        _ = try container.resolve((any Auditing).self)
    }

    func testREG4_SeveralTypesAtOnceUnderThreads() throws {
        let rounds = StressScale.scaled(300, underThreadSanitizer: 60)
        let report = Barrage("REG4 several types at once", threads: 4, rounds: rounds).run { _ in
            Container()
        } body: { container, _ in
            try container.register(Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing })
        } check: { container, results in
            let wins = results.filter { if case .success = $0 { true } else { false } }
            try expect(wins.count == 1, "\(wins.count) registered")
            let object = try container.resolve(Ledger.self).object
            try expect(try container.resolve((any Auditing).self).object == object, "another Auditing")
            try expect(try container.resolve((any Billing).self).object == object, "another Billing")
        }
        var stated = Stated("REG4 one of four registers all its types")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }
}
