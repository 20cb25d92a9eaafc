import Armory
import ArmoryTestSupport
import XCTest

/// One run of a factory for all who wait, and who leaves when.
final class SingleFlightTests: LeakCheckedTestCase {
    func testC5_TenThousandTasksRunTheFactoryOnce() async throws {
        let (made, door) = (Counter(), Door())
        let container = try Container {
            Singleton { () async throws -> Brick in
                made.increment()
                try await door.pass()
                return Brick()
            }
        }
        let tasks = (0..<10_000).map { _ in Task { try await container.resolveAsync(Brick.self) } }
        await door.arrivals(1)
        failure(.asynchronous) { try container.resolve(Brick.self) }
        door.open()
        var bricks: Set<ObjectIdentifier> = []
        for task in tasks { bricks.insert(ObjectIdentifier(try await task.value)) }
        XCTAssertEqual(bricks.count, 1)
        XCTAssertEqual(made.value, 1)
    }

    /// More suspended factories than the machine has cores, by far: were a thread held by each, none would go on.
    func testC5_SuspendedFactoriesHoldNoThread() async throws {
        let (made, door) = (Counter(), Door())
        let container = try Container {
            Kept(Brick.self, arguments: Int.self) { _, number async throws in
                try await door.pass()
                made.increment()
                return Brick(number)
            }
        }
        let count = 1_000
        let tasks = (0..<count * 2).map { number in
            Task { try await container.resolveAsync(Brick.self, arguments: number % count) }
        }
        await door.arrivals(count)
        XCTAssertEqual(made.value, 0, "all of them are suspended at once")
        door.open()
        var sum = 0
        for task in tasks { sum += try await task.value.number }
        XCTAssertEqual(sum, (0..<count).reduce(0, +) * 2)
        XCTAssertEqual(made.value, count)
    }

    func testC5_ACancelledWaiterLeavesAloneAndTheBuildGoesOn() async throws {
        let (made, door) = (Counter(), Door())
        let container = try Container {
            Singleton { () async throws -> Brick in
                made.increment()
                try await door.pass()
                return Brick(7)
            }
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await door.arrivals(1)
        let second = Task { try await container.resolveAsync(Brick.self) }
        let third = Task { try await container.resolveAsync(Brick.self) }
        await eventually("all wait") { Waits.tasks == 3 }
        // Whose call began the build leaves, and another one: at once, while the factory is suspended.
        for task in [first, second] {
            task.cancel()
            let error = await failure(.cancelled) { try await task.value }
            XCTAssertTrue(error?.underlying is CancellationError)
        }
        XCTAssertEqual(Waits.tasks, 1)
        door.open()
        let number = try await third.value.number
        XCTAssertEqual(number, 7)
        XCTAssertEqual(made.value, 1)
    }

    func testC5_WhenNobodyWaitsTheBuildIsCancelledAndTheSlotEmptyAgain() async throws {
        let (begun, ended, door) = (Counter(), Counter(), Door())
        let container = try Container {
            Singleton { () async throws -> Brick in
                let number = begun.increment()
                defer { ended.increment() }
                if number == 1 { try await door.pass() }
                return Brick(number)
            }
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await door.arrivals(1)
        first.cancel()
        await failure(.cancelled) { try await first.value }
        await eventually("the factory is cancelled") { ended.value == 1 }
        let number = try await container.resolveAsync(Brick.self).number
        XCTAssertEqual(number, 2)
    }

    /// Who asks while a cancelled factory winds down waits for its end, and starts anew.
    func testC5_WhoComesWhileItWindsDownStartsAnew() async throws {
        let (begun, inside, door) = (Counter(), Locked(0), Door())
        let container = try Container {
            Singleton { () async throws -> Brick in
                let number = begun.increment()
                let together = inside.withLock { count in
                    count += 1
                    return count
                }
                XCTAssertEqual(together, 1)
                defer { inside.withLock { $0 -= 1 } }
                if number == 1 {
                    try await door.pass(heedsCancellation: false)
                    try Task.checkCancellation()
                }
                return Brick(number)
            }
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await door.arrivals(1)
        first.cancel()
        await failure(.cancelled) { try await first.value }
        let second = Task { try await container.resolveAsync(Brick.self) }
        await eventually("it waits") { Waits.tasks == 1 }
        XCTAssertEqual(begun.value, 1)
        door.open()
        let number = try await second.value.number
        XCTAssertEqual(number, 2)
    }

    /// What a factory makes that does not heed its cancellation is kept: it would be lost else.
    func testC5_WhatIsMadeAllTheSameIsKept() async throws {
        let (begun, door) = (Counter(), Door())
        let container = try Container {
            Singleton { () async throws -> Brick in
                let number = begun.increment()
                try await door.pass(heedsCancellation: false)
                return Brick(number)
            }
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await door.arrivals(1)
        first.cancel()
        await failure(.cancelled) { try await first.value }
        door.open()
        await eventually("it is there") { (try? container.resolve(Brick.self)) != nil }
        XCTAssertEqual(begun.value, 1)
    }

    func testC4_AnErrorGoesToAllWhoWaitAndALaterCallTriesAgain() async throws {
        let (begun, door) = (Counter(), Door())
        let container = try Container {
            Singleton { () async throws -> Brick in
                let number = begun.increment()
                if number == 1 {
                    try await door.pass()
                    throw Mishap(1)
                }
                return Brick(number)
            }
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await door.arrivals(1)
        let others = (0..<50).map { _ in Task { try await container.resolveAsync(Brick.self) } }
        await eventually("all wait") { Waits.tasks == 51 }
        door.open()
        for waiter in [first] + others {
            let error = await failure(.factoryFailed) { try await waiter.value }
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(1))
        }
        let number = try await container.resolveAsync(Brick.self).number
        XCTAssertEqual(number, 2)
        XCTAssertEqual(begun.value, 2)
    }

    func testC5_AWaitHasALimit() async throws {
        let door = Door()
        let container = try Container(configuration: .init(waitLimit: .milliseconds(20))) {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { () async throws -> Brick in
                try await door.pass()
                return Brick(7)
            }
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        await door.arrivals(1)
        let error = await failure(.timedOut) { try await container.resolveAsync(Brick.self) }
        assertErrorText(error, "timedOut: by another task")
        door.open()
        let number = try await first.value.number
        XCTAssertEqual(number, 7, "who makes it has no limit")
    }

    func testC5_ACancelledTaskHasWhatIsThereAndBeginsNothing() async throws {
        let begun = Counter()
        let container = try Container {
            Singleton { () async -> Brick in
                begun.increment()
                return Brick()
            }
            Singleton(value: 7)
        }
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            let number = try await container.resolveAsync(Int.self)
            XCTAssertEqual(number, 7)
            return try await container.resolveAsync(Brick.self)
        }
        await failure(.cancelled) { try await task.value }
        XCTAssertEqual(begun.value, 0)
    }
}
