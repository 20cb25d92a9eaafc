// MOD4: what a module's registrations have displaced is there again when the module goes.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
    let text: String
    init(_ text: String) { self.text = text }
}
private func thing(_ text: String) -> Singleton<Thing> { Singleton { Thing(text) } }
private func broken() -> Singleton<Double> { Singleton(Double.self) { () throws -> Double in throw Mishap(1) }.eager() }

final class DisplacedTests: EveryHashTestCase {
    private func text(_ container: Container) throws -> String { try container.resolve(Thing.self).text }

    func testMOD4_AFailedLoadLeavesBaseAndOverlay() throws {
        for duplicates in [Container.Configuration.Duplicates.refuse, .replace] {
            let container = try Container(configuration: .init(duplicates: duplicates)) {
                thing("base").priority(duplicates == .refuse ? .fallback : .normal)
            }
            let overlay = try container.overlay(thing("fake"))
            let held = try container.resolve(Thing.self)
            failure(.factoryFailed) {
                try container.load(
                    Module {
                        thing("loaded"); broken()
                    })
            }
            XCTAssertTrue(try container.resolve(Thing.self) === held)
            overlay.remove()
            XCTAssertEqual(try text(container), "base")
        }
    }

    func testMOD4_WhatAFailedLoadHadDisplacedIsNeverGone() throws {
        let rounds = StressScale.scaled(400, underThreadSanitizer: 60)
        let container = try Container { thing("base").priority(.fallback) }
        let module = Module {
            thing("loaded"); broken()
        }
        let ends = Counter()
        let results = race(threads: 4) { thread -> Int in
            if thread == 0 {
                defer { ends.increment() }
                for _ in 0..<rounds { failure(.factoryFailed) { try container.load(module) } }
                return rounds
            }
            var seen = 0
            repeat {
                try expect(["base", "loaded"].contains(container.resolve(Thing.self).text), "another thing")
                seen += 1
            } while ends.value == 0
            return seen
        }
        let counts = try results.map { try $0.get() }
        XCTAssertEqual(try text(container), "base")
        var stated = Stated("MOD4 a load fails while 3 threads resolve what it had displaced")
        stated.add(counts[0], "loads")
        stated.add(counts.dropFirst().reduce(0, +), "resolves")
        stated.state(misses: testRun?.failureCount ?? 0)
    }

    func testMOD4_PrioritiesAreThoseBelowAnOverlay() throws {
        let container = Container()
        try container.register(thing("fallback").priority(.fallback))
        let overlay = try container.overlay(thing("fake"))
        try container.load(Module { thing("normal") })
        let named = try container.overlay(thing("fake").priority(.fallback))
        failure(.duplicate) { try container.register(thing("second")) }
        try container.register(thing("test").priority(.test))
        XCTAssertEqual(try text(container), "fake")
        named.remove()
        overlay.remove()
        XCTAssertEqual(try text(container), "test")
    }

    func testMOD4_UnloadingBringsBackFallbacksAndPromises() throws {
        let module = Module {
            thing("module"); Singleton(value: 1); Singleton(value: "text")
        }
        let container = try Container(configuration: .init(validates: false)) {
            thing("fallback").priority(.fallback)
            Promised(Int.self)
            Singleton(value: "absent").ifAbsent()
        }
        for _ in 0..<3 {
            try container.load(module)
            XCTAssertEqual(try text(container), "module")
            XCTAssertEqual(try container.resolve(Int.self), 1)
            try container.unload(module)
            XCTAssertEqual(try text(container), "fallback")
            XCTAssertEqual(try container.resolve(String.self), "absent")
            failure(.promised) { try container.resolve(Int.self) }
            XCTAssertEqual(container.ownBindings.count, 3)
        }
    }

    func testMOD4_EachModuleTakesItsOwnAwayInAnyOrder() throws {
        let library = Module("library") {
            thing("library").priority(.fallback); Promised(Int.self)
        }
        let double = Module("double") { thing("double").priority(.test) }
        let domain = Module("domain") {
            thing("domain"); Singleton(value: 1)
        }
        // What wins, by the modules that are there.
        let ranked = ["double", "domain", "library"]
        let modules = ["library": library, "double": double, "domain": domain]
        var orders = 0
        for first in ranked {
            for second in ranked where second != first {
                for together in [true, false] {
                    let order = [first, second] + ranked.filter { ![first, second].contains($0) }
                    let container =
                        together
                        ? try Container {
                            library; domain; double
                        } : try Container {}
                    if !together {
                        for name in order.reversed() where name != "library" { try container.load(modules[name]!) }
                    }
                    if !together { try container.load(library) }
                    let overlay = try container.overlay(thing("over"))
                    var left = Set(ranked)
                    for name in order {
                        try container.unload(modules[name]!)
                        left.remove(name)
                        guard let top = ranked.first(where: left.contains) else { break }
                        XCTAssertEqual(try text(container), "over")
                        XCTAssertEqual(try container.resolveOptional(Int.self) == 1, left.contains("domain"))
                        if left == ["library"] {
                            failure(.promised) { try container.resolve(Int.self) }
                            overlay.remove()
                            XCTAssertEqual(try text(container), top, "\(order)")
                        }
                    }
                    failure(.removed) { try container.resolve(Thing.self) }
                    failure(.removed) { try container.resolve(Int.self) }
                    XCTAssertTrue(container.ownBindings.isEmpty)
                    orders += 1
                }
            }
        }
        XCTAssertEqual(orders, 12)
    }

