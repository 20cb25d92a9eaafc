import Armory
import ArmoryTestSupport
import ArmoryTesting
import Testing

/// Types that say themselves how they are made, where a test looks at what is resolved.
@Suite struct JustInTimeTests {
    class Bell: SharedResolvable, @unchecked Sendable {  // Its subclass is the tests' own.
        private let life = Counted()
        let hammer: Hammer
        required init(resolver: Resolver, arguments: Void) { hammer = resolver.resolve() }
        var sound: String { "ding" }
    }

    final class SilentBell: Bell, @unchecked Sendable {  // As above.
        override var sound: String { "" }
    }

    final class Hammer: Resolvable {
        private let life = Counted()
        init(resolver: Resolver, arguments: Void) {}
    }

    final class Porch: Sendable {
        private let life = Counted()
        let bell: Bell
        init(bell: Bell) { self.bell = bell }
    }

    private func base() throws -> Container { try Container { Singleton(Porch.init) } }

    @Test func aSpySeesThem() throws {
        let base = try base()
        let spy = ResolveSpy()
        let container = try spy.watch(base)
        let bell = container.resolve(Bell.self)
        #expect(spy.keys == ["Bell", "Hammer"])
        #expect(spy.resolved.allSatisfy { !$0.isOverride })
        #expect(container.resolve(Bell.self) === bell)
        #expect(spy.count(of: Bell.self) == 2, "what is there already counts")
        #expect(try container.withScope { $0.resolve(Bell.self) } === bell)
        #expect(spy.count(of: Bell.self) == 3)
        _ = container.resolve(Hammer.self)
        #expect(spy.keys.last == "Hammer")
        #expect(base.resolve(Bell.self) !== bell, "the base sees nothing of it")
        spy.clear()
        _ = try container.overriding {}.resolve(Bell.self)
        #expect(spy.count(of: Bell.self) == 1, "what is derived again is watched too")
    }

    @Test func aSubstituteIsAnOverride() throws {
        let spy = ResolveSpy()
        let container = try spy.watch(base()) { Substitution(Bell.self, with: SilentBell.self) }
        #expect(container.resolve(Bell.self).sound == "")
        #expect(try container.resolve(Porch.self).bell.sound == "")
        #expect(spy.resolved.first { $0.key == "Bell" }?.isOverride == true)
    }

    @Test func oneThatIsNotOverriddenFailsAStrictTest() throws {
        let base = try base()
        let issues = try Issues.of {
            try withTestContainer(base, .onlyOverridden(allowing: Porch.self)) { container in
                _ = container.resolve(Hammer.self)
                let porch = try container.resolve(Porch.self)
                #expect(porch.bell.sound == "ding")
            }
        }
        let texts = issues.comments
        #expect(texts.count == 3)
        #expect(texts[0].contains("Hammer ") && texts[0].contains("[notOverridden]"))
        #expect(texts[1].contains("Porch → Bell\n") && texts[1].contains("[notOverridden]"))
        #expect(texts.allSatisfy { !$0.contains(" :0") })
    }

    @Test func oneThatIsOverriddenOrAllowedIsResolved() throws {
        try withTestContainer(
            base(), .onlyOverridden(allowing: Porch.self, Hammer.self),
            overriding: { Substitution(Bell.self, with: SilentBell.self) }
        ) { container in
            let porch = try container.resolve(Porch.self)
            #expect(porch.bell.sound == "")
        }
    }
}
