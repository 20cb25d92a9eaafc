// Registrations that are reported by a later change than their own.

import Armory
import ArmoryTestSupport
import XCTest

final class LateArrivalTests: LeakCheckedTestCase {
    private final class Settings: Sendable {}

    private final class Store: Sendable {
        init(settings: Settings) {}
    }

    /// Registers another type when it receives the first event.
    private final class RegisteringLog: EventSubscriber {
        let kinds = ContainerEvent.Kinds.registered
        private let log = Log<String>()
        // Set once, before the first event.
        nonisolated(unsafe) weak var container: Container?

        func receive(_ event: ContainerEvent) throws {
            log.add(event.line)
            if log.all.count == 1 { unsafe try container?.register(Singleton(Store.init)) }
        }

        var lines: [String] { log.all }
    }

    func testSEE3_WhatAModuleDisplacedIsReportedWhenItReturns() throws {
        let log = EventLog([.registered])
        let container = try Container(configuration: Container.Configuration(subscribers: [log])) {
            Singleton { _ in Settings() }.ifAbsent()
        }
        let module = Module { Singleton { _ in Settings() } }
        try container.load(module)
        XCTAssertEqual(log.lines.count, 2)
        try container.unload(module)
        XCTAssertEqual(log.lines, Array(repeating: "registered Settings", count: 3))
    }

    func testSEE3_WhatASubscriberRegisteredIsReportedByTheNextChangeEvenIfThatFails() throws {
        let log = RegisteringLog()
        let container = Container(configuration: Container.Configuration(subscribers: [log]))
        unsafe log.container = container
        try container.register(Singleton { _ in Settings() })
        XCTAssertNoThrow(try container.resolve(Store.self))
        XCTAssertEqual(log.lines, ["registered Settings"])
        XCTAssertThrowsError(try container.register(Singleton { _ in Settings() }))
        XCTAssertEqual(log.lines, ["registered Settings", "registered Store"])
    }
}