    func testMOD4_WhatIsDisplacedIsLetGoWithItsModule() throws {
        let tracker = LifetimeTracker()
        let container = try Container {}
        let library = Module {
            let held = Tracked(tracker)
            Singleton { [held] in Thing("\(held.serial)") }.priority(.fallback)
        }
        let domain = Module { thing("domain") }
        try container.load(library)
        try container.load(domain)
        XCTAssertEqual(tracker.alive, 1)
        try container.unload(library)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(try text(container), "domain")
        try container.unload(domain)
        failure(.removed) { try container.resolve(Thing.self) }
    }

    func testMOD4_NobodyFindsAModuleThatIsTakenAwayAgain() throws {
        let (started, finish) = (Latch(), Latch())
        let runs = Counter()
        let container = try Container {}
        let module = Module {
            thing("loaded")
            Singleton(Int.self) { () throws -> Int in
                guard runs.increment() == 1 else { return 1 }
                started.open()
                finish.wait()
                throw Mishap(1)
            }.eager()
        }
        let results = race(threads: 2) { thread -> Bool in
            if thread == 0 {
                failure(.factoryFailed) { try container.load(module) }
                return true
            }
            started.wait()
            let isOver = Latch()
            Thread {
                _ = try? container.load(module)
                isOver.open()
            }.start()
            let waits = Waits.come(to: "its turn in a container")
            finish.open()
            isOver.wait()
            return waits
        }
        XCTAssertTrue(try results[1].get(), "the second load waits for the first")
        XCTAssertEqual(try text(container), "loaded")
        XCTAssertEqual(runs.value, 2)
    }

    func testMOD4_AFactoryOfAModuleMayLoadAnotherOne() throws {
        let shelf = Shelf<Container?>(nil)
        defer { shelf.value = nil }
        let inner = Module { thing("inner") }
        let container = try Container {}
        shelf.value = container
        try container.load(
            Module {
                Singleton(Int.self) { () throws -> Int in
                    try shelf.value?.load(inner)
                    return 1
                }.eager()
            })
        XCTAssertEqual(try text(container), "inner")
        let asked = Counter()
        try container.load(
            Module {
                if asked.increment() < 9 { _ = try? shelf.value?.load(inner) }
            })
        XCTAssertEqual(asked.value, 1, "what is there already is no change")
    }

    func testMOD4_ThreadsThatWouldWaitForEachOtherGoOn() throws {
        let (first, second) = (Latch(), Latch())
        let container = try Container {
            Singleton(String.self) { (resolver: Resolver) throws -> String in
                second.open()
                first.wait()
                try resolver.resolve(Container.self).load(Module { thing("from a factory") })
                return "text"
            }
            Transient(Container.self) { (resolver: Resolver) in try resolver.resolve(Shelf<Container?>.self).value! }
            Singleton(value: Shelf<Container?>(nil))
        }
        let shelf = try container.resolve(Shelf<Container?>.self)
        shelf.value = container
        defer { shelf.value = nil }
        let results = race(threads: 2) { thread in
            if thread == 0 {
                try container.load(
                    Module {
                        Singleton(Int.self) { (resolver: Resolver) throws -> Int in
                            first.open()
                            second.wait()
                            return try resolver.resolve(String.self).count
                        }.eager()
                    })
            } else {
                _ = try container.resolve(String.self)
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertEqual(try container.resolve(Int.self), 4)
        XCTAssertEqual(try text(container), "from a factory")
    }

    /// A thread's wait inside its load reaches the limit; meanwhile another thread that loads has taken its turn.
    func testMOD4_ANestedLoadWaitsForTheTurnThatALimitHasTaken() throws {
        let shelf = Shelf<Container?>(nil)
        defer { shelf.value = nil }
        let (first, second, inside, over) = (Latch(), Latch(), Latch(), Latch())
        let container = try Container(configuration: .init(waitLimit: .milliseconds(20))) {
            Singleton(String.self) { () throws -> String in
                second.open()
                first.wait()
                let other = Module {
                    Singleton(Bool.self) { () -> Bool in
                        inside.open()
                        return over.wait()
                    }.eager()
                }
                while true {
                    do {
                        try shelf.value?.load(other)
                        return "text"
                    } catch let error as ResolutionError where error.code == .timedOut && !inside.wait(seconds: 0) {
                        // On a busy machine, the limit may pass before the thread that has the turn sleeps.
                    }
                }
            }
        }
        shelf.value = container
        let nested = Module { thing("nested") }
        let results = race(threads: 2) { thread in
            if thread == 0 {
                try container.load(
                    Module {
                        Singleton(Int.self) { (resolver: Resolver) -> Int in
                            first.open()
                            second.wait()
                            defer { over.open() }
                            repeat {
                                failure(.timedOut) { try resolver.resolve(String.self) }
                            } while !inside.wait(seconds: 0)
                            failure(.timedOut) { try shelf.value?.load(nested) }
                            return 1
                        }.eager()
                    })
            } else {
                _ = try container.resolve(String.self)
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        failure(.missing) { try container.resolve(Thing.self) }
        XCTAssertTrue(try container.resolve(Bool.self))
        try container.load(nested)
        XCTAssertEqual(try text(container), "nested")
    }
}
