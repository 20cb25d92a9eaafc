// C10: the end of a container that has scopes.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class EndWithScopesTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Locked<[String]>([])

    private class Part: Tracked, @unchecked Sendable {}
    private final class First: Part, @unchecked Sendable {}
    private final class Second: Part, @unchecked Sendable {}

    private var entries: [String] { log.withLock { $0 } }

    func testC10_ShutdownWaitsForBodiesOfScopes() async throws {
        let (tracker, log) = (tracker, log)
        let container = try Container(
            Plan {
                $0.closed(.scoped, First.self, in: .request) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("scoped") }
                }
            })
        let (isIn, goOn) = (Latch(), Latch())
        let body = Task.detached {
            try await container.withScope { scope in
                _ = try scope.resolve(First.self)
                isIn.open()
                while !goOn.wait(seconds: 0) { await Task.yield() }
                _ = try scope.resolve(First.self)
                log.withLock { $0.append("body") }
            }
        }
        while !isIn.wait(seconds: 0) { await Task.yield() }
        let end = Task.detached { try await container.shutdown() }
        while (try? container.openScope()) != nil { await Task.yield() }
        goOn.open()
        try await body.value
        try await end.value
        XCTAssertEqual(entries, ["body", "scoped"])
    }

    func testC10_AShutdownInABodyDoesNotWaitForIt() async throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.scoped, First.self, in: .request) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("scoped") }
                }
            })
        try await container.withScope { scope in
            _ = try scope.resolve(First.self)
            try await container.shutdown()
            XCTAssertThrowsError(try scope.resolve(First.self))
        }
        XCTAssertEqual(entries, ["scoped"])
    }

    func testC10_OpenScopesAreClosedFirst() throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, Second.self) { _ in
                    Second(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("container") }
                }
                $0.closed(.scoped, First.self, in: .request) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("scoped") }
                }
            })
        let scope = try container.openScope()
        _ = try scope.resolve(First.self)
        _ = try scope.resolve(Second.self)
        container.close()
        XCTAssertEqual(entries, ["scoped", "container"])
        XCTAssertThrowsError(try scope.resolve(First.self))
    }
}
