#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import Foundation
import XCTest

// Reloads while objects are being made, borrowed and closed.
final class LiveRaceTests: LeakCheckedTestCase {
    private let values = Values(["pool.size": 1])
    private let log = PoolLog()

    func testAnObjectWhoseSettingsChangeWhileItIsMadeIsMadeAgain() async throws {
        let gate = Gate()
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in
                let pool = Pool(settings, log)
                await gate.pass()
                return pool
            }
            .onShutdown { $0.close() }
        }
        let start = Task { try await container.start() }
        await gate.arrival()
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        await gate.open()
        try await start.value
        XCTAssertEqual(log.all, ["open 1", "close 1", "open 2"])
        XCTAssertEqual(try container.resolve(Live<Pool>.self).value.settings.size, 2)
        try await container.shutdown()
    }

    func testAnObjectThatIsMadeDuringAReloadHasItsSettings() async throws {
        final class Slow: Sendable {
            let size: Int
            init(size: Int) { self.size = size }
        }
        let gate = Gate()
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in
                if settings.size == 2 { await gate.pass() }
                return Slow(size: settings.size)
            }
            Reloadable { (settings: PoolSettings) in
                await Task.yield()
                return Pool(settings, log)
            }
            .onShutdown { $0.close() }
        }
        let slow = try await container.resolveAsync(Live<Slow>.self)
        values["pool.size"] = 2
        let reload = Task { try await container.reloadConfiguration() }
        await gate.arrival()
        let pool = try await container.resolveAsync(Live<Pool>.self)
        XCTAssertEqual(pool.value.settings.size, 1)
        await gate.open()
        try await reload.value
        XCTAssertEqual(slow.value.size, 2)
        XCTAssertEqual(pool.value.settings.size, 2)
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1"])
        try await container.shutdown()
    }

    func testAnObjectThatIsMadeWhileTheContainerEndsIsClosed() async throws {
        let gate = Gate()
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in
                let pool = Pool(settings, log)
                if settings.size == 2 { await gate.pass() }
                return pool
            }
            .onShutdown { $0.close() }
        }
        try await container.start()
        // A `Live` that outlives the container.
        let live = try container.resolve(Live<Pool>.self)
        defer { withExtendedLifetime(live) {} }
        values["pool.size"] = 2
        let reload = Task { try await container.reloadConfiguration() }
        await gate.arrival()
        try await container.shutdown()
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1"])
        await gate.open()
        _ = await reload.result
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1", "close 2"])
    }

    func testReloadsTakeTurns() async throws {
        let gate = Gate()
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in
                if settings.size == 2 { await gate.pass() }
                return Pool(settings, log)
            }
        }
        try await container.start()
        values["pool.size"] = 2
        let first = Task { try await container.reloadConfiguration() }
        await gate.arrival()
        values["pool.size"] = 3
        let executor = CountingExecutor()
        let second = Task(executorPreference: executor) { [log] in
            try await container.reloadConfiguration()
            log.note("the second has returned")
        }
        executor.waitUntilIdle()
        XCTAssertEqual(log.all, ["open 1"], "the second reload waits for the first one")
        await gate.open()
        try await first.value
        try await second.value
        XCTAssertEqual(log.all, ["open 1", "open 2", "open 3", "the second has returned"])
        XCTAssertEqual(try container.resolve(Live<Pool>.self).value.settings.size, 3)
        XCTAssertEqual(try container.resolve(Live<PoolSettings>.self).value.size, 3)
    }

    func testBorrowsThatAwaitNeverSeeAClosedObject() async throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
                .onShutdown { pool in
                    await Task.yield()
                    pool.close()
                }
        }
        let live = try container.resolve(Live<Pool>.self)
        let reloads = StressScale.scaled(300, atLeast: 20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<reloads * 4 {
                        await live.withValue { pool in
                            pool.use()
                            await Task.yield()
                            pool.use()
                        }
                        try await container.withScope { scope in
                            let pool = try scope.resolve(Pool.self)
                            await Task.yield()
                            pool.use()
                        }
                    }
                }
            }
            for size in 2..<2 + min(reloads, 400) {
                values["pool.size"] = ConfigValue(.int(size), isSecret: false)
                try await container.reloadConfiguration()
                await Task.yield()
            }
            try await group.waitForAll()
        }
        try await container.shutdown()
        XCTAssertEqual(log.all.filter { $0.hasPrefix("used") }, [])
        let closed = log.all.filter { $0.hasPrefix("close") }
        XCTAssertEqual(closed.count, log.all.count { $0.hasPrefix("open") })
        XCTAssertEqual(Set(closed).count, closed.count)
    }

    func testReloadsOfSharedSettingsLeaveNothingBehind() async throws {
        final class Line: Sendable {
            private let life = Counted()
        }
        let container = try Container { [values] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (_: PoolSettings) in Line() }.onShutdown { _ in }
        }
        func reload(_ sizes: Range<Int>) async throws {
            for size in sizes {
                values["pool.size"] = ConfigValue(.int(1 + size % 400), isSecret: false)
                try await container.reloadConfiguration()
            }
        }
        try await reload(0..<100)
        let lines = Counted.alive
        try await reload(100..<400)
        XCTAssertEqual(Counted.alive, lines, "the homes of replaced lines are gone with them")
        try await container.shutdown()
    }
}
#endif
