import Armory
import ArmoryTesting
import Testing

@Suite struct StrictTests {
    @Test(
        .container(application, .onlyOverridden(allowing: Greeter.self)) {
            Singleton((any Clock).self) { FixedClock(hour: 9) }
        })
    func whatIsOverriddenOrAllowedIsResolved() throws {
        #expect(try current().resolve(Greeter.self).greeting == "Good morning")
    }

    @Test func anythingElseFailsTheTestAtItsLine() async throws {
        let line = #line - 1
        let test = try #require(Test.current)
        let trait: ContainerTrait = .container(application, .onlyOverridden(allowing: Doorman.self)) {
            Singleton((any Clock).self) { FixedClock(hour: 9) }
        }
        let issues = try await Issues.of {
            try await trait.provideScope(for: test, testCase: nil) {
                let container = try #require(Container.current)
                #expect(try container.resolve((any Clock).self).hour == 9)
                // Caught, and yet it fails the test.
                let error = #expect(throws: ResolutionError.self) { try container.resolve(Doorman.self) }
                #expect(error?.code == .notOverridden)
                #expect(error?.path == ["Doorman", "Greeter"])
            }
        }
        #expect(issues.all.count == 1)
        let issue = try #require(issues.all.first)
        #expect(issue.sourceLocation?.line == line)
        #expect(issue.sourceLocation?.fileID == "ArmoryTestingTests/StrictTests.swift")
        let text = try #require(issues.comments.first)
        #expect(text.contains("Doorman needs Greeter, which the test has not overridden."))
        #expect(text.contains("path: Doorman → Greeter"))
        #expect(text.contains("Greeter is registered at ArmoryTestingTests/Shop.swift:"))
    }

    @Test func whatIsAllowedIsWatchedInDepth() throws {
        let issues = try Issues.of {
            try withTestContainer(application, .onlyOverridden(allowing: Doorman.self, Greeter.self)) { container in
                let error = #expect(throws: ResolutionError.self) { try container.resolve(Doorman.self) }
                #expect(error?.path == ["Doorman", "Greeter", "any Clock"])
            }
        }
        #expect(issues.all.count == 1)
    }

    @Test(.container(application) { Singleton((any Clock).self) { FixedClock(hour: 9) } })
    func whatAnOuterTraitOverridesMayBeResolved() throws {
        try withTestContainer(nil, .onlyOverridden(allowing: Greeter.self)) { container in
            let greeter = try container.resolve(Greeter.self)
            let below = try Container(parents: [container]).resolve(Greeter.self)
            #expect(greeter.greeting == "Good morning")
            #expect(greeter === below)
        }
    }
}
