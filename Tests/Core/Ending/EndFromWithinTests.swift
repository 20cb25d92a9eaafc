// C10: an end that begins inside of what it would wait for, and what a scope learns that is ended from outside.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class EndFromWithinTests: WatchedTestCase {
    private final class Part: Sendable {
        let life = Counted()
    }

    private final class Later: Sendable {
        let life = Counted()
    }

    private let log = Locked<[String]>([])

    func testC10_AScopesHookMayShutItsContainerDown() async throws {
        let own = Locked<Container?>(nil)
        let log = log
        let container = try Container(
            Plan {
                $0.closedAwaiting(.scoped, Part.self, in: .request) { _ in
                    Part()
                } close: { _, _ in
                    try await own.withLock { $0 }?.shutdown()
                    log.withLock { $0.append("closed") }
                }
            })
        own.withLock { $0 = container }
        try await container.withScope { _ = try $0.resolve(Part.self) }
        XCTAssertEqual(log.withLock { $0 }, ["closed"])
        own.withLock { $0 = nil }
    }

    func testC10_AShutdownInNestedBodiesDoesNotWaitForThem() async throws {
        let container = try Container(Plan { $0.scoped(Part.self) { _ in Part() } })
        try await container.withScope { _ in
            try await container.withScope(ScopeTag("job")) { _ in try await container.shutdown() }
        }
        XCTAssertThrowsError(try container.openScope())
    }

    func testC10_AScopeWhoseContainerEndsIsToldThatItHasFailed() throws {
        let log = log
        let container = try Container(
            Plan {
                $0.closed(.scoped, Part.self, in: .request) { _ in
                    Part()
                } close: { _, end in
                    log.withLock { $0.append(end.isCompleted ? "completed" : "failed") }
                }
            })
        let scope = try container.openScope()
        _ = try scope.resolve(Part.self)
        container.close()
        XCTAssertEqual(log.withLock { $0 }, ["failed"])
    }

    func testO3_DeclaredEdgesCorrectTheOrderInAScopeToo() throws {
        let log = log
        let container = try Container(
            Plan {
                $0.closed(.scoped, Part.self, in: .request, needs: [Later.self]) { _ in
                    Part()
                } close: { _, _ in
                    log.withLock { $0.append("part") }
                }
                $0.closed(.scoped, Later.self, in: .request, needs: []) { _ in
                    Later()
                } close: { _, _ in
                    log.withLock { $0.append("later") }
                }
            })
        // Each end finds out the same.
        for _ in 0..<2 {
            try container.withScope { scope in
                _ = try scope.resolve(Part.self)
                _ = try scope.resolve(Later.self)
            }
        }
        XCTAssertEqual(log.withLock { $0 }, ["part", "later", "part", "later"])
    }
}
