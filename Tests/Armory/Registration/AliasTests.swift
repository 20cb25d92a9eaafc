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

final class AliasTests: LeakCheckedTestCase {
    private func containers() throws -> [(String, Container)] {
        func named(_ name: RegistrationName?, _ registration: some Registration) -> any Registration {
            guard let name else { return registration }
            return registration.named(name)
        }
        var containers: [(String, Container)] = []
        for name in [nil, "named"] as [RegistrationName?] {
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
                        try Container {
                            list
                            if let name {
                                Transient(Three.init, .named(name), .named(name), .named(name))
                            } else {
                                Transient(Three.init)
                            }
                        }.openScope()
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
        let container = try Container(configuration: .init(duplicates: .replace)) {
            Singleton(Ledger.init).as { $0 as any Auditing }
            Singleton(Ledger.self) { OtherLedger() }
        }
        XCTAssertTrue(try container.resolve((any Auditing).self) is OtherLedger)
        XCTAssertEqual(
            try container.resolve((any Auditing).self).object, try container.resolve(Ledger.self).object)
    }

    func testREG4_AFurtherTypeTakesTheArgumentsOfTheFirst() throws {
        struct Page: CustomStringConvertible { let description: String }
        let container = try Container {
            Transient(arguments: Int.self, String.self) { _, number, text in Page(description: "\(number) \(text)") }
                .as { $0 as any CustomStringConvertible }
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

    func testREG4_AFurtherTypeThatAnotherHasIsADuplicate() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton((any Billing).self) { Ledger() }
                Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Billing }
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
        XCTAssertEqual(error?.faults.map(\.key), ["any Billing"])
    }

    func testREG4_OneTypeTwiceIsADuplicateOrTheLastOne() throws {
        let registration = Singleton(Ledger.init).as { $0 as any Auditing }.as { $0 as any Auditing }
        failure(.invalid) { try Container { registration } }
        let container = try Container(configuration: .init(duplicates: .replace)) { registration }
        XCTAssertEqual(
            try container.resolve((any Auditing).self).object, try container.resolve(Ledger.self).object)
    }

    func testREG11_AFurtherTypeMayBeAnElementOfTheListAlone() throws {
        let container = try Container {
            Singleton(Ledger.init).contributing { $0 as any Auditing }.as { $0 as any Billing }
            Singleton(OtherLedger.init).contributing { $0 as any Auditing }
            Transient { (all: [any Auditing]) in all.count }
        }
        XCTAssertEqual(try container.resolve(Int.self), 2)
        let first = try container.resolve(Ledger.self).object
        let objects = try container.resolve([any Auditing].self).map(\.object)
        XCTAssertEqual(objects, [first, try container.resolve(OtherLedger.self).object])
        XCTAssertEqual(try container.resolve((any Billing).self).object, first)
        failure(.missing) { try container.resolve((any Auditing).self) }
        let graph = container.graph
        let target = graph.edges.filter { $0.to == graph.nodes.firstIndex { $0.key.hasSuffix("OtherLedger") } }
        XCTAssertEqual(target.map { graph.nodes[$0.from].key.hasSuffix("Auditing") }, [true], "the edge is known")
    }

    func testREG11_AReplacedRegistrationIsNoElement() throws {
        let container = try Container(configuration: .init(duplicates: .replace)) {
            Singleton(Ledger.init).contributing { $0 as any Auditing }.as { $0 as any Billing }
            Singleton(OtherLedger.init).contributing { $0 as any Auditing }
            Singleton(Ledger.self) { OtherLedger() }
            Singleton(OtherLedger.init)
        }
        XCTAssertEqual(try container.resolve([any Auditing].self).count, 0)
        XCTAssertTrue(try container.resolve((any Billing).self) is OtherLedger)
    }
}
