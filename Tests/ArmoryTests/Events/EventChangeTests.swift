// Events of containers that change.

import Armory
import ArmoryTestSupport
import XCTest

final class EventChangeTests: LeakCheckedTestCase {
    private final class Settings: Sendable {}

    private final class Store: Sendable {
        init(settings: Settings) {}
    }

    private func configuration(_ log: EventLog) -> Container.Configuration {
        Container.Configuration(subscribers: [log])
    }

    func testSEE3_WhatComesLaterTellsToo() throws {
        let log = EventLog([.registered, .made])
        let container = Container(configuration: configuration(log))
        try container.register(Singleton { _ in Settings() })
        try container.register(Decorator(Settings.self) { settings, _ in settings })
        _ = try container.resolve(Settings.self)
        try container.replace(Singleton { _ in Settings() })
        _ = try container.resolve(Settings.self)
        let module = Module { Singleton(Store.init) }
        for _ in 0..<2 {
            try container.load(module)
            _ = try container.resolve(Store.self)
            try container.unload(module)
        }
        XCTAssertEqual(
            log.lines,
            [
                "registered Settings", "made Settings", "registered Settings", "made Settings", "registered Store",
                "made Store", "registered Store", "made Store",
            ])
    }

    func testSEE3_WhatIsThereIsNotRegisteredAgain() throws {
        for kinds in [ContainerEvent.Kinds.registered, .all] {
            let log = EventLog(kinds)
            let container = Container(configuration: configuration(log))
            try container.register(Singleton(Settings.init).as { $0 as any Sendable })
            try container.register(Scoped(Store.init))
            try container.register(Decorator(Settings.self) { settings, _ in settings })
            try container.withScope { scope in
                _ = try scope.resolve(Store.self)
                _ = try scope.resolve((any Sendable).self)
            }
            try container.reset()
            let registered = log.lines.filter { $0.hasPrefix("registered") }
            XCTAssertEqual(
                registered, ["registered Settings", "registered any", "registered Store"], "\(kinds)")
        }
    }
}
