#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import XCTest

private struct Server: Sendable {
    let port: Int
    let host: String?
}

private struct PoolLimits: Sendable {
    let size: Int
    let idle: Int
}

// Configuration values as registrations.
final class ConfigurationTests: LeakCheckedTestCase {
    private let reader = ConfigReader(
        provider: InMemoryProvider(values: [
            "db.path": "orders.db", "http.port": 8081, "rate": 0.5, "debug": true, "db.password": "hush",
            "hosts": ConfigValue(.stringArray(["a", "b"]), isSecret: false),
        ]))

    func testINT3_ValuesAreFoundUnderTheirKeys() throws {
        let reader = reader
        let container = try Container {
            Singleton(value: reader)
            Singleton(configured: "db.path", as: String.self)
            Singleton(configured: "http.port", as: Int.self, default: 8080)
            Singleton(configured: "http.backlog", as: Int.self, default: 256)
            Singleton(configured: "rate", as: Double.self)
            Singleton(configured: "debug", as: Bool.self)
            Singleton(configured: "hosts", as: [String].self)
            Singleton(configuredIfPresent: "http.host", as: String.self)
            Singleton {
                Server(port: try $0.resolve(named: "http.port"), host: try $0.resolve(named: "http.host"))
            }
        }
        XCTAssertEqual(try container.resolve(String.self, named: "db.path"), "orders.db")
        XCTAssertEqual(try container.resolve(Int.self, named: "http.backlog"), 256)
        XCTAssertEqual(try container.resolve(Double.self, named: "rate"), 0.5)
        XCTAssertEqual(try container.resolve(Bool.self, named: "debug"), true)
        XCTAssertEqual(try container.resolve([String].self, named: "hosts"), ["a", "b"])
        XCTAssertEqual(try container.resolve(Server.self).port, 8081)
        XCTAssertNil(try container.resolve(Server.self).host)
    }

    func testINT3_WhatIsMissingIsNamedWhenTheContainerIsBuilt() throws {
        let reader = reader
        for (registration, words) in [
            (
                Singleton(configured: "db.url", as: String.self),
                "db.url is missing: expected String, searched ConfigSnapshotReader"
            ),
            (
                Singleton(configured: "http.port", as: String.self),
                "http.port cannot be read: expected String, found a value of type Int in ConfigSnapshotReader"
            ),
        ] {
            XCTAssertThrowsError(
                try Container {
                    Singleton(value: reader)
                    registration
                }
            ) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .factoryFailed)
                XCTAssertTrue("\(error)".contains(words), "\(error)")
            }
        }
        XCTAssertThrowsError(try Container { Singleton(configured: "db.path", as: String.self) }) { error in
            XCTAssertTrue("\(error)".contains("ConfigReader"), "\(error)")
        }
    }

    /// Two modules, two providers, settings and single values: one error, with the names that the operator sets.
    func testINT3_AllBadKeysOfTheProgramAreInOneError() throws {
        let variables = ["HTTP_PORT": "web", "POOL_SIZE": "x", "TOKEN": "hush"]
        XCTAssertThrowsError(
            try Container {
                Singleton(configuration: [
                    "the environment": EnvironmentVariablesProvider(environmentVariables: variables),
                    "the host": EnvironmentVariablesProvider(environmentVariables: ["SHOP_DB_POOL": "many"])
                        .prefixKeys(with: "shop"),
                ])
                Module("http") {
                    Singleton(configured: "http.port", as: Int.self, default: 8080, fileID: "Shop/HTTP.swift", line: 3)
                    Singleton(configuredIfPresent: "db.pool", as: Int.self, fileID: "Shop/HTTP.swift", line: 4)
                    Singleton(configuredIfPresent: "http.host", as: String.self)
                    Singleton(configured: "unused", as: Int.self).ifAbsent()
                    Singleton(value: 1).named("unused")
                }
                Module("auth") {
                    Singleton(secret: "auth.secret", as: String.self, fileID: "Shop/Auth.swift", line: 5).private()
                    Singleton(secret: "token", as: Int.self, fileID: "Shop/Auth.swift", line: 6)
                    Settings(
                        PoolLimits.init, at: "pool", .key("size"), .key("idle", default: 1), fileID: "Shop/Auth.swift",
                        line: 7)
                }
            }
        ) { error in
            XCTAssertEqual(
                "\(error)",
                """
                The configuration has 5 bad keys. [factoryFailed]
                  HTTP_PORT (http.port) cannot be read: expected Int, found "web" in the environment
                  SHOP_DB_POOL (db.pool) cannot be read: expected Int, found "many" in the host
                  AUTH_SECRET (auth.secret) is missing: expected a secret String, searched the environment, the host (SHOP_AUTH_SECRET)
                  TOKEN (token) cannot be read: expected a secret Int, found a secret of another form in the environment
                  POOL_SIZE (pool.size) cannot be read: expected Int, found "x" in the environment
                  http.port is read by the registration at Shop/HTTP.swift:3
                  db.pool is read by the registration at Shop/HTTP.swift:4
                  auth.secret is read by the registration at Shop/Auth.swift:5
                  token is read by the registration at Shop/Auth.swift:6
                  pool.size is read by the registration at Shop/Auth.swift:7
                  fix: correct the configuration, and start the program again.
                """)
            let faults = (error as? ResolutionError)?.rootCause as? ConfigurationFaults
            XCTAssertEqual(faults?.faults.map(\.spelling).last, "POOL_SIZE")
            XCTAssertEqual((error as? ResolutionError)?.code, .factoryFailed)
            XCTAssertFalse("\(error)".contains("hush"), "\(error)")
        }
    }

    /// A value that may be missing is read at the start, by an instance that is created there: after the container is built.
    func testINT3_AStartTellsOfTheConfigurationToo() async throws {
        let container = try Container {
            Singleton(configuration: [
                "the values": InMemoryProvider(values: ["http.host": 5])
            ])
            Singleton(configuredIfPresent: "http.host", as: String.self, fileID: "Shop/HTTP.swift", line: 3)
            Singleton { (resolver: AsyncResolver) async throws -> Double in
                try await Double(resolver.resolve(String.self, named: "http.host").count)
            }
            .eager()
        }
        do {
            try await container.start()
            XCTFail("a key is bad")
        } catch {
            let lines = "\(error)".split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            XCTAssertEqual(
                lines.dropFirst().map { $0.replacing("1. ", with: "") },
                [
                    "The configuration has 1 bad key. [factoryFailed]",
                    "http.host cannot be read: expected String, found 5 in the values",
                    "path: Double → String named \"http.host\"",
                    "http.host is read by the registration at Shop/HTTP.swift:3",
                    "fix: correct the configuration, and start the program again.",
                ])
            XCTAssertEqual(error.code, .startFailed)
            XCTAssertTrue(error.rootCause is ConfigurationFaults)
        }
    }

    func testINT3_ASecretIsNotPrinted() throws {
        let reader = reader
        let container = try Container {
            Singleton(value: reader)
            Singleton(secret: "db.password", as: String.self)
        }
        let secret = try container.resolve(Secret<String>.self, named: "db.password")
        XCTAssertEqual(secret.value, "hush")
        var dumped = ""
        dump([secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\(["a": secret])", dumped] {
            XCTAssertFalse(text.contains("hush"), text)
        }
        XCTAssertThrowsError(
            try Container {
                Singleton(value: reader)
                Singleton(secret: "db.password", as: Int.self)
            }
        ) { XCTAssertFalse("\($0)".contains("hush"), "\($0)") }
    }
}
#endif
