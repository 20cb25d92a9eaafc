import Armory
import ArmoryTestSupport
import XCTest

private let minute: Duration = .seconds(60)

/// What the makings of one type meet: refusals at first, then a door.
private final class Site: Sendable {
    let begun = Counter()
    let ended = Counter()
    let door = Door()
    let clock = ManualClock()

    var retry: Retry {
        Retry(attempts: 3, pause: .seconds(1), clock: clock) { $0.underlying is Mishap }
    }

    var deadline: Deadline { Deadline(limit: minute, clock: clock) }

    /// Refuses the first calls, and passes the door in the later ones.
    func make(refusing refused: Int = 0, heedsCancellation: Bool = true) async throws -> Brick {
        let number = begun.increment()
        defer { ended.increment() }
        if number <= refused { throw Mishap(number) }
        try await door.pass(heedsCancellation: heedsCancellation)
        return Brick(number)
    }
}

/// REG13: a retry and a deadline, with a clock that the tests move.
final class RetryAndDeadlineTests: LeakCheckedTestCase {
    // MARK: Retry

    func testREG13_ARetryMakesItAgainAfterEachPause() async throws {
        let site = Site()
        site.door.open()
        let container = try Container {
            Singleton { try await site.make(refusing: 2) }
            Intercepted(Brick.self, by: site.retry)
        }
        let tasks = (0..<20).map { _ in Task { try await container.resolveAsync(Brick.self) } }
        await eventually("the first pause") { site.clock.sleeping == 1 && Waits.tasks == 20 }
        XCTAssertEqual(site.begun.value, 1)
        site.clock.advance(by: .seconds(1))
        await eventually("the second pause") { site.begun.value == 2 && site.clock.sleeping == 1 }
        site.clock.advance(by: .seconds(1))
        XCTAssertEqual(site.clock.sleeping, 1, "the second pause is twice as long")
        site.clock.advance(by: .seconds(1))
        for task in tasks {
            let number = try await task.value.number
            XCTAssertEqual(number, 3)
        }
        XCTAssertEqual(site.begun.value, 3)
    }

    func testREG13_ARetryGivesUpAfterItsAttemptsAndAtOtherErrors() async throws {
        let (site, other) = (Site(), Counter())
        let container = try Container {
            Transient { try await site.make(refusing: .max) }
            Transient { () async throws -> Core in
                other.increment()
                throw Declined()
            }
            Intercepted(by: site.retry)
        }
        let task = Task { try await container.resolveAsync(Brick.self) }
        for pause in [1, 2] {
            await eventually("a pause") { site.clock.sleeping == 1 }
            site.clock.advance(by: .seconds(pause))
        }
        let error = await failure(.factoryFailed) { try await task.value }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
        // A factory that declines has an answer.
        let core = try await container.resolveAsync(Core?.self)
        XCTAssertNil(core)
        XCTAssertEqual(other.value, 1)
        let zero = try Container {
            Singleton { try await Site().make(refusing: 1) }
            Intercepted(Brick.self, by: Retry(attempts: .min, pause: .zero) { _ in true })
        }
        await failure(.factoryFailed) { try await zero.resolveAsync(Brick.self) }
    }

    func testC5_ACancelledWaiterLeavesARetryAloneAndTheLastOneEndsIt() async throws {
        let site = Site()
        let container = try Container {
            Singleton { try await site.make(refusing: 1) }
            Intercepted(Brick.self, by: site.retry)
        }
        let (first, second) = (
            Task { try await container.resolveAsync(Brick.self) }, Task { try await container.resolveAsync(Brick.self) }
        )
        await eventually("both wait") { site.clock.sleeping == 1 && Waits.tasks == 2 }
        first.cancel()
        await failure(.cancelled) { try await first.value }
        XCTAssertEqual(site.clock.sleeping, 1, "the pause goes on for the other")
        second.cancel()
        await failure(.cancelled) { try await second.value }
        await eventually("the pause ends") { site.clock.sleeping == 0 }
        site.door.open()
        let number = try await container.resolveAsync(Brick.self).number
        XCTAssertEqual(number, 2, "the slot was empty again")
    }

    // MARK: Deadline

    func testREG13_ADeadlineCancelsTheMakingAndNamesTheKey() async throws {
        let site = Site()
        let container = try Container {
            Singleton { try await site.make() }.named("main")
            Transient { r in Wall(brick: try await r.resolve(named: "main")) }
            Intercepted(Brick.self, by: site.deadline)
        }
        let task = Task { try await container.resolveAsync(Wall.self) }
        await site.door.arrivals(1)
        await eventually("the limit runs") { site.clock.sleeping == 1 }
        site.clock.advance(by: .seconds(59))
        XCTAssertEqual(site.ended.value, 0)
        site.clock.advance(by: .seconds(1))
        let error = await failure(.factoryFailed) { try await task.value }
        XCTAssertEqual(
            error?.underlying as? Deadline.Passed, Deadline.Passed(key: "Brick named \"main\"", limit: minute))
        XCTAssertEqual(error?.path, ["Wall", "Brick named \"main\""])
        XCTAssertEqual(site.ended.value, 1, "the factory was cancelled, and has ended")
        site.door.open()
        let number = try await container.resolveAsync(Brick.self, named: "main").number
        XCTAssertEqual(number, 2)
        XCTAssertEqual(site.clock.sleeping, 0)
    }

