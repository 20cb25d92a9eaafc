import Armory
import ArmoryTestSupport
import XCTest

private final class Rates: Tracked, @unchecked Sendable {  // Immutable.
    let bornAt: Duration
    let number: Int
    init(_ tracker: LifetimeTracker, _ clock: ManualClock, _ number: Int = 0) {
        bornAt = clock.now.offset
        self.number = number
        super.init(tracker)
    }
}

// What is made anew when it is too old, in a container that changes.
final class TimeToLiveChangeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let clock = ManualClock()

    private func rates(_ limit: Duration = .seconds(60)) -> Kept<Rates> {
        Kept { [tracker, clock] in Rates(tracker, clock) }.lifetime(TimeToLive(limit, clock: clock))
    }

    private func ratesByNumber(_ limit: Duration = .seconds(60)) -> Kept<Rates> {
        Kept(arguments: Int.self) { [tracker, clock] _, number in Rates(tracker, clock, number) }
            .lifetime(TimeToLive(limit, clock: clock))
    }

    func testC2_AClockMayChangeTheContainer() throws {
        let container = try Container {
            rates()
            ratesByNumber().named("number")
        }
        // A change of the very registration, while the store is swept.
        clock.onNow.value = { [weak container] in try? container?.reset(Rates.self, named: "number") }
        for number in 0..<100 { _ = try container.resolve(Rates.self, named: "number", arguments: number) }
        clock.onNow.value = nil
    }
}
