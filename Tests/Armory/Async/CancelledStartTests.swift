import Armory
import ArmoryTestSupport
import XCTest

/// LIFE7: a start waits for the factories that it cancels.
final class CancelledStartTests: LeakCheckedTestCase {
    private let log = Log<String>()
    private let door = Door()

    /// A container whose start waits at the door, and whose factory ignores that it is cancelled.
    private func container(_ configuration: Container.Configuration = .init()) throws -> Container {
        let (log, door) = (log, door)
        return try Container(configuration: configuration) {
            Singleton { Brick() }.onShutdown { _ in log.add("closed") }
            Singleton { r in
                let brick = try await r.resolve(Brick.self)
                try await door.pass(heedsCancellation: false)
                log.add("made")
                return Wall(brick: brick)
            }.eager()
        }
    }

    func testLIFE7_ItClosesNothingThatTheyStillUse() async throws {
        let container = try container()
        let start = Task { try await container.start() }
        await door.arrivals(1)
        start.cancel()
        // Not a wait for something: a start that closed at once would do so now.
        for _ in 0..<1_000 { await Task.yield() }
        XCTAssertEqual(log.all, [])
        door.open()
        await failure(.startFailed) { try await start.value }
        XCTAssertEqual(log.all, ["made", "closed"])
    }

    func testLIFE7_ItWaitsOnlyForTheLimitOfHooks() async throws {
        let container = try container(.init(hookLimit: .milliseconds(1)))
        let start = Task { try await container.start() }
        await door.arrivals(1)
        start.cancel()
        await failure(.startFailed) { try await start.value }
        XCTAssertEqual(log.all, ["closed"])
        door.open()
        await eventually("the factory has ended") { log.all.count == 2 }
    }
}
