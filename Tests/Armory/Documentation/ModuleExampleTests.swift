import Armory
import ArmoryTestSupport
import XCTest

protocol LogSink: Sendable {
    var name: String { get }
}

extension TypedKeys {
    var mainSink: TypedKey<any LogSink> { TypedKey() }
    var auditSink: TypedKey<any LogSink> { TypedKey(named: "audit") }
}

extension RegistrationName {
    static let sinks: RegistrationName = "sinks"
}

private typealias FileSink = ModuleExampleTests.FileSink

private func contributeFileSink() {
    Module.contribute(toGroup: .sinks, Module { Singleton((any LogSink).self, FileSink.init).contributed() })
}

#if objectFormat(MachO)
@section("__DATA_CONST,__armory")
#else
@section("armory")
#endif
@used
private let fileSink: Module.Contribution = contributeFileSink

final class ModuleExampleTests: LeakCheckedTestCase {
    struct ConsoleSink: LogSink {
        let name = "console"
    }

    struct FileSink: LogSink {
        let name = "file"
    }

    struct Log: Sendable {
        let sinks: [any LogSink]
        var names: [String] { sinks.map(\.name) }
    }

    protocol Auditing: Sendable {}
    protocol Billing: Sendable {}
    final class Books: Auditing, Billing {}

    func testModulesAndParents() throws {
        let logging = Module("logging") {
            Singleton((any LogSink).self, ConsoleSink.init).contributed()
            Singleton(Log.init)
        }
        let files = Module("files") {
            logging
            Singleton((any LogSink).self, FileSink.init).contributed()
        }
        do {
            let container = try Container {
                logging
                files
            }
            let names = try container.resolve(Log.self).names
            XCTAssertEqual(names, ["console", "file"])
        }
        let application = try Container { logging }
        let request = try Container(parents: [application]) {
            Singleton { "request 7" }
        }
        let log = try request.resolve(Log.self)
        let title = try request.resolve(String.self)
        XCTAssertEqual(log.names, ["console"])
        XCTAssertEqual(title, "request 7")
    }

    func testModulesThatTargetsContribute() throws {
        let container = try Container {
            Singleton(Log.init)
            Module.contributed(toGroup: .sinks)
        }
        let names = try container.resolve(Log.self).names
        XCTAssertEqual(names, ["file"])
        XCTAssertTrue(Module.contributedGroups.contains(.sinks))
    }

    func testSeveralTypesOneObject() throws {
        let container = try Container {
            Singleton { Books() }
                .as { $0 as any Auditing }
                .as { $0 as any Billing }
        }
        let auditing = try container.resolve((any Auditing).self)
        let billing = try container.resolve((any Billing).self)
        XCTAssertTrue(auditing as AnyObject === billing as AnyObject)
    }

    func testPrivateRegistrationsAndOverrides() throws {
        let billing = Module("billing") {
            Singleton { "a secret of billing" }.private()
            Singleton { (secret: String) in secret.count }
        }
        do {
            let container = try Container { billing }
            let length = try container.resolve(Int.self)
            let secret = try container.resolve(String?.self)
            XCTAssertEqual(length, 19)
            XCTAssertNil(secret)
        }
        let container = try Container {
            billing.replacing { Singleton { 7 } }
        }
        let seven = try container.resolve(Int.self)
        XCTAssertEqual(seven, 7)
    }

    func testConditions() throws {
        let container = try Container(configuration: .init(environment: ["LOG": "file"])) {
            Singleton((any LogSink).self, FileSink.init).when { $0["LOG"] == "file" }
            Singleton((any LogSink).self, ConsoleSink.init).ifAbsent()
        }
        let sink = try container.resolve((any LogSink).self).name
        let decisions = container.conditions.map(\.description)
        XCTAssertEqual(sink, "file")
        let places = container.conditions.map(\.registration.location)
        XCTAssertEqual(
            decisions,
            [
                "any LogSink at \(places[0]): in; condition holds; LOG is set",
                "any LogSink at \(places[1]): out; ifAbsent, and \(places[0]) is registered",
            ])
    }

    func testTypedKeys() throws {
        let container = try Container {
            Singleton(ConsoleSink.init).keyed(\.mainSink)
            Singleton(FileSink.init).keyed(\.auditSink)
            Transient { "audit goes to \(try $0.resolve(keyed: \.auditSink).name)" }
        }
        let audit = try container.resolve(keyed: \.auditSink)
        let main = try container.resolve((any LogSink).self)
        XCTAssertEqual(audit.name, "file")
        XCTAssertEqual(main.name, "console")
        XCTAssertEqual(try container.resolve(String.self), "audit goes to file")
    }

    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        protocol LogSink: Sendable {
            var name: String { get }
        }

        struct ConsoleSink: LogSink {
            let name = "console"
        }

        struct FileSink: LogSink {
            let name = "file"
        }

        struct Log: Sendable {
            let sinks: [any LogSink]
            var names: [String] { sinks.map(\.name) }
        }

        let logging = Module("logging") {
            Singleton((any LogSink).self, ConsoleSink.init).contributed()
            Singleton(Log.init)
        }
        let files = Module("files") {
            logging
            Singleton((any LogSink).self, FileSink.init).contributed()
        }

        let container = try Container {
            logging
            files
        }
        let log = try container.resolve(Log.self)
        print(log.names)
        try printed.assertOutput(on: "Use/Modules.md")
    }

    func logging(toFile: Bool) -> Module {
        Module("logging") {
            if toFile {
                Singleton((any LogSink).self, FileSink.init)
            } else {
                Singleton((any LogSink).self, ConsoleSink.init)
            }
        }
    }

    func testAModuleThatDependsOnAValue() throws {
        let container = try Container {
            logging(toFile: true)
            for year in 2024...2026 {
                Singleton((any LogSink).self, FileSink.init).named(RegistrationName(year))
            }
        }
        let sink = try container.resolve((any LogSink).self)
        XCTAssertEqual(sink.name, "file")
        XCTAssertEqual(try container.resolve((any LogSink).self, named: RegistrationName(2025)).name, "file")
        XCTAssertEqual(try Container { logging(toFile: false) }.resolve((any LogSink).self).name, "console")
    }
}
