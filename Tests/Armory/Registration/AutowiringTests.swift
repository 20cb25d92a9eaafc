// REG2: an initializer says by its parameters' types what it needs.

import Armory
import ArmoryTestSupport
import XCTest

// MARK: What is made

/// Says which parameters it was made from.
private final class Made: Sendable {
    private let life = Counted()
    let parts: [String]

    init(_ parts: [Any]) {
        self.parts = parts.map { "\(type(of: $0))" }
    }
}

@Sendable
private func make0() -> Made { Made([]) }
@Sendable
private func make1(_ p0: Digits.D0) -> Made { Made([p0]) }
@Sendable
private func make2(_ p0: Digits.D0, _ p1: Digits.D1) -> Made { Made([p0, p1]) }
@Sendable
private func make3(_ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2) -> Made { Made([p0, p1, p2]) }
@Sendable
private func make4(_ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2, _ p3: Digits.D3) -> Made {
    Made([p0, p1, p2, p3])
}
@Sendable
private func make5(_ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2, _ p3: Digits.D3, _ p4: Digits.D4) -> Made {
    Made([p0, p1, p2, p3, p4])
}
@Sendable
private func make6(
    _ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2, _ p3: Digits.D3, _ p4: Digits.D4, _ p5: Digits.D5
) -> Made { Made([p0, p1, p2, p3, p4, p5]) }
@Sendable
private func make7(
    _ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2, _ p3: Digits.D3, _ p4: Digits.D4, _ p5: Digits.D5,
    _ p6: Digits.D6
) -> Made { Made([p0, p1, p2, p3, p4, p5, p6]) }
@Sendable
private func make8(
    _ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2, _ p3: Digits.D3, _ p4: Digits.D4, _ p5: Digits.D5,
    _ p6: Digits.D6, _ p7: Digits.D7
) -> Made { Made([p0, p1, p2, p3, p4, p5, p6, p7]) }
@Sendable
private func make9(
    _ p0: Digits.D0, _ p1: Digits.D1, _ p2: Digits.D2, _ p3: Digits.D3, _ p4: Digits.D4, _ p5: Digits.D5,
    _ p6: Digits.D6, _ p7: Digits.D7, _ p8: Digits.D8
) -> Made { Made([p0, p1, p2, p3, p4, p5, p6, p7, p8]) }

private let digits = Module("digits") {
    Singleton(Digits.D0.init)
    Singleton(Digits.D1.init)
    Singleton(Digits.D2.init)
    Singleton(Digits.D3.init)
    Singleton(Digits.D4.init)
    Singleton(Digits.D5.init)
    Singleton(Digits.D6.init)
    Singleton(Digits.D7.init)
    Singleton(Digits.D8.init)
}

