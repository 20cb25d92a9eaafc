import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

/// A tenant's instance, which knows whether it is closed.
private final class Client: Sendable {
    let tenant: Int
    private let isClosed = Atomic(false)
    private let lives: Lives

    init(_ tenant: Int, _ lives: Lives) {
        self.tenant = tenant
        self.lives = lives
        lives.begin()
    }

    deinit { lives.end() }

    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    /// False: it was closed already.
    func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }
}

/// How many clients there were, and are.
private final class Lives: Sendable {
    let made = Atomic(0)
    let alive = Atomic(0)
    let most = Atomic(0)
    let closed = Atomic(0)
    let closedTwice = Atomic(0)

    func begin() {
        made.wrappingAdd(1, ordering: .relaxed)
        most.max(alive.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
    }

    func end() { alive.wrappingSubtract(1, ordering: .relaxed) }
}

private struct Info: Sendable {
    let tenant: Int
}

// Scopes of many threads choose from tenants whose instances come and go.
final class ChosenStressTests: LeakCheckedTestCase {
    private static let threads = 4
    private static let limit = 8

    private func program(_ lives: Lives, _ lifetime: RecentlyUsed) throws -> Container {
        try Container {
            Seeded(Info.self)
            Kept(arguments: Int.self) { _, tenant in Client(tenant, lives) }
                .lifetime(lifetime)
                .onShutdown { client in
                    lives.closed.wrappingAdd(1, ordering: .relaxed)
                    if !client.close() { lives.closedTwice.wrappingAdd(1, ordering: .relaxed) }
                }
                .named("each")
            Chosen(Client.self, by: \Info.tenant, default: "each")
        }
    }

    /// Opens scopes of random tenants, and uses the chosen client until the end of each.
    private static func serve(_ container: Container, _ thread: Int, scopes: Int, tenants: Int) throws {
        var generator = SeededGenerator(seed: UInt64(thread + 1))
        for _ in 0..<scopes {
            let tenant = Int.random(in: 0..<tenants, using: &generator)
            try container.withScope(.request, seeds: [ScopeSeed(Info(tenant: tenant))]) { scope in
                let client = try scope.resolve(Client.self)
                try expect(client.tenant == tenant, "another tenant's")
                for _ in 0..<3 {
                    try expect(try scope.resolve(Client.self) === client, "another choice")
                    try expect(client.isOpen, "closed while the scope is open")
                    sched_yield()
                }
            }
        }
    }

    private func run(_ lifetime: RecentlyUsed, tenants: Int) throws -> Lives {
        let lives = Lives()
        do {
            let container = try program(lives, lifetime)
            // Enough for each tenant to come, whatever the scale.
            let scopes = max(4000, StressScale.scaled(100_000, underThreadSanitizer: 2000))
            for result in race(
                threads: Self.threads,
                { try Self.serve(container, $0, scopes: scopes / Self.threads, tenants: tenants) })
            {
                try result.get()
            }
            container.close()
        }
        // A look for idle ones may still be under way, and refer to closed ones until it ends.
        let limit = Date(timeIntervalSinceNow: 60)
        while lives.alive.load(ordering: .relaxed) > 0, Date() < limit { usleep(200) }
        XCTAssertEqual(lives.alive.load(ordering: .relaxed), 0)
        XCTAssertEqual(lives.closed.load(ordering: .relaxed), lives.made.load(ordering: .relaxed))
        XCTAssertEqual(lives.closedTwice.load(ordering: .relaxed), 0)
        return lives
    }

    func testINT9_NothingIsUsedAfterItsCloseAndTheBoundHolds() throws {
        let lives = try run(RecentlyUsed(atMost: Self.limit), tenants: 40)
        XCTAssertGreaterThan(lives.made.load(ordering: .relaxed), 40, "tenants come again")
        // Each thread may use one, create another one, and close some that are no longer kept.
        XCTAssertLessThanOrEqual(lives.most.load(ordering: .relaxed), Self.limit + 3 * Self.threads)
    }

    func testINT9_WithoutABoundEachIsMadeExactlyOnce() throws {
        let lives = try run(RecentlyUsed(atMost: .max), tenants: 40)
        XCTAssertEqual(lives.made.load(ordering: .relaxed), 40)
    }

    func testINT9_TheIdleAreClosedWhileOthersResolve() throws {
        let lives = try run(RecentlyUsed(atMost: Self.limit, idle: .milliseconds(1)), tenants: 12)
        XCTAssertGreaterThanOrEqual(lives.made.load(ordering: .relaxed), 12)
    }
}
