import Armory
import ArmoryServiceLifecycle
import ArmoryTestSupport
import XCTest

private struct Source: Sendable {}

private struct Pump: Sendable {
    init(source: Source) {}
}

private struct Meter: Sendable {
    init(pump: Pump, source: Source) {}
}

/// What a list of instances is of: the name of each.
private struct Entry: Sendable {
    let name: String
}

// What those are given who run a container's instances in ways of their own.
final class StartOrderTests: LeakCheckedTestCase {
    func testLIFE7_EachComesAfterThoseThatItDependsOn() throws {
        let container = try Container {
            Singleton(Meter.init).listed { _ in Entry(name: "meter") }
            Singleton(Source.init).listed { _ in Entry(name: "source") }
            Singleton(Pump.init).listed { _ in Entry(name: "pump") }
        }
        let order = try container.startOrder(of: Entry.self)
        XCTAssertEqual(order.map(\.member.name), ["source", "pump", "meter"])
        XCTAssertEqual(order.map(\.name), ["Source", "Pump", "Meter"])
        XCTAssertEqual(order.map(\.needs), [[], [0], [0, 1]])
    }

    func testLIFE7_WhatCannotBeMadeIsAnError() throws {
        let container = try Container {
            Singleton { () throws -> Source in throw Mishap(1) }.listed { _ in Entry(name: "source") }
        }
        failure(.factoryFailed) { try container.startOrder(of: Entry.self) }
    }
}
