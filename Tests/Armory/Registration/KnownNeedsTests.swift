// REG2: what a registration needs, as it is known without running a factory.

import Armory
import ArmoryCore
import ArmoryTestSupport
import XCTest

private struct Part: Sendable {}

private struct Whole: Sendable {
    init(part: Part, number: Int, text: String) {}
}

private final class Injected {
    var text = ""
}

final class KnownNeedsTests: LeakCheckedTestCase {
    private func needs(_ registration: any Registration) throws -> [String]? {
        let container = try Container(configuration: .init(validates: false)) { registration }
        return container.ownRecords[0].needs?.map { "\($0.key)" }
    }

    func testREG2_AnInitializersParametersAreItsNeeds() throws {
        XCTAssertEqual(try needs(Singleton(Whole.init)), ["Part", "Int", "String"])
        XCTAssertEqual(
            try needs(Transient(Whole.init, .registered, .value(1), .named("two"))), ["Part", #"String named "two""#])
        XCTAssertEqual(try needs(Transient(Whole.init, .registered, .argument, .argument)), ["Part"])
        XCTAssertEqual(try needs(Singleton { (part: Part, number: Int) async in "\(number)" }), ["Part", "Int"])
        XCTAssertEqual(try needs(Singleton { Part() }), [])
        XCTAssertEqual(try needs(Singleton(value: 1)), [])
    }

    func testREG2_AClosureHidesItsNeedsExceptThoseThatAreDeclared() throws {
        let closure = Singleton { Whole(part: try $0.resolve(), number: try $0.resolve(), text: try $0.resolve()) }
        XCTAssertNil(try needs(closure))
        XCTAssertEqual(
            try needs(closure.dependsOn(Part.self, Int.self).dependsOn(String.self, named: "a")),
            ["Part", "Int", #"String named "a""#])
    }

    func testREG6_AnInjectionsNeedsCloseCycles() throws {
        let container = try Container {
            Graph { Injected() }.inject(\.text).dependsOn(Int.self)
            Singleton(value: "")
            Singleton(value: 1)
        }
        let needs = container.ownRecords[0].needs ?? []
        XCTAssertEqual(needs.map { "\($0.key)" }, ["String", "Int"])
        XCTAssertEqual(needs.map { "\($0.time)" }, ["injection", "construction"])
    }

    func testREG4_AFurtherTypeNeedsTheRegistrationItself() throws {
        let container = try Container {
            Singleton { 1 }.as { "\($0)" }
            Singleton { 2.5 }.contributed().as { Float($0) }
        }
        let needs = container.ownRecords.map { $0.needs?.map { "\($0.key) \($0.record == nil)" } ?? [] }
        XCTAssertEqual(needs, [[], ["Int true"], [], ["Double false"]])
    }
}
