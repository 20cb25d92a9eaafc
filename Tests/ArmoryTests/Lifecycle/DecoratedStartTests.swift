import Armory
import ArmoryTestSupport
import XCTest

private final class Database: Tracked, @unchecked Sendable {}  // As `Tracked`.

private protocol Store: Sendable {
    var isOpen: Bool { get }
}

private final class FileStore: Store {
    var isOpen: Bool { true }
}

private struct LoudStore: Store {
    let inner: any Store
    var isOpen: Bool { inner.isOpen }
}

// What is started where others lie around it.
final class DecoratedStartTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    func testLIFE7_WhatLiesAroundARegistrationChangesNoHook() async throws {
        let log = log
        let container = try Container {
            Singleton((any Store).self, FileStore.init)
                .onStart { log.add("start \(shortName(type(of: $0)))") }
                .onStop { log.add("stop \(shortName(type(of: $0)))") }
                .inject { _, _ in }
            Decorator((any Store).self) { LoudStore(inner: $0) }
            Singleton { [tracker] in Database(tracker) }
                .onStart { _ in log.add("start") }
                .onStop { _ in log.add("stop") }
            Intercepted(Database.self, by: Untouched())
        }
        try await container.start()
        XCTAssertEqual(Set(log.all), ["start LoudStore", "start"], "neither needs the other")
        try await container.shutdown()
        XCTAssertEqual(log.all.count, 4)
        XCTAssertEqual(Set(log.all.suffix(2)), ["stop LoudStore", "stop"])
    }
}
