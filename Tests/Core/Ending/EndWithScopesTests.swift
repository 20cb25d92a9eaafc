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
                await pass(goOn)
                _ = try scope.resolve(First.self)
                log.withLock { $0.append("body") }
            }
        }
        await pass(isIn)
        let end = Task.detached { try await container.shutdown() }
        while (try? container.openScope()) != nil { await Task.yield() }
        goOn.open()
        try await body.value
        try await end.value
        XCTAssertEqual(entries, ["body", "scoped"])
    }

    func testC10_AScopeWhoseOwnInstancesHaveNoHooksEndsAtOnce() async throws {
        let (tracker, log, job) = (tracker, log, ScopeTag("job"))
        let container = try Container(
            Plan {
                $0.closed(.singleton) { _ in
                    First(tracker)
                } close: { _, _ in
                    log.withLock { $0.append("singleton") }
                }
                $0.closed(.scoped, Second.self, in: job) { _ in
                    Second(tracker)
                } close: { _, _ in
                    log.withLock { $0.append("job") }
                }
                $0.scoped(Int.self) { _ in 7 }
            })
        _ = try container.resolve(First.self)
        let request = try container.openScope()
        XCTAssertEqual(try request.resolve(Int.self), 7)
        XCTAssertTrue(request.endAtOnceIfIdle(.completed))
        XCTAssertThrowsError(try request.resolve(Int.self))
        let other = try container.openScope(job)
        XCTAssertFalse(other.endAtOnceIfIdle(.completed), "an instance of its tag may have a hook")
        other.close()
        try await container.shutdown()
        XCTAssertEqual(entries, ["singleton"])
    }

    func testC10_AScopeWithoutHooksEndsTheScopesInsideWithTheirs() async throws {
        let (tracker, log, job) = (tracker, log, ScopeTag("job"))
        let container = try Container(
            Plan {
                $0.closed(.scoped, First.self, in: job) { _ in
                    First(tracker)
                } close: { _, _ in
                    log.withLock { $0.append("job") }
                }
                $0.scoped(Int.self) { _ in 7 }
            })
        for ends in ["by a body", "by shutdown", "by close"] {
            let request = try container.openScope()
            if ends == "by a body" {
                var inner: Container?
                try await container.withScope { request in
                    inner = try request.openScope(job)
                    _ = try inner?.resolve(First.self)
                }
                XCTAssertEqual(entries, ["job"])
                XCTAssertThrowsError(try inner?.resolve(First.self))
                log.withLock { $0 = [] }
            }
            let inner = try request.openScope(job)
            _ = try inner.resolve(First.self)
            XCTAssertFalse(request.endAtOnceIfIdle(.completed), "a scope is open inside")
            if ends == "by close" { request.close() } else { try await request.shutdown() }
            XCTAssertEqual(entries, ["job"], ends)
            XCTAssertThrowsError(try inner.resolve(First.self))
            log.withLock { $0 = [] }
        }
        try await container.shutdown()
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

    /// A container whose scopes have a hook that awaits.
    private func container(_ hook: @escaping @Sendable () async throws -> Void) throws -> Container {
        let (tracker, log) = (tracker, log)
        return try Container(
            Plan {
                $0.closed(.singleton, Second.self, needs: []) { _ in
                    Second(tracker)
                } close: { _, _ in
                    log.withLock { $0.append("container") }
                }
                $0.closedAwaiting(.scoped, First.self, in: .request, needs: [Second.self]) { _ in
                    First(tracker)
                } close: { _, _ in
                    try await hook()
                    log.withLock { $0.append("scoped") }
                }
            })
    }

    private func enter(_ container: Container) throws {
        // The form that does not await: its hooks run in a task.
        try container.withScope { _ = try ($0.resolve(Second.self), $0.resolve(First.self)) }
    }

    func testO3_AShutdownWaitsForTheHooksOfAScopeThatWasNotAwaited() async throws {
        for isShutDown in [true, false] {
            let goOn = Latch()
            let container = try container { await pass(goOn) }
            try enter(container)
            let end = Task { if isShutDown { try await container.shutdown() } else { container.close() } }
            while (try? container.openScope()) != nil { await Task.yield() }
            XCTAssertEqual(entries, [])
            goOn.open()
            try await end.value
            try await container.shutdown()
            XCTAssertEqual(entries, ["scoped", "container"])
            log.withLock { $0 = [] }
        }
        let isEmpty = await tracker.isEmptySoon()
        XCTAssert(isEmpty)
    }

    func testC10_AHookOfAScopeThatWasNotAwaitedMayShutItsContainerDown() async throws {
        let (own, isOver) = (Locked<Container?>(nil), Latch())
        let container = try container {
            try await own.withLock { $0 }?.shutdown()
            isOver.open()
        }
        own.withLock { $0 = container }
        try enter(container)
        await pass(isOver)
        try await container.shutdown()
        XCTAssertEqual(entries, ["container", "scoped"])
        own.withLock { $0 = nil }
    }

    func testC10_ALimitOfMoreThanACenturyIsNone() async throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closedAwaiting(.singleton, Second.self, within: .seconds(Int64.max)) { _ in
                    Second(tracker)
                } close: { _, _ in
                    await Task.yield()
                }
            })
        _ = try container.resolve(Second.self)
        let (isIn, goOn) = (Latch(), Latch())
        let body = Task {
            try await container.withScope { _ in
                isIn.open()
                await pass(goOn)
            }
        }
        await pass(isIn)
        let end = Task { try await container.shutdown(within: .seconds(Int64.max)) }
        while (try? container.openScope()) != nil { await Task.yield() }
        goOn.open()
        try await body.value
        try await end.value
        XCTAssertThrowsError(try container.resolve(Second.self))
        // Nor is there less than none.
        try await Container(Plan()).shutdown(within: .seconds(Int64.min))
    }
}