private enum Wide {
    static let singleton = Module("singleton") {
        digits
        Singleton(make0).named(RegistrationName(0))
        Singleton(make1).named(RegistrationName(1))
        Singleton(make2).named(RegistrationName(2))
        Singleton(make3).named(RegistrationName(3))
        Singleton(make4).named(RegistrationName(4))
        Singleton(make5).named(RegistrationName(5))
        Singleton(make6).named(RegistrationName(6))
        Singleton(make7).named(RegistrationName(7))
        Singleton(make8).named(RegistrationName(8))
        Singleton(make9).named(RegistrationName(9))
    }
    static let singletonTyped = Module("singletonTyped") {
        digits
        Singleton(Made.self, make0).named(RegistrationName(0))
        Singleton(Made.self, make1).named(RegistrationName(1))
        Singleton(Made.self, make2).named(RegistrationName(2))
        Singleton(Made.self, make3).named(RegistrationName(3))
        Singleton(Made.self, make4).named(RegistrationName(4))
        Singleton(Made.self, make5).named(RegistrationName(5))
        Singleton(Made.self, make6).named(RegistrationName(6))
        Singleton(Made.self, make7).named(RegistrationName(7))
        Singleton(Made.self, make8).named(RegistrationName(8))
        Singleton(Made.self, make9).named(RegistrationName(9))
    }
    static let shared = Module("shared") {
        digits
        Shared(make0).named(RegistrationName(0))
        Shared(make1).named(RegistrationName(1))
        Shared(make2).named(RegistrationName(2))
        Shared(make3).named(RegistrationName(3))
        Shared(make4).named(RegistrationName(4))
        Shared(make5).named(RegistrationName(5))
        Shared(make6).named(RegistrationName(6))
        Shared(make7).named(RegistrationName(7))
        Shared(make8).named(RegistrationName(8))
        Shared(make9).named(RegistrationName(9))
    }
    static let sharedTyped = Module("sharedTyped") {
        digits
        Shared(Made.self, make0).named(RegistrationName(0))
        Shared(Made.self, make1).named(RegistrationName(1))
        Shared(Made.self, make2).named(RegistrationName(2))
        Shared(Made.self, make3).named(RegistrationName(3))
        Shared(Made.self, make4).named(RegistrationName(4))
        Shared(Made.self, make5).named(RegistrationName(5))
        Shared(Made.self, make6).named(RegistrationName(6))
        Shared(Made.self, make7).named(RegistrationName(7))
        Shared(Made.self, make8).named(RegistrationName(8))
        Shared(Made.self, make9).named(RegistrationName(9))
    }
    static let scoped = Module("scoped") {
        digits
        Scoped(make0).named(RegistrationName(0))
        Scoped(make1).named(RegistrationName(1))
        Scoped(make2).named(RegistrationName(2))
        Scoped(make3).named(RegistrationName(3))
        Scoped(make4).named(RegistrationName(4))
        Scoped(make5).named(RegistrationName(5))
        Scoped(make6).named(RegistrationName(6))
        Scoped(make7).named(RegistrationName(7))
        Scoped(make8).named(RegistrationName(8))
        Scoped(make9).named(RegistrationName(9))
    }
    static let scopedTyped = Module("scopedTyped") {
        digits
        Scoped(Made.self, make0).named(RegistrationName(0))
        Scoped(Made.self, make1).named(RegistrationName(1))
        Scoped(Made.self, make2).named(RegistrationName(2))
        Scoped(Made.self, make3).named(RegistrationName(3))
        Scoped(Made.self, make4).named(RegistrationName(4))
        Scoped(Made.self, make5).named(RegistrationName(5))
        Scoped(Made.self, make6).named(RegistrationName(6))
        Scoped(Made.self, make7).named(RegistrationName(7))
        Scoped(Made.self, make8).named(RegistrationName(8))
        Scoped(Made.self, make9).named(RegistrationName(9))
    }
    static let graph = Module("graph") {
        digits
        Graph(make0).named(RegistrationName(0))
        Graph(make1).named(RegistrationName(1))
        Graph(make2).named(RegistrationName(2))
        Graph(make3).named(RegistrationName(3))
        Graph(make4).named(RegistrationName(4))
        Graph(make5).named(RegistrationName(5))
        Graph(make6).named(RegistrationName(6))
        Graph(make7).named(RegistrationName(7))
        Graph(make8).named(RegistrationName(8))
        Graph(make9).named(RegistrationName(9))
    }
    static let graphTyped = Module("graphTyped") {
        digits
        Graph(Made.self, make0).named(RegistrationName(0))
        Graph(Made.self, make1).named(RegistrationName(1))
        Graph(Made.self, make2).named(RegistrationName(2))
        Graph(Made.self, make3).named(RegistrationName(3))
        Graph(Made.self, make4).named(RegistrationName(4))
        Graph(Made.self, make5).named(RegistrationName(5))
        Graph(Made.self, make6).named(RegistrationName(6))
        Graph(Made.self, make7).named(RegistrationName(7))
        Graph(Made.self, make8).named(RegistrationName(8))
        Graph(Made.self, make9).named(RegistrationName(9))
    }
    static let transient = Module("transient") {
        digits
        Transient(make0).named(RegistrationName(0))
        Transient(make1).named(RegistrationName(1))
        Transient(make2).named(RegistrationName(2))
        Transient(make3).named(RegistrationName(3))
        Transient(make4).named(RegistrationName(4))
        Transient(make5).named(RegistrationName(5))
        Transient(make6).named(RegistrationName(6))
        Transient(make7).named(RegistrationName(7))
        Transient(make8).named(RegistrationName(8))
        Transient(make9).named(RegistrationName(9))
    }
    static let transientTyped = Module("transientTyped") {
        digits
        Transient(Made.self, make0).named(RegistrationName(0))
        Transient(Made.self, make1).named(RegistrationName(1))
        Transient(Made.self, make2).named(RegistrationName(2))
        Transient(Made.self, make3).named(RegistrationName(3))
        Transient(Made.self, make4).named(RegistrationName(4))
        Transient(Made.self, make5).named(RegistrationName(5))
        Transient(Made.self, make6).named(RegistrationName(6))
        Transient(Made.self, make7).named(RegistrationName(7))
        Transient(Made.self, make8).named(RegistrationName(8))
        Transient(Made.self, make9).named(RegistrationName(9))
    }

