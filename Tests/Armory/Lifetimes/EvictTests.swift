// LIFE5, K1: kept instances that the program lets go, with their hooks.

import Armory
import ArmoryTestSupport
import XCTest

private final class Pool: Tracked, @unchecked Sendable {  // Immutable.
    let tenant: String
    init(_ tracker: LifetimeTracker, _ tenant: String = "") {
        self.tenant = tenant
        super.init(tracker)
    }
}

final class EvictTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let closed = Log<String>()

    private func pools() -> Kept<Pool> {
        Kept(arguments: String.self) { [tracker] _, tenant in Pool(tracker, tenant) }
            .onShutdown { [closed] pool in closed.add(pool.tenant) }
    }

    private func fill(_ container: Container, _ tenants: String...) throws {
        for tenant in tenants { XCTAssertEqual(try container.resolve(Pool.self, arguments: tenant).tenant, tenant) }
    }

    func testLIFE5_OneInstanceIsClosedAndReleasedByItsArguments() throws {
        let container = try Container { pools() }
        try fill(container, "a", "b", "c")
        XCTAssertEqual(container.evict(Pool.self, arguments: "b").count, 0)
        XCTAssertEqual(closed.all, ["b"])
        XCTAssertEqual(tracker.alive, 2)
        XCTAssertEqual(container.keptInstanceCount(of: Pool.self), 2)
        try fill(container, "a", "b", "c")
        XCTAssertEqual(tracker.made, 4, "only b is another one")
        container.evict(Pool.self, arguments: "d")
        container.evict(Pool.self, arguments: 7)
        container.evict(Int.self, arguments: "b")
        XCTAssertEqual(closed.all, ["b"])
    }

    func testLIFE5_AllInstancesAreClosedTheNewestFirst() throws {
        let container = try Container {
            pools()
            pools().named("other")
        }
        try fill(container, "a", "b", "c")
        _ = try container.resolve(Pool.self, named: "other", arguments: "x")
        container.evict(Pool.self)
        XCTAssertEqual(closed.all, ["c", "b", "a"])
        XCTAssertEqual(tracker.alive, 1)
        container.evict(Pool.self, named: "other")
        XCTAssertEqual(closed.all, ["c", "b", "a", "x"])
        container.evict(Pool.self, named: "missing")
        XCTAssertEqual(tracker.alive, 0)
    }

    func testD3_SeveralArgumentsAreComparedWhole() throws {
        let container = try Container {
            Kept(arguments: Int.self, SameHash.self) { [tracker] _, number, id in
                Pool(tracker, "\(number) \(id.number)")
            }
        }
        for number in 0..<3 {
            for id in 0..<3 { _ = try container.resolve(Pool.self, arguments: number, SameHash(id)) }
        }
        container.evict(Pool.self, arguments: 1, SameHash(2))
        XCTAssertEqual(container.keptInstanceCount(of: Pool.self), 8)
        _ = try container.resolve(Pool.self, arguments: 1, SameHash(1))
        XCTAssertEqual(tracker.made, 9)
        _ = try container.resolve(Pool.self, arguments: 1, SameHash(2))
        XCTAssertEqual(tracker.made, 10)
    }

    func testD10_ItReachesTheOwner() throws {
        let parent = try Container { pools() }
        let child = try Container(parents: [parent]) {}
        try fill(child, "a", "b")
        child.evict(Pool.self, arguments: "a")
        XCTAssertEqual(closed.all, ["a"])
        try parent.withScope { scope in
            try fill(scope, "a")
            scope.evict(Pool.self)
        }
        XCTAssertEqual(closed.all, ["a", "a", "b"])
    }

    func testLIFE5_AllPlacesOfAnArgumentAreLetGo() throws {
        let container = try Container { pools().lifetime(PerThread()) }
        let barrier = StartBarrier(threads: 4)
        let results = race(threads: 4) { [tracker, closed] _ in
            for tenant in ["a", "b"] { _ = try container.resolve(Pool.self, arguments: tenant) }
            barrier.pass {
                container.evict(Pool.self, arguments: "a")
                XCTAssertEqual(closed.all, ["a", "a", "a", "a"])
                XCTAssertEqual(tracker.alive, 4)
            }
        }
        for result in results { try result.get() }
    }

    func testM1_CodeThatHoldsAnInstanceKeepsIt() throws {
        let container = try Container { pools() }
        let held = try container.resolve(Pool.self, arguments: "a")
        container.evict(Pool.self)
        XCTAssertEqual(closed.all, ["a"])
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertFalse(try container.resolve(Pool.self, arguments: "a") === held)
    }

    func testErrorsOfHooksAreReturned() throws {
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] _, number in Pool(tracker, "\(number)") }
                .onShutdown { pool in if pool.tenant != "2" { throw Mishap(Int(pool.tenant) ?? 0) } }
        }
        for number in 1...3 { _ = try container.resolve(Pool.self, arguments: number) }
        let failures = container.evict(Pool.self)
        XCTAssertEqual(failures.map(\.code), [.shutdownFailed, .shutdownFailed])
        XCTAssertEqual(failures.map { $0.underlying as? Mishap }, [Mishap(3), Mishap(1)])
        XCTAssertEqual(failures.first?.key, "Pool")
    }

    func testC10_TheEndOfTheContainerAwaitsHooksThatAwait() async throws {
        let reported = Log<String>()
        let gate = Latch()
        let container = try Container(configuration: .init(reportFailure: { reported.add("\($0.code)") })) {
            Kept(arguments: String.self) { [tracker] _, tenant in Pool(tracker, tenant) }
                .onShutdown { [closed] pool in
                    await pass(gate)
                    closed.add(pool.tenant)
                    throw Mishap(1)
                }
        }
        try fill(container, "a")
        XCTAssertEqual(container.evict(Pool.self).count, 0, "it runs in a task")
        XCTAssertEqual(closed.all, [])
        async let end: Void = container.shutdown()
        await Task.yield()
        gate.open()
        try await end
        XCTAssertEqual(closed.all, ["a"])
        XCTAssertEqual(reported.all, ["shutdownFailed"])
    }

    func testC10_AHookMayShutTheContainerDown() async throws {
        let ended = Latch()
        let own = Shelf<Container?>(nil)
        let container = try Container {
            Kept { [tracker] in Pool(tracker) }.onShutdown { _ in
                try await own.value?.shutdown()
                ended.open()
            }
        }
        own.value = container
        _ = try container.resolve(Pool.self)
        container.evict(Pool.self)
        XCTAssertTrue(ended.wait(seconds: 30), "it waits for itself")
        own.value = nil
    }

    func testC10_AnEndedContainerClosesWhatWouldBeLetGo() throws {
        let container = try Container { pools() }
        try fill(container, "a", "b")
        container.close()
        XCTAssertEqual(closed.all, ["b", "a"])
        XCTAssertEqual(container.evict(Pool.self).count, 0)
        XCTAssertEqual(closed.all, ["b", "a"], "each is closed once")
    }

    func testC1_WhatIsLetGoWhileItIsMadeGoesToItsAskersAlone() throws {
        let (begun, ended) = (Latch(), Latch())
        let container = try Container {
            Kept { [tracker] in
                begun.open()
                ended.wait()
                return Pool(tracker, "late")
            }.onShutdown { [closed] pool in closed.add(pool.tenant) }
        }
        let results = race(threads: 2) { thread -> Int? in
            if thread == 0 { return try container.resolve(Pool.self).serial }
            begun.wait()
            container.evict(Pool.self)
            ended.open()
            return nil
        }
        XCTAssertEqual(try results[0].get(), 1)
        XCTAssertEqual(closed.all, ["late"])
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(container.keptInstanceCount(of: Pool.self), 0)
    }

    func testC10_TheEndOfTheContainerWaitsForTheHooksOfWhatWasLetGoWhileItWasMade() async throws {
        let (tracker, closed, reported) = (tracker, closed, Log<String>())
        for isPlain in [true, false] {
            let (begun, goOn) = (Latch(), Latch())
            @Sendable func made() -> Pool {
                begun.open()
                goOn.wait()
                return Pool(tracker, "late")
            }
            @Sendable func close(_ pool: Pool) throws {
                closed.add(pool.tenant)
                throw Mishap(1)
            }
            let container = try Container(configuration: .init(reportFailure: { reported.add("\($0.code)") })) {
                if isPlain {
                    Kept { made() }.onShutdown { pool in try close(pool) }
                } else {
                    Kept { made() }.onShutdown { pool in
                        try await Task.sleep(for: .milliseconds(50))
                        try close(pool)
                    }
                }
                Singleton { 1 }.onShutdown { _ in closed.add("other") }
            }
            XCTAssertEqual(try container.resolve(Int.self), 1)
            Thread { _ = try? container.resolve(Pool.self) }.start()
            begun.wait()
            container.evict(Pool.self)
            async let end: Void = container.shutdown()
            goOn.open()
            try await end
        }
        XCTAssertEqual(closed.all, ["late", "other", "late", "other"])
        XCTAssertEqual(reported.all, ["shutdownFailed", "shutdownFailed"])
    }

    func testC1_NobodyGetsAnErrorAndEachIsClosedOnceUnderThreads() throws {
        let rounds = StressScale.scaled(60, underThreadSanitizer: 12)
        let report = Barrage("LIFE5 evict", threads: 8, rounds: rounds).run(
            prepare: { [tracker] _ in
                let closes = Counter()
                let container = try Container {
                    Kept(arguments: Int.self) { _, number in Pool(tracker, "\(number)") }
                        .onShutdown { _ in closes.increment() }
                }
                return (container, closes, tracker.made)
            },
            body: { stage, thread in
                for round in 0..<200 {
                    if thread % 4 == 0 { stage.0.evict(Pool.self, arguments: round % 3) }
                    let pool = try stage.0.resolve(Pool.self, arguments: round % 3)
                    try expect(pool.tenant == "\(round % 3)", "another tenant's")
                }
            },
            check: { [tracker] stage, results in
                for result in results { try result.get() }
                stage.0.close()
                try expect(
                    stage.1.value == tracker.made - stage.2, "\(stage.1.value) closed of \(tracker.made - stage.2)")
            })
        var stated = Stated("LIFE5 kept instances that are evicted, 8 threads")
        stated.add(report.rounds, "containers")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM3_ValuesThatAreEvictedLeaveNothing() throws {
        let container = try Container { Kept(arguments: Int.self) { _, number in NSNumber(value: number) } }
        func round(_ numbers: Range<Int>) throws {
            for number in numbers {
                _ = try container.resolve(NSNumber.self, arguments: number)
                container.evict(NSNumber.self, arguments: number)
            }
        }
        try round(0..<1000)
        let count = StressScale.isThreadSanitized ? 2000 : 10_000
        let growth = try Heap.growth { index in try round(index * count..<(index + 1) * count) }
        XCTAssertLessThan(growth, 64 * 1024)
        XCTAssertEqual(container.keptInstanceCount(of: NSNumber.self), 0)
    }
}
