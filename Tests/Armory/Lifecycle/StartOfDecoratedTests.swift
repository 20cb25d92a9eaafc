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

private struct Proceeding: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

// What is started where others lie around it.
final class StartOfDecoratedTests: LeakCheckedTestCase {
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
            Intercepted(Database.self, by: Proceeding())
        }
        try await container.start()
        XCTAssertEqual(Set(log.all), ["start LoudStore", "start"], "neither needs the other")
        try await container.shutdown()
        XCTAssertEqual(log.all.count, 4)
        XCTAssertEqual(Set(log.all.suffix(2)), ["stop LoudStore", "stop"])
    }

    func testREG15_AnEagerDecoratedInstanceIsMadeOnce() async throws {
        let log = log
        let container = try Container {
            Singleton((any Store).self) { () in
                log.add("made")
                return FileStore()
            }.eager()
            Decorator((any Store).self) { store in
                log.add("decorated")
                return LoudStore(inner: store)
            }
        }
        XCTAssertEqual(log.all, ["made", "decorated"])
        XCTAssertTrue(try container.resolve((any Store).self) is LoudStore)
        try await container.start()
        XCTAssertEqual(log.all.count, 2)
    }

    func testLIFE7_ADecoratedInstanceStartsAfterWhatItsDecoratorsNeed() async throws {
        let log = log
        let container = try Container {
            Singleton((any Store).self, FileStore.init).onStart { _ in log.add("start store") }
            Decorator((any Store).self) { (store: any Store, _: Database) in LoudStore(inner: store) as any Store }
            Singleton { [tracker] in Database(tracker) }.dependsOn()
                .onStart { _ in
                    for _ in 0..<50 { await Task.yield() }
                    log.add("start database")
                }
        }
        try await container.start()
        XCTAssertEqual(log.all, ["start database", "start store"])
        try await container.shutdown()
    }
}
