import Armory
import ArmoryTestSupport
import XCTest

// Choices whose factories await.
final class ChosenAwaitingTests: LeakCheckedTestCase {
    protocol Courier: AnyObject, Sendable {
        var host: String { get }
    }

    struct RequestInfo: Sendable {
        var tenant: String
    }

    final class RemoteCourier: Tracked, Courier, @unchecked Sendable {  // Immutable.
        let host: String
        init(_ tracker: LifetimeTracker, _ host: String) {
            self.host = host
            super.init(tracker)
        }
    }

    final class Desk: Sendable {
        let mailer: any Courier
        init(mailer: any Courier) { self.mailer = mailer }
    }

    private let tracker = LifetimeTracker()

    private func remote(_ name: RegistrationName) -> Singleton<any Courier> {
        Singleton((any Courier).self) { [tracker] () async -> any Courier in
            await Task.yield()
            return RemoteCourier(tracker, "\(name)")
        }.named(name)
    }

    private func container() throws -> Container {
        try Container {
            Seeded(RequestInfo.self)
            remote("acme")
            Singleton((any Courier).self) { [tracker] in RemoteCourier(tracker, "globex") }.named("globex")
            Kept((any Courier).self, arguments: String.self) { [tracker] _, tenant async -> any Courier in
                await Task.yield()
                return RemoteCourier(tracker, tenant)
            }.named("each")
            Chosen((any Courier).self, by: \RequestInfo.tenant, default: "each")
            Scoped { resolver async throws in try await Desk(mailer: resolver.resolve()) }
        }
    }

    func testACheckFindsWhoNeedsAnAwaitingChoiceWithoutAwaiting() throws {
        func faults(_ choice: Singleton<any Courier>) -> [ResolutionError] {
            let error = failure(.invalid) {
                try Container {
                    Seeded(RequestInfo.self)
                    choice
                    Chosen((any Courier).self, by: \RequestInfo.tenant)
                    Scoped(Desk.init)
                }
            }
            return error?.faults ?? []
        }
        let found = faults(remote("acme"))
        XCTAssertEqual(found.map(\.code), [.asynchronous])
        XCTAssertEqual(found.first?.path, ["Desk", "any Courier"])
        XCTAssertNoThrow(
            try Container {
                Seeded(RequestInfo.self)
                remote("acme").eager()
                Chosen((any Courier).self, by: \RequestInfo.tenant)
                Scoped(Desk.init)
            }, "a start creates it")
    }

