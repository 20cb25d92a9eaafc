// K5: a listener that is planned into a layout is told of every resolve, and no other layout tells anything.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// Writes down each resolve as its path; one that found an instance ends with a mark.
private final class Listener: ResolveListener {
    private let log = Log<String>()

    var all: [String] { log.all }

    private func text(_ resolve: ResolveNotice) -> String {
        resolve.path.map(\.key.description).joined(separator: ">")
    }

    func observeResolve<T>(
        _ resolve: ResolveNotice, performing body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        log.add(text(resolve))
        return try body()
    }

    func observeResolveAsync<T>(
        _ resolve: ResolveNotice, performing body: () async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        log.add("await " + text(resolve))
        return try await body()
    }
}

private final class Engine: Sendable {}
private final class Wheel: Sendable {}
private final class Car: Sendable {
    let (engine, wheels): (Engine, [Wheel])
    init(engine: Engine, wheels: [Wheel]) { (self.engine, self.wheels) = (engine, wheels) }
}
private final class Lot: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// Says itself that scopes have it.
private final class Spare: RecordedType {
    let wheel: Wheel
    init(_ wheel: Wheel) { self.wheel = wheel }
    static func record(_ qualifier: AnyQualifier?) -> Record? {
        Record(Spare.self, .scoped, at: CodeLocation(), parts: Record.Parts(tag: .request)) { Spare(try $0.resolve()) }
    }
}

final class ToldTests: WatchedTestCase {
    private let listener = Listener()

    private func plan(_ listener: (any ResolveListener)?) -> Plan {
        var plan = Plan {
            $0.autowired(.singleton, Engine.self) { Engine() }
            $0.singleton(Wheel.self) { _ in Wheel() }
            $0.autowired(.transient, Car.self, Car.init)
            $0.transient(Lot.self, taking: Int.self) { Lot($1) }
            $0.scoped(RegistrationName.self) { _ in "scope" }
            $0.awaited(.singleton, UInt.self) { _ in 7 }
        }
        plan.listener = listener
        return plan
    }

    func testK5_EveryResolveIsTold() throws {
        let container = try Container(plan(listener))
        for _ in 0..<2 { _ = try container.resolve(Engine.self) }
        XCTAssertEqual(listener.all, ["Engine", "Engine"])
        let car = try container.resolve(Car.self)
        XCTAssert(try car.engine === container.resolve(Engine.self))
        XCTAssertEqual(
            Array(listener.all.dropFirst(2)), ["Car", "Car>Engine", "Car>Wheel", "Engine"])
        XCTAssertEqual(try container.resolve(Lot.self, arguments: 3).number, 3)
        failure(.wrongArguments) { try container.resolve(Lot.self) }
        failure(.missing) { try container.resolve(String.self) }
        XCTAssertEqual(try container.with(Wheel.self) { _ in 1 }, 1)
        XCTAssertNotNil(try container.resolve(Wheel?.self))
        XCTAssertEqual(Array(listener.all.dropFirst(6)), ["Lot", "Wheel", "Wheel"])
    }

    func testK5_ResolvesInScopesAndOfTasksAreTold() async throws {
        let container = try Container(plan(listener))
        let scope = try container.openScope()
        for _ in 0..<2 { XCTAssertEqual(try scope.resolve(RegistrationName.self), "scope") }
        let number = try await scope.resolveAsync(UInt.self)
        XCTAssertEqual(number, 7)
        XCTAssertEqual(try container.resolve(UInt.self), 7)
        let lot = try await container.resolveAsync(Lot.self, qualifiedBy: nil, arguments: 4)
        XCTAssertEqual(lot.number, 4)
        XCTAssertEqual(listener.all, ["RegistrationName", "RegistrationName", "await UInt", "UInt", "await Lot"])
        failure(.outsideScope) { try container.resolve(RegistrationName.self) }
        container.close()
        failure(.closed) { try scope.resolve(RegistrationName.self) }
    }

    func testK5_AnOverridingContainerMayTellAndItsBaseDoesNot() throws {
        let base = try Container(plan(nil))
        let engine = try base.resolve(Engine.self)
        var changes = Plan { $0.singleton(Wheel.self) { _ in Wheel() } }
        changes.listener = listener
        let other = try base.overriding(changes)
        XCTAssert(try other.resolve(Engine.self) === engine, "it shares what is the same")
        XCTAssert(try other.resolve(Wheel.self) !== base.resolve(Wheel.self))
        let third = try other.overriding(Plan())
        XCTAssert(try third.resolve(Engine.self) === engine)
        XCTAssertEqual(listener.all, ["Engine", "Wheel", "Engine"])
        _ = try base.resolve(Car.self)
        XCTAssertEqual(listener.all.count, 3)
    }

