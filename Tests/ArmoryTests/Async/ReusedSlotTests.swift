import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// Slots of async registrations that get the memory of a slot whose build has not ended yet.
final class ReusedSlotTests: LeakCheckedTestCase {
    /// Runs a closure when it is released, with the registration whose factory holds it.
    private final class Token: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        deinit { body() }
    }

    /// A value of a size that little else has, so that a new slot gets the memory of one that was freed.
    private struct Slab: Sendable {
        typealias Row = (Int, Int, Int, Int, Int, Int, Int, Int)

        let number: Int
        var rows: (Row, Row, Row, Row, Row, Row, Row) = (zeros, zeros, zeros, zeros, zeros, zeros, zeros)

        private static let zeros = (0, 0, 0, 0, 0, 0, 0, 0)
    }

    private static let count = 8

    /// A slot may have the address of another one whose build has not resumed its waiters yet.
    ///
    /// The thread that ends the build frees the container's replaced slots first.
    func testC5_ASlotAtTheAddressOfAReplacedOneHasItsOwnInstance() async throws {
        let container = Container()
        let (first, later) = (Door(), Door())
        let (arrived, numbers) = (Counter(), Numbers())
        try container.register(
            Singleton { () async throws -> Slab in
                try await first.pass()
                return Slab(number: 0)
            })
        let old = Task { try await container.resolveAsync(Slab.self).number }
        await first.arrivals(1)
        try container.replace(Singleton { () async -> Slab in Slab(number: -1) })
        // Released after the slot of the first slab, because it was retired later.
        try retireInUse(in: container) {
            for number in 1...Self.count {
                let name = Name("\(number)")
                try? container.register(
                    Singleton { () async throws -> Slab in
                        arrived.increment()
                        try await later.pass()
                        return Slab(number: number)
                    }.named(name))
                numbers.add(Task { try await container.resolveAsync(Slab.self, named: name).number })
            }
            // Until each task waits. The limit is for a machine with one core, where none of them begins.
            let limit = Date(timeIntervalSinceNow: 20)
            while arrived.value < Self.count, Waits.tasks <= Self.count, Date() < limit {
                usleep(1000)
            }
        }
        first.open()
        let number = try await old.value
        XCTAssertEqual(number, 0)
        // The end of the first build has left the others' builds to be found.
        for number in 1...Self.count {
            numbers.add(Task { try await container.resolveAsync(Slab.self, named: Name("\(number)")).number })
        }
        await later.arrivals(Self.count)
        let limit = Date(timeIntervalSinceNow: 120)
        while Waits.tasks < 2 * Self.count, Date() < limit { await Task.yield() }
        later.open()
        let all = try await numbers.all
        XCTAssertEqual(all, Array(1...Self.count) + Array(1...Self.count))
        XCTAssertEqual(arrived.value, Self.count)
    }

    /// Leaves a slot retired that is freed at the container's next occasion, and calls `body` then.
    private func retireInUse(in container: Container, _ body: @escaping @Sendable () -> Void) throws {
        let (begun, mayEnd, ended) = (Latch(), Latch(), Latch())
        try container.register(holding(Token(body), begun, mayEnd))
        Thread.detachNewThread {
            _ = try? container.resolve(Wall.self)
            ended.open()
        }
        XCTAssertTrue(begun.wait())
        try container.replace(Transient { Wall(brick: Brick()) })
        mayEnd.open()
        XCTAssertTrue(ended.wait())
    }

    private func holding(_ token: Token, _ begun: Latch, _ mayEnd: Latch) -> Transient<Wall> {
        Transient {
            withExtendedLifetime(token) {}
            begun.open()
            mayEnd.wait()
            return Wall(brick: Brick())
        }
    }
}

/// The tasks that resolve numbers, in order.
private final class Numbers: @unchecked Sendable {  // `tasks` is guarded by `lock`.
    private let lock = NSLock()
    private var tasks: [Task<Int, any Error>] = []

    func add(_ task: Task<Int, any Error>) { lock.withLock { tasks.append(task) } }

    var all: [Int] {
        get async throws {
            var numbers: [Int] = []
            for task in lock.withLock({ tasks }) { numbers.append(try await task.value) }
            return numbers
        }
    }
}
