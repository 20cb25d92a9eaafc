// C10, O3: an end that comes while another one runs, and what an end waits for.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class SecondEndTests: LeakCheckedTestCase {
    private final class Pool: Sendable {}
    private final class Work: Sendable {}
    private let log = Log<String>()

    private func plan(_ begun: Latch, _ goOn: Latch) -> Plan {
        let log = log
        return Plan {
            $0.closed(.singleton, Pool.self, needs: []) { _ in
                Pool()
            } close: { _, _ in
                log.add("pool")
            }
            $0.closedAwaiting(.scoped, Work.self, in: .request, needs: [Pool.self]) { _ in
                Work()
            } close: { _, _ in
                begun.open()
                await pass(goOn)
                log.add("work")
            }
        }
    }

    func testC10_ASecondShutdownWaitsForTheFirstOne() async throws {
        let (begun, goOn) = (Latch(), Latch())
        let log = log
        let container = try Container(
            Plan {
                $0.closedAwaiting(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    begun.open()
                    await pass(goOn)
                    log.add("pool")
                }
            })
        _ = try container.resolve(Pool.self)
        let first = Task { try await container.shutdown() }
        await pass(begun)
        let second = Task {
            try await container.shutdown()
            log.add("second")
        }
        // One that does not wait so long.
        try await container.shutdown(within: .milliseconds(1))
        log.add("impatient")
        goOn.open()
        try await first.value
        try await second.value
        XCTAssertEqual(log.all, ["impatient", "pool", "second"])
        XCTAssertEqual(container.close().count, 0)
    }

    func testC10_AHookOfTheFirstShutdownMayAwaitASecondOne() async throws {
        let (log, box) = (log, Locked<Container?>(nil))
        let container = try Container(
            Plan {
                $0.closedAwaiting(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    try await box.withLock { $0 }?.shutdown()
                    log.add("pool")
                }
            })
        box.withLock { $0 = container }
        _ = try container.resolve(Pool.self)
        try await container.shutdown()
        XCTAssertEqual(log.all, ["pool"])
        box.withLock { $0 = nil }
    }

    func testC10_AHookOfAnOpenScopeMayAwaitTheShutdownThatRunsIt() async throws {
        // Ended by a shutdown, by a close, and by the scope's own end while a shutdown waits for it.
        for way in 0..<3 {
            let (log, box) = (Log<String>(), Locked<Container?>(nil))
            let (begun, goOn) = (Latch(), Latch())
            let container = try Container(
                Plan {
                    $0.closed(.singleton, Pool.self, needs: []) { _ in
                        Pool()
                    } close: { _, _ in
                        log.add("pool")
                    }
                    $0.closedAwaiting(.scoped, Work.self, in: .request, needs: [Pool.self]) { _ in
                        Work()
                    } close: { _, _ in
                        begun.open()
                        await pass(goOn)
                        try await box.withLock { $0 }?.shutdown()
                        log.add("work")
                    }
                })
            box.withLock { $0 = container }
            _ = try container.resolve(Pool.self)
            let session = try container.openScope(ScopeTag("session"))
            let scope = try session.openScope()
            _ = try scope.resolve(Work.self)
            let own = way == 2 ? Task { try await scope.shutdown() } : nil
            if way == 2 { await pass(begun) }
            let end = Task { if way == 1 { container.close() } else { try await container.shutdown() } }
            while (try? container.openScope()) != nil { await Task.yield() }
            goOn.open()
            try await own?.value
            try await end.value
            try await container.shutdown()
            XCTAssertEqual(log.all, ["work", "pool"], "way \(way)")
            box.withLock { $0 = nil }
        }
    }

    func testC10_ABodyOrAFactoryInAnInnerScopeMayAwaitTheShutdownThatWaitsForIt() async throws {
        for isBody in [true, false] {
            let (log, box) = (Log<String>(), Locked<Container?>(nil))
            let (begun, goOn) = (Latch(), Latch())
            @Sendable func shutDown() async throws {
                begun.open()
                await pass(goOn)
                try await box.withLock { $0 }?.shutdown()
                log.add("part")
            }
            let container = try Container(
                Plan {
                    $0.closed(.singleton, Pool.self, needs: []) { _ in
                        Pool()
                    } close: { _, _ in
                        log.add("pool")
                    }
                    $0.awaited(.scoped, Work.self, in: .request) { _ in
                        try await shutDown()
                        return Work()
                    }
                })
            box.withLock { $0 = container }
            _ = try container.resolve(Pool.self)
            let session = try container.openScope(ScopeTag("session"))
            let part = Task {
                if isBody { return try await session.withScope(ScopeTag("job")) { _ in try await shutDown() } }
                let scope = try session.openScope()
                _ = try? await scope.resolveAsync(Work.self)
            }
            await pass(begun)
            let end = Task { try await container.shutdown() }
            while (try? container.openScope()) != nil { await Task.yield() }
            goOn.open()
            try await part.value
            try await end.value
            XCTAssertEqual(log.all, ["part", "pool"], "is a body: \(isBody)")
            box.withLock { $0 = nil }
        }
    }

    func testO3_AContainersShutdownWaitsForAScopesEndThatHasBegun() async throws {
        let (begun, goOn) = (Latch(), Latch())
        let container = try Container(plan(begun, goOn))
        _ = try container.resolve(Pool.self)
        let scope = try container.openScope()
        _ = try scope.resolve(Work.self)
        let first = Task { try await scope.shutdown() }
        await pass(begun)
        let second = Task { try await container.shutdown() }
        goOn.open()
        try await first.value
        try await second.value
        XCTAssertEqual(log.all, ["work", "pool"])
    }

    func testO3_CloseLetsAScopesHookThatAwaitsEndFirst() async throws {
        let (begun, goOn) = (Latch(), Latch())
        let container = try Container(plan(begun, goOn))
        _ = try container.resolve(Pool.self)
        let scope = try container.openScope()
        _ = try scope.resolve(Work.self)
        container.close()
        await pass(begun)
        XCTAssertEqual(log.all, [])
        // Its dependent's hook may still need it; nothing new is made.
        XCTAssertNotNil(try container.resolve(Pool.self))
        failure(.closed) { try container.openScope() }
        goOn.open()
        try await container.shutdown()
        XCTAssertEqual(log.all, ["work", "pool"])
    }

    func testO3_AShutdownWaitsForTheHooksOfAScopeThatWasReleased() async throws {
        let (begun, goOn) = (Latch(), Latch())
        let container = try Container(plan(begun, goOn))
        _ = try container.resolve(Pool.self)
        do { _ = try container.openScope().resolve(Work.self) }
        await pass(begun)
        let end = Task { try await container.shutdown() }
        goOn.open()
        try await end.value
        XCTAssertEqual(log.all, ["work", "pool"])
    }

    func testC10_AHookOfAReleasedScopeMayShutItsContainerDown() async throws {
        let (log, isOver) = (log, Latch())
        let box = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.closed(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    log.add("pool")
                }
                $0.closedAwaiting(.scoped, Work.self, in: .request, needs: [Pool.self]) { _ in
                    Work()
                } close: { _, _ in
                    try await box.withLock { $0 }?.shutdown()
                    log.add("work")
                    isOver.open()
                }
            })
        box.withLock { $0 = container }
        _ = try container.resolve(Pool.self)
        do { _ = try container.openScope().resolve(Work.self) }
        await pass(isOver)
        XCTAssertEqual(log.all, ["pool", "work"])
        box.withLock { $0 = nil }
    }

    func testC10_AShutdownFromABodyThatReturnsFirstWaitsForTheOtherBody() async throws {
        let log = log
        let (isOpen, goOn, isEnding) = (Latch(), Latch(), Latch())
        let container = try Container(
            Plan {
                $0.closed(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    log.add("pool")
                }
                $0.scoped(Work.self) { _ in Work() }
            })
        _ = try container.resolve(Pool.self)
        let other = Task {
            try await container.withScope { scope in
                _ = try scope.resolve(Work.self)
                isOpen.open()
                await pass(goOn)
                _ = try scope.resolve(Work.self)
                log.add("body")
            }
        }
        await pass(isOpen)
        let end = try await container.withScope { _ in
            // It inherits the reference to the body's scope, and is part of it as long as the body runs.
            Task {
                isEnding.open()
                try await container.shutdown()
                log.add("shutdown")
            }
        }
        await pass(isEnding)
        // The mark says that the end has begun: nothing more is made.
        while (try? container.openScope()) != nil { await Task.yield() }
        goOn.open()
        try await other.value
        try await end.value
        XCTAssertEqual(log.all, ["body", "pool", "shutdown"])
    }

    func testC10_AShutdownWaitsForWhatIsMadeInAnOpenScope() async throws {
        let log = log
        let (isMaking, goOn) = (Latch(), Latch())
        let container = try Container(
            Plan {
                $0.closed(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    log.add("pool")
                }
                $0.closed(.scoped, Work.self, in: .request, needs: [Pool.self]) { _ in
                    isMaking.open()
                    goOn.wait()
                    return Work()
                } close: { _, _ in
                    log.add("work")
                }
            })
        _ = try container.resolve(Pool.self)
        let scope = try container.openScope()
        let isMade = Latch()
        Thread {
            _ = try? scope.resolve(Work.self)
            isMade.open()
        }.start()
        await pass(isMaking)
        let end = Task { try await container.shutdown() }
        while (try? container.openScope()) != nil { await Task.yield() }
        goOn.open()
        try await end.value
        await pass(isMade)
        XCTAssertEqual(log.all, ["work", "pool"])
    }

    func testC10_ATaskThatAHookHasLeftBehindWaitsLikeOthers() async throws {
        let (begun, goOn, isOver, asks) = (Latch(), Latch(), Latch(), Latch())
        let log = log
        let left = Locked<Task<Void, any Error>?>(nil)
        let known = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.closedAwaiting(.singleton, Pool.self, needs: []) { _ in
                    Pool()
                } close: { _, _ in
                    begun.open()
                    await pass(goOn)
                    log.add("pool")
                }
                $0.closedAwaiting(.scoped, Work.self, in: .request, needs: [Pool.self]) { _ in
                    Work()
                } close: { _, _ in
                    let task = Task {
                        await pass(isOver)
                        asks.open()
                        try await known.withLock { $0 }?.shutdown()
                        log.add("left behind")
                    }
                    left.withLock { $0 = task }
                }
            })
        known.withLock { $0 = container }
        _ = try container.resolve(Pool.self)
        try await container.withScope { _ = try $0.resolve(Work.self) }
        let end = Task { try await container.shutdown() }
        await pass(begun)
        isOver.open()
        await pass(asks)
        for _ in 0..<1_000 { await Task.yield() }
        goOn.open()
        try await end.value
        try await left.withLock { $0 }?.value
        known.withLock { $0 = nil }
        left.withLock { $0 = nil }
        XCTAssertEqual(log.all, ["pool", "left behind"])
    }
}