    static let all = [
        singleton, singletonTyped, shared, sharedTyped, scoped, scopedTyped, graph, graphTyped, transient,
        transientTyped,
    ]
}

// MARK: What is written in a program

private protocol Clock: Sendable { var now: Int { get } }
private struct FixedClock: Clock { let now = 7 }

private protocol Store: Sendable { var clock: any Clock { get } }
private final class MemoryStore: Store {
    private let life = Counted()
    let clock: any Clock
    init(clock: any Clock) { self.clock = clock }
}

private struct Settings: Sendable, Equatable {
    let now: Int
    init(clock: any Clock) { now = clock.now }
}

private actor Teller {
    nonisolated let store: any Store
    init(store: any Store, settings: Settings) { self.store = store }
}

private final class Picky: Sendable {
    private let life = Counted()
    init(settings: Settings) throws {
        if settings.now == 7 { throw Mishap(7) }
    }
}

/// Has an initializer that takes a resolver beside the one with dependencies.
private final class Twofold: Sendable {
    let way: String
    init(clock: any Clock) { way = "parameters" }
    init(_ resolver: Resolver) { way = "resolver" }
}

private final class Manifold: Sendable {
    let way: String
    init(clock: any Clock) { way = "clock" }
    init(settings: Settings) { way = "settings" }
}

private final class Local {
    let life = Counted()
    let settings: Settings
    init(settings: Settings) { self.settings = settings }
}

@Sendable
private func ledger(of store: any Store) -> [Int] { [store.clock.now] }

private let program = Module("program") {
    Singleton((any Clock).self, FixedClock.init)
    Singleton((any Store).self, MemoryStore.init)
    Singleton(Settings.init)
}

// MARK: The tests

final class AutowiringTests: LeakCheckedTestCase {
    private func container(@ModuleBuilder _ contents: () -> [any ModuleElement]) throws -> Container {
        try Container {
            program
            contents()
        }.openScope()
    }

    func testREG2_ParametersFromNoneToNineInEveryLifetimeWithAndWithoutTheType() throws {
        var stated = Stated("REG2 initializers of 0 to 9 parameters, 5 lifetimes, the type named and not")
        var count = 0
        defer {
            stated.add(count, "initializers")
            stated.state(misses: testRun?.failureCount ?? 0)
        }
        for module in Wide.all {
            let container = try Container { module }.openScope()
            for width in 0..<10 {
                let made = try container.resolve(Made.self, named: RegistrationName(width))
                XCTAssertEqual(made.parts, (0..<width).map { "D\($0)" }, "\(module.name ?? "")")
                let again = try container.resolve(Made.self, named: RegistrationName(width))
                let isOneEach = ["graph", "graphTyped", "transient", "transientTyped"].contains(module.name)
                XCTAssertEqual(made === again, !isOneEach, "\(module.name ?? "") \(width)")
                count += 1
            }
        }
        XCTAssertEqual(count, 100)
    }

