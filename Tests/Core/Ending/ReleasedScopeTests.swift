// O3, C10: scopes that were released, and whose hooks still run when a handle around them ends.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Pool: Sendable {}
private final class Part: Sendable {}
private final class Work: Sendable {}

/// Opens a scope and releases it at once: by an `Owned`, which ends it, or without an end.
private func release(_ isOwned: Bool, in handle: Container) throws {
    if isOwned {
        _ = try handle.resolve(Owned<Work>.self)
    } else {
        _ = try handle.openScope(.owned).resolve(Work.self)
    }
}

final class ReleasedScopeTests: LeakCheckedTestCase {
    private let log = Log<String>()

    /// A container in which an instance of the tag `owned` has a hook that awaits.
    private func container(_ hook: @escaping @Sendable () async throws -> Void) throws -> Container {
        let log = log
        return try Container(
            Plan {
                $0.closed(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    log.add("pool")
                }
                $0.closed(.scoped, Part.self, in: .request, needs: []) { _ in
                    Part()
                } close: { _, _ in
                    log.add("part")
                }
                $0.closedAwaiting(.scoped, Work.self, in: .owned, needs: [Pool.self]) { _ in
                    Work()
                } close: { _, _ in
                    try await hook()
                    log.add("work")
                }
            })
    }

    private func begins(_ end: Container) async {
        while (try? end.openScope(ScopeTag("other"))) != nil { await Task.yield() }
        // What the end does next without awaiting.
        for _ in 0..<100 { await Task.yield() }
    }

    func testO3_ACloseRunsItsHooksAfterThoseOfAReleasedScope() async throws {
        for isOwned in [true, false] {
            let (begun, goOn) = (Latch(), Latch())
            let container = try container {
                begun.open()
                await pass(goOn)
            }
            _ = try container.resolve(Pool.self)
            try release(isOwned, in: container)
            await pass(begun)
            XCTAssertEqual(container.close().count, 0)
            log.add("closed")
            goOn.open()
            try await container.shutdown()
            XCTAssertEqual(log.all.suffix(3), ["closed", "work", "pool"])
        }
    }

    func testO3_ABodysEndWaitsForTheHooksOfAReleasedScope() async throws {
        for isOwned in [true, false] {
            for isAwaiting in [true, false] {
                let (begun, goOn, scope) = (Latch(), Latch(), Locked<Container?>(nil))
                let container = try container {
                    begun.open()
                    await pass(goOn)
                }
                @Sendable func use(_ handle: Container) throws {
                    scope.withLock { $0 = handle }
                    _ = try handle.resolve(Part.self)
                    try release(isOwned, in: handle)
                }
                @Sendable func enter() throws { try container.withScope { try use($0) } }
                let body = Task {
                    guard isAwaiting else { return try enter() }
                    try await container.withScope {
                        try use($0)
                        await pass(begun)
                    }
                }
                await pass(begun)
                if let scope = scope.withLock({ $0.take() }) { await begins(scope) }
                log.add("go on")
                goOn.open()
                try await body.value
                try await container.shutdown()
                XCTAssertEqual(log.all.suffix(3), ["go on", "work", "part"])
            }
        }
    }

    /// The body's end waits for the hook, so the hook does not wait for the body.
    func testC10_AHookOfAReleasedScopeMayShutTheContainerDown() async throws {
        for isOwned in [true, false] {
            for isNested in [true, false] {
                let (begun, goOn, own) = (Latch(), Latch(), Locked<Container?>(nil))
                let container = try container {
                    begun.open()
                    await pass(goOn)
                    try await own.withLock { $0 }?.shutdown()
                }
                own.withLock { $0 = container }
                let body = Task {
                    try await container.withScope { scope in
                        _ = try scope.resolve(Part.self)
                        if isNested {
                            try await scope.withScope(ScopeTag("inner")) { try release(isOwned, in: $0) }
                        } else {
                            try release(isOwned, in: scope)
                        }
                    }
                }
                await pass(begun)
                goOn.open()
                try await body.value
                try await container.shutdown()
                XCTAssertEqual(log.all.suffix(2).sorted(), ["part", "work"])
                own.withLock { $0 = nil }
            }
        }
    }

    func testC10_ThatHookWaitsForOtherBodies() async throws {
        let (begun, isIn, goOn, own) = (Latch(), Latch(), Latch(), Locked<Container?>(nil))
        let container = try container {
            begun.open()
            try await own.withLock { $0 }?.shutdown()
        }
        own.withLock { $0 = container }
        let log = log
        let other = Task {
            try await container.withScope { scope in
                _ = try scope.resolve(Part.self)
                isIn.open()
                await pass(goOn)
                log.add("other")
            }
        }
        await pass(isIn)
        let body = Task {
            try await container.withScope { scope in
                try release(false, in: scope)
                await pass(begun)
            }
        }
        await pass(begun)
        await begins(container)
        goOn.open()
        try await other.value
        try await body.value
        try await container.shutdown()
        XCTAssertEqual(log.all.first, "other")
        XCTAssertEqual(log.all.sorted(), ["other", "part", "work"])
        own.withLock { $0 = nil }
    }

    func testO3_HoweverManyScopesAreReleasedMeanwhile() async throws {
        for round in 0..<StressScale.scaled(100, underThreadSanitizer: 20) {
            let container = try container { await Task.yield() }
            _ = try container.resolve(Pool.self)
            let before = log.all.count
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        _ = try? await container.withScope { scope in
                            _ = try scope.resolve(Part.self)
                            try release(number.isMultiple(of: 2), in: scope)
                            await Task.yield()
                            try release(number.isMultiple(of: 2), in: container)
                        }
                    }
                }
                group.addTask {
                    if round.isMultiple(of: 2) { container.close() } else { try? await container.shutdown() }
                }
            }
            try await container.shutdown()
            let entries = log.all[before...]
            // A close waits for nothing that is being made, which its maker closes.
            if !round.isMultiple(of: 2) { XCTAssertEqual(entries.last, "pool") }
            XCTAssertEqual(entries.count { $0 == "pool" }, 1)
        }
    }
}
