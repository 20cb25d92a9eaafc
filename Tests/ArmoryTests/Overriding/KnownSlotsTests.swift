// A container that overrides registrations remembers where it finds the singletons of its ancestors. What it remembers must not
// outlive a change.

import Armory
import ArmoryTestSupport
import CLookup
import Synchronization
import XCTest

private final class Clock: Sendable {}

private final class Store: Sendable {
    private static let alive = 0x5AFE
    let number: Int
    /// Atomic, so that the last store is not left out.
    private let canary = Atomic<Int>(Store.alive)
    private let life = Counted()
    init(_ number: Int = 0) { self.number = number }
    deinit { canary.store(0xDEAD, ordering: .relaxed) }
    var isAlive: Bool { canary.load(ordering: .relaxed) == Self.alive }
}

private final class Report: Sendable {
    private let life = Counted()
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}

private final class Other: Sendable {}

private struct Box<T>: Sendable {}

private class Tool: SharedResolvable, @unchecked Sendable {  // Its subclass is the tests' own.
    required init(resolver: Resolver, arguments: Void) {}
    var name: String { "tool" }
}

private final class ToolDouble: Tool, @unchecked Sendable {  // As above.
    override var name: String { "double" }
}

private final class Workshop: Sendable {
    let tool: Tool
    init(tool: Tool) { self.tool = tool }
}

extension Container {
    fileprivate func replaceTool() {
        do { try replace(Tool.self, with: ToolDouble.self) } catch { XCTFail("\(error)") }
    }
}

final class KnownSlotsTests: EveryHashTestCase {
    private func base() throws -> Container {
        try Container {
            Singleton(Clock.init)
            Singleton { Store(0) }
            Singleton(Report.init)
            Singleton(Other.init)
        }
    }

    /// Whether C finds the slot of a type that the container inherits, with an instance.
    private func isKnown<T>(_ type: T.Type, to container: Container) -> Bool {
        let pin = Pin()
        let slot = unsafe clookup_find_inherited(
            Unmanaged.passUnretained(container).toOpaque(), UInt(bitPattern: ObjectIdentifier(type)))
        let isReady = unsafe slot != 0 && Slot(identifier: slot).state == SlotState.ready
        pin.end()
        return isReady
    }

    func testO4_ASingletonOfTheBaseAndOneMadeAnewAreRemembered() throws {
        let base = try base()
        let store = try base.resolve(Store.self)
        let derived = try base.overriding { Singleton(Clock.init) }
        XCTAssertFalse(isKnown(Store.self, to: derived))
        var reports: [Report] = []
        for _ in 0..<3 {
            XCTAssertIdentical(try derived.resolve(Store.self), store)
            reports.append(try derived.resolve(Report.self))
        }
        XCTAssertTrue(isKnown(Store.self, to: derived))
        XCTAssertTrue(isKnown(Report.self, to: derived))
        for _ in 0..<3 {
            XCTAssertIdentical(try derived.resolve(Store.self), store)
            reports.append(try derived.resolve(Report.self))
        }
        for report in reports { XCTAssertIdentical(report, reports[0]) }
        XCTAssertIdentical(reports[0].clock, try derived.resolve(Clock.self))
        XCTAssertNotIdentical(try base.resolve(Report.self), reports[0])
    }

    func testO4_MoreTypesThanATableHasRoomForAreRemembered() throws {
        // A table begins with room for 32.
        var types: [any Any.Type] = [Int.self]
        func wrap<T>(_ type: T.Type) -> any Any.Type { Box<T>.self }
        for _ in 0..<100 { types.append(_openExistential(types[types.count - 1], do: wrap)) }
        let base = Container()
        func register<T>(_ type: T.Type) throws { try base.register(Singleton(Box<T>.self) { Box<T>() }) }
        for type in types { try _openExistential(type, do: register) }
        let derived = try base.overriding { Singleton(Box<Int>.self) { Box<Int>() } }
        func resolve<T>(_ type: T.Type) throws { _ = try derived.resolve(Box<T>.self) }
        // An instance that the override may affect gets a slot first, and each new slot makes the container forget.
        for _ in 0..<3 { for type in types { try _openExistential(type, do: resolve) } }
        func check<T>(_ type: T.Type) { XCTAssertTrue(isKnown(Box<T>.self, to: derived), "\(type)") }
        for type in types.dropFirst() { _openExistential(type, do: check) }
    }

