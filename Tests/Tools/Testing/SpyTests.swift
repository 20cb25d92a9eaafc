import Armory
import ArmoryTestSupport
import ArmoryTesting
import Testing

@Suite struct SpyTests {
    @Test func everyResolveIsRecordedInItsOrder() throws {
        let spy = ResolveSpy()
        let container = try spy.watch(application) { Singleton((any Clock).self) { FixedClock(hour: 9) } }
        _ = try container.resolve(Doorman.self)
        #expect(spy.keys == ["Doorman", "Greeter", "any Clock"])
        #expect(spy.resolved[2].path == ["Doorman", "Greeter", "any Clock"])
        #expect(spy.resolved[2].description == "Doorman → Greeter → any Clock")
        #expect(spy.resolved.map(\.isOverride) == [false, false, true])
        #expect(spy.resolved[2].type == "any Clock")
        #expect(spy.resolved[2].qualifier == nil)
        _ = try container.resolve(Doorman.self)
        _ = try container.resolve((any Clock).self)
        #expect(spy.count(of: Doorman.self) == 2)
        #expect(spy.count(of: Greeter.self) == 2, "what is there already counts")
        #expect(spy.count(of: (any Clock).self) == 2)
        #expect(spy.resolved.last?.path == ["any Clock"])
        spy.clear()
        #expect(spy.resolved.isEmpty)
    }

    @Test func aReadyOverrideAndANamedOneAreSeen() throws {
        let base = try Container { Singleton { 1 }.named("one") }
        let spy = ResolveSpy()
        let container = try spy.watch(base) { Singleton(value: 2).named("one") }
        #expect(try container.resolve(Int.self, named: "one") == 2)
        #expect(try container.resolve(Int.self, named: "one") == 2)
        #expect(spy.keys == [#"Int named "one""#, #"Int named "one""#])
        #expect(spy.resolved[0].qualifier == "\"one\"")
        #expect(try container.resolve(Int?.self) == nil)
        #expect(spy.count(of: Int.self) == 2, "what is not there is not resolved")
    }

    @Test func whatTheBaseSharesIsSeenAndWhatItNeedsIsNot() throws {
        let spy = ResolveSpy()
        let container = try spy.watch(application)
        #expect(try container.resolve(Greeter.self) === application.resolve(Greeter.self))
        #expect(spy.keys == ["Greeter"])
    }

    @Test func aSpyWatchesWhatATraitHasDerived() throws {
        try withTestContainer(application, overriding: { Singleton((any Clock).self) { FixedClock(hour: 9) } }) {
            test in
            let spy = ResolveSpy()
            let greeter = try spy.watch(test).resolve(Greeter.self)
            #expect(greeter.greeting == "Good morning")
            #expect(spy.keys == ["Greeter"])
        }
    }

    @Test func manyThreadsMayResolve() throws {
        let spy = ResolveSpy()
        let container = try spy.watch(application) { Singleton((any Clock).self) { FixedClock(hour: 9) } }
        let results = race(threads: 8) { _ in
            for _ in 0..<100 { _ = try container.resolve(Doorman.self) }
        }
        for result in results { try result.get() }
        #expect(spy.count(of: Doorman.self) == 800)
        #expect(spy.count(of: Greeter.self) == 800)
        #expect(spy.count(of: (any Clock).self) == 1)
    }
}
