#if Configuration && Inspector
import Armory
import ArmoryConfiguration
import ArmoryDiagrams
import ArmoryInspector
import ArmoryTestSupport
import Configuration
import XCTest

private struct TLS: Equatable, Sendable {
    let certificate: String
    let versions: [Int]

    init(certificate: String, versions: [Int]) {
        self.certificate = certificate
        self.versions = versions
    }
}

private struct Server: Equatable, Sendable {
    let port: Int
    let host: String?
    let mode: Mode
    let modes: [Mode]
    let idle: Duration
    let rate: Double
    let isOn: Bool
    let password: Secret<String>
    let token: Secret<String>?
    let tls: TLS

    init(
        port: Int, host: String?, mode: Mode, modes: [Mode], idle: Duration, rate: Double, isOn: Bool,
        password: Secret<String>, token: Secret<String>?, tls: TLS
    ) {
        self.port = port
        self.host = host
        self.mode = mode
        self.modes = modes
        self.idle = idle
        self.rate = rate
        self.isOn = isOn
        self.password = password
        self.token = token
        self.tls = tls
    }

    static let settings = Settings(
        Server.init, at: "http",
        .key("port", default: 8080, in: 1...65535), .key("host"), .key("mode"), .key("modes", default: [.safe]),
        .key("idle", default: .seconds(60)), .key("rate", default: 1), .key("on", default: true), .secret("password"),
        .secret("token"), .group(TLS.init, at: "tls", .key("certificate"), .key("versions", default: [13])))
}

private struct Asker: Sendable {
    let server: Server
    init(server: Server) { self.server = server }
}

private struct Limits: Sendable {
    let least: Int
    let most: Int

    init(least: Int, most: Int) throws {
        guard least <= most else { throw Objection(description: "least \(least) is above most \(most)") }
        self.least = least
        self.most = most
    }
}

// Settings structs: their values, and all their faults in one error.
final class SettingsTests: LeakCheckedTestCase {
    func testEveryKindOfKeyIsRead() throws {
        let container = try Container {
            Singleton(configuration: [
                "the file": InMemoryProvider(values: [
                    "http.port": 81, "http.mode": "fast", "http.idle": 0.25, "http.password": "hush",
                    "http.modes": ConfigValue(.stringArray(["fast", "safe"]), isSecret: false),
                    "http.tls.certificate": "a.pem",
                ])
            ])
            Server.settings
        }
        XCTAssertEqual(
            try container.resolve(Server.self),
            Server(
                port: 81, host: nil, mode: .fast, modes: [.fast, .safe], idle: .milliseconds(250), rate: 1, isOn: true,
                password: Secret("hush"), token: nil, tls: TLS(certificate: "a.pem", versions: [13])))
    }

    func testAllBadKeysOfAllSettingsAreInOneError() throws {
        XCTAssertThrowsError(
            try Container {
                Singleton(configuration: [
                    "the environment": EnvironmentVariablesProvider(
                        environmentVariables: ["HTTP_PORT": "70000", "HTTP_MODE": "quick", "LIMITS_LEAST": "9"]),
                    "/etc/shop.json": InMemoryProvider(values: [
                        "http.idle": "soon", "http.password": 123_456_789, "http.tls.versions": "none",
                        "limits.most": 3,
                    ]),
                ])
                Server.settings
                Settings(Limits.init, at: "limits", .key("least"), .key("most"))
                Settings.pool.reloadable()
            }
        ) { error in
            XCTAssertEqual(
                faults(error).map(\.description),
                [
                    "HTTP_PORT (http.port) is not accepted: expected Int in 1...65535, found \"70000\" in the environment",
                    "HTTP_MODE (http.mode) cannot be read: expected one of fast, safe, found \"quick\" in the environment",
                    "http.idle cannot be read: expected a number of seconds, found \"soon\" in /etc/shop.json",
                    "http.password cannot be read: expected a secret String, found a secret of another form in /etc/shop.json",
                    "HTTP_TLS_CERTIFICATE (http.tls.certificate) is missing: expected String, searched the environment, /etc/shop.json",
                    "http.tls.versions cannot be read: expected an array, each element Int, found \"none\" in /etc/shop.json",
                    "limits is not accepted: expected a valid Limits, found least 9 is above most 3",
                    "POOL_SIZE (pool.size) is missing: expected Int in 1...500, searched the environment, /etc/shop.json",
                ])
            XCTAssertEqual(
                faults(error).map(\.reason),
                [.refused, .unreadable, .unreadable, .unreadable, .missing, .unreadable, .refused, .missing])
            XCTAssertTrue(
                "\(error)".hasPrefix("The configuration has 8 bad keys. [factoryFailed]\n  HTTP_PORT (http.port) is"),
                "\(error)")
            XCTAssertFalse("\(error)".contains("123456789"), "\(error)")
        }
    }

