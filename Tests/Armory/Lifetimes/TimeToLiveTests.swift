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

// What is made anew when it is too old.
final class TimeToLiveTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let clock = ManualClock()

    private func rates(_ limit: Duration = .seconds(60)) -> Kept<Rates> {
        Kept { [tracker, clock] in Rates(tracker, clock) }.lifetime(TimeToLive(limit, clock: clock))
    }

    private func ratesByNumber(_ limit: Duration = .seconds(60)) -> Kept<Rates> {
        Kept(arguments: Int.self) { [tracker, clock] _, number in Rates(tracker, clock, number) }
            .lifetime(TimeToLive(limit, clock: clock))
    }

    func testD20_AnInstanceThatIsAskedForAllTheTimeIsMadeAnew() throws {
        let container = try Container { rates() }
        let first = try container.resolve(Rates.self)
        for _ in 0..<59 {
            clock.advance(by: .seconds(1))
            XCTAssertTrue(try container.resolve(Rates.self) === first)
        }
        clock.advance(by: .milliseconds(999))
        XCTAssertTrue(try container.resolve(Rates.self) === first)
        clock.advance(by: .milliseconds(1))
        let second = try container.resolve(Rates.self)
        XCTAssertFalse(second === first)
        XCTAssertTrue(try container.resolve(Rates.self) === second)
        XCTAssertEqual(tracker.made, 2)
        XCTAssertEqual(container.keptInstanceCount(of: Rates.self), 1)
    }

    func testTheTimeRunsFromTheReturnOfTheFactory() throws {
        let container = try Container {
            Kept { [tracker, clock] in
                let rates = Rates(tracker, clock)
                clock.advance(by: .seconds(300))
                return rates
            }.lifetime(TimeToLive(.seconds(60), clock: clock))
        }
        let first = try container.resolve(Rates.self)
        XCTAssertTrue(try container.resolve(Rates.self) === first)
    }

    func testTheContainerLetsGoOfWhatIsOver() throws {
        let container = try Container { rates() }
        for _ in 0..<3 {
            _ = try container.resolve(Rates.self)
            XCTAssertEqual(tracker.alive, 1)
            clock.advance(by: .seconds(60))
        }
        XCTAssertEqual(tracker.made, 3)
    }

    func testBadInput_ALimitOfZeroOrBelowKeepsNothing() throws {
        for limit in [Duration.zero, .seconds(-1), .nanoseconds(-1)] {
            let container = try Container { rates(limit) }
            let made = tracker.made
            for _ in 0..<10 { _ = try container.resolve(Rates.self) }
            XCTAssertEqual(tracker.made - made, 10)
            XCTAssertEqual(tracker.alive, 0)
            XCTAssertEqual(container.keptInstanceCount(of: Rates.self), 0)
            let results = race(threads: 8) { _ in try container.resolve(Rates.self).serial }
            XCTAssertEqual(try Set(results.map { try $0.get() }).count, 8)
        }
    }

    func testBadInput_ACycleThroughALimitOfZeroIsAnError() throws {
        final class Hand: @unchecked Sendable { var other: Hand? }  // One thread.
        let container = try Container {
            Kept { Hand() }.lifetime(TimeToLive(.zero)).inject { $0.other = try $1.resolve() }
        }
        do {
            try onThread(stackSize: 1 << 20) { _ = try container.resolve(Hand.self) }
            XCTFail("there is no such instance")
        } catch let error as ResolutionError {
            // Where the stack ends, in a factory or in an injection, decides which of them it is.
            XCTAssertTrue([.tooDeep, .cycle].contains(error.code), "\(error)")
        }
    }

    func testLongAndShortLimitsDoNotOverflow() throws {
        let container = try Container {
            rates(.seconds(Int64.max))
            rates(.nanoseconds(1)).named("short")
        }
        let first = try container.resolve(Rates.self)
        clock.advance(by: .seconds(1 << 40))
        XCTAssertTrue(try container.resolve(Rates.self) === first)
        let short = try container.resolve(Rates.self, named: "short")
        XCTAssertTrue(try container.resolve(Rates.self, named: "short") === short)
        clock.advance(by: .nanoseconds(1))
        XCTAssertFalse(try container.resolve(Rates.self, named: "short") === short)
    }

    func testTheContinuousClockIsTheDefault() throws {
        let container = try Container {
            Kept { [tracker, clock] in Rates(tracker, clock) }.lifetime(TimeToLive(.seconds(3600)))
        }
        XCTAssertTrue(try container.resolve(Rates.self) === container.resolve(Rates.self))
        let short = try Container {
            Kept { [tracker, clock] in Rates(tracker, clock) }.lifetime(TimeToLive(.nanoseconds(1)))
        }
        let first = try short.resolve(Rates.self)
        usleep(1000)
        XCTAssertFalse(try short.resolve(Rates.self) === first)
    }

    func testD20_UnderLoadNobodyIsGivenWhatIsTooOldAndOneIsMadeForEachPeriod() throws {
        let rounds = StressScale.scaled(300, underThreadSanitizer: 60)
        let container = try Container { rates() }
        // Whoever asks the clock gives the processor to another, who may replace what is too old.
        clock.onNow.value = { sched_yield() }
        let report = Barrage("D20 expiry", threads: 16, rounds: rounds).run(
            prepare: { [clock] round in
                clock.advance(by: .seconds(60))
                return Duration.seconds(60 * (round + 1))
            },
            body: { start, _ in
                for _ in 0..<20 {
                    let rates = try container.resolve(Rates.self)
                    try expect(rates.bornAt >= start, "given one of \(rates.bornAt) at \(start)")
                }
                return try container.resolve(Rates.self).serial
            },
            check: { [tracker] start, results in
                let serials = try Set(results.map { try $0.get() })
                try expect(serials.count == 1, "\(serials.count) instances in one period")
                try expect(tracker.made == start.components.seconds / 60, "\(tracker.made) made by \(start)")
                try expect(tracker.alive == 1, "\(tracker.alive) alive")
            })
        var stated = Stated("D20 hot instance that expires, 16 threads")
        stated.add(report.rounds, "periods")
        stated.add(tracker.made, "instances")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
    }

    func testM3_ExpiredPlacesAreSweptAsOthersCome() throws {
        let container = try Container { ratesByNumber(.seconds(10)) }
        let count = StressScale.isThreadSanitized ? 10_000 : 100_000
        var most = 0
        for number in 0..<count {
            clock.advance(by: .milliseconds(100))
            _ = try container.resolve(Rates.self, arguments: number)
            most = max(most, tracker.alive)
        }
        // A hundred are current at a time.
        XCTAssertLessThanOrEqual(most, 205)
        XCTAssertGreaterThanOrEqual(most, 100)
        XCTAssertEqual(tracker.made, count)
        print("[count] M3 distinct arguments with a time to live: \(count) arguments, \(most) at most alive")
    }

    func testM3_WhatIsCurrentIsNotSwept() throws {
        let container = try Container { ratesByNumber() }
        let first = try (0..<1000).map { try container.resolve(Rates.self, arguments: $0) }
        for number in 0..<1000 {
            XCTAssertTrue(try container.resolve(Rates.self, arguments: number) === first[number])
        }
        XCTAssertEqual(tracker.made, 1000)
    }

    // MARK: The clock is the user's

    func testC2_AClockMayUseTheContainer() throws {
        let container = try Container {
            rates()
            Singleton(value: "text")
            ratesByNumber().named("number")
        }
        let asked = Counter()
        clock.onNow.value = {
            asked.increment()
            XCTAssertEqual(try? container.resolve(String.self), "text")
        }
        let first = try container.resolve(Rates.self)
        XCTAssertTrue(try container.resolve(Rates.self) === first)
        clock.advance(by: .seconds(60))
        XCTAssertFalse(try container.resolve(Rates.self) === first)
        XCTAssertGreaterThan(asked.value, 4)
        clock.onNow.value = nil
    }

    func testC2_AClockThatResolvesTheSameWithoutEndIsTooDeep() throws {
        let container = try Container { rates() }
        _ = try container.resolve(Rates.self)
        let depth = Counter()
        clock.onNow.value = { [weak container] in
            depth.increment()
            _ = try? container?.resolve(Rates.self)
        }
        try onThread(stackSize: 1 << 20) { _ = try container.resolve(Rates.self) }
        XCTAssertGreaterThan(depth.value, 10)
        clock.onNow.value = nil
    }

    func testC2_EqualityMayUseTheContainer() throws {
        struct Nosy: Hashable, Sendable {
            static let container = Shelf<Container?>(nil)
            let number: Int
            func hash(into hasher: inout Hasher) {}
            static func == (left: Nosy, right: Nosy) -> Bool {
                _ = try? container.value?.resolve(Rates.self, arguments: left.number + right.number)
                _ = try? container.value?.resolve(Rates.self)
                return left.number == right.number
            }
        }
        let container = try Container {
            ratesByNumber()
            Kept(arguments: Nosy.self) { [tracker, clock] _, nosy in Rates(tracker, clock, nosy.number) }.named("nosy")
        }
        Nosy.container.value = container
        defer { Nosy.container.value = nil }
        let results = race(threads: 8) { thread in
            try (0..<20).map { try container.resolve(Rates.self, named: "nosy", arguments: Nosy(number: $0)).serial }
        }
        XCTAssertEqual(try Set(results.map { try $0.get() }).count, 1)
    }
}
