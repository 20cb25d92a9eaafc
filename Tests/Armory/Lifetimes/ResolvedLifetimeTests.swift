import Armory
import ArmoryTestSupport
import XCTest

private struct Limits: Sendable {
    let open: Int
}

private final class Database: Tracked, @unchecked Sendable {  // Immutable.
    let tenant: Int
    init(_ tracker: LifetimeTracker, _ tenant: Int) {
        self.tenant = tenant
        super.init(tracker)
    }
}

private final class Other: Sendable {}

// Lifetimes that a container makes from what it resolves.
final class ResolvedLifetimeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let closed = Log<Int>()

    private func databases() -> Kept<Database> {
        Kept(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 12) { [tracker] _, tenant in
            Database(tracker, tenant)
        }
        .lifetime(fileID: "Shop/Wiring.swift", line: 15) { (limits: Limits) in
            guard limits.open > 0 else { throw Mishap() }
            return RecentlyUsed(atMost: limits.open)
        }
        .onShutdown { [closed] database in closed.add(database.tenant) }
    }

    private func use(_ tenants: ClosedRange<Int>, in container: Container) throws {
        for tenant in tenants { _ = try container.resolve(Database.self, arguments: tenant) }
    }

    func testINT9_TheLimitIsThatOfTheContainer() throws {
        let container = try Container {
            databases()
            Singleton(value: Limits(open: 3))
        }
        try use(1...3, in: container)
        XCTAssertEqual(closed.all, [])
        try use(4...4, in: container)
        XCTAssertEqual(closed.all, [1])
        try use(2...4, in: container)
        XCTAssertEqual(tracker.made, 4, "those that exist are found")
        XCTAssertEqual(container.evict(Database.self, arguments: 3).count, 0)
        XCTAssertEqual(closed.all, [1, 3])
        container.close()
        XCTAssertEqual(closed.all, [1, 3, 4, 2])
    }

    func testTheLifetimeIsMadeOnceByManyThreads() throws {
        let (made, resolved) = (Counter(), Counter())
        for _ in 0..<50 {
            let container = try Container {
                Singleton {
                    resolved.increment()
                    return Limits(open: 100)
                }
                Kept(arguments: Int.self) { [tracker] _, tenant in Database(tracker, tenant) }
                    .lifetime { (limits: Limits) in
                        made.increment()
                        return RecentlyUsed(atMost: limits.open)
                    }
            }
            let databases = try race(threads: 8) { try container.resolve(Database.self, arguments: $0 / 4) }.map {
                try $0.get()
            }
            XCTAssertEqual(Set(databases.map(ObjectIdentifier.init)).count, 2)
        }
        XCTAssertEqual([made.value, resolved.value, tracker.made], [50, 50, 100])
    }

    func testNoLockIsHeldWhileTheSourceIsMade() throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let container = try Container {
            databases()
            Singleton { () -> Limits in
                isMaking.open()
                XCTAssertTrue(goOn.wait())
                return Limits(open: 3)
            }
            Kept { Other() }.lifetime(TimeToLive(.seconds(60)))
        }
        let results = race(threads: 2) { thread in
            guard thread == 1 else { return try container.resolve(Database.self, arguments: 1).tenant }
            isMaking.wait()
            _ = try container.resolve(Other.self)
            XCTAssertEqual(container.evict(Database.self, arguments: 1).count, 0, "there is none yet")
            XCTAssertEqual(container.keptInstanceCount(of: Database.self), 0)
            goOn.open()
            return 0
        }
        XCTAssertEqual(try results.map { try $0.get() }, [1, 0])
    }

    func testTheSourceIsADependencyThatIsChecked() throws {
        let missing = failure(.invalid) { try Container { databases() } }?.faults.first
        XCTAssertEqual(missing?.code, .missing)
        XCTAssertEqual(missing?.path, ["Database", "Limits"])
        let captive = failure(.invalid) {
            try Container {
                databases()
                Scoped { Limits(open: 3) }
            }
        }
        XCTAssertEqual(captive?.faults.map(\.code), [.captive])
        let cycle = failure(.invalid) {
            try Container {
                Kept { Other() }.lifetime { (limits: Limits) in RecentlyUsed(atMost: limits.open) }
                Singleton { (_: Other) in Limits(open: 3) }
            }
        }
        XCTAssertEqual(cycle?.faults.map(\.code), [.cycle])
        let container = try Container {
            databases()
            Singleton(value: Limits(open: 3))
        }
        XCTAssertTrue("\(container.graph)".contains("Limits"), "\(container.graph)")
        XCTAssertEqual(try container.validate(dryRun: true).warnings.map(\.code), [])
    }

    func testACycleThatClosuresHideIsFound() throws {
        let container = try Container {
            Kept { Other() }.lifetime { (limits: Limits) in RecentlyUsed(atMost: limits.open) }
            Singleton { (resolver: Resolver) in
                _ = try resolver.resolve(Other.self)
                return Limits(open: 3)
            }
        }
        let error = failure(.cycle) { try container.resolve(Other.self) }
        XCTAssertEqual(error?.path, ["Other", "Limits", "Other"])
    }

    func testErrorsReachTheCallerAndTheNextResolveTriesAgain() throws {
        let open = Shelf(0)
        let container = try Container {
            databases()
            Transient { () throws -> Limits in
                guard open.value >= 0 else { throw Mishap() }
                return Limits(open: open.value)
            }
        }
        let refused = failure(.factoryFailed) { try container.resolve(Database.self, arguments: 1) }
        XCTAssertEqual(
            refused?.description,
            """
            Database could not be created: its lifetime threw. [factoryFailed]
              Database is registered at Shop/Wiring.swift:12
              the lifetime is at Shop/Wiring.swift:15
              error: \(Mishap())
              fix: remove the cause of the error; the next resolve tries again.
            """)
        XCTAssertNotNil(refused?.rootCause as? Mishap)
        open.value = -1
        let failed = failure(.factoryFailed) { try container.resolve(Database.self, arguments: 1) }
        XCTAssertEqual(failed?.path, ["Database", "Limits"])
        open.value = 1
        XCTAssertEqual(try container.resolve(Database.self, arguments: 1).tenant, 1)
        open.value = 0
        XCTAssertEqual(try container.resolve(Database.self, arguments: 2).tenant, 2, "it is made once")
    }

    func testAnOverrideOfTheSourceIsHonoured() throws {
        let container = try Container {
            databases()
            Singleton(value: Limits(open: 3))
        }
        try use(1...3, in: container)
        let other = try container.overriding { Singleton(value: Limits(open: 1)) }
        try use(11...12, in: other)
        XCTAssertEqual(closed.all, [11])
        XCTAssertEqual(container.keptInstanceCount(of: Database.self), 3)
        // A child and a scope find the instances, and the limit, of the container that has the registration.
        let child = try Container(parents: [container]) { Singleton(value: Limits(open: 1)) }
        try use(1...3, in: child)
        try child.withScope { scope in try use(1...4, in: scope) }
        XCTAssertEqual(closed.all, [11, 1])
    }

    func testASourceMayBeNamedOrPrivate() async throws {
        let container = try Container {
            Module("tenants") { [databases = databases()] in
                databases.lifetime(from: .named("few")) { (limits: Limits) in RecentlyUsed(atMost: limits.open) }
                Singleton(value: Limits(open: 1)).named("few").private()
                Singleton(value: Limits(open: 9)).private()
            }
            Kept { Other() }.lifetime { (limits: Limits?) in TimeToLive(.seconds(limits == nil ? 0 : 60)) }
        }
        for tenant in 1...2 { _ = try await container.resolveAsync(Database.self, arguments: tenant) }
        XCTAssertEqual(closed.all, [1])
        XCTAssertFalse(try container.resolve(Other.self) === container.resolve(Other.self))
    }

    func testAnAwaitedSourceHasToExist() async throws {
        let container = try Container {
            Singleton { () async in Limits(open: 1) }.onStart { _ in }
            Kept { () async in Other() }.lifetime { (limits: Limits) in RecentlyUsed(atMost: limits.open) }
        }
        let early = await failure(.asynchronous) { try await container.resolveAsync(Other.self) }
        XCTAssertEqual(early?.path, ["Other", "Limits"])
        try await container.start()
        let (first, second) = (
            try await container.resolveAsync(Other.self), try await container.resolveAsync(Other.self)
        )
        XCTAssertTrue(first === second)
    }

    func testALaterLifetimeCounts() throws {
        let container = try Container {
            databases().lifetime(RecentlyUsed(atMost: 1))
            Singleton(value: Limits(open: 9))
        }
        try use(1...2, in: container)
        XCTAssertEqual(closed.all, [1])
    }
}
