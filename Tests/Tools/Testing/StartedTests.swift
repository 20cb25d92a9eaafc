import Armory
import ArmoryTestSupport
import ArmoryTesting
import Testing
import XCTest

private final class Feed: Sendable {
    private let life = Counted()
    let clock: any Clock
    init(clock: any Clock) async { self.clock = clock }
}

private final class Bell: Sendable {
    private let life = Counted()
    init() async {}
}

private struct Refusal: Error {}

private let events = Locked<[String]>([])

private func note(_ event: String) { events.withLock { $0.append(event) } }

/// The events that begin with a word, which are those of one test.
private func told(_ word: String) -> [String] { events.withLock { $0 }.filter { $0.hasPrefix(word) } }

private func feeds(_ word: String, reporting: Bool = false) throws -> Container {
    try Container(configuration: .init(reportFailure: { _ in note("\(word) report") })) {
        shop
        Singleton(Feed.init).eager()
            .onStart { _ in note("\(word) start") }
            .onStop { _ in
                await Task.yield()
                note("\(word) stop")
                if reporting { throw Refusal() }
            }
        Singleton(Bell.init).eager()
    }
}

private var morning: Singleton<any Clock> { Singleton((any Clock).self) { FixedClock(hour: 9) } }

@Suite(.container(try feeds("suite")) { morning })
struct StartedTests {
    @Test func theTraitStartsTheContainer() throws {
        #expect(try current().resolve(Feed.self).clock.hour == 9)
        let error = #expect(throws: ResolutionError.self) { try current().resolve(Bell.self) }
        #expect(error?.code == .asynchronous)
        #expect(error?.fix.contains("Bell") == true)
    }

    @Test(.container { Singleton((any Clock).self) { FixedClock(hour: 3) } })
    func aTraitInsideStartsItsOwn() throws {
        #expect(try current().resolve(Feed.self).clock.hour == 3)
        #expect(try current().overridden?.resolve(Feed.self).clock.hour == 9)
    }

    @Test(.container(from: { try await started() })) func aBaseMayBeAwaited() throws {
        #expect(try current().resolve(Feed.self).clock.hour == 23)
        _ = try current().resolve(Bell.self)
    }

    private static func started() async throws -> Container {
        let base = try feeds("base")
        try await base.start()
        return base
    }

    @Test(.container(try feeds("strict"), .onlyOverridden) { morning })
    func aStrictTestStartsOnlyWhatItAllows() throws {
        #expect(told("strict") == [])
        #expect(try current().resolve((any Clock).self).hour == 9)
    }

    @Test(.container(try feeds("allowing"), .onlyOverridden(allowing: Feed.self)) { morning })
    func aStrictTestStartsWhatItAllows() throws {
        #expect(told("allowing") == ["allowing start"])
        #expect(try current().resolve(Feed.self).clock.hour == 9)
    }

    @Test(
        .container(try feeds("override"), .onlyOverridden) {
            Singleton { () async in await Feed(clock: FixedClock(hour: 1)) }.eager()
        })
    func aStrictTestStartsItsOverrides() throws {
        #expect(try current().resolve(Feed.self).clock.hour == 1)
    }

    @Test func aStrictTestRunsTheHooksOfAValueOnce() async throws {
        let reports = Locked<[String]>([])
        let base = try Container(
            configuration: .init(reportFailure: { error in reports.withLock { $0.append(error.code.description) } })
        ) { Singleton(value: "real") }
        try await withTestContainer(
            base, .onlyOverridden,
            overriding: {
                Singleton(value: "fake")
                    .onStart { _ in note("value start") }.onStop { _ in note("value stop") }
                    .onShutdown { _ in note("value close") }
            }
        ) { container async throws in #expect(try container.resolve(String.self) == "fake") }
        #expect(told("value") == ["value start", "value stop", "value close"])
        #expect(reports.withLock { $0 } == [])
    }

    @Test(.container(try feeds("separate"), .sharingNothing) { morning })
    func aSeparateContainerStartsEverything() throws {
        #expect(try current().resolve(Feed.self).clock.hour == 9)
        _ = try current().resolve(Bell.self)
        #expect(told("separate") == ["separate start"])
        let base = try #require(current().overridden)
        #expect(throws: ResolutionError.self) { try base.resolve(Bell.self) }
        #expect(try current().resolve(Door.self) !== base.resolve(Door.self))
    }

    @Test func theEndIsAwaited() async throws {
        let test = try #require(Test.current)
        let trait: ContainerTrait = .container(try feeds("end")) { morning }
        try await trait.provideScope(for: test, testCase: nil) { #expect(told("end") == ["end start"]) }
        #expect(told("end") == ["end start", "end stop"])
    }

    @Test func aHookThatFailsFailsTheTest() async throws {
        let test = try #require(Test.current)
        let trait: ContainerTrait = .container(try feeds("failing", reporting: true)) { morning }
        let error = await #expect(throws: ResolutionError.self) {
            try await trait.provideScope(for: test, testCase: nil) {}
        }
        #expect(error?.code == .shutdownFailed)
        await #expect(throws: CancellationError.self) {
            try await trait.provideScope(for: test, testCase: nil) { throw CancellationError() }
        }
        #expect(told("failing").suffix(2) == ["failing stop", "failing report"])
    }
}

final class StartedFromXCTest: LeakCheckedTestCase {
    func testABodyThatAwaitsHasAStartedContainer() async throws {
        let container = try await withTestContainer(try feeds("body"), overriding: { morning }) { container in
            await Task.yield()
            XCTAssertEqual(try container.resolve(Feed.self).clock.hour, 9)
            return container
        }
        XCTAssertTrue(container.isClosed)
        XCTAssertEqual(told("body"), ["body start", "body stop"])
    }

    func testASeparateContainerIsShutDownAlsoWhenTheBodyThrows() async throws {
        let base = try feeds("thrown")
        let seen = Locked<Container?>(nil)
        do {
            try await withTestContainer(base, .sharingNothing) { container in
                seen.withLock { $0 = container }
                await Task.yield()
                // Neither depends on an override.
                XCTAssertEqual(try container.resolve(Feed.self).clock.hour, 23)
                _ = try container.resolve(Bell.self)
                throw Refusal()
            }
            XCTFail("the error of the body is thrown")
        } catch is Refusal {}
        XCTAssertEqual(seen.withLock { $0?.isClosed }, true)
        XCTAssertEqual(told("thrown"), ["thrown start", "thrown stop"])
        XCTAssertFalse(base.isClosed)
        seen.withLock { $0 = nil }
    }
}
