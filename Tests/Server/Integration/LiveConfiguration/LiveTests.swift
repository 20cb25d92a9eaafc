#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import XCTest

private final class Captor: Sendable {
    let settings: PoolSettings
    init(settings: PoolSettings) { self.settings = settings }
}

private final class PoolCaptor: Sendable {
    let pool: Pool
    init(pool: Pool) { self.pool = pool }
}

private final class Holder: Sendable {
    let settings: Live<PoolSettings>
    let pool: Live<Pool>
    init(settings: Live<PoolSettings>, pool: Live<Pool>) {
        self.settings = settings
        self.pool = pool
    }
}

// Settings and objects that follow reloads.
final class LiveTests: LeakCheckedTestCase {
    private let values = Values(["pool.size": 1])
    private let log = PoolLog()

    private func shop(reportFailure: (@Sendable (ResolutionError) -> Void)? = nil) throws -> Container {
        try Container(configuration: .init(reportFailure: reportFailure)) { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }.onShutdown { $0.close() }
            Singleton(Holder.init)
        }
    }

    func testALiveHasTheNewValueWhenAReloadHasReturned() async throws {
        let container = try shop()
        let holder = try container.resolve(Holder.self)
        XCTAssertEqual(holder.settings.value.size, 1)
        values["pool.size"] = 2
        XCTAssertEqual(holder.settings.value.size, 1)
        try await container.reloadConfiguration()
        XCTAssertEqual(holder.settings.value.size, 2)
        XCTAssertEqual(holder.pool.value.settings.size, 2)
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1"])
        try await container.shutdown()
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1", "close 2"])
    }

    func testARequestKeepsItsVersions() async throws {
        let container = try shop()
        try await container.withScope { scope in
            XCTAssertEqual(try scope.resolve(PoolSettings.self).size, 1)
            let pool = try scope.resolve(Pool.self)
            values["pool.size"] = 2
            try await container.reloadConfiguration()
            XCTAssertEqual(try scope.resolve(PoolSettings.self).size, 1)
            XCTAssertTrue(try scope.resolve(Pool.self) === pool)
            XCTAssertEqual(log.all, ["open 1", "open 2"])
            try await container.withScope { XCTAssertEqual(try $0.resolve(Pool.self).settings.size, 2) }
            XCTAssertEqual(log.all, ["open 1", "open 2"])
        }
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1"])
    }

    func testSettingsOfARequestAreFromOneSnapshot() async throws {
        struct Other: Equatable, Sendable {
            let size: Int
            init(size: Int) { self.size = size }
        }
        let container = try Container { [values] in
            values.registration
            Settings.pool.reloadable()
            Settings(Other.init, at: "pool", .key("size")).reloadable()
        }
        try await container.withScope { scope in
            XCTAssertEqual(try scope.resolve(Other.self).size, 1)
            values["pool.size"] = 2
            try await container.reloadConfiguration()
            XCTAssertEqual(try scope.resolve(PoolSettings.self).size, 1)
        }
        try await container.withScope { XCTAssertEqual(try $0.resolve(Other.self).size, 2) }
    }

    func testASingletonThatTakesTheValueIsRefused() throws {
        for (registration, name) in [
            (Singleton(Captor.init) as any Registration, "PoolSettings"), (Singleton(PoolCaptor.init), "Pool"),
        ] {
            XCTAssertThrowsError(
                try Container { [values, log] in
                    values.registration
                    Settings.pool.reloadable()
                    Reloadable { (settings: PoolSettings) in Pool(settings, log) }
                    [registration]
                }
            ) { error in
                XCTAssertEqual((error as? ResolutionError)?.faults.map(\.code), [.captive], "\(error)")
                XCTAssertTrue("\(error)".contains(name), "\(error)")
            }
        }
    }

    func testEqualSettingsMakeNothingAnew() async throws {
        let container = try shop()
        let changes = PoolLog()
        try container.resolve(Live<PoolSettings>.self).onChange { old, new in changes.note("\(old.size) \(new.size)") }
        values["pool.other"] = 5
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, ["open 1"])
        XCTAssertEqual(changes.all, [])
        values["pool.label"] = "new"
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, ["open 1", "open 1", "close 1"])
        XCTAssertEqual(changes.all, ["1 1"])
        values["pool.other"] = 6
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, ["open 1", "open 1", "close 1"])
        XCTAssertEqual(changes.all, ["1 1"])
    }

    func testABadKeyChangesNothing() async throws {
        struct Other: Equatable, Sendable {
            let name: String
            init(name: String) { self.name = name }
        }
        let container = try Container { [values, log] in
            values.registration
            Settings(Other.init, at: "other", .key("name", default: "none")).reloadable()
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
        }
        let other = try container.resolve(Live<Other>.self)
        values["other.name"] = "new"
        values["pool.size"] = 501
        values["pool.label"] = 3
        let error = await failure { try await container.reloadConfiguration() }
        XCTAssertEqual(
            faults(try XCTUnwrap(error)).map(\.description),
            [
                "pool.size is not accepted: expected Int in 1...500, found 501 in values",
                "pool.label cannot be read: expected String, found 3 in values",
            ])
        XCTAssertEqual(other.value.name, "none")
        XCTAssertEqual(log.all, ["open 1"])
        values["pool.size"] = 500
        values["pool.label"] = nil
        try await container.reloadConfiguration()
        XCTAssertEqual(other.value.name, "new")
        XCTAssertEqual(log.all, ["open 1", "open 500"])
    }

    func testAnObjectThatCannotBeMadeChangesNothing() async throws {
        final class Last: Sendable {
            let size: Int
            init(size: Int) { self.size = size }
        }
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }.onShutdown { $0.close() }
            Reloadable { (settings: PoolSettings) in
                guard settings.size != 2 else { throw Objection(description: "no two") }
                return Last(size: settings.size)
            }
        }
        values["pool.size"] = 2
        let error = await failure { try await container.reloadConfiguration() }
        XCTAssertEqual("\(try XCTUnwrap(error))", "no two")
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 2"])
        XCTAssertEqual(try container.resolve(Live<PoolSettings>.self).value.size, 1)
        XCTAssertEqual(try container.resolve(Live<Pool>.self).value.settings.size, 1)
        values["pool.size"] = 3
        try await container.reloadConfiguration()
        XCTAssertEqual(try container.resolve(Live<Last>.self).value.size, 3)
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 2", "open 3", "close 1"])
    }

    func testABorrowKeepsTheObjectOpen() async throws {
        let container = try shop()
        let pool = try container.resolve(Live<Pool>.self)
        try await pool.withValue { borrowed in
            values["pool.size"] = 2
            try await container.reloadConfiguration()
            borrowed.use()
            XCTAssertEqual(log.all, ["open 1", "open 2"])
        }
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1"])
        let size = pool.withValue { $0.settings.size }
        XCTAssertEqual(size, 2)
        XCTAssertEqual(log.all.count, 3)
    }

    func testTheEndOfTheContainerClosesVersionsInUseOnce() async throws {
        let container = try shop()
        let scope = try container.openScope()
        _ = try scope.resolve(Pool.self)
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        try await container.shutdown()
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 2", "close 1"])
        try await scope.shutdown()
        XCTAssertEqual(log.all.count, 4)
        let error = await failure { try await container.reloadConfiguration() }
        XCTAssertEqual((error as? ResolutionError)?.code, .closed)
    }

    func testAReleasedContainerClosesItsObjects() async throws {
        var container: Container? = try shop()
        _ = try container?.resolve(Holder.self)
        container = nil
        XCTAssertEqual(log.all, ["open 1", "close 1"])
    }

    func testObjectsThatAwaitAreMadeByStartAndClosedByReload() async throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings, container) in
                await Task.yield()
                return Pool(settings, try container.resolve())
            }
            .onShutdown { pool in
                // Turns for a reload that does not wait.
                for _ in 0..<100 { await Task.yield() }
                pool.close()
            }
            Singleton(value: log)
            Singleton(Holder.init).eager()
        }
        XCTAssertEqual(log.all, [])
        try await container.start()
        let pool = try container.resolve(Live<Pool>.self)
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, ["open 1", "open 2", "close 1"])
        await pool.withValue { borrowed in
            values["pool.size"] = 3
            let error = await failure { try await container.reloadConfiguration() }
            XCTAssertNil(error)
            XCTAssertEqual(log.all, ["open 1", "open 2", "close 1", "open 3"])
        }
        // The end of the borrow begins the close; the end of the container waits for it.
        try await container.shutdown()
        XCTAssertEqual(Set(log.all.suffix(2)), ["close 2", "close 3"])
        XCTAssertEqual(log.all.count, 6)
    }

    func testErrorsOfClosingAreReported() async throws {
        let reported = PoolLog()
        let container = try Container(configuration: .init(reportFailure: { reported.note("\($0)") })) {
            [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
                .onShutdown { throw Objection(description: "cannot close \($0.settings.size)") }
        }
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(reported.all.count, 1)
        XCTAssertTrue(reported.all[0].contains("cannot close 1"), reported.all[0])
        let error = await failure { try await container.shutdown() }
        XCTAssertTrue("\(try XCTUnwrap(error))".contains("cannot close 2"), "\(error!)")
        XCTAssertEqual(reported.all.count, 1)
    }

    func testObjectsOfObjectsAreMadeInOrderAndHooksFollowIt() async throws {
        final class Client: Sendable {
            let pool: Pool
            init(pool: Pool) { self.pool = pool }
        }
        let container = try Container { [values, log] in
            values.registration
            // Against the order of need.
            Reloadable(Client.init)
                .onChange { [log] old, new in log.note("client \(old.pool.settings.size) \(new.pool.settings.size)") }
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
                .onChange { [log] old, new in log.note("pool \(old.settings.size) \(new.settings.size)") }
                .onShutdown { $0.close() }
            Settings.pool.reloadable().onChange { [log] old, new in log.note("settings \(old.size) \(new.size)") }
        }
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(
            log.all, ["open 1", "open 2", "settings 1 2", "pool 1 2", "client 1 2", "close 1"])
    }

    func testAReloadInAReloadIsRefused() async throws {
        let container = try shop()
        let errors = PoolLog()
        try container.resolve(Live<PoolSettings>.self).onChange { [weak container] _, _ in
            let error = await failure { try await container?.reloadConfiguration() }
            errors.note("\(error, default: "none")")
        }
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(errors.all.count, 1)
        XCTAssertTrue(errors.all[0].contains("a reload of the configuration was called by"), errors.all[0])
        values["pool.size"] = 3
        try await container.reloadConfiguration()
        XCTAssertEqual(try container.resolve(Live<Pool>.self).value.settings.size, 3)
    }

    func testAnOverrideOfAnotherRegistrationKeepsTheObjects() throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
            Singleton(Holder.init)
            Singleton(value: Objection(description: "first"))
        }
        let holder = try container.resolve(Holder.self)
        let derived = try container.overriding { Singleton(value: Objection(description: "second")) }
        XCTAssertEqual(try derived.resolve(Objection.self).description, "second")
        XCTAssertTrue(try derived.resolve(Holder.self) === holder)
        let fake = Live(Pool(PoolSettings(size: 9, label: ""), log))
        let other = try container.overriding { Singleton(value: fake) }
        XCTAssertEqual(try other.resolve(Holder.self).pool.value.settings.size, 9)
    }
}
#endif
