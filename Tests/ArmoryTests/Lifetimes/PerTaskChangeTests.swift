import Armory
import ArmoryTestSupport
import XCTest

private final class Trace: Tracked, @unchecked Sendable {}  // As `Tracked`.

// What each task has for itself, by identities of the runtime.
final class PerTaskChangeTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    private func trace() -> Kept<Trace> { Kept { [tracker] in Trace(tracker) }.lifetime(PerTask()) }

    /// A task's memory is soon another task's: what it had must not become that one's.
    func testATaskIsNotTakenForOneThatHasEnded() async throws {
        let container = try Container { trace() }
        try await PerTask.withInstances {
            for number in 1...1000 {
                let serial = try await Task { try container.resolve(Trace.self).serial }.value
                XCTAssertEqual(serial, number)
            }
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.releaseOrder, (1...1000).reversed(), "the newest first")
    }

    func testM1_TheyGoWithTheContainer() throws {
        try PerTask.withInstances {
            let container = try Container { trace() }
            _ = try container.resolve(Trace.self)
            XCTAssertEqual(tracker.alive, 1)
            container.close()
            XCTAssertEqual(tracker.alive, 0)
        }
    }
}