    func testAChoiceIsAwaited() async throws {
        let container = try container()
        for tenant in ["acme", "globex", "initech", "acme"] {
            try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: tenant))]) { scope in
                let mailer = try await scope.resolveAsync((any Courier).self)
                XCTAssertEqual(mailer.host, tenant)
                XCTAssertTrue(try scope.resolve((any Courier).self) === mailer, "then it is there")
            }
        }
        XCTAssertEqual(tracker.made, 3)
    }

    func testAFactoryThatAwaitsGetsTheChoice() async throws {
        let container = try container()
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "initech"))]) { scope in
            let desk = try await scope.resolveAsync(Desk.self)
            let mailer = try scope.resolve((any Courier).self)
            XCTAssertTrue(desk.mailer === mailer)
        }
    }

    func testAnAskerThatDoesNotAwaitGetsTheUsualError() throws {
        let container = try container()
        try container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            let error = failure(.asynchronous) { try scope.resolve((any Courier).self) }
            XCTAssertEqual(error?.path, ["any Courier", #"any Courier named "acme""#])
        }
        try container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "globex"))]) { scope in
            XCTAssertEqual(try scope.resolve((any Courier).self).host, "globex")
        }
    }

    func testManyTasksGetOneInstance() async throws {
        let container = try container()
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<16 {
                    group.addTask { ObjectIdentifier(try await scope.resolveAsync((any Courier).self)) }
                }
                let all = try await group.reduce(into: Set()) { $0.insert($1) }
                XCTAssertEqual(all.count, 1)
            }
        }
        XCTAssertEqual(tracker.made, 1)
    }

    func testAnUnknownValueIsTheSameErrorForAnAskerThatAwaits() async throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            remote("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "globex"))]) { scope in
            let plain = failure(.unknownChoice) { try scope.resolve((any Courier).self) }
            do {
                _ = try await scope.resolveAsync((any Courier).self)
                XCTFail("nothing was thrown")
            } catch {
                XCTAssertEqual((error as? ResolutionError)?.description, plain?.description)
            }
        }
    }

    func testATransientThatAwaitsIsAFault() throws {
        let error = failure(.invalid) {
            try Container {
                Seeded(RequestInfo.self)
                Transient((any Courier).self) { [tracker] () async -> any Courier in RemoteCourier(tracker, "acme") }
                    .named("acme")
                Chosen((any Courier).self, by: \RequestInfo.tenant)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.asynchronous])
    }

    func testATransientOfAParentThatAwaitsIsNotRepeated() async throws {
        let parent = try Container {
            Seeded(RequestInfo.self)
            Transient((any Courier).self) { [tracker] () async -> any Courier in RemoteCourier(tracker, "acme") }
                .named("acme")
        }
        let container = try Container(parents: [parent]) { Chosen((any Courier).self, by: \RequestInfo.tenant) }
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            do {
                _ = try await scope.resolveAsync((any Courier).self)
                XCTFail("nothing was thrown")
            } catch {
                XCTAssertEqual((error as? ResolutionError)?.code, .asynchronous)
            }
        }
        XCTAssertEqual(tracker.made, 0)
    }

    // What only the asker holds, until the scope has it.

    private struct Endless: Error {}

    /// A container whose choice gives up after some rounds, so that an endless lookup is an error.
    ///
    /// - Parameter look: Is called before each choice, with the number of instances made.
    private func fleeting(
        _ courier: some Registration<any Courier>, _ look: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> Container {
        try Container {
            Seeded(RequestInfo.self)
            courier
            Chosen((any Courier).self) { [tracker] resolver in
                guard tracker.made < 5 else { throw Endless() }
                look(tracker.made)
                return try resolver.resolve(RequestInfo.self).tenant
            }
        }
    }

    private func kept(_ lifetime: some CustomLifetime) -> Kept<any Courier> {
        Kept((any Courier).self) { [tracker] () async -> any Courier in RemoteCourier(tracker, "acme") }
            .lifetime(lifetime).named("acme")
    }

    func testWhatItsLifetimeDoesNotKeepIsAwaitedOnce() async throws {
        let clock = ManualClock()
        let never = try fleeting(kept(TimeToLive(.zero, clock: clock)))
        let tooShort = try fleeting(kept(TimeToLive(.seconds(1), clock: clock))) { made in
            if made > 0 { clock.advance(by: .seconds(2)) }
        }
        for (container, made) in [(never, 1), (tooShort, 2)] {
            try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
                do {
                    _ = try await scope.resolveAsync((any Courier).self)
                    XCTFail("nothing was thrown")
                } catch {
                    let plain = failure(.asynchronous) { try scope.resolve((any Courier).self) }
                    XCTAssertEqual((error as? ResolutionError)?.description, plain?.description)
                }
            }
            XCTAssertEqual(tracker.made, made)
        }
    }

    func testASharedInstanceLivesUntilTheScopeHoldsIt() async throws {
        let container = try fleeting(
            Shared((any Courier).self) { [tracker] () async -> any Courier in RemoteCourier(tracker, "acme") }
                .named("acme"))
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            let first = ObjectIdentifier(try await scope.resolveAsync((any Courier).self))
            XCTAssertEqual(ObjectIdentifier(try scope.resolve((any Courier).self)), first)
        }
        XCTAssertEqual(tracker.made, 1)
        let isEmpty = await tracker.isEmptySoon()
        XCTAssertTrue(isEmpty)
    }

    /// Returns when the lifetime has closed an instance that is not in use, and so would have closed an older one.
    private static func outlastAnIdleInstance(_ idle: Duration) {
        let closed = Latch()
        let container = try? Container {
            Kept(LifetimeTracker.init).lifetime(RecentlyUsed(idle: idle)).onShutdown { _ in closed.open() }
        }
        XCTAssertNotNil(try? container?.resolve(LifetimeTracker.self))
        // The limit is for a machine with one core, where the task that closes it cannot begin.
        closed.wait(seconds: 60)
    }

    func testARecentlyUsedInstanceIsInUseUntilTheScopeHoldsIt() async throws {
        let closed = Log<String>()
        let courier = kept(RecentlyUsed(idle: .milliseconds(1))).onShutdown { closed.add($0.host) }
        let container = try fleeting(courier) { made in
            if made > 0 { Self.outlastAnIdleInstance(.milliseconds(1)) }
        }
        try await container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            let host = try await scope.resolveAsync((any Courier).self).host
            XCTAssertEqual(host, "acme")
            XCTAssertEqual(closed.all, [])
        }
        XCTAssertEqual(tracker.made, 1)
    }
}
