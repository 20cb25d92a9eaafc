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

    @Test func aSeedIsTheTestsOwn() throws {
        let application = try Container {
            Seeded(Int.self)
            Scoped { (number: Int) in "order \(number)" }
        }
        try withTestContainer(application, .onlyOverridden(allowing: String.self)) { container in
            let text = try container.withScope(seeds: [ScopeSeed(7)]) { try $0.resolve(String.self) }
            #expect(text == "order 7")
        }
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
        #expect(text.contains(" [notOverridden]\n"))
        #expect(text.contains("Doorman → Greeter\n"))
        #expect(text.contains("ArmoryTestingTests/Shop.swift:"))
    }

    @Test func anErrorThatTheTestThrowsIsReportedOnce() async throws {
        let ofFunction = try Issues.of {
            try withTestContainer(application, .onlyOverridden) { _ = try $0.resolve(Doorman.self) }
        }
        #expect(ofFunction.all.count == 1)
        #expect((ofFunction.all.first?.error as? ResolutionError)?.code == .notOverridden)
        let ofAwaiting = try await Issues.of {
            try await withTestContainer(application, .onlyOverridden) { container async throws in
                await Task.yield()
                _ = try container.resolve(Doorman.self)
            }
        }
        #expect(ofAwaiting.all.count == 1)
        let test = try #require(Test.current)
        let trait: ContainerTrait = .container(application, .onlyOverridden)
        let ofTrait = try await Issues.of {
            try await trait.provideScope(for: test, testCase: nil) { _ = try current().resolve(Doorman.self) }
        }
        #expect(ofTrait.all.count == 1)
        #expect((ofTrait.all.first?.error as? ResolutionError)?.code == .notOverridden)
    }

    @Test func anErrorThatTheTestHidesIsReportedBesideTheOneItThrows() throws {
        struct Other: Error {}
        let issues = try Issues.of {
            try withTestContainer(application, .onlyOverridden) { container in
                _ = try? container.resolve(Doorman.self)
                _ = try? container.resolve(Greeter.self)
                throw Other()
            }
        }
        #expect(issues.all.count == 3)
        #expect(issues.comments.filter { $0.contains("[notOverridden]") }.count == 2)
        #expect(issues.all.contains { $0.error is Other })
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
            let below = try Container(parents: [container]) {}.resolve(Greeter.self)
            #expect(greeter.greeting == "Good morning")
            #expect(greeter === below)
        }
    }
}
