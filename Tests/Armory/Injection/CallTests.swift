// REG18, RES4, REG6: calling functions, injecting into what is there, and the end of the wiring.

import Armory
import ArmoryTestSupport
import XCTest

private final class Tournament: Sendable {
    private let life = Counted()
    let prize: Prize
    init(prize: Prize) { self.prize = prize }
}

private final class Prize: Sendable {
    private let life = Counted()
}

private final class Knight {
    private let life = Counted()
    func win(_ tournament: Tournament, _ prize: Prize) -> Bool { tournament.prize === prize }
    func rest() -> String { "rested" }
    func refuse(_ prize: Prize) throws -> Prize { throw Mishap(3) }
    func ride(_ prize: Prize?, _ all: [Prize]) async -> Int { all.count + (prize == nil ? 0 : 10) }
}

private final class Window {
    private let life = Counted()
    var bar: Bar?
    var log: [String] = []
}

private final class Bar {
    private let life = Counted()
    weak var window: Window?
}

private struct Settings: Sendable {
    var volume = 0
}

final class CallTests: LeakCheckedTestCase {
    func testREG18_AFunctionIsCalledWithWhatIsRegistered() async throws {
        let container = try Container {
            Graph(Prize.init)
            Transient(Tournament.init)
            Singleton(value: 7)
            Singleton(value: 70).named("large")
        }
        let knight = Knight()
        XCTAssertTrue(try container.call(knight.win), "the arguments are one graph")
        XCTAssertEqual(try container.call(knight.rest), "rested")
        XCTAssertThrowsError(try container.call(knight.refuse)) { XCTAssertEqual($0 as? Mishap, Mishap(3)) }
        XCTAssertEqual(try container.call({ (a: Int, b: Int) in a + b }, .named("large"), .registered), 77)
        XCTAssertEqual(try container.call({ (a: Int, b: Int) in a - b }, .value(100), .registered), 93)
        let rode = try await container.call(knight.ride)
        XCTAssertEqual(rode, 11)
        let awaited = try await container.call({ (a: Int) async in a }, .named("large"))
        XCTAssertEqual(awaited, 70)
        let error = failure(.missing) { try container.call { (_: Bar) in XCTFail("there is none") } }
        XCTAssertEqual(error?.key, "Bar")
        assertThreadIsIdle()
    }

    func testREG18_InAFactoryTheArgumentsAreOfTheGraph() throws {
        let container = try Container {
            Graph(Prize.init)
            Transient(Tournament.init)
            Transient(Bool.self) { resolver in
                let prize = try resolver.resolve(Prize.self)
                return try resolver.call { (tournament: Tournament) in tournament.prize === prize }
            }
        }
        XCTAssertTrue(try container.resolve(Bool.self))
    }

    // MARK: Into existing objects

    func testRES4_AnExistingObjectIsInjectedAsOneOfItsGraph() throws {
        let container = try Container {
            Graph(Window.self) { Window() }
                .inject { window, resolver in window.bar = try resolver.resolve() }
            Transient(Bar.self) { Bar() }
                .inject { bar, resolver in bar.window = try resolver.resolve() }
            Singleton(value: Settings()).inject { settings, _ in settings.volume = 11 }.named("loud")
        }
        let window = Window()
        try container.inject(into: window)
        XCTAssertTrue(window.bar?.window === window, "the graph's window is the one that was given")
        XCTAssertFalse(try container.resolve(Window.self) === window)
        var settings = Settings()
        try container.inject(into: &settings, named: "loud")
        XCTAssertEqual(settings.volume, 11)
        failure(.missing) { try container.inject(into: Prize()) }
        assertThreadIsIdle()
    }

    func testRES4_ASingletonsRegistrationKeepsNothingOfIt() throws {
        let container = try Container {
            Unchecked(Window.self) { _ in Window() }
                .inject { window, _ in window.log.append("injected") }
        }
        let window = Window()
        try container.inject(into: window)
        XCTAssertEqual(window.log, ["injected"])
        XCTAssertFalse(try container.resolve(Window.self) === window)
    }

