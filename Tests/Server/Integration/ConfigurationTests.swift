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
                "db.url: expected String, found no value in ConfigSnapshotReader"
            ),
            (
                Singleton(configured: "http.port", as: String.self),
                "http.port: expected String, found a value of type Int in ConfigSnapshotReader"
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
