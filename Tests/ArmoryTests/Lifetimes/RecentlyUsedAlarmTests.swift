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

// What is closed when nothing uses it, and the alarms of the process.
final class RecentlyUsedAlarmTests: EveryHashTestCase {
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

    func testTheEndOfTheContainerClosesAllOnceAndRemovesTheAlarm() async throws {
        await eventually("the alarms of other tests are over") { Alarms.shared.pending == 0 }
        do {
            let container = try Container { clients(RecentlyUsed(atMost: 5, idle: .seconds(3600))) }
            for number in 1...3 { try use(number, in: container) }
            XCTAssertEqual(Alarms.shared.pending, 1)
            container.close()
        }
        XCTAssertEqual(closed.all, [3, 2, 1])
        XCTAssertEqual(Alarms.shared.pending, 0)
        XCTAssertEqual(tracker.alive, 0)
    }
}
