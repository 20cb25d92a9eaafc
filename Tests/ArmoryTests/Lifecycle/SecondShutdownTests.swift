import Armory
import ArmoryTestSupport
import XCTest

private final class Server: Tracked, @unchecked Sendable {}  // As `Tracked`.
private final class Database: Tracked, @unchecked Sendable {}  // As `Tracked`.

final class SecondShutdownTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    private func database() -> Singleton<Database> {
        let log = log
        return Singleton { [tracker] in Database(tracker) }
            .onStart { _ in log.add("start") }
            .onStop { _ in log.add("stop") }
            .onShutdown { _ in log.add("close") }
    }

    func testLIFE7_OneShutdownStopsAndTheOthersDoNothing() async throws {
        let (isStopping, goOn) = (StartDoor(), StartDoor())
        let container = try Container {
            database()
            Singleton { [tracker] in Server(tracker) }.dependsOn(Database.self)
                .onStop { _ in
                    isStopping.open()
                    await goOn.wait()
                }
        }
        try await container.start()
        let first = Task { try await container.shutdown() }
        await isStopping.wait()
        try await container.shutdown()
        XCTAssertEqual(container.close().count, 0)
        XCTAssertFalse(container.isClosed, "the first goes on")
        goOn.open()
        try await first.value
        XCTAssertEqual(log.all, ["start", "stop", "close"])
    }
}
