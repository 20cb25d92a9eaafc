import Armory
import ArmoryTestSupport
import XCTest

private final class Trace: Tracked, @unchecked Sendable {}  // As `Tracked`.

// What each task has for itself, where factories only run to be checked.
final class PerTaskDryRunTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private func trace() -> Kept<Trace> { Kept { [tracker] in Trace(tracker) }.lifetime(PerTask()) }

    func testADryRunOpensOne() throws {
        let container = try Container { trace() }
        XCTAssertNoThrow(try container.validate(dryRun: true))
        XCTAssertEqual(tracker.made, 1)
        XCTAssertEqual(tracker.alive, 0)
    }
}
