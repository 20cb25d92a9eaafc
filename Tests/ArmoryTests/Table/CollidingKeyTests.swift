import Armory
import ArmoryTestSupport
import XCTest

private protocol Beacon: Sendable { var number: Int { get } }
private struct Lamp: Beacon { let number: Int }
private struct Horn: Beacon { let number: Int }

/// D3, D15: what a container does among keys whose hashes are equal.
///
/// Each test runs with one hash for all types, names and qualifiers too. Then only whole keys differ.
final class CollidingKeyTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    /// A container of two hundred types, each with a number of its own.
    private func twoHundredTypes() throws -> (container: Container, types: [any Makeable.Type]) {
        func register<T: Makeable>(_ type: T.Type, in container: Container) throws {
            try container.register(Singleton(type) { T() })
        }
        let container = Container()
        let types = Array(ManyTypes.tenThousand.prefix(200))
        for type in types { try register(type, in: container) }
        return (container, types)
    }

    private func assertResolves<T: Makeable>(_ type: T.Type, in container: Container) throws {
        let instance: T = try container.resolve(type)
        XCTAssertTrue(Swift.type(of: instance) == type)
    }

    func testD15_TypesWithOneHashAreToldApart() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: "text")
            Singleton(value: 1 as Int?)
            Singleton((any Beacon).self) { Lamp(number: 3) }
            Singleton { Horn(number: 4) }
        }
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertEqual(try container.resolve(String.self), "text")
        XCTAssertEqual(try container.resolve((any Beacon).self).number, 3)
        XCTAssertEqual(try container.resolve(Horn.self).number, 4)
        failure(.missing) { try container.resolve(Lamp.self) }
        XCTAssertNil(try container.resolveOptional(UInt.self))
        XCTAssertEqual(try container.with(Int.self) { $0 }, 1)
        XCTAssertThrowsError(try container.with(UInt.self) { $0 })
    }

    func testD15_TwoHundredTypesWithOneHashAreToldApart() throws {
        let (container, types) = try twoHundredTypes()
        for type in types.shuffled() { try assertResolves(type, in: container) }
        for type in ManyTypes.tenThousand.dropFirst(200).prefix(50) {
            func assertMissing<T: Makeable>(_ type: T.Type) throws {
                failure(.missing) { try container.resolve(type) }
                XCTAssertNil(try container.resolveOptional(type))
            }
            try assertMissing(type)
        }
    }

    func testD15_RegisteringOneOfTwoHundredAgainIsTheDuplicate() throws {
        let (container, types) = try twoHundredTypes()
        func assertDuplicate<T: Makeable>(_ type: T.Type) {
            let error = failure(.duplicate) { try container.register(Singleton(type) { T() }) }
            XCTAssertEqual(error?.key, TypeName.of(type))
        }
        for type in types { assertDuplicate(type) }
    }

    func testD15_EveryLifetimeIsFoundAmongEqualHashes() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }.named("singleton")
            Shared { [tracker] in Tracked(tracker) }.named("shared")
            Graph { [tracker] in Tracked(tracker) }.named("graph")
            Transient { [tracker] in Tracked(tracker) }.named("transient")
            Transient(arguments: Int.self) { _, number in "argument \(number)" }.named("arguments")
            Transient(arguments: Int.self) { _, number in number + 1 }
        }
        let singleton = try container.resolve(Tracked.self, named: "singleton")
        let shared = try container.resolve(Tracked.self, named: "shared")
        let graph = try container.resolve(Tracked.self, named: "graph")
        let transient = try container.resolve(Tracked.self, named: "transient")
        XCTAssertEqual([singleton, shared, graph, transient].map(\.serial), [1, 2, 3, 4])
        XCTAssertTrue(try container.resolve(Tracked.self, named: "singleton") === singleton)
        XCTAssertTrue(try container.resolve(Tracked.self, named: "shared") === shared)
        XCTAssertEqual(try container.resolve(String.self, named: "arguments", arguments: 7), "argument 7")
        XCTAssertEqual(try container.resolve(Int.self, arguments: 7), 8)
        failure(.missing) { try container.resolve(String.self, arguments: 7) }
        failure(.missing) { try container.resolve(Int.self, named: "arguments", arguments: 7) }
    }

    func testD15_ReplacingRemovingAndRegisteringAgainAmongEqualHashes() throws {
        // Each of twenty keys in turn goes through the four changes; the others are looked at after each.
        let container = Container()
        let names = (0..<20).map { Name("key \($0)") }
        var expected: [Int?] = Array(0..<20)
        for (number, name) in names.enumerated() { try container.register(Singleton(value: number).named(name)) }
        func check(_ what: String) throws {
            for (number, name) in names.enumerated() {
                XCTAssertEqual(
                    try container.resolveOptional(Int.self, named: name), expected[number], "\(what): \(number)")
            }
        }
        for (number, name) in names.enumerated() {
            try container.replace(Singleton(value: 100 + number).named(name))
            expected[number] = 100 + number
            try check("replaced")
            let overlay = try container.overlay(Singleton(value: 200 + number).named(name))
            expected[number] = 200 + number
            try check("overlaid")
            overlay.remove()
            expected[number] = 100 + number
            try check("the overlay removed")
            try container.remove(Int.self, named: name)
            expected[number] = nil
            try check("removed")
            failure(.removed) { try container.resolve(Int.self, named: name) }
            try container.register(Singleton(value: 300 + number).named(name))
            expected[number] = 300 + number
            try check("registered again")
        }
    }

    func testD15_OverlaysOfKeysWithOneHashComeOffInAnyOrder() throws {
        let container = try Container {
            for number in 0..<8 { Singleton(value: number).qualified(by: number) }
        }
        let overlays = try (0..<8).map { number in
            try (1...3).map { try container.overlay(Singleton(value: number + $0 * 10).qualified(by: number)) }
        }
        for height in [1, 0, 2] {
            for number in [3, 7, 0, 5, 1, 6, 2, 4] {
                overlays[number][height].remove()
                let left = height == 2 ? 0 : 30
                XCTAssertEqual(try container.resolve(Int.self, qualifier: number), number + left)
            }
        }
    }

    func testD15_WhatIsRemovedAmongEqualHashesLeavesTheTable() throws {
        // The chain is rebuilt many times; forty stay.
        let container = Container()
        for number in 0..<40 { try container.register(Singleton(value: number).qualified(by: "stays \(number)")) }
        for round in 0..<300 {
            try container.register(Singleton { [tracker] in Tracked(tracker) }.qualified(by: round))
            XCTAssertEqual(try container.resolve(Tracked.self, qualifier: round).serial, round + 1)
            try container.remove(Tracked.self, qualifier: round)
        }
        XCTAssertEqual(tracker.alive, 0)
        for number in 0..<40 {
            XCTAssertEqual(try container.resolve(Int.self, qualifier: "stays \(number)"), number)
        }
    }

    func testD15_EqualHashesBoundTheTablesCapacity() {
        // A chain at the limit has the table doubled until it is sparse, and no further: 32 entries a key, or the least.
        let model = TableModel()
        for (number, type) in ManyTypes.tenThousand.prefix(400).enumerated() {
            model.insert(type, slot: number)
            XCTAssertLessThanOrEqual(model.capacity, max(64, 32 * (number + 1)))
        }
        for (number, type) in ManyTypes.tenThousand.prefix(400).enumerated() {
            XCTAssertEqual(model.find(type), number)
        }
        model.check()
        XCTAssertLessThan(model.rebuilds, 12)
    }

    func testC1_KeysWithOneHashAreRegisteredAndFoundByManyThreadsAtOnce() throws {
        // Eight threads register fifty keys each into one chain, look up those of all, and replace their own.
        let container = Container()
        let results = race(threads: 8) { thread in
            for number in 0..<50 {
                try container.register(Singleton(value: thread * 100 + number).qualified(by: thread * 100 + number))
                for other in 0..<8 {
                    let found = try container.resolveOptional(Int.self, qualifier: other * 100 + number)
                    if let found, found % 10_000 != other * 100 + number { throw Mishap(found) }
                }
                try container.replace(
                    Singleton(value: 10_000 + thread * 100 + number).qualified(by: thread * 100 + number))
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        for key in (0..<8).flatMap({ thread in (0..<50).map { thread * 100 + $0 } }) {
            XCTAssertEqual(try container.resolve(Int.self, qualifier: key), 10_000 + key)
        }
    }
}
