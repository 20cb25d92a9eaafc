#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import XCTest

/// An object that is made from another one, and uses it when it is closed.
private final class Client: Sendable {
    let pool: Pool
    private let log: PoolLog

    init(_ pool: Pool, _ log: PoolLog) {
        self.pool = pool
        self.log = log
    }

    func close() {
        pool.use()
        log.note("close client \(pool.settings.size)")
    }
}

private final class Second: Sendable {
    let size: Int
    init(size: Int) { self.size = size }
}

// The order of closing, its limits, its errors, and reloads that it calls.
final class LiveClosingTests: LeakCheckedTestCase {
    private let values = Values(["pool.size": 1])
    private let log = PoolLog()

    func testAPoolStaysOpenWhileARequestHasItsClient() async throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }.onShutdown { $0.close() }
            Reloadable { (pool: Pool) in Client(pool, log) }.onShutdown { $0.close() }
        }
        for size in [2, 3] {
            try await container.withScope { scope in
                let client = try scope.resolve(Client.self)
                values["pool.size"] = ConfigValue(.int(size), isSecret: false)
                try await container.reloadConfiguration()
                client.pool.use()
                XCTAssertEqual(log.all.last, "open \(size)")
            }
        }
        try await container.shutdown()
        XCTAssertEqual(
            log.all,
            [
                "open 1", "open 2", "close client 1", "close 1", "open 3", "close client 2", "close 2",
                "close client 3",
                "close 3",
            ])
    }

    func testAPoolStaysOpenUntilItsClientIsClosedByAHookThatAwaits() async throws {
        let gate = Gate()
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }.onShutdown { $0.close() }
            Reloadable { (pool: Pool) in Client(pool, log) }.onShutdown { client in
                await gate.pass()
                client.close()
            }
        }
        try await container.withScope { scope in
            _ = try scope.resolve(Client.self)
            values["pool.size"] = 2
            try await container.reloadConfiguration()
        }
        await gate.arrival()
        XCTAssertEqual(log.all, ["open 1", "open 2"])
        await gate.open()
        try await container.shutdown()
        XCTAssertEqual(log.all.filter { $0.hasSuffix("1") }, ["open 1", "close client 1", "close 1"])
        XCTAssertEqual(log.all.filter { $0.hasSuffix("2") }, ["open 2", "close client 2", "close 2"])
        XCTAssertEqual(log.all.count, 6)
    }

    func testAShutdownWaitsForAPoolThatAnEndedClientHasLeft() async throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }.onShutdown { pool in
                log.note("closing \(pool.settings.size)")
                // Long enough for a shutdown that does not wait.
                if pool.settings.size == 1 { usleep(100_000) }
                pool.close()
            }
            Reloadable { (pool: Pool) in Client(pool, log) }.onShutdown { client in
                await Task.yield()
                client.close()
            }
        }
        try await container.withScope { scope in
            _ = try scope.resolve(Client.self)
            values["pool.size"] = 2
            try await container.reloadConfiguration()
        }
        while !log.all.contains("closing 1") { await Task.yield() }
        try await container.shutdown()
        XCTAssertTrue(log.all.contains("close 1"), "\(log.all)")
    }

    func testReplacedObjectsAreClosedInReverseOrderOfMaking() async throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }.onShutdown { $0.close() }
            // It uses the pool, though it is not made from it.
            Reloadable { (settings: PoolSettings, container: Container) in
                _ = try container.resolve(Live<Pool>.self)
                return Second(size: settings.size)
            }
            .onShutdown { [log] second in
                // Turns for a pool that does not wait.
                for _ in 0..<100 { await Task.yield() }
                log.note("close second \(second.size)")
            }
        }
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, ["open 1", "open 2", "close second 1", "close 1"])
        try await container.shutdown()
        XCTAssertEqual(log.all.suffix(2), ["close second 2", "close 2"])
    }

    func testALimitOfAnObjectMayBeLongerThanThatOfTheContainer() async throws {
        let container = try Container(configuration: .init(hookLimit: .milliseconds(1))) { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
                .onShutdown(within: .seconds(60)) { pool in
                    // Longer than the limit of the container.
                    try await Task.sleep(for: .milliseconds(20))
                    pool.close()
                }
        }
        try await container.shutdown()
        XCTAssertEqual(log.all, ["open 1", "close 1"])
    }

    func testAReloadThatAClosingOfItCallsIsRefused() async throws {
        let owner = Locked<Container?>(nil)
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Second(size: settings.size) }
                .onShutdown(within: .seconds(60)) { second in
                    guard second.size == 1 else { return }
                    let error = await failure { try await owner.withLock { $0 }?.reloadConfiguration() }
                    log.note("\(error, default: "none")")
                }
        }
        owner.withLock { $0 = container }
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        owner.withLock { $0 = nil }
        XCTAssertEqual(log.all.count, 1)
        XCTAssertTrue(log.all.first?.contains("a reload of the configuration was called by") == true, "\(log.all)")
        try await container.shutdown()
    }

    /// A closing that the end of a borrow has begun may wait for the reload.
    func testAReloadDoesNotWaitForAClosingThatItHasNotBegun() async throws {
        let gate = Gate()
        let owner = Locked<Container?>(nil)
        let container = try Container(configuration: .init(reportFailure: { [log] in log.note("\($0)") })) {
            [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Second(size: settings.size) }
                .onShutdown(within: .seconds(60)) { second in
                    guard second.size == 1 else { return }
                    await gate.pass()
                    let error = await failure { try await owner.withLock { $0 }?.reloadConfiguration() }
                    log.note("reloaded: \(error, default: "no error")")
                }
        }
        owner.withLock { $0 = container }
        let live = try container.resolve(Live<Second>.self)
        try await live.withValue { _ in
            values["pool.size"] = 2
            try await container.reloadConfiguration()
        }
        await gate.arrival()
        values["pool.size"] = 3
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, [])
        await gate.open()
        // Once the hook has got its reload, the container may end.
        while log.all.isEmpty { await Task.yield() }
        owner.withLock { $0 = nil }
        try await container.shutdown()
        XCTAssertEqual(log.all, ["reloaded: no error"])
    }

    func testAnErrorOfAnObjectThatIsMadeAfterTheEndIsReported() async throws {
        let gate = Gate()
        let container = try Container(configuration: .init(reportFailure: { [log] in log.note("\($0)") })) {
            [values] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in
                if settings.size == 2 { await gate.pass() }
                return Second(size: settings.size)
            }
            .onShutdown { if $0.size == 2 { throw Objection(description: "cannot close 2") } }
        }
        try await container.start()
        // A `Live` that outlives the container.
        let live = try container.resolve(Live<Second>.self)
        defer { withExtendedLifetime(live) {} }
        values["pool.size"] = 2
        let reload = Task { try await container.reloadConfiguration() }
        await gate.arrival()
        try await container.shutdown()
        await gate.open()
        _ = await reload.result
        XCTAssertEqual(log.all.count, 1)
        XCTAssertTrue(log.all.first?.contains("cannot close 2") == true, "\(log.all)")
    }

    func testAWatchReturnsAfterTheContainerIsClosed() async throws {
        let container = try Container { [values] in
            values.registration
            Settings.pool.reloadable()
        }
        let (changes, change) = AsyncStream.makeStream(of: String.self)
        var next = changes.makeAsyncIterator()
        try container.resolve(Live<PoolSettings>.self).onChange { _, _ in change.yield("changed") }
        let watch = Task {
            try await container.watchConfiguration { change.yield("failed: \($0)") }
            change.yield("returned")
        }
        values["pool.size"] = 2
        let first = await next.next()
        XCTAssertEqual(first, "changed")
        try await container.shutdown()
        values["pool.size"] = 3
        let second = await next.next()
        XCTAssertEqual(second, "returned")
        watch.cancel()
        _ = await watch.result
    }

    func testACancelledWatchReportsNothing() async throws {
        let gate = Gate()
        let container = try Container { [values] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in
                if settings.size == 2 { await gate.pass() }
                try Task.checkCancellation()
                return Second(size: settings.size)
            }
        }
        try await container.start()
        let watch = Task { [log] in try await container.watchConfiguration { log.note("\($0)") } }
        values["pool.size"] = 2
        await gate.arrival()
        watch.cancel()
        await gate.open()
        _ = await watch.result
        XCTAssertEqual(log.all, [])
        try await container.shutdown()
    }
}
#endif
