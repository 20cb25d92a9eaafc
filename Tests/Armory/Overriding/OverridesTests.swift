import Armory
import ArmoryTestSupport
import XCTest

/// O4: what an overriding container adds, shares and decorates.
final class OverridesTests: LeakCheckedTestCase {
    final class Clock: Sendable {
        private let life = Counted()
        let name: String
        init(_ name: String = "real") { self.name = name }
    }
    final class Journal: Sendable {
        private let life = Counted()
        let clock: Clock
        init(clock: Clock) { self.clock = clock }
    }
    final class Recorder: Sendable {
        private let life = Counted()
    }
    final class Prices: @unchecked Sendable {  // Written in an injection, before it is published.
        private let life = Counted()
        var clock: Clock?
    }

    private func fake() -> Singleton<Clock> { Singleton { Clock("fake") } }

    // MARK: Additions

    func testO4_AnAdditionNeedsItsSpelling() throws {
        let base = try Container {
            Singleton { Clock() }
            Singleton(Journal.init)
        }
        let refused = failure(.invalid) { try base.overriding { Singleton { Recorder() } } }
        XCTAssertEqual(refused?.faults.map(\.code), [.overridesNothing])
        let derived = try base.overriding {
            Singleton { (recorder: Recorder) in withExtendedLifetime(recorder) { Clock("recorded") } }
        } adding: {
            Singleton { Recorder() }
        }
        XCTAssertEqual(try derived.resolve(Journal.self).clock.name, "recorded")
        XCTAssertNoThrow(try derived.resolve(Recorder.self))
        failure(.missing) { try base.resolve(Recorder.self) }
        let twice = failure(.invalid) {
            try base.overriding {
            } adding: {
                fake()
            }
        }
        XCTAssertEqual(twice?.faults.map(\.code), [.duplicate])
        let absent = try base.overriding {
        } adding: {
            fake().ifAbsent()
            Singleton { Recorder() }.ifAbsent()
        }
        XCTAssertIdentical(try absent.resolve(Clock.self), try base.resolve(Clock.self))
        XCTAssertNoThrow(try absent.resolve(Recorder.self))
        // A further type may be the one that is overridden; the other is added.
        let further = try base.overriding { Singleton { "named" }.as { Clock($0) } }
        XCTAssertEqual(try further.resolve(Journal.self).clock.name, "named")
        XCTAssertEqual(try further.resolve(String.self), "named")
    }

    func testO4_EveryFaultIsReportedAtOnce() throws {
        let base = try Container { Singleton { Clock() } }
        let error = failure(.invalid) {
            try base.overriding {
                Singleton { "text" }
                Singleton { true }
                fake()
                fake()
                Singleton { 8.5 as Float }.private()
                Singleton { Clock("element") }.contributed()
            } adding: {
                fake()
            }
        }
        XCTAssertEqual(
            error?.faults.map(\.code.description).sorted(),
            [
                "duplicate", "duplicate", "overridesNothing", "overridesNothing", "overridesNothing",
                "privateWithoutModule",
            ])
        failure(.invalid) { try base.overriding { Singleton(Int?.self) { nil } } }
        failure(.invalid) { try base.overriding { Singleton([Int].self) { [] } } }
        failure(.invalid) { try base.openScope().overriding { fake() } }
    }

    func testO4_AddedElementsAreInListsThatAreMadeAnew() throws {
        struct Names: Sendable { let all: [String] }
        let base = try Container {
            Singleton { Clock("first") }.contributed()
            Singleton { (clocks: [Clock]) in Names(all: clocks.map(\.name)) }
        }
        XCTAssertEqual(try base.resolve(Names.self).all, ["first"])
        let derived = try base.overriding {
        } adding: {
            Singleton { Clock("second") }.contributed()
        }
        XCTAssertEqual(try derived.resolve(Names.self).all, ["first", "second"])
        XCTAssertEqual(try base.resolve(Names.self).all, ["first"])
    }

    // MARK: What is shared