    func testK5_ATypeWithItsOwnRecordIsToldInAScope() async throws {
        let container = try Container(plan(listener))
        let scopes = try (container.openScope(), container.openScope())
        let spare = try scopes.0.resolve(Spare.self)
        XCTAssert(try scopes.0.resolve(Spare.self) === spare)
        let awaited = try await scopes.0.resolveAsync(Spare.self)
        XCTAssert(awaited === spare)
        XCTAssert(try scopes.0.openScope(ScopeTag("job")).resolve(Spare?.self) === spare)
        XCTAssert(try scopes.1.resolve(Spare.self) !== spare)
        XCTAssertEqual(
            listener.all, ["Spare", "Spare>Wheel", "Spare", "await Spare", "Spare", "Spare", "Spare>Wheel"])
        failure(.outsideScope) { try container.resolve(Spare.self) }
        scopes.0.close()
        failure(.closed) { try scopes.0.resolve(Spare.self) }
    }

    func testK5_WhatOverridesAToldContainerTellsEveryResolveOnce() async throws {
        final class Axle: Sendable {}
        final class Wagon: Sendable {
            let (axle, engine): (Axle, Engine?)
            init(axle: Axle, engine: Engine?) { (self.axle, self.engine) = (axle, engine) }
        }
        var plan = plan(listener)
        plan.autowired(.singleton, Axle.self) { Axle() }
        plan.autowired(.singleton, Wagon.self, in: nil) { (axle: Axle) in Wagon(axle: axle, engine: nil) }
        plan.autowired(.singleton, Wagon.self, in: nil, named: "old") { (engine: Engine) in
            Wagon(axle: Axle(), engine: engine)
        }
        let base = try Container(plan)
        let engine = try base.resolve(Engine.self)
        let other = try base.overriding(Plan { $0.autowired(.singleton, Engine.self) { Engine() } })
        XCTAssert(try other.resolve(Engine.self) !== engine)
        XCTAssertEqual(listener.all, ["Engine", "Engine"])
        // Shared, and made by the base: what that asks for is told too.
        let wagon = try other.resolve(Wagon.self)
        XCTAssertEqual(Array(listener.all.dropFirst(2)), ["Wagon", "Wagon>Axle"])
        XCTAssert(try base.resolve(Wagon.self) === wagon)
        XCTAssert(try other.resolve(Axle.self) === wagon.axle)
        XCTAssertEqual(Array(listener.all.dropFirst(4)), ["Wagon", "Axle"])
        // Not shared: it leads to the override.
        let old = try other.resolve(Wagon.self, named: "old")
        XCTAssert(try old.engine === other.resolve(Engine.self))
        XCTAssertEqual(
            Array(listener.all.dropFirst(6)), ["Wagon named \"old\"", "Wagon named \"old\">Engine", "Engine"])
        let awaited = try await other.overriding(Plan()).resolveAsync(Wagon.self)
        XCTAssert(awaited === wagon)
        XCTAssertEqual(Array(listener.all.dropFirst(9)), ["await Wagon"])
    }

    func testK5_AChildTellsItsOwnResolvesAlone() throws {
        let parent = try Container(plan(listener))
        let child = try Container(Plan { $0.transient(Int.self) { _ in 1 } }, parents: [parent])
        let engine = try child.resolve(Engine.self)
        XCTAssertEqual(try child.resolve(Car.self).wheels.count, 1)
        XCTAssertEqual(listener.all, [])
        var own = Plan()
        own.listener = listener
        let told = try Container(own, parents: [parent])
        XCTAssert(try told.resolve(Engine.self) === engine)
        XCTAssertEqual(listener.all, ["Engine"])
    }

    func testC1_AToldSingletonIsMadeOnce() throws {
        for _ in 0..<50 {
            let container = try Container(plan(listener))
            let made = Locked<[Engine]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                guard let engine = try? container.resolve(Car.self).engine else { return }
                made.withLock { $0.append(engine) }
            }
            XCTAssertEqual(made.withLock { $0 }.count, 8)
            XCTAssertEqual(Set(made.withLock { $0 }.map { ObjectIdentifier($0) }).count, 1)
        }
    }
}
