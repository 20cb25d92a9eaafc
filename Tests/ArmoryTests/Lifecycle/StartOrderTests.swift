import Armory
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

/// A value that says for whom it was made.
private struct Label: Sendable {
    let text: String
}

private struct Sign: Sendable {
    let label: Label
    init(label: Label) { self.label = label }
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

    func testINT3_AFactoryKnowsForWhomItMakes() throws {
        let container = try Container {
            Transient { Label(text: Container.askingType.map { "\($0)" } ?? "nobody") }
            Transient(Sign.init)
        }
        XCTAssertEqual(try container.resolve(Label.self).text, "nobody")
        XCTAssertEqual(try container.resolve(Sign.self).label.text, "Sign")
    }

    func testINT3_AFactoryMayLookForASeedThatNeedNotBeThere() throws {
        let container = try Container {
            Seeded(Label.self).named("request")
            Scoped { resolver in
                Entry(name: resolver.seed(Label.self, named: "request")?.text ?? "none")
            }
        }
        let seeds = [Seed(Label(text: "seed")).named("request")]
        XCTAssertEqual(try container.withScope(seeds: seeds) { try $0.resolve(Entry.self).name }, "seed")
        XCTAssertEqual(try container.withScope { try $0.resolve(Entry.self).name }, "none")
    }
}