    /// Warms a derived container, changes something, and expects what the derived container resolves then.
    private func check(
        _ change: (Container, Container) throws -> Void, _ expectation: (Container, Container, Store) throws -> Void
    ) throws {
        let base = try base()
        let derived = try base.overriding { Singleton(Clock.init) }
        let old = try derived.resolve(Store.self)
        for _ in 0..<3 { _ = try derived.resolve(Store.self) }
        XCTAssertTrue(isKnown(Store.self, to: derived))
        try change(base, derived)
        for _ in 0..<3 { try expectation(base, derived, old) }
    }

    func testO4_AChangeOfTheBaseIsSeenAtOnce() throws {
        try check { base, _ in
            try base.reset(Store.self)
        } _: { base, derived, old in
            XCTAssertNotIdentical(try derived.resolve(Store.self), old)
            XCTAssertIdentical(try derived.resolve(Store.self), try base.resolve(Store.self))
        }
        try check { base, _ in
            try base.reset()
        } _: { base, derived, old in
            XCTAssertNotIdentical(try derived.resolve(Store.self), old)
            XCTAssertIdentical(try derived.resolve(Store.self), try base.resolve(Store.self))
        }
        try check { base, _ in
            try base.replace(Singleton { Store(1) })
        } _: { _, derived, _ in
            XCTAssertEqual(try derived.resolve(Store.self).number, 1)
        }
        try check { base, _ in
            try base.remove(Store.self)
        } _: { _, derived, _ in
            XCTAssertThrowsError(try derived.resolve(Store.self)) {
                XCTAssertEqual(($0 as? ResolutionError)?.code, .missing)
            }
        }
        try check { base, _ in
            base.close()
        } _: { _, derived, _ in
            XCTAssertThrowsError(try derived.resolve(Store.self)) {
                XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
            }
        }
        try check { _, derived in
            derived.close()
        } _: { _, derived, _ in
            XCTAssertThrowsError(try derived.resolve(Store.self)) {
                XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
            }
        }
        // A change of another key makes it forget, not mistaken.
        try check { base, _ in
            try base.replace(Singleton(Other.init))
        } _: { _, derived, old in
            XCTAssertIdentical(try derived.resolve(Store.self), old)
        }
    }

    func testO4_AnOverlayOfTheBaseIsSeenWhileItIsThere() throws {
        let base = try base()
        let derived = try base.overriding { Singleton(Clock.init) }
        for _ in 0..<3 { XCTAssertEqual(try derived.resolve(Store.self).number, 0) }
        let overlay = try base.overlay(Singleton { Store(2) })
        for _ in 0..<3 { XCTAssertEqual(try derived.resolve(Store.self).number, 2) }
        overlay.remove()
        for _ in 0..<3 { XCTAssertEqual(try derived.resolve(Store.self).number, 0) }
        XCTAssertTrue(isKnown(Store.self, to: derived))
    }

    func testO4_WhatADerivedContainerRemembersServesItsScopesAndChildren() throws {
        let base = try base()
        let derived = try base.overriding { Singleton(Clock.init) }
        let report = try derived.resolve(Report.self)
        let child = Container(parents: [derived])
        for _ in 0..<3 { XCTAssertIdentical(try child.resolve(Report.self), report) }
        XCTAssertTrue(isKnown(Report.self, to: child))
        XCTAssertTrue(isKnown(Clock.self, to: child))
        try derived.withScope(.request) { scope in
            XCTAssertTrue(isKnown(Report.self, to: scope))
            XCTAssertIdentical(try scope.resolve(Report.self), report)
            XCTAssertIdentical(try scope.resolve(Clock.self), try derived.resolve(Clock.self))
        }
        // The child's own registration comes before what is known.
        try child.register(Singleton { Store(7) })
        for _ in 0..<3 { XCTAssertEqual(try child.resolve(Store.self).number, 7) }
        XCTAssertEqual(try derived.resolve(Store.self).number, 0)
        for _ in 0..<3 { XCTAssertEqual(try child.resolve(Store.self).number, 7) }
    }