    /// A provider marks secrets itself, too; a reader that the library did not make does not tell.
    func testValuesThatMayBeSecretsAreNotShown() throws {
        let provider = InMemoryProvider(values: ["pool.size": ConfigValue(.string("hush"), isSecret: true)])
        for (reader, found) in [
            (Singleton(configuration: ["values": provider]), "a secret of another form in values"),
            (
                Singleton(value: ConfigReader(provider: provider)),
                "a value of type String in ConfigSnapshotReader[providers: InMemoryProvider[]]"
            ),
        ] {
            XCTAssertThrowsError(
                try Container {
                    reader
                    Settings.pool
                }
            ) { error in
                XCTAssertEqual(
                    faults(error).map(\.description),
                    ["pool.size cannot be read: expected Int in 1...500, found \(found)"])
                XCTAssertFalse("\(error)".contains("hush"), "\(error)")
            }
        }
    }

    func testSettingsNeedAReader() {
        XCTAssertThrowsError(try Container { Settings.pool }) { error in
            XCTAssertTrue("\(error)".contains("ConfigReader"), "\(error)")
        }
    }

    func testTwoStructsOfOneTypeHaveNames() throws {
        let container = try Container {
            Values(["a.size": 1, "b.size": 2]).registration
            Settings(PoolSettings.init, at: "a", .key("size"), .key("label", default: "a")).named("a")
            Settings(PoolSettings.init, at: "b", .key("size"), .key("label", default: "b")).reloadable().named("b")
        }
        XCTAssertEqual(try container.resolve(PoolSettings.self, named: "a").size, 1)
        XCTAssertEqual(try container.resolve(Live<PoolSettings>.self, named: "b").value.size, 2)
    }

    func testSettingsThatAreNotReloadableAreSingletonsAndStay() async throws {
        let values = Values(["pool.size": 1, "other.size": 1])
        let container = try Container {
            values.registration
            Settings.pool
            Settings(PoolSettings.init, at: "other", .key("size"), .key("label", default: "")).reloadable().named(
                "other")
        }
        values["pool.size"] = "broken"
        values["other.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(try container.resolve(PoolSettings.self).size, 1)
        XCTAssertEqual(try container.resolve(Live<PoolSettings>.self, named: "other").value.size, 2)
    }

    func testSecretsAreInNoText() async throws {
        let values = Values(["http.mode": "fast", "http.password": "hush", "http.tls.certificate": "a.pem"])
        let texts = Locked<[String]>([])
        let reporter = Texts { text in texts.withLock { $0.append(text) } }
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            Singleton(configuration: ["values": values.provider], accessReporter: reporter)
            Server.settings.reloadable()
            Singleton(secret: "http.password", as: String.self)
            Scoped(Asker.init)
        }
        let live = try container.resolve(Live<Server>.self)
        _ = await failure {
            try await container.withScope { scope in
                _ = try scope.resolve(Asker.self)
                throw Objection(description: "a failed scope is recorded")
            }
        }
        values["http.password"] = ConfigValue(.stringArray(["hush", "hush"]), isSecret: false)
        let error = await failure { try await container.reloadConfiguration() }
        XCTAssertEqual(faults(try XCTUnwrap(error)).count, 1)
        XCTAssertEqual(live.value.password.value, "hush")
        var dumped = ""
        dump(live, to: &dumped)
        dump(live.value, to: &dumped)
        let all =
            texts.withLock { $0 } + [
                "\(live)", String(reflecting: live), "\(live.value)", String(reflecting: live.value), dumped,
                "\(error!)", String(reflecting: error!), "\(container.graph)", String(reflecting: container.graph),
                container.graph.dot(), container.graph.json(), container.graph.mermaid(), container.graph.list(),
                "\(inspector.slots(of: container))", "\(inspector.events(after: 0))", "\(inspector.recordedScopes)",
                "\(inspector.start)",
            ]
        XCTAssertGreaterThan(all.count, 20)
        for text in all { XCTAssertFalse(text.contains("hush"), text) }
    }

    func testReadsForAnErrorAreNotReported() throws {
        let texts = Locked<[String]>([])
        let reporter = Texts { text in texts.withLock { $0.append(text) } }
        XCTAssertThrowsError(
            try Container {
                Singleton(
                    configuration: ["values": InMemoryProvider(values: ["pool.size": "x"])], accessReporter: reporter)
                Settings.pool
            })
        XCTAssertEqual(texts.withLock { $0.count }, 2)
    }
}

private struct Texts: AccessReporter {
    let note: @Sendable (String) -> Void

    init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }

    func report(_ event: AccessEvent) { note("\(event)") }
}
#endif
