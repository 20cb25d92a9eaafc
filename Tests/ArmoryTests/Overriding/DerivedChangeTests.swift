// MOD6: what a derived container changes is its own, and reaches as deep as what it overrides.

import Armory
import ArmoryTestSupport
import XCTest

private class Printer: SharedResolvable, @unchecked Sendable {  // Its subclass is the tests' own.
    private let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
    var name: String { "printer" }
}

private final class PrinterDouble: Printer, @unchecked Sendable {  // As above.
    override var name: String { "double" }
}

private final class Desk: Sendable {
    private let life = Counted()
    let printer: Printer
    init(printer: Printer) { self.printer = printer }
}

private final class Office: Sendable {
    private let life = Counted()
    let desk: Desk
    init(desk: Desk) { self.desk = desk }
}

private final class Lamp: Sendable {
    private let life = Counted()
    let watts: Int
    init(watts: Int) { self.watts = watts }
}

private final class Lit: Sendable {
    private let life = Counted()
    let lamp: Lamp
    init(lamp: Lamp) { self.lamp = lamp }
}

private struct Watts: Sendable {
    let number: Int
}

private final class Chair: Sendable {
    private let life = Counted()
}

final class DerivedChangeTests: EveryHashTestCase {
    func testMOD6_ResettingADerivedContainerLeavesTheBaseAlone() throws {
        let base = try Container {
            Singleton { Chair() }
            Singleton { Lamp(watts: 60) }
        }
        let derived = try base.overriding { Singleton { Lamp(watts: 5) } }
        let (chair, lamp) = (try base.resolve(Chair.self), try base.resolve(Lamp.self))
        let resets: [() throws -> Void] = [
            { try derived.reset(all: .singletons) }, { try derived.reset(includingParents: true) },
        ]
        for reset in resets {
            let own = try derived.resolve(Lamp.self)
            let child = Container(parents: [derived])
            try reset()
            XCTAssertFalse(try derived.resolve(Lamp.self) === own, "its own is forgotten")
            XCTAssertTrue(try base.resolve(Chair.self) === chair)
            XCTAssertTrue(try base.resolve(Lamp.self) === lamp)
            XCTAssertTrue(try derived.resolve(Chair.self) === chair)
            let next = try derived.resolve(Lamp.self)
            try child.reset(includingParents: true)
            XCTAssertFalse(try derived.resolve(Lamp.self) === next, "a child's reset reaches the derived one")
            XCTAssertTrue(try base.resolve(Chair.self) === chair)
        }
        try base.reset(all: .singletons)
        XCTAssertFalse(try base.resolve(Chair.self) === chair)
    }

    func testMOD6_ASubstituteInADerivedContainerIsDeep() throws {
        let base = try Container {
            Singleton(Desk.init)
            Singleton(Office.init)
            Singleton { Chair() }
            Singleton(value: 0)
        }
        let (office, chair) = (try base.resolve(Office.self), try base.resolve(Chair.self))
        let shares = try base.overriding {}
        XCTAssertTrue(try shares.resolve(Office.self) === office)
        for derived in [shares, try base.overriding { Singleton(value: 1) }] {
            try derived.replace(Printer.self, with: PrinterDouble.self)
            XCTAssertEqual(derived.resolve(Printer.self).name, "double")
            XCTAssertEqual(try derived.resolve(Office.self).desk.printer.name, "double")
            XCTAssertTrue(try derived.resolve(Office.self).desk.printer === derived.resolve(Printer.self))
            XCTAssertTrue(try base.resolve(Office.self) === office)
            XCTAssertTrue(try base.resolve(Chair.self) === chair)
        }
    }

    func testMOD6_AModuleThatIsLoadedIntoADerivedContainerIsDeep() throws {
        let base = try Container {
            Singleton { Lamp(watts: 60) }
            Singleton { (lamp: Lamp) in Lit(lamp: lamp) }
            Singleton { Chair() }
            Singleton(value: 0)
        }
        let (lit, chair) = (try base.resolve(Lit.self), try base.resolve(Chair.self))
        let derived = try base.overriding { Singleton(value: 1) }
        XCTAssertTrue(try derived.resolve(Lit.self) === lit, "that it does not depend on what is overridden is known")
        let seen = Log<Int>()
        let module = Module("dim") {
            Singleton { Lamp(watts: 5) }
            Singleton { (lit: Lit) -> Watts in
                seen.add(lit.lamp.watts)
                return Watts(number: lit.lamp.watts)
            }.eager()
        }
        try derived.load(module)
        XCTAssertEqual(seen.all, [5], "an eager one is given it too")
        XCTAssertEqual(try derived.resolve(Lit.self).lamp.watts, 5)
        XCTAssertTrue(try derived.resolve(Chair.self) === chair, "it does not depend on the lamp")
        XCTAssertTrue(try base.resolve(Lit.self) === lit)
    }
}
