import Armory
import ArmoryCheck
import ArmoryTestSupport
import ArmoryTesting
import Testing

@Suite struct ExpectationTests {
    @Test func aModuleThatIsSoundIsNoIssue() throws {
        try expectValid(shop)
        try expectValid(shop, dryRun: true)
        let request = Module("request") { Transient { (door: Door, greeter: Greeter) in "\(door) \(greeter)" } }
        try expectValid(request, parents: [application])
    }

    @Test func everyFaultIsAnIssueAtItsRegistration() throws {
        let line = #line + 2
        let module = Module("unsound") {
            Singleton(Greeter.init)
            Transient { (number: Int) in "\(number)" }
        }
        let issues = try Issues.of { try expectValid(module) }
        #expect(issues.all.map { $0.sourceLocation?.line } == [line, line + 1])
        #expect(issues.all.allSatisfy { $0.sourceLocation?.filePath == #filePath && $0.sourceLocation?.column == 13 })
        let error = #expect(throws: ResolutionError.self) { try module.validate() }
        #expect(error?.faults.map(\.path) == [["Greeter", "any Clock"], ["String", "Int"]])
        // An issue begins with words of its own.
        for (comment, fault) in zip(issues.comments, error?.faults ?? []) {
            #expect(comment.contains(fault.description))
        }
    }

    @Test func aFaultWithoutAFileIsAnIssueAtTheCall() throws {
        let module = Module("elsewhere") {
            Singleton(Greeter.init, fileID: "Elsewhere/Gone.swift", line: 1)
        }
        let issues = try Issues.of { try expectValid(module) }
        let line = #line - 1
        #expect(issues.all.map { $0.sourceLocation?.line } == [line])
    }

    @Test func theFaultsOfGraphsAreIssuesAtTheirLinesInEveryCombination() async throws {
        let shop = Module("shop") {
            Singleton((any Clock).self) { SystemClock() }.when { $0["CLOCK"] == "real" }
            Singleton(Greeter.init)
        }
        let line = #line - 2
        let issues = try await Issues.of {
            try await expectValid {
                CheckedGraph("real", environment: ["CLOCK": "real"]) { shop }.entry(Greeter.self)
                for name in ["none", "fixed"] {
                    CheckedGraph(name, environment: ["CLOCK": name]) { shop }
                        .entry(String.self)
                }
            }
        }
        let entry = #line - 4
        #expect(issues.all.map(\.severity) == [.error, .error, .warning])
        #expect(issues.all.map { $0.sourceLocation?.line } == [line, entry, line])
        #expect(issues.comments[0].contains("Greeter needs any Clock, which is not registered. [missing]"))
        #expect(issues.comments[0].contains("in none, fixed"))
        #expect(issues.comments[1].contains("String"))
    }

    @Test func strictlyAWarningAndAnUncheckedRegistrationAreFaults() async throws {
        let graph = CheckedGraph {
            Module {
                shop
                Singleton { Set([try $0.resolve(Door.self)].map(ObjectIdentifier.init)) }
            }
        }
        let line = #line - 3
        let plain = try await Issues.of { try await expectValid { graph } }
        #expect(plain.all.isEmpty)
        let strict = try await Issues.of { try await expectValid(strictly: true) { graph } }
        #expect(strict.all.map(\.severity) == [.error])
        #expect(strict.all.map { $0.sourceLocation?.line } == [line])
    }

    @Test func aCheckOfNoGraphIsAnError() async throws {
        await #expect(throws: (any Error).self) { try await expectValid { for _ in 0..<0 { CheckedGraph { shop } } } }
    }

    @Test func whatIsGoneIsNoIssue() throws {
        try expectReleased(in: application) { container in
            _ = try container.resolve(Doorman.self)
        }
        try expectReleased(in: application, overriding: { Singleton((any Clock).self) { FixedClock(hour: 9) } }) {
            container in
            let doorman = try container.resolve(Doorman.self)
            #expect(doorman.greeter.greeting == "Good morning")
            #expect(Container.current === container)
        }
    }

    private func web(_ keeping: @escaping @Sendable (Door) -> Void) throws -> Container {
        try Container {
            shop
            Scoped { (greeter: Greeter) -> Door in
                withExtendedLifetime(greeter) {}
                let door = Door()
                keeping(door)
                return door
            }.named("request")
            Transient { (clock: any Clock) -> Doorman in Doorman(greeter: Greeter(clock: clock)) }.named("new")
        }
    }

    @Test func aLeakOfAScopeIsFoundAtTheLine() throws {
        let kept = Locked<[Door]>([])
        let leaking = try web { door in kept.withLock { $0.append(door) } }
        let sound = try web { _ in }
        for (base, count) in [(leaking, 1), (sound, 0)] {
            let issues = try Issues.of {
                try expectReleased(in: base, scope: .request) { container in
                    _ = try container.resolve(Door.self, named: "request")
                    _ = try container.resolve(Doorman.self, named: "new")
                }
            }
            let line = #line - 5
            #expect(issues.all.count == count)
            #expect(
                issues.comments.allSatisfy {
                    $0 == #"Door named "request" is still alive: something outside of the container holds it."#
                })
            #expect(issues.all.allSatisfy { $0.sourceLocation?.line == line })
        }
        kept.withLock { $0 = [] }
    }

    @Test func aTransientThatIsKeptOutsideIsALeakToo() async throws {
        let base = try web { _ in }
        let outside = Locked<[Doorman]>([])
        let issues = try await Issues.of {
            try await expectReleased(in: base) { container in
                await Task.yield()
                let doorman = try container.resolve(Doorman.self, named: "new")
                outside.withLock { $0.append(doorman) }
            }
        }
        #expect(
            issues.comments == [#"Doorman named "new" is still alive: something outside of the container holds it."#])
        outside.withLock { $0 = [] }
    }
}