    func testO4_AContainerDerivedTwiceRemembersTheInstanceOfTheNearestOverride() throws {
        let base = try base()
        let first = try base.overriding { Singleton(Clock.init) }
        let second = try first.overriding { Singleton { Store(2) } }
        let report = try first.resolve(Report.self)
        for _ in 0..<3 {
            XCTAssertIdentical(try second.resolve(Report.self), report)
            XCTAssertEqual(try second.resolve(Store.self).number, 2)
            XCTAssertIdentical(try second.resolve(Clock.self), try first.resolve(Clock.self))
        }
        XCTAssertTrue(isKnown(Report.self, to: second))
        try first.reset(Report.self)
        XCTAssertFalse(isKnown(Report.self, to: second))
        for _ in 0..<3 {
            XCTAssertNotIdentical(try second.resolve(Report.self), report)
            XCTAssertIdentical(try second.resolve(Report.self), try first.resolve(Report.self))
        }
    }

    func testO4_OfSeveralParentsThatOneIsDerivedFromAnotherNothingIsTakenPastTheOverrides() throws {
        let base = try base()
        let derived = try base.overriding { Singleton(Clock.init) }
        let both = Container(parents: [base, derived])
        for _ in 0..<3 {
            XCTAssertIdentical(try both.resolve(Report.self), try derived.resolve(Report.self))
            XCTAssertNotIdentical(try both.resolve(Report.self), try base.resolve(Report.self))
        }
    }

    func testO4_AnOverrideThatIsAddedLaterIsSeenAtOnce() throws {
        final class Meddling: EventSubscriber {
            let kinds: ContainerEvent.Kinds = [.registered]
            let hook = Shelf<@Sendable () -> Void> {}
            func receive(_ event: ContainerEvent) { hook.value() }
        }
        let meddling = Meddling()
        let base = try Container(configuration: .init(subscribers: [meddling])) { Singleton(Workshop.init) }
        let workshop = try base.resolve(Workshop.self)
        let derived = try base.overriding {}
        let calls = Counter()
        // The registration is there, and the container does not know yet that it is an override.
        meddling.hook.value = {
            calls.increment()
            XCTAssertIdentical(try? derived.resolve(Workshop.self), workshop)
        }
        derived.replaceTool()
        meddling.hook.value = {}
        XCTAssertGreaterThan(calls.value, 0)
        XCTAssertEqual(try derived.resolve(Workshop.self).tool.name, "double")
        XCTAssertIdentical(try base.resolve(Workshop.self), workshop)
    }

    func testO5_AReadDuringChangesOfTheBaseReturnsALivingInstanceOfTheLastChangeThatEnded() {
        let rounds = StressScale.scaled(2000, underThreadSanitizer: 100)
        let report = Barrage("O5 changes of a base", threads: 4, rounds: rounds, isJostled: true).run { _ in
            try Stage()
        } body: { stage, thread in
            thread == 0 ? try stage.changeAll() : try stage.readAll()
        } check: { _, results in
            for result in results { try result.get() }
        } after: { _ in
        }
        var stated = Stated("O5 changes of a base while 3 threads resolve in a derived container")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }
}

/// A base, a container derived from it and a child of that; and how many changes have ended.
private final class Stage: Sendable {
    private let base: Container
    private let derived: Container
    private let child: Container
    private let ended = Atomic<Int>(0)

    init() throws {
        base = try Container {
            Singleton(Clock.init)
            Singleton { Store(0) }
        }
        derived = try base.overriding { Singleton(Clock.init) }
        child = Container(parents: [derived])
    }

    func changeAll() throws {
        for number in 1...30 {
            try base.replace(Singleton { Store(number) })
            ended.store(number, ordering: .releasing)
        }
    }

    func readAll() throws {
        for index in 0..<100 {
            let ended = ended.load(ordering: .acquiring)
            let store = try (index % 2 == 0 ? derived : child).resolve(Store.self)
            try expect(store.isAlive, "a released instance")
            try expect(store.number >= ended, "change \(ended) has removed instance \(store.number)")
        }
    }
}
