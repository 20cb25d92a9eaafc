import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

private final class Left: Sendable {
    let right: Lazy<Right>
    init(right: Lazy<Right>) { self.right = right }
}

private final class Right: Sendable {
    let left: Left
    init(left: Left) { self.left = left }
}

private final class Silent: EventSubscriber {
    let kinds: ContainerEvent.Kinds = .made
    func receive(_ event: ContainerEvent) {}
}

// Which checks run, in which order, and which failures follow others.
final class HealthOrderTests: LeakCheckedTestCase {
    func testINT7_AFailureIsNamedOnceAndItsFollowersAreNotChecked() async throws {
        let notes = Notes()
        let container = try Container {
            Singleton(Orders.init).health { _ in notes.add("orders") }
            Singleton(Session.init)  // Without a check: the dependency leads through it.
            Singleton { Cache() }.dependsOn().health { _ in notes.add("cache") }
            Singleton(value: Database()).health { _ in try refuse() }
        }
        _ = try container.resolve(Orders.self)
        _ = try container.resolve(Cache.self)
        let report = await container.health()
        XCTAssertEqual(report.words, ["Orders follows", "Cache up", "Database down"])
        XCTAssertEqual(report.rootCauses.map(\.key), ["Database"])
        XCTAssertEqual(report.checks[0].causes, ["Database"])
        XCTAssertEqual(report.checks[0].state, .down("Database is down"))
        XCTAssertNil(report.checks[0].duration)
        XCTAssertFalse(report.checks[0].isCauseLikely)
        XCTAssertEqual(report.state, .down("Database: connection refused"))
        XCTAssertEqual(notes.all, ["cache"], "a follower's check does not run")
    }

    func testINT7_TheCauseIsTheRootAndNotTheNextFollower() async throws {
        let container = try Container {
            Singleton(Orders.init).health { _ in .up }
            Singleton(Session.init).health { _ in .up }
            Singleton(value: Database()).health { _ in .down("it") }
        }
        _ = try container.resolve(Orders.self)
        let report = await container.health()
        XCTAssertEqual(report.words, ["Orders follows", "Session follows", "Database down"])
        XCTAssertEqual(report.checks.map(\.causes), [["Database"], ["Database"], []])
    }

    func testINT7_ACheckRunsAfterThoseItDependsOn() async throws {
        let notes = Notes()
        let container = try Container {
            Singleton(Orders.init).health { _ in notes.add("orders") }
            Singleton(Session.init).health { _ in notes.add("session") }
            Singleton(value: Database()).health { _ in
                await Task.yield()
                notes.add("database")
            }
        }
        _ = try container.resolve(Orders.self)
        _ = await container.health()
        XCTAssertEqual(notes.all, ["database", "session", "orders"])
    }

    /// Each check waits for the other: one after the other, the first would exceed its limit.
    func testINT7_IndependentChecksRunAtTheSameTime() async throws {
        let (one, other) = (StartDoor(), StartDoor())
        let container = try Container {
            Singleton(value: Database()).health(within: .seconds(60)) { _ in
                one.open()
                await other.wait()
            }
            Singleton(value: Cache()).health(within: .seconds(60)) { _ in
                other.open()
                await one.wait()
            }
        }
        let report = await container.health()
        XCTAssertEqual(report.words, ["Database up", "Cache up"])
    }

    func testINT7_ADegradedDependencyHoldsNothingBack() async throws {
        let container = try Container {
            Singleton(Session.init).health { _ in .up }
            Singleton(value: Database()).health { _ in .degraded("slow") }
        }
        _ = try container.resolve(Session.self)
        let report = await container.health()
        XCTAssertEqual(report.words, ["Session up", "Database degraded"])
        XCTAssertEqual(report.state, .degraded("Database: slow"))
        XCTAssertEqual(report.rootCauses.count, 0)
    }

    func testINT7_InstancesThatDependOnEachOtherAreChecked() async throws {
        let container = try Container {
            Singleton(Left.init).health { _ in .down("left") }
            Singleton(Right.init).health { _ in .up }
        }
        _ = try container.resolve(Right.self)
        let report = await container.health()
        XCTAssertEqual(report.words, ["Left down", "Right follows"])
    }

    // MARK: Closures that hide their dependencies

    func testINT7_AFailureAfterAnotherOneLikelyFollowsIt() async throws {
        let container = try Container {
            Singleton(Cache.self) { resolver in
                _ = try resolver.resolve(Database.self)
                return Cache()
            }.health { _ in .down("own") }
            Singleton { Database() }.health { _ in try refuse() }
        }
        _ = try container.resolve(Cache.self)
        let report = await container.health()
        XCTAssertEqual(report.words, ["Cache down", "Database down"])
        XCTAssertEqual(report.rootCauses.map(\.key), ["Database"], "it was created before")
        XCTAssertEqual(report.checks[0].causes, ["Database"])
        XCTAssertTrue(report.checks[0].isCauseLikely)
        XCTAssertEqual(report.checks[0].state, .down("own"), "its check ran, and tells its own failure")
        XCTAssertTrue("\(report)".contains("own  (likely because of Database)"), "\(report)")
    }

    func testINT7_ACheckThatHidesNothingIsARootCause() async throws {
        let container = try Container {
            Singleton { Database() }.dependsOn().health { _ in try refuse() }
            Singleton { Cache() }.dependsOn().health { _ in .down("own") }
        }
        _ = try container.resolve(Database.self)
        _ = try container.resolve(Cache.self)
        let report = await container.health()
        XCTAssertEqual(report.rootCauses.map(\.key), ["Database", "Cache"])
    }

    /// The container has seen what the factories ask for.
    func testINT7_WithASubscriberTheCausesAreKnown() async throws {
        let container = try Container(configuration: .init(subscribers: [Silent()])) {
            Singleton { Database() }.health { _ in try refuse() }
            Singleton { (_: Resolver) in Cache() }.health { _ in .down("own") }
            Singleton(Session.self) { Session(database: try $0.resolve()) }.health { _ in .up }
        }
        let before = await container.health()
        XCTAssertEqual(before.words, ["Database not created", "Cache not created", "Session not created"])
        _ = try container.resolve(Session.self)
        _ = try container.resolve(Cache.self)
        let report = await container.health()
        XCTAssertEqual(report.words, ["Database down", "Cache down", "Session follows"])
        XCTAssertEqual(report.rootCauses.map(\.key), ["Database", "Cache"])
    }
}
