import Armory
import ArmoryTestSupport
import XCTest

private protocol Client: Sendable {
    var number: Int { get }
}

private final class TestClient: Tracked, Client, @unchecked Sendable {  // Immutable.
    let number: Int
    init(_ tracker: LifetimeTracker, _ number: Int) {
        self.number = number
        super.init(tracker)
    }
}

private struct Plain: Client { let number: Int }

// What is closed when nothing uses it.
final class RecentlyUsedTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let closed = Log<Int>()

    private func clients(_ lifetime: RecentlyUsed) -> Kept<any Client> {
        Kept((any Client).self, arguments: Int.self) { [tracker] _, number in TestClient(tracker, number) }
            .lifetime(lifetime).onShutdown { [closed] client in closed.add(client.number) }
    }

    /// Resolves a client, and keeps nothing of it.
    private func use(_ number: Int, in container: Container) throws {
        XCTAssertEqual(try container.resolve((any Client).self, arguments: number).number, number)
    }

    func testINT9_TheLeastRecentlyUsedAreClosed() throws {
        let container = try Container { clients(RecentlyUsed(atMost: 3)) }
        for number in 1...3 { try use(number, in: container) }
        try use(1, in: container)
        XCTAssertEqual(closed.all, [])
        try use(4, in: container)
        XCTAssertEqual(closed.all, [2])
        try use(5, in: container)
        XCTAssertEqual(closed.all, [2, 3])
        try use(1, in: container)
        XCTAssertEqual(tracker.made, 5, "1 was kept")
        XCTAssertEqual(tracker.alive, 3)
        try use(2, in: container)
        XCTAssertEqual(tracker.made, 6, "2 is made anew")
    }

    func testWhatIsInUseIsNeverClosed() throws {
        let container = try Container { clients(RecentlyUsed(atMost: 2)) }
        var held = try (1...4).map { try container.resolve((any Client).self, arguments: $0) }
        XCTAssertEqual(closed.all, [], "there are more than two, because all are in use")
        held.removeFirst(2)
        try use(5, in: container)
        XCTAssertEqual(closed.all.sorted(), [1, 2])
        withExtendedLifetime(held) {}
        held = []
        try use(6, in: container)
        XCTAssertEqual(Set(closed.all.dropFirst(2)).isSubset(of: [3, 4, 5]), true)
        XCTAssertEqual(tracker.alive, 2)
    }

    func testAFactoryThatThrowsClosesNothing() throws {
        struct Unknown: Error {}
        let container = try Container {
            Kept((any Client).self, arguments: Int.self) { [tracker] _, number in
                guard number < 100 else { throw Unknown() }
                return TestClient(tracker, number)
            }
            .lifetime(RecentlyUsed(atMost: 2)).onShutdown { [closed] client in closed.add(client.number) }
        }
        for number in 1...2 { try use(number, in: container) }
        for number in 100..<400 {
            failure(.factoryFailed) { try container.resolve((any Client).self, arguments: number) }
        }
        XCTAssertEqual(closed.all, [])
        for number in 1...2 { try use(number, in: container) }
        XCTAssertEqual(tracker.made, 2)
        XCTAssertLessThanOrEqual(container.keptInstanceCount(of: (any Client).self), 64, "failed places are forgotten")
    }

    func testAnIdleInstanceIsClosedAndOneInUseIsNot() async throws {
        let container = try Container { clients(RecentlyUsed(idle: .milliseconds(2))) }
        let held = try container.resolve((any Client).self, arguments: 1)
        // Each round ends after a look that has seen both.
        for number in 2...5 {
            try use(number, in: container)
            await eventually("\(number) is closed") { closed.all.contains(number) }
        }
        XCTAssertFalse(closed.all.contains(1))
        withExtendedLifetime(held) {}
    }

    func testAnIdleInstanceIsClosedWithoutAnotherResolve() async throws {
        let container = try Container { clients(RecentlyUsed(idle: .milliseconds(2))) }
        for number in 1...20 { try use(number, in: container) }
        await eventually("all are closed") { closed.all.count == 20 }
        let isEmpty = await tracker.isEmptySoon()
        XCTAssertTrue(isEmpty)
        XCTAssertEqual(container.keptInstanceCount(of: (any Client).self), 0)
    }

    func testAnAwaitingHookIsAwaitedByTheEndOfTheContainer() async throws {
        do {
            let container = try Container {
                Kept((any Client).self, arguments: Int.self) { [tracker] _, number in TestClient(tracker, number) }
                    .lifetime(RecentlyUsed(atMost: 1))
                    .onShutdown { [closed] client in
                        await Task.yield()
                        closed.add(client.number)
                    }
            }
            for number in 1...3 { try use(number, in: container) }
            try await container.shutdown()
            XCTAssertEqual(closed.all.sorted(), [1, 2, 3])
        }
        let isEmpty = await tracker.isEmptySoon()
        XCTAssertTrue(isEmpty)
    }

    func testAValueIsRefused() throws {
        let container = try Container {
            Kept((any Client).self, arguments: Int.self) { _, number in Plain(number: number) }
                .lifetime(RecentlyUsed(atMost: 5))
        }
        let error = failure(.valueTypeShared) { try container.resolve((any Client).self, arguments: 1) }
        assertErrorText(error, "valueTypeShared: recently used, with arguments")
    }

    func testM_ManyTenantsLeaveNothing() throws {
        let container = try Container { clients(RecentlyUsed(atMost: 50)) }
        for number in 0..<17_000 { try use(number, in: container) }
        // The test's own lists do not double in these rounds.
        let growth = try Heap.growth { round in
            for number in 0..<2000 { try use(17_000 + round * 2000 + number, in: container) }
        }
        XCTAssertLessThan(growth, 2000 * 4, "one small object for each tenant is more")
        XCTAssertLessThanOrEqual(tracker.alive, 50)
        XCTAssertLessThanOrEqual(container.keptInstanceCount(of: (any Client).self), 50)
    }
}
