import Armory
import ArmoryTestSupport
import XCTest

// Time limits.
final class AlarmTests: LeakCheckedTestCase {
    func testAlarmsRingInTheOrderOfTheirTimesAndOnce() async throws {
        let rung = Log<Int>()
        for (number, milliseconds) in [(3, 60), (1, 20), (2, 40)] {
            _ = Alarms.shared.set(after: .milliseconds(milliseconds)) { rung.add(number) }
        }
        let removed = Alarms.shared.set(after: .milliseconds(30)) { rung.add(0) }
        Alarms.shared.remove(removed)
        while rung.all.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(30))
        XCTAssertEqual(rung.all, [1, 2, 3])
    }

    func testALimitThatDoesNotPassLeavesNothing() async throws {
        let before = Alarms.shared.pending
        for _ in 0..<1000 { try await TimeLimit(.seconds(60)).run { await Task.yield() } }
        XCTAssertEqual(Alarms.shared.pending, before)
    }

    func testALimitThatPassesCancelsAndGoesOn() async throws {
        let cancelled = Log<Bool>()
        do {
            try await TimeLimit(.milliseconds(10)).run {
                try? await Task.sleep(for: .seconds(60))
                cancelled.add(Task.isCancelled)
            }
            XCTFail("the limit has passed")
        } catch {
            XCTAssertTrue(error is TimeLimit.Passed)
        }
        while cancelled.all.isEmpty { await Task.yield() }
        XCTAssertEqual(cancelled.all, [true])
    }
}