    /// As after any failure, all who waited have the error, and a later call makes the instance.
    func testC4_ADeadlinePassesWhileOthersWait() async throws {
        let site = Site()
        let container = try Container {
            Singleton { try await site.make() }
            Intercepted(Brick.self, by: site.deadline)
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await site.door.arrivals(1)
        let others = (0..<10).map { _ in Task { try await container.resolveAsync(Brick.self) } }
        await eventually("all wait") { site.clock.sleeping == 1 && Waits.tasks == 11 }
        site.clock.advance(by: minute)
        for task in [first] + others {
            let error = await failure(.factoryFailed) { try await task.value }
            XCTAssertTrue(error?.underlying is Deadline.Passed)
        }
        XCTAssertEqual(site.begun.value, 1)
        site.door.open()
        let number = try await container.resolveAsync(Brick.self).number
        XCTAssertEqual(number, 2)
        XCTAssertEqual(site.begun.value, 2)
    }

    /// No thread and no other waiter hangs with a factory that ignores its cancellation.
    func testC5_AFactoryThatIgnoresTheDeadlineHoldsOnlyThoseWhoStay() async throws {
        let site = Site()
        let container = try Container {
            Singleton { try await site.make(heedsCancellation: false) }
            Intercepted(Brick.self, by: site.deadline)
        }
        let (first, second) = (
            Task { try await container.resolveAsync(Brick.self) }, Task { try await container.resolveAsync(Brick.self) }
        )
        await site.door.arrivals(1)
        await eventually("both wait") { site.clock.sleeping == 1 && Waits.tasks == 2 }
        site.clock.advance(by: minute)
        await eventually("the limit has passed") { site.clock.sleeping == 0 }
        XCTAssertEqual(Waits.tasks, 2)
        for task in [first, second] {
            task.cancel()
            await failure(.cancelled) { try await task.value }
        }
        // The next caller waits until the factory has ended, and makes the instance anew.
        let third = Task { try await container.resolveAsync(Brick.self) }
        await eventually("it waits") { Waits.tasks == 1 }
        XCTAssertEqual(site.begun.value, 1)
        site.door.open()
        let number = try await third.value.number
        XCTAssertEqual(number, 2)
    }

    // MARK: Both

    /// The outer one applies to all attempts together, the inner one to each.
    func testREG13_ADeadlineAroundARetryAndARetryAroundADeadline() async throws {
        let (outer, inner) = (Site(), Site())
        let container = try Container {
            Singleton { try await outer.make(refusing: 1) }.named("outer")
            Intercepted(Brick.self, by: outer.deadline).named("outer")
            Intercepted(
                Brick.self, by: Retry(attempts: 2, pause: minute * 2, clock: outer.clock) { $0.underlying is Mishap }
            ).named("outer")
            Singleton { try await inner.make() }.named("inner")
            Intercepted(
                Brick.self,
                by: Retry(attempts: 2, pause: .seconds(1), clock: inner.clock) { $0.underlying is Deadline.Passed }
            ).named("inner")
            Intercepted(Brick.self, by: inner.deadline).named("inner")
        }
        let first = Task { try await container.resolveAsync(Brick.self, named: "outer") }
        await eventually("the pause and the limit") { outer.clock.sleeping == 2 }
        outer.clock.advance(by: minute)
        let error = await failure(.factoryFailed) { try await first.value }
        XCTAssertTrue(error?.underlying is Deadline.Passed)
        XCTAssertEqual(outer.begun.value, 1)

        let second = Task { try await container.resolveAsync(Brick.self, named: "inner") }
        await inner.door.arrivals(1)
        await eventually("the limit of the first attempt") { inner.clock.sleeping == 1 }
        inner.clock.advance(by: minute)
        await eventually("the pause") { inner.ended.value == 1 && inner.clock.sleeping == 1 }
        inner.clock.advance(by: .seconds(1))
        await inner.door.arrivals(2)
        inner.door.open()
        let number = try await second.value.number
        XCTAssertEqual(number, 2)
    }

    func testLIFE1_TheStartOfAContainerTriesAgain() async throws {
        let site = Site()
        site.door.open()
        let container = try Container {
            Singleton { try await site.make(refusing: 1) }.eager()
            Singleton { Wall(brick: try $0.resolve()) }.eager()
            Intercepted(by: site.retry)
        }
        let start = Task { try await container.start() }
        await eventually("the pause") { site.clock.sleeping == 1 }
        site.clock.advance(by: .seconds(1))
        try await start.value
        XCTAssertEqual(try container.resolve(Wall.self).brick.number, 2)
    }

    /// Each attempt is a call of the factory.
    func testOBS_SubscribersSeeEachAttempt() async throws {
        let site = Site()
        site.door.open()
        struct Subscriber: EventSubscriber {
            let log: Log<String>
            func receive(_ event: ContainerEvent) {
                switch event {
                case .made(let making): log.add("made \(making.registration.key)")
                case .failed(let making, _): log.add("failed \(making.registration.key)")
                case .resolved(let resolve): log.add("resolved \(resolve.registration.key)")
                default: break
                }
            }
        }
        let events = Log<String>()
        let container = try Container(configuration: .init(subscribers: [Subscriber(log: events)])) {
            Singleton { try await site.make(refusing: 2) }
            Transient { r in Wall(brick: try await r.resolve()) }
            Intercepted(
                Brick.self, by: Retry(attempts: 3, pause: .zero, clock: site.clock) { $0.underlying is Mishap })
        }
        _ = try await container.resolveAsync(Wall.self)
        XCTAssertEqual(
            events.all,
            ["failed Brick", "failed Brick", "made Brick", "resolved Brick", "made Wall", "resolved Wall"])
        let graph = container.graph
        XCTAssertEqual(graph.edges.count, 1)
        XCTAssertEqual(graph.nodes.first { $0.key == "Brick" }?.activity?.failed, 2)
        try container.validate(dryRun: true)
        XCTAssertEqual(site.begun.value, 3, "a dry run calls no factory that awaits")
    }
}
