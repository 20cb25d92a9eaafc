import Armory
import ArmoryTestSupport
import ArmoryTesting
import Testing

@Suite(.container(application) { Singleton((any Clock).self) { FixedClock(hour: 9) } })
struct ContainerTraitTests {
    @Test func aSuitesTraitIsInherited() throws {
        let greeter = try #require(Container.current).resolve(Greeter.self)
        #expect(greeter.greeting == "Good morning")
        #expect(try application.resolve(Greeter.self).greeting == "Good evening")
    }

    @Test(.container { Singleton((any Clock).self) { FixedClock(hour: 20) } })
    func aTestsTraitGoesOnFromTheSuites() throws {
        let container = try #require(Container.current)
        #expect(try container.resolve((any Clock).self).hour == 20)
        #expect(container.overridden?.isClosed == false)
        #expect(try container.overridden?.resolve((any Clock).self).hour == 9)
    }

    @Test(.container(application))
    func aBaseOfItsOwnStartsAnew() throws {
        #expect(try current().resolve((any Clock).self).hour == 23)
    }

    @Test(.container { Singleton { Greeter(clock: FixedClock(hour: 1)) } }, .container { Singleton { Door() } })
    func traitsAreAppliedInTheirOrder() throws {
        let container = try #require(Container.current)
        #expect(try container.resolve(Greeter.self).clock.hour == 1)
        #expect(try container.resolve((any Clock).self).hour == 9)
        #expect(try container.resolve(Door.self) !== application.resolve(Door.self))
    }

    @Test(arguments: 0..<100)
    func everyCaseHasAContainerOfItsOwn(number: Int) async throws {
        let container = try #require(Container.current)
        let greeter = try container.resolve(Greeter.self)
        for _ in 0..<10 {
            await Task.yield()
            #expect(Container.current === container)
            #expect(try container.resolve(Greeter.self) === greeter)
        }
        let inTask = await Task { Container.current.map(ObjectIdentifier.init) }.value
        #expect(inTask == ObjectIdentifier(container))
        #expect(Cases.note(greeter, container), "case \(number) was given another case's")
    }

    /// Every instance that was seen, held, so that none comes to have another's address.
    private enum Cases {
        private static let seen = Locked<[ObjectIdentifier: (Greeter, Container)]>([:])

        static func note(_ greeter: Greeter, _ container: Container) -> Bool {
            seen.withLock { $0.updateValue((greeter, container), forKey: ObjectIdentifier(greeter)) == nil }
        }
    }

    @Suite struct Inner {
        @Test func aSuiteInsideInheritsToo() throws {
            #expect(try current().resolve((any Clock).self).hour == 9)
        }

        @MainActor @Test func onAnActor() async throws {
            #expect(try current().resolve((any Clock).self).hour == 9)
        }
    }
}

@Test func withoutATraitThereIsNone() {
    #expect(Container.current == nil)
}

@Suite struct ClosedAfterwardsTests {
    private static let left = Locked<[Container]>([])

    @Test func theContainerIsClosedAfterTheTest() async throws {
        let test = try #require(Test.current)
        let trait: ContainerTrait = .container(application)
        try await trait.provideScope(for: test, testCase: nil) {
            Self.left.withLock { $0 += [Container.current].compactMap(\.self) }
        }
        let container = try #require(Self.left.withLock { $0 }.first)
        #expect(container.isClosed)
        #expect(!application.isClosed)
    }

    @Test func aFaultOfTheTraitFailsTheTest() async throws {
        let test = try #require(Test.current)
        let trait: ContainerTrait = .container(application) { Singleton { 7 } }
        let error = await #expect(throws: ResolutionError.self) {
            try await trait.provideScope(for: test, testCase: nil) { Issue.record("it ran") }
        }
        #expect(error?.faults.map(\.code) == [.overridesNothing])
    }
}
