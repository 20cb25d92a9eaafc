import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

private protocol Store: Sendable {
    func ping() throws
}

extension Cache: Store {}

private struct Loud: Store {
    let inner: any Store
    func ping() throws { throw Refused("loud") }
}

/// Not `Sendable`, as the compiler sees it.
private final class Legacy {
    var isOpen = true
}

// The checks of a container: which there are, and of which instances.
final class HealthCheckTests: LeakCheckedTestCase {
    func testINT7_AnInstanceIsUpDegradedOrDown() async throws {
        let container = try Container {
            Singleton { Database() }.health { try $0.ping() }
            Singleton { Cache() }.health { $0.state.withLock { $0 } }
        }
        let database = try container.resolve(Database.self)
        let cache = try container.resolve(Cache.self)
        var report = await container.health(at: StoppedClock())
        XCTAssertEqual(report.words, ["Database up", "Cache up"])
        XCTAssertEqual(report.state, .up)
        cache.state.withLock { $0 = .degraded("full") }
        database.state.withLock { $0 = .down("no file") }
        report = try await Container {
            Singleton(value: database).health { try $0.ping() }
            Singleton(value: cache).health { $0.state.withLock { $0 } }
        }.health()
        XCTAssertEqual(report.words, ["Database down", "Cache degraded"])
        XCTAssertEqual(report.checks.map(\.state), [.down("no file"), .degraded("full")])
        XCTAssertEqual(report.state, .down("Database: no file"))
        XCTAssertEqual(report.rootCauses.map(\.key), ["Database"])
    }

    func testINT7_ACheckCreatesNothing() async throws {
        let notes = Notes()
        let container = try Container {
            Singleton { () -> Database in
                notes.add("made")
                return Database()
            }.health { _ in try refuse() }
            Singleton { (_: AsyncResolver) async in Cache() }.health { _ in .up }
        }
        let report = await container.health()
        XCTAssertEqual(report.words, ["Database not created", "Cache not created"])
        XCTAssertEqual(report.state, .up, "what does not exist is not down")
        XCTAssertNil(report.checks[0].duration)
        try await container.start()
        XCTAssertEqual(notes.all, [], "a check makes nothing eager")
        try await container.shutdown()
    }

    /// The forms of the closure.
    func testINT7_ClosuresInfer() async throws {
        let container = try Container {
            Singleton(value: Database())
                .health { try $0.ping() }
                .health { _ in await Task.yield() }
                .health { try await Self.ask($0) }
                .health { _ in .up }
                .health { $0.state.withLock { $0 } }
                .health { database in
                    try await Self.ask(database)
                    return .degraded("slow")
                }
                .health(within: .seconds(60), cachedFor: .zero) { try $0.ping() }
        }
        let report = await container.health()
        XCTAssertEqual(report.checks.map { $0.state?.word }, ["up", "up", "up", "up", "up", "degraded", "up"])
    }

    private static func ask(_ database: Database) async throws { try database.ping() }

    func testINT7_ADecoratedRegistrationGivesTheDecoratedInstance() async throws {
        let container = try Container {
            Singleton((any Store).self) { Cache() }.health { try $0.ping() }
            Decorator((any Store).self) { store, _ in Loud(inner: store) }
        }
        _ = try container.resolve((any Store).self)
        let report = await container.health()
        XCTAssertEqual(report.checks.map(\.state), [.down("loud")])
        XCTAssertEqual(report.checks.map(\.key), ["any Store"])
    }

    func testINT7_NamedAndUncheckedAndFurtherTypes() async throws {
        let container = try Container {
            Singleton { Database() }.named("a").health { _ in .degraded("a") }
            Singleton { Database() }.named("b").health { _ in .degraded("b") }
            Unchecked { Legacy() }.health { $0.isOpen ? .degraded("open") : .up }
            Singleton { Cache() }.as { $0 as any Store }.health { _ in .degraded("cache") }
        }
        _ = try container.resolve(Database.self, named: "b")
        _ = try container.resolve(Legacy.self)
        _ = try container.resolve((any Store).self)
        let report = await container.health()
        XCTAssertEqual(report.checks.map { $0.state?.text }, [nil, "b", "open", "cache"])
        XCTAssertEqual(report.checks.map(\.key)[0...1], [#"Database named "a""#, #"Database named "b""#])
    }

    // MARK: Other containers

    func testINT7_AChildHasTheChecksOfItsAncestors() async throws {
        let parent = try Container {
            Singleton(value: Database()).health { _ in .down("parent's") }
            Singleton(value: Cache()).health { _ in .down("hidden") }
        }
        let child = try Container(parents: [parent]) {
            Singleton(value: Cache()).health { _ in .up }
            Singleton(Session.init).health { _ in .up }
        }
        _ = try child.resolve(Session.self)
        let report = await child.health()
        XCTAssertEqual(report.words, ["Database down", "Cache up", "Session follows"])
        XCTAssertEqual(report.checks[2].causes, ["Database"])
        let own = await parent.health()
        XCTAssertEqual(own.words, ["Database down", "Cache down"])
    }

    /// `Session` has the parent's database, whatever the child registers.
    func testINT7_ADependencyIsThatOfTheContainerThatCreatedTheInstance() async throws {
        let parent = try Container {
            Singleton(value: Database()).health { _ in .up }
            Singleton(Session.init)
        }
        let child = try Container(parents: [parent]) {
            Singleton(value: Database()).health { _ in .down("child's") }
            Singleton(Orders.init).health { _ in .up }
        }
        _ = try child.resolve(Orders.self)
        let report = await child.health()
        XCTAssertEqual(report.words, ["Database down", "Orders up"])
    }

    func testINT7_ADerivedContainerHasItsOwnInstances() async throws {
        let base = try Container {
            Singleton { Database() }.health { try $0.ping() }
            Singleton(Session.init).health { $0.database.state.withLock { $0 } }
            Singleton { () -> Cache in Cache() }.dependsOn().health { try $0.ping() }
        }
        _ = try base.resolve(Session.self)
        try base.resolve(Cache.self).state.withLock { $0 = .down("shared") }
        let derived = try base.overriding {
            Singleton { () -> Database in
                let database = Database()
                database.state.withLock { $0 = .degraded("fake") }
                return database
            }.health { $0.state.withLock { $0 } }
        }
        var report = await derived.health()
        XCTAssertEqual(Set(report.words), ["Database not created", "Session not created", "Cache down"])
        _ = try derived.resolve(Session.self)
        report = await derived.health()
        XCTAssertEqual(Set(report.words), ["Database degraded", "Session degraded", "Cache down"])
        let own = await base.health()
        XCTAssertEqual(own.words, ["Database up", "Session up", "Cache down"])
    }

    func testINT7_AScopeReportsOnItsContainer() async throws {
        let container = try Container {
            Singleton(value: Database()).health { _ in .degraded("it") }
            Scoped { Cache() }
        }
        try await container.start()
        let report = try await container.withScope { await $0.health() }
        XCTAssertEqual(report.words, ["Database degraded"])
        XCTAssertEqual(report.phase, .started)
        try await container.shutdown()
    }
}