    func testREG2_AMissingParameterIsTheErrorWithThePath() throws {
        let container = try Container(configuration: .init(validates: false)) {
            Singleton(Settings.init)
            Singleton(Picky.init)
        }
        let error = failure(.missing) { try container.resolve(Picky.self) }
        XCTAssertEqual(error?.path, ["Picky", "Settings", "any Clock"])
    }

    func testREG2_AThrowingInitializerIsTheFactorysError() throws {
        let container = try container { Singleton(Picky.init) }
        let error = failure(.factoryFailed) { try container.resolve(Picky.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(7))
    }

    func testREG2_ActorsStructsClassesAndFreeFunctions() throws {
        let container = try container {
            Singleton(Teller.init)
            Transient(Local.init)
            Singleton(ledger)
        }
        XCTAssertTrue(try container.resolve(Teller.self) === container.resolve(Teller.self))
        XCTAssertEqual(try container.resolve(Settings.self).now, 7)
        XCTAssertEqual(try container.resolve([Int].self), [7])
        XCTAssertFalse(try container.resolve(Local.self) === container.resolve(Local.self))
        let teller = try container.resolve(Teller.self)
        let store = try container.resolve((any Store).self)
        XCTAssertTrue(teller.store as? MemoryStore === store as? MemoryStore)
    }

    func testREG2_AClosureWithTypedParameters() throws {
        let container = try container {
            Singleton { (clock: any Clock) in "at \(clock.now)" }
            Transient(Double.self) { (clock: any Clock, settings: Settings) in Double(clock.now + settings.now) }
            Graph { (text: String, number: Double) -> [String] in [text, "\(number)"] }
        }
        XCTAssertEqual(try container.resolve(String.self), "at 7")
        XCTAssertEqual(try container.resolve(Double.self), 14)
        XCTAssertEqual(try container.resolve([String].self), ["at 7", "14.0"])
    }

    func testREG2_WhereAnInitializerTakesAResolverItGoesFirst() throws {
        let container = try container {
            Singleton(Twofold.init)
            Singleton(Twofold.init(clock:)).named("parameters")
            Singleton { (clock: any Clock) in Twofold(clock: clock) }.named("closure")
        }
        XCTAssertEqual(try container.resolve(Twofold.self).way, "resolver")
        XCTAssertEqual(try container.resolve(Twofold.self, named: "parameters").way, "parameters")
        XCTAssertEqual(try container.resolve(Twofold.self, named: "closure").way, "parameters")
    }

    func testREG2_AnOverloadedInitializerIsChosenByItsLabelOrByAClosure() throws {
        let container = try container {
            Singleton(Manifold.init(clock:)).named("label")
            Singleton(Manifold.self, Manifold.init(settings:)).named("type and label")
            Singleton { (settings: Settings) in Manifold(settings: settings) }.named("closure")
            Singleton { Manifold(clock: try $0.resolve()) }.named("resolver")
        }
        XCTAssertEqual(try container.resolve(Manifold.self, named: "label").way, "clock")
        XCTAssertEqual(try container.resolve(Manifold.self, named: "type and label").way, "settings")
        XCTAssertEqual(try container.resolve(Manifold.self, named: "closure").way, "settings")
        XCTAssertEqual(try container.resolve(Manifold.self, named: "resolver").way, "clock")
    }

    func testE2_AGenericTypeWithoutItsArgumentIsRefused() throws {
        struct Box<T: Sendable>: Sendable {
            let content: T
            init(content: T) { self.content = content }
        }
        let line = #line + 1
        let error = failure(.invalid) { try Container { Singleton { Box(content: $0) } } }
        XCTAssertEqual(error?.faults.first?.code, .resolverAsGenericArgument)
        XCTAssertEqual(error?.faults.first?.location?.line, line)
        assertErrorText(error?.faults.first, "resolverAsGenericArgument: a structure")
        let container = try Container {
            Singleton(Box<Int>.init)
            Singleton { 5 }
        }
        XCTAssertEqual(try container.resolve(Box<Int>.self).content, 5)
    }
}
