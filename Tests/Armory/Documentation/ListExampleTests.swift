import Armory
import ArmoryTestSupport
import XCTest

extension RegistrationName {
    static let audit: RegistrationName = "audit"
}

final class ListExampleTests: LeakCheckedTestCase {
    struct ConsoleSink: LogSink {
        let name = "console"
    }

    struct FileSink: LogSink {
        let name = "file"
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

        let container = try Container {
            Singleton((any LogSink).self, ConsoleSink.init)
            Singleton((any LogSink).self, FileSink.init).named("audit")
            Singleton(Log.init)  // init(sinks: [any LogSink])
        }
        let log = try container.resolve(Log.self)
        let audit = try container.resolve((any LogSink).self, named: "audit")
        print(log.names, audit.name)
        try printed.assertOutput(on: "Use/ListsAndKeys.md")
    }

    func testNamesAndQualifiers() throws {
        let container = try Container {
            Singleton((any LogSink).self, ConsoleSink.init)
            Singleton((any LogSink).self, FileSink.init).named(.audit)
            Singleton((any LogSink).self, FileSink.init).named(RegistrationName(2026))
        }
        let audit = try container.resolve((any LogSink).self, named: .audit)
        let year = try container.resolve((any LogSink).self, named: RegistrationName(2026))
        XCTAssertEqual([audit.name, year.name], ["file", "file"])
        XCTAssertNil(try container.resolve((any LogSink)?.self, named: "2026"))
        XCTAssertNil(try container.resolve((any LogSink)?.self, named: RegistrationName(2025)))
    }

    func testListsAndMaps() throws {
        let container = try Container {
            Singleton((any LogSink).self, ConsoleSink.init).contributed()
            Singleton((any LogSink).self, FileSink.init).named(.audit)
        }
        let all = try container.resolve([any LogSink].self)
        let named = try container.resolve([RegistrationName: any LogSink].self)
        XCTAssertEqual(all.map(\.name), ["console", "file"])
        XCTAssertEqual(named.mapValues(\.name), [.audit: "file"])
        XCTAssertNil(try container.resolve((any LogSink)?.self))
        XCTAssertEqual(try container.resolve([any LogSink].self, named: .audit).map(\.name), ["file"])
    }
}