    func testO4_AValueIsAlwaysShared() throws {
        let prices = Prices()
        let base = try Container {
            Singleton { Clock() }
            Singleton(value: prices).inject { prices, resolver in prices.clock = try resolver.resolve() }
        }
        let derived = try base.overriding { fake() }
        XCTAssertTrue(try derived.resolve(Prices.self) === prices)
        XCTAssertEqual(prices.clock?.name, "real", "the base injects it")
        prices.clock = nil
    }

    func testO4_AnInjectedInstanceIsSharedIfItsInjectionsAreDeclared() throws {
        let base = try Container {
            Singleton { Clock() }
            Singleton { Recorder() }
            Singleton { Prices() }.inject(\.clock)
            Singleton { Prices() }.inject(dependsOn: Recorder.self) { _, resolver in
                _ = try resolver.resolve(Recorder.self)
            }
            .named("declared")
            Singleton { Prices() }.inject { _, resolver in _ = try resolver.resolve(Recorder.self) }.named("hidden")
        }
        let derived = try base.overriding { fake() }
        XCTAssertEqual(try derived.resolve(Prices.self).clock?.name, "fake")
        XCTAssertEqual(try base.resolve(Prices.self).clock?.name, "real")
        XCTAssertTrue(
            try derived.resolve(Prices.self, named: "declared") === base.resolve(Prices.self, named: "declared"))
        XCTAssertFalse(try derived.resolve(Prices.self, named: "hidden") === base.resolve(Prices.self, named: "hidden"))
        let other = try base.overriding { Singleton { Recorder() } }
        XCTAssertFalse(
            try other.resolve(Prices.self, named: "declared") === base.resolve(Prices.self, named: "declared"))
        XCTAssertTrue(try other.resolve(Prices.self) === base.resolve(Prices.self))
    }

    func testO4_AnAwaitingInstanceIsSharedUnlessItAsksForTheContainer() async throws {
        struct Wide: Sendable { let prices: Prices }
        let base = try Container {
            Singleton { Clock() }
            Singleton { () async in Prices() }
            Singleton { (clock: Clock) async in Journal(clock: clock) }
            Singleton { () async in Prices() }.named("current")
            Singleton { resolver async throws in Wide(prices: try await resolver.resolve()) }
            Singleton { () async throws -> Recorder in
                _ = try await Container.current?.resolveAsync(Clock.self)
                return Recorder()
            }
        }
        let derived = try base.overriding { fake() }
        let (own, shared) = (try await derived.resolveAsync(Prices.self), try await base.resolveAsync(Prices.self))
        XCTAssertTrue(own === shared)
        let journal = try await derived.resolveAsync(Journal.self)
        XCTAssertEqual(journal.clock.name, "fake")
        let (recorder, another) = (
            try await derived.resolveAsync(Recorder.self), try await base.resolveAsync(Recorder.self)
        )
        XCTAssertFalse(recorder === another)
        let wide = try await derived.resolveAsync(Wide.self)
        XCTAssertTrue(wide.prices === shared)
    }

    // MARK: Decorators

    func testREG12_AnOverrideLosesTheDecoratorsUnlessTheyAreKept() throws {
        let base = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 3) { Clock() }
            Singleton(Journal.init)
            Decorator(Clock.self) { clock in Clock(clock.name + "!") }
        }
        XCTAssertEqual(try base.resolve(Journal.self).clock.name, "real!")
        let override = Singleton(fileID: "Tests/Tests.swift", line: 9) { Clock("fake") }
        let derived = try base.overriding { override }
        XCTAssertEqual(try derived.resolve(Journal.self).clock.name, "fake")
        XCTAssertEqual(derived.conditions.map(\.losesDecorators), [false, true])
        XCTAssertEqual(
            derived.conditions.last?.description,
            "Clock at Shop/Wiring.swift:3: out; replaced by Tests/Tests.swift:9, which has none of its decorators")
        let kept = try base.overriding(keepingDecorators: true) { override }
        XCTAssertEqual(try kept.resolve(Journal.self).clock.name, "fake!")
        XCTAssertEqual(kept.conditions.map(\.losesDecorators), [false, false])
        let own = try derived.overriding(keepingDecorators: true) {
            Singleton { Clock("own") }
            Decorator(Clock.self) { clock in Clock(clock.name + "?") }
        }
        XCTAssertEqual(try own.resolve(Journal.self).clock.name, "own!?")
    }
}