    func testRES4_WhatABodyThrowsIsTheError() throws {
        let container = try Container {
            Transient(Window.self) { Window() }.inject { _, _ in throw Mishap(4) }
        }
        let error = failure(.factoryFailed) { try container.inject(into: Window()) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(4))
        assertThreadIsIdle()
    }

    // MARK: When the graph is wired

    func testREG6_TheHookComesWhenTheWholeGraphIsWired() throws {
        let log = Log<String>()
        let container = try Container {
            Graph(Window.self) { Window() }
                .inject { window, resolver in window.bar = try resolver.resolve() }
                .onWired { window in log.add("window \(window.bar?.window === window)") }
            Graph(Bar.self) { Bar() }
                .inject { bar, resolver in bar.window = try resolver.resolve() }
                .onWired { bar in log.add("bar \(bar.window?.bar === bar)") }
            Transient(Knight.self) { resolver in
                _ = try resolver.resolve(Window.self)
                log.add("knight")
                return Knight()
            }
            .onWired { _ in log.add("knighted") }
        }
        _ = try container.resolve(Window.self)
        XCTAssertEqual(log.all, ["bar true", "window true"], "the one that was made last comes first")
        _ = try container.resolve(Bar.self)
        XCTAssertEqual(log.all.dropFirst(2), ["window true", "bar true"])
        _ = try container.resolve(Knight.self)
        XCTAssertEqual(log.all.dropFirst(4), ["knight", "knighted", "bar true", "window true"])
        assertThreadIsIdle()
    }

    func testREG6_OnceForASingletonAndNeverForWhatIsGivenUp() throws {
        let log = Log<String>()
        let fails = Shelf(true)
        let container = try Container {
            Singleton(Prize.init).onWired { _ in log.add("prize") }
            Singleton(Tournament.init)
                .inject { _, _ in if fails.value { throw Mishap() } }
                .onWired { _ in log.add("tournament") }
        }
        failure(.factoryFailed) { try container.resolve(Tournament.self) }
        XCTAssertEqual(log.all, ["prize"], "the prize is there, and the tournament is not")
        fails.value = false
        _ = try container.resolve(Tournament.self)
        _ = try container.resolve(Tournament.self)
        XCTAssertEqual(log.all, ["prize", "tournament"])
    }

    func testREG6_WhatAHookResolvesIsAGraphOfItsOwn() throws {
        let same = Shelf<Bool?>(nil)
        let weakly = WeakReference<Container>()
        let container = try Container {
            Graph(Prize.init)
            Transient(Tournament.init).onWired { tournament in
                same.value = (try? weakly.object?.resolve(Prize.self)) === tournament.prize
            }
        }
        weakly.object = container
        _ = try container.resolve(Tournament.self)
        XCTAssertEqual(same.value, false)
        assertThreadIsIdle()
    }

    func testREG6_AHookInAGraphThatGoesOn() throws {
        let log = Log<String>()
        let container = try Container {
            Graph(Prize.init).onWired { _ in log.add("prize") }
            Transient(Tournament.init).onWired { _ in log.add("tournament") }
            Transient { Lazy<Tournament>() }
        }
        let lazy = try container.resolve(Lazy<Tournament>.self)
        XCTAssertEqual(log.all, [])
        _ = try lazy()
        XCTAssertEqual(log.all, ["tournament", "prize"])
        assertThreadIsIdle()
    }

    func testREG6_TheHooksOfManyThreads() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 40)
        let report = Barrage("REG6 hooks", threads: 8, rounds: rounds).run(
            prepare: { _ in
                let count = Counter()
                let container = try Container {
                    Singleton(Prize.init).onWired { _ in count.increment() }
                    Transient(Tournament.init).onWired { _ in count.increment() }
                }
                return (container, count)
            },
            body: { stage, _ in _ = try stage.0.resolve(Tournament.self) },
            check: { stage, _ in try expect(stage.1.value == 9, "\(stage.1.value) hooks") })
        print("[count] REG6 hooks: \(report.rounds) rounds, \(report.misses) misses")
        XCTAssertNil(report.miss)
    }
}
