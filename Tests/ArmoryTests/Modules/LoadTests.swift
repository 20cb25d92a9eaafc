// MOD4: modules that come and go while a container is in use.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
    let text: String
    init(_ text: String) { self.text = text }
}
private func thing(_ text: String) -> Singleton<Thing> { Singleton { Thing(text) } }

final class LoadTests: EveryHashTestCase {
    func testMOD4_AModuleIsLoadedIntoAFrozenContainerAndUnloaded() throws {
        let container = try Container { Singleton(value: 1) }
        let module = Module("extra") {
            thing("loaded"); thing("named").named("n")
        }
        try container.load(module)
        XCTAssertEqual(try container.resolve(Thing.self).text, "loaded")
        let held = try container.resolve(Thing.self, named: "n")
        try container.unload(module)
        failure(.removed) { try container.resolve(Thing.self) }
        failure(.removed) { try container.resolve(Thing.self, named: "n") }
        XCTAssertEqual(held.text, "named")
        failure(.notLoaded) { try container.unload(module) }
        try container.load(module)
        XCTAssertFalse(try container.resolve(Thing.self, named: "n") === held)
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertTrue(container.isFrozen)
    }

    func testMOD4_WhatIsUnloadedIsLetGo() throws {
        let tracker = LifetimeTracker()
        let container = try Container {}
        let module = Module {
            Singleton { Tracked(tracker) }; Singleton { Tracked(tracker) }.named("n").eager()
        }
        try container.load(module)
        _ = try container.resolve(Tracked.self)
        XCTAssertEqual(tracker.alive, 2)
        try container.unload(module)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testMOD4_AFaultLeavesNothingBehind() throws {
        let container = try Container {
            thing("here"); Singleton(value: "fallback").priority(.fallback)
        }
        let held = try container.resolve(Thing.self)
        let module = Module {
            Singleton(value: "normal")
            Singleton(value: 1)
            thing("duplicate")
        }
        for _ in 0..<2 {
            let error = failure(.invalid) { try container.load(module) }
            XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
            XCTAssertTrue(try container.resolve(Thing.self) === held)
            XCTAssertEqual(try container.resolve(String.self), "fallback")
            XCTAssertNil(try container.resolveOptional(Int.self))
            failure(.notLoaded) { try container.unload(module) }
            XCTAssertEqual(container.ownBindings.count, 2)
        }
    }

    func testMOD4_AnEagerFactoryThatThrowsTakesTheModuleAwayAgain() throws {
        let isBroken = Shelf(true)
        let container = try Container { Singleton(value: "fallback").priority(.fallback) }
        let module = Module {
            Singleton(value: "normal")
            Singleton { Thing("first") }.eager()
            Singleton(Int.self) { () throws -> Int in
                if isBroken.value { throw Mishap(4) }
                return 4
            }.eager()
        }
        let error = failure(.factoryFailed) { try container.load(module) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(4))
        XCTAssertEqual(try container.resolve(String.self), "fallback")
        XCTAssertNil(try container.resolveOptional(Thing.self))
        failure(.notLoaded) { try container.unload(module) }
        isBroken.value = false
        try container.load(module)
        XCTAssertEqual(try container.resolve(String.self), "normal")
    }

    func testMOD4_SharedModulesStayAsLongAsAnotherHasThem() throws {
        let base = Module("base") { thing("base") }
        let left = Module("left") {
            base; Singleton(value: 1)
        }
        let right = Module("right") {
            base; Singleton(value: "right")
        }
        let container = try Container { left }
        let held = try container.resolve(Thing.self)
        try container.load(right)
        try container.unload(left)
        XCTAssertTrue(try container.resolve(Thing.self) === held)
        XCTAssertNil(try container.resolveOptional(Int.self))
        failure(.notLoaded) { try container.unload(base) }
        try container.load(base)
        try container.unload(right)
        XCTAssertTrue(try container.resolve(Thing.self) === held)
        try container.unload(base)
        failure(.removed) { try container.resolve(Thing.self) }
    }

    func testMOD4_AModuleThatIsThereInsideAnotherIsNotAskedAgain() throws {
        let asked = Counter()
        let inner = Module {
            _ = asked.increment(); Module { thing("inner") }
        }
        let container = try Container { Module { inner } }
        try container.load(inner)
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(container.ownBindings.count, 1)
        failure(.invalid) { try container.load(inner.replacing { thing("late") }) }
        XCTAssertEqual(try container.resolve(Thing.self).text, "inner")
    }

    func testMOD4_OverlaysReplacementsAndPromisesOfAnUnloadedModule() throws {
        let module = Module {
            thing("a"); thing("b").named("b"); Promised(Int.self)
        }
        let container = try Container(configuration: .init(validates: false)) { module }
        let overlay = try container.overlay(thing("over"))
        try container.replace(thing("replaced").named("b"))
        try container.unload(module)
        failure(.removed) { try container.resolve(Thing.self) }
        XCTAssertEqual(try container.resolve(Thing.self, named: "b").text, "replaced")
        failure(.removed) { try container.resolve(Int.self) }
        overlay.remove()
        failure(.removed) { try container.resolve(Thing.self) }
    }

    func testMOD4_AClosedContainerRefuses() throws {
        let module = Module { thing("a") }
        let container = try Container { module }
        container.close()
        failure(.closed) { try container.load(Module { Singleton(value: 1) }) }
        failure(.closed) { try container.load(Module {}) }
        failure(.closed) { try container.unload(module) }
    }

    func testMOD4_ListsFollowModules() throws {
        let container = try Container { thing("a").contributed() }
        let module = Module {
            thing("b").contributed(); thing("c").contributed().private()
        }
        for _ in 0..<3 {
            try container.load(module)
            XCTAssertEqual(try container.resolveAll(Thing.self).map(\.text), ["a", "b"])
            try container.unload(module)
            XCTAssertEqual(try container.resolveAll(Thing.self).map(\.text), ["a"])
        }
    }

    func testMOD4_LoadingAndUnloadingWhileThreadsResolve() throws {
        let rounds = StressScale.scaled(1_500, underThreadSanitizer: 150)
        let container = try Container { Singleton(value: 1) }
        let module = Module {
            thing("x").as { $0 as any AnyObject & Sendable }
            thing("hidden").named("h").private()
            Transient { (resolver: Resolver) throws in try resolver.resolve(Thing.self, named: "h").text }
        }
        let ends = Counter()
        let results = race(threads: 8) { thread -> Int in
            if thread == 0 {
                defer { ends.increment() }
                for _ in 0..<rounds {
                    try container.load(module)
                    try container.unload(module)
                }
                return rounds
            }
            var seen = 0
            repeat {
                for ask in 0..<3 {
                    do {
                        switch ask {
                        case 0: try expect(container.resolve(Thing.self).text == "x", "another thing")
                        case 1: try expect(container.resolve(String.self) == "hidden", "another text")
                        default: try expect(container.resolveAll(Thing.self).count <= 1, "another list")
                        }
                        seen += 1
                    } catch let error as ResolutionError {
                        try expect([.removed, .missing].contains(error.code), "\(error)")
                    }
                }
                try expect(container.resolve(Int.self) == 1, "what stays is there")
            } while ends.value == 0
            return seen
        }
        let counts = try results.map { try $0.get() }
        XCTAssertEqual(container.ownBindings.count, 1)
        var stated = Stated("MOD4 a module comes and goes while 7 threads resolve")
        stated.add(counts[0], "loads")
        stated.add(counts.dropFirst().reduce(0, +), "resolves that found it")
        stated.state(misses: testRun?.failureCount ?? 0)
    }

    func testMOD4_ThreadsThatLoadAndUnloadOneModuleAtOnce() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 30)
        let module = Module {
            thing("once"); Module { Singleton(value: 1) }
        }
        let report = Barrage("MOD4 one module, loaded by all", threads: 6, rounds: rounds).run { _ in
            try Container {}
        } body: { container, _ in
            try container.load(module)
            _ = try? container.unload(module)
            try container.load(module)
        } check: { container, results in
            for result in results { _ = try result.get() }
            try expect(container.ownBindings.count == 2, "\(container.ownBindings.count) registrations")
            try container.unload(module)
            try expect(container.ownBindings.isEmpty, "some are left")
        }
        var stated = Stated("MOD4 one module loaded and unloaded by 6 threads at once")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }
}
