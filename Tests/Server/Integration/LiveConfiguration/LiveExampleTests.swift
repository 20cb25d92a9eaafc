// The examples of LiveConfiguration.md.

#if Configuration && ServiceLifecycle
import Armory
import ArmoryConfiguration
import ArmoryServiceLifecycle
import ArmoryTestSupport
import Configuration
import Foundation
import Logging
import ServiceLifecycle
import SystemPackage
import XCTest

private enum Example {
    enum Mode: String, CaseIterable, ConfigurationValue { case fast, safe }

    struct PoolSettings: Equatable {
        let size: Int
        let mode: Mode
        let host: String?
        let password: Secret<String>
    }

    final class Pool: Sendable {
        let settings: PoolSettings
        init(settings: PoolSettings) { self.settings = settings }
        func send(_ mail: String) async throws {}
        func close() async {}
    }

    final class Mailer: Sendable {
        private let settings: Live<PoolSettings>
        private let pool: Live<Pool>

        init(settings: Live<PoolSettings>, pool: Live<Pool>) {
            self.settings = settings
            self.pool = pool
        }

        func send(_ mail: String) async throws {
            guard settings.value.mode == .safe else { return }
            try await pool.withValue { pool in try await pool.send(mail) }
        }
    }

    struct Checkout: Sendable {
        let settings: PoolSettings
        let pool: Pool
        init(settings: PoolSettings, pool: Pool) {
            self.settings = settings
            self.pool = pool
        }
    }

    actor Cache {
        init(_ settings: PoolSettings, logger: Logger) async throws {}
    }

    /// A stand-in with the shape of GRDB's.
    enum GRDB {
        struct Configuration: Sendable { var maximumReaderCount = 5 }
    }

    final class DatabasePool: Sendable {
        static let closed = Counter()
        let path: String
        let configuration: GRDB.Configuration
        init(path: String, configuration: GRDB.Configuration) throws {
            (self.path, self.configuration) = (path, configuration)
        }
        func close() throws { Self.closed.increment() }
    }

    struct TenantLimits: Equatable {
        let databases: Int
        let idle: Duration
        let readers: Int
    }

    final class TenantDatabase: Sendable {
        let pool: DatabasePool

        init(tenant: String, limits: TenantLimits) throws {
            var configuration = GRDB.Configuration()
            configuration.maximumReaderCount = limits.readers
            pool = try DatabasePool(path: "\(tenant).sqlite", configuration: configuration)
        }
    }

    static func tenants(_ environment: EnvironmentVariablesProvider) throws -> Container {
        try Container {
            Singleton(configuration: ["the environment": environment])
            Settings(
                TenantLimits.init, at: "tenants",
                .key("databases", default: 200, in: 1...), .key("idle", default: .seconds(600)),
                .key("readers", default: 5, in: 1...100))
            Kept(arguments: String.self) { resolver, tenant in
                try TenantDatabase(tenant: tenant, limits: resolver.resolve())
            }
            .lifetime { (limits: TenantLimits) in RecentlyUsed(atMost: limits.databases, idle: limits.idle) }
            .onShutdown { database in try database.pool.close() }
        }
    }

    struct MailSettings: Equatable {
        let host: String
        init(host: String) { self.host = host }
    }
}

final class LiveExampleTests: LeakCheckedTestCase {
    private typealias Mode = Example.Mode
    private typealias PoolSettings = Example.PoolSettings
    private typealias Pool = Example.Pool
    private typealias Mailer = Example.Mailer
    private typealias Checkout = Example.Checkout
    private typealias Cache = Example.Cache
    private typealias MailSettings = Example.MailSettings

    func testSettings() throws {
        let printed = Printed()
        @Sendable func print(_ line: String) { printed(line) }

        let file = InMemoryProvider(values: ["pool.mode": "fast", "pool.password": "hush"])
        let container = try Container {
            Singleton(configuration: [
                "the environment": EnvironmentVariablesProvider(),
                "/etc/shop.json": file,
            ])
            Settings(
                PoolSettings.init, at: "pool",
                .key("size", default: 10, in: 1...500), .key("mode"), .key("host"), .secret("password"))
            Singleton(Pool.init)  // init(settings: PoolSettings)
        }
        let settings = try container.resolve(Pool.self).settings
        print("\(settings.size) connections, mode \(settings.mode), password \(settings.password)")
        try printed.assertOutput(on: "Use/LiveConfiguration.md")
    }

    /// The page has this text.
    func testTheErrorOfThePage() throws {
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Use/LiveConfiguration.md"),
            encoding: .utf8
        )
        XCTAssertThrowsError(
            try Container {
                Singleton(configuration: [
                    "the environment": EnvironmentVariablesProvider(environmentVariables: ["POOL_SIZE": "900"]),
                    "/etc/shop.json": InMemoryProvider(values: ["pool.mode": "quick"]),
                ])
                Settings(
                    PoolSettings.init, at: "pool",
                    .key("size", default: 10, in: 1...500), .key("mode"), .key("host"), .secret("password"),
                    fileID: "Shop/Wiring.swift", line: 12)
            }
        ) { XCTAssertTrue(page.contains("```text\n\($0)\n```"), "\($0)") }
    }

    func testALimitFromTheEnvironment() throws {
        let variables = ["TENANTS_DATABASES": "2", "TENANTS_READERS": "3"]
        let container = try Example.tenants(EnvironmentVariablesProvider(environmentVariables: variables))
        for tenant in ["north", "south", "west"] {
            let database = try container.resolve(Example.TenantDatabase.self, arguments: tenant)
            XCTAssertEqual(database.pool.configuration.maximumReaderCount, 3)
        }
        XCTAssertEqual(Example.DatabasePool.closed.value, 1)
        XCTAssertThrowsError(
            try Example.tenants(EnvironmentVariablesProvider(environmentVariables: ["TENANTS_DATABASES": "0"]))
        ) { XCTAssertTrue("\($0)".contains("TENANTS_DATABASES (tenants.databases) is not accepted"), "\($0)") }
    }

    func testReloads() async throws {
        let values = Values(["pool.size": 1, "pool.mode": "safe", "pool.password": "hush"])
        let file = values.provider
        let container = try Container {
            Singleton(configuration: ["/etc/shop.json": file])
            Settings(PoolSettings.init, at: "pool", .key("size"), .key("mode"), .key("host"), .secret("password"))
                .reloadable()
                .onChange { old, new in print("pool.size: \(old.size) -> \(new.size)") }
            Reloadable(Pool.init)  // init(settings: PoolSettings)
                .onShutdown { pool in await pool.close() }
            Singleton(Mailer.init)  // init(settings: Live<PoolSettings>, pool: Live<Pool>)
            Scoped(Checkout.init)  // init(settings: PoolSettings, pool: Pool)
        }
        try await container.start()
        try await container.reloadConfiguration()
        try await container.resolve(Mailer.self).send("hello")
        try await container.withScope { scope in
            values["pool.size"] = 2
            XCTAssertEqual(try scope.resolve(Checkout.self).pool.settings.size, 1)
            try await container.reloadConfiguration()
            XCTAssertEqual(try scope.resolve(Checkout.self).settings.size, 1)
        }
        XCTAssertEqual(try container.resolve(Live<Pool>.self).value.settings.size, 2)
        try await container.shutdown()
    }

    func testAFactoryThatAwaits() async throws {
        let container = try Container {
            Values(["pool.size": 1, "pool.mode": "safe", "pool.password": "hush"]).registration
            Settings(PoolSettings.init, at: "pool", .key("size"), .key("mode"), .key("host"), .secret("password"))
                .reloadable()
            Singleton(value: Logger(label: "shop"))
            Reloadable { (settings: PoolSettings, container) in
                try await Cache(settings, logger: container.resolve())
            }
        }
        try await container.start()
        _ = try container.resolve(Live<Cache>.self).value
        try await container.shutdown()
    }

    func testAFile() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "armory-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(#"{"mail": {"host": "mail"}}"#.utf8).write(to: url)
        let path = FilePath(url.path())
        let logger = Logger(label: "shop")
        let run = Task {
            /// The test goes on.
            func exit(_ code: Int32) {}

            do {
                let file = try await ReloadingFileProvider<JSONSnapshot>(filePath: path, pollInterval: .seconds(5))
                let container = try Container {
                    Singleton(configuration: ["the environment": EnvironmentVariablesProvider(), "\(path)": file])
                    Singleton(value: file).service()
                    Settings(MailSettings.init, at: "mail", .key("host", default: "localhost")).reloadable()
                }
                async let _ = container.watchConfiguration { error in logger.error("\(error)") }
                try await container.runServices(logger: logger)
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(1)
            }
        }
        run.cancel()
        _ = await run.result
    }
}
#endif
